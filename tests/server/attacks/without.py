"""Attack a server that lacks one of its guards, in turn with a whole one, and compare what a bystander notices.

Run `python -m tests.server.attacks.without [--seconds 12] [--rounds 2] [GUARD …]`; several joined by `+` are taken out
together. Every attack that a guard is about runs against the whole server and then without each of the guards, as many
rounds as asked for, so that all of them share what else the machine does meanwhile. Besides the figures of `attack` it
prints the CPU time of the server's process, and what its event loop took in its longest rounds before it turned to
somebody who was due: CPU time, too, so that other programs don't change it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import runpy
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from starlette.types import ASGIApp

from semafor.home.limits import Counts
from semafor.server.http.security import Guard
from semafor.server.hub.hub import Hub
from semafor.server.settings import Settings
from tests.server.attacks.attack import attacking
from tests.server.attacks.bystander import measure
from tests.server.attacks.guests import Attacked

BOUNDLESS: Final = 10**12
ROUNDS: Final = "SEMAFOR_LONG_ROUNDS"
"""The environment variable that names the file of long rounds of the event loop."""
_LONG: Final = 5.0
"""Milliseconds of CPU time after which a round is noted."""
Patch = Callable[[], None]


def _let(module: str, name: str, value: object) -> Patch:
    """Return what sets a limit of a module to another value."""

    def patch() -> None:
        holder: Any = __import__(f"semafor.{module}", fromlist=["_"])
        *way, last = name.split(".")
        for one in way:
            holder = getattr(holder, one)
        assert hasattr(holder, last), f"{module} has no {name}"
        setattr(holder, last, value)

    return patch


async def _watch_rounds() -> None:
    """Note in a file how much CPU time the event loop takes before it turns to somebody who is due, if that is much."""
    with Path(os.environ[ROUNDS]).open("a", encoding="utf-8", buffering=1) as file:
        while True:
            before = time.thread_time()
            await asyncio.sleep(0.001)
            took = 1000 * (time.thread_time() - before)
            if took > _LONG:
                file.write(f"{took:.0f}\n")


def _watch() -> None:
    """Let the server watch its event loop."""
    begin = Hub.open

    async def opened(hub: Hub) -> None:
        await begin(hub)
        hub.do(_watch_rounds())

    Hub.open = opened  # type: ignore[assignment, method-assign]


async def _no_line(budget: Any) -> None:
    while (early := budget.early()) > 0:
        await asyncio.sleep(early)


def _nothing(*_: Any) -> None:
    pass


def _uncounted(name: str) -> Patch:
    """Return what lets a count of the guard of all requests have no bound."""

    def patch() -> None:
        begin = Guard.__init__

        def without(guard: Guard, app: ASGIApp, settings: Settings) -> None:
            begin(guard, app, settings)
            setattr(guard, name, Counts(BOUNDLESS))

        Guard.__init__ = without  # type: ignore[assignment, method-assign]

    return patch


DOOR: Final = "server.http.door"
SECURITY: Final = "server.http.security"
SOCKETS: Final = "server.http.sockets"
POOL: Final = "server.fair_pool"
BUDGET: Final = "server.budget"
GUARDS: Final[dict[str, tuple[Patch | tuple[str, ...], tuple[str, ...]]]] = {
    # What is taken out, or the options that lift it, and the attacks that it is about.
    "share of an address": (("--processor-share", "1000"), ("messages", "many", "frames", "requests", "heads")),
    "line": (_let(BUDGET, "Budget.turn", _no_line), ("many", "requests")),
    "rest": (_let(BUDGET, "Budget.rest", _nothing), ("frames",)),
    "charged parsing": (
        _let(DOOR, "_Door._budget", property(lambda _: None, _nothing)),
        ("frames", "pings", "heads"),
    ),
    "pieces": (_let(DOOR, "PIECE", BOUNDLESS), ("frames",)),
    "steps": (_let(DOOR, "STEP_SECONDS", BOUNDLESS), ("frames",)),
    "time for a head": (_let(DOOR, "HEAD_SECONDS", 1e6), ("silent",)),
    "longest head": (_let(DOOR, "LONGEST_HEAD", BOUNDLESS), ("heads",)),
    "most headers": (_let(DOOR, "MOST_HEADERS", BOUNDLESS), ("headers",)),
    "pipelined": (_let(DOOR, "MOST_PIPELINED", BOUNDLESS), ("heads",)),
    "stuck": (_let(DOOR, "_Stuck.begins", _nothing), ("slow_readers",)),
    "fragments": (_let(DOOR, "MOST_FRAGMENTS", BOUNDLESS), ("fragments",)),
    "lines": (_uncounted("lines"), ("silent", "heads")),
    "query": (_let(SECURITY, "LONGEST_QUERY", BOUNDLESS), ("queries",)),
    "longest wait": (_let(SECURITY, "LONGEST_WAIT", 1e6), ("requests", "heads", "hang_ups")),
    "under way": (_uncounted("under_way"), ("hang_ups",)),
    "bytes in flight": (_let(SECURITY, "MOST_BYTES", BOUNDLESS), ("uploads", "unread")),
    "requests": (("--request-rate", "100000"), ("requests", "hang_ups")),
    "connections": (("--connections", "100000"), ("many", "spectators")),
    "time for a body": (_let(SECURITY, "BODY_SECONDS", 1e6), ("uploads",)),
    "waiting messages": (_let(SOCKETS, "MOST_WAITING", BOUNDLESS), ("slow_readers",)),
    "waiting bytes": (_let(SOCKETS, "MOST_BYTES_WAITING", BOUNDLESS), ("slow_readers",)),
    "message rate": (("--message-rate", "100000"), ("messages", "many")),
    "time for hello": (_let(SOCKETS, "HELLO_SECONDS", 1e6), ("no_hello",)),
    "chat": (_let("server.hub.hub", "Hub.check_message", _nothing), ("chat",)),
    "heavy": (_let("server.http.rest", "ServedAsk.charge", _nothing), ("replays", "spreads", "boards")),
    "least used first": (_let(POOL, "Used.least", lambda *_: (0.0, "")), ("watched_bots", "hints", "spreads")),
    "watched first": (_let(POOL, "_Waiting.last", property(lambda _: False)), ("bots",)),
    "one left free": (_let(POOL, "_Waiting.patient", property(lambda _: False)), ("bots", "replays", "spreads")),
    "unattended": (("--unattended-games", "100000"), ("bots",)),
    "tables an hour": (("--games-per-hour", "100000"), ("bots", "quick_bots", "boards")),
}


class Unguarded(Attacked):
    """A server with default limits, without a guard."""

    def __init__(self, database: str, guard: str) -> None:
        lifted = [GUARDS[one][0] for one in guard.split("+") if one]
        super().__init__(database, *(option for how in lifted if isinstance(how, tuple) for option in how))
        self.python = (sys.executable, "-W", "ignore", "-m", "tests.server.attacks.without", "--serve", guard)

    def seconds(self) -> float:
        """Return the CPU time of the server's process."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def compare(kind: str, guard: str, seconds: float) -> str:
    """Return the figures of one attack, as a row of a table."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ[ROUNDS] = str(Path(folder, "rounds"))
        line = _attacked(kind, guard, seconds, Path(folder))
    return f"| {kind} | {guard or 'whole'} | {line} | {os.getloadavg()[0]:.0f} |"


def _rounds(folder: Path) -> list[int]:
    return [int(line) for line in (folder / "rounds").read_text(encoding="utf-8").split()]


def _attacked(kind: str, guard: str, seconds: float, folder: Path) -> str:
    with Unguarded(str(folder / "games.sqlite3"), guard) as server:
        try:
            with attacking(server, kind):
                done = len(_rounds(folder))
                memory, spent = server.memory(), server.seconds()
                figures = asyncio.run(measure(server, seconds))
                grown, spent = (server.memory() - memory) / 1e6, server.seconds() - spent
                rounds = sorted(_rounds(folder)[done:], reverse=True)[:3]
                return f"{figures.line()} | +{grown:.0f} MB | {spent:.1f} s | {', '.join(map(str, rounds))} ms"
        except Exception as problem:
            return f"failed: {type(problem).__name__}: {str(problem)[:200]}"


def main() -> None:
    """Compare all guards, or those that are named; or serve without one."""
    if sys.argv[1:2] == ["--serve"]:
        _watch()
        for one in filter(None, sys.argv[2].split("+")):
            how = GUARDS[one][0]
            if not isinstance(how, tuple):
                how()
        sys.argv = sys.argv[4:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("guards", nargs="*", metavar="GUARD", help=f"{', '.join(GUARDS)}; all if none is named")
    parser.add_argument("--attacks", nargs="*", metavar="KIND", help="the attacks, instead of those they are about")
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    chosen = options.guards or list(GUARDS)
    print(
        "| attack | without | ping p50, p99, worst | /healthz | bot's answer | memory | CPU | longest rounds | load |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    about = {guard: {kind for one in guard.split("+") for kind in GUARDS[one][1]} for guard in chosen}
    for kind in options.attacks or dict.fromkeys(kind for kinds in about.values() for kind in sorted(kinds)):
        for _ in range(options.rounds):
            for guard in ("", *(one for one in chosen if options.attacks or kind in about[one])):
                print(compare(kind, guard, options.seconds), flush=True)


if __name__ == "__main__":
    main()
