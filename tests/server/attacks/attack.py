"""Attack a server as one hostile guest, and measure what a bystander in another game notices.

Run `python -m tests.server.attacks.attack [--seconds 20] [KIND …]`. The server has its default limits. The guest comes
from 127.0.0.2 and the bystander from 127.0.0.3, so that the server tells them apart. Every kind of attack runs for so
many seconds; the bystander pings over its socket, and asks for /healthz, ten times a second.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.server.attacks import attacks
from tests.server.attacks.aimed import AIMED
from tests.server.attacks.attacks import dear_game
from tests.server.attacks.bystander import measure
from tests.server.attacks.guests import HOSTILE, Attacked, Guest
from tests.server.serving import Server

KINDS: Final = attacks.KINDS | AIMED
_DEAR: Final = {"messages", "many", "slow_readers"}
"""Attacks that first play until messages are expensive."""


async def attack(port: int, kind: str) -> None:
    """Attack a server until this process is ended."""
    guest = Guest(Attacked("", port=port), HOSTILE)
    if kind in _DEAR:
        await dear_game(guest)
    print("begins", flush=True)
    await KINDS[kind](guest)


@contextlib.contextmanager
def attacking(server: Server, kind: str) -> Iterator[None]:
    """Attack from a separate process, so that the attacker's own work does not slow down the bystander."""
    if kind not in KINDS:
        yield
        return
    command = [sys.executable, "-W", "ignore", "-m", "tests.server.attacks.attack", kind, "--against", str(server.port)]
    guest = subprocess.Popen(["nice", *command], stdout=subprocess.PIPE, text=True)
    try:
        assert guest.stdout is not None
        assert guest.stdout.readline() == "begins\n"
        yield
        assert guest.poll() is None, "the guest has stopped attacking"
    finally:
        guest.kill()
        guest.communicate()


def main() -> None:
    """Run all requested attacks, each on a new server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"nothing, {', '.join(KINDS)}")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--unattended-games", default="20", help="as the server's option")
    parser.add_argument("--against", type=int, help="be the guest only, at a server on this port")
    options = parser.parse_args()
    if options.against is not None:
        asyncio.run(attack(options.against, options.kinds[0]))
        return
    print("| attack | ping p50, p99, worst | /healthz | bot's answer | memory | load |")
    print("| --- | --- | --- | --- | --- | --- |")
    for kind in options.kinds or ["nothing", *attacks.KINDS]:
        limit = ("--unattended-games", options.unattended_games)
        with tempfile.TemporaryDirectory() as folder, Attacked(str(Path(folder) / "games.sqlite3"), *limit) as server:
            before = server.memory()
            with attacking(server, kind):
                figures = asyncio.run(measure(server, options.seconds))
                grown = (server.memory() - before) / 1e6
            load = os.getloadavg()[0]
            print(f"| {kind} | {figures.line()} | +{grown:.0f} MB | {load:.0f} |", flush=True)
            assert server.process is not None
            assert server.process.poll() is None, "the server has ended"


if __name__ == "__main__":
    main()
