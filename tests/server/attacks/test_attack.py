"""The attacks of `attack`, for as long as it takes to see that they change nothing for a bystander.

Judged by what is done and not by a clock: the guest waits, the bystander does not, and no honest connection is cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import select
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection

from semafor.server.main import BACKLOG
from tests.server.attacks.guests import BYSTANDER, HOSTILE, Attacked, Guest, Json
from tests.server.serving import PATIENCE

ME: Json = {"kind": "me", "name": "Ala"}
BOT: Json = {"kind": "bot", "level": "apprentice"}


@pytest.fixture
def attacked(tmp_path: Path) -> Iterator[Attacked]:
    """Start a server that gives each address a twentieth of a core."""
    options = ("--processor-share", "0.05", "--bot-processes", "1")
    with Attacked(str(tmp_path / "games.sqlite3"), *options) as server:
        yield server


def test_a_flood_of_connections_waits_outside(attacked: Attacked) -> None:
    """The event loop accepts in one step all that wait, and each may have been reset already."""
    os.kill(attacked.pid, signal.SIGSTOP)
    with contextlib.ExitStack() as stack:
        flood = [stack.enter_context(socket.socket()) for _ in range(300)]
        for one in flood:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", attacked.port))
        connected = select.select([], flood, [], 0)[1]
        assert 0 < len(connected) <= 2 * BACKLOG
    os.kill(attacked.pid, signal.SIGCONT)
    assert httpx.get(f"{attacked.url}/healthz", timeout=PATIENCE).is_success


async def answered(line: ClientConnection, id_: str) -> Json:
    """Return the answer to a request, skipping other messages."""
    while True:
        message: Json = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
        if message["type"] == "answer" and message["id"] == id_:
            return message


def test_who_has_used_up_the_share_waits_and_a_bystander_does_not(attacked: Attacked) -> None:
    """The server answers all pings of the bystander before it has served the guest's ten connections."""

    async def work() -> None:
        hostile, bystander = Guest(attacked, HOSTILE), Guest(attacked, BYSTANDER)
        made = await hostile.make([ME, BOT])
        other = await bystander.make([ME, BOT])
        watching = await bystander.connect(other["game"], [other["seats"][0]["token"]])
        token = made["seats"][0]["token"]
        sockets = [await hostile.connect(made["game"], [token]) for _ in range(10)]
        looks = 200
        for number, line in itertools.product(range(looks), sockets):
            await line.send(json.dumps({"type": "look", "id": f"look {number}", "seat": 0}))
        last = [asyncio.create_task(answered(line, f"look {looks - 1}")) for line in sockets]
        for number in range(5):
            await watching.send(json.dumps({"type": "ping", "id": f"ping {number}"}))
            assert (await answered(watching, f"ping {number}"))["ok"]
        assert not all(task.done() for task in last), "the guest did not have to wait"
        assert all(task.result()["ok"] for task in last if task.done())
        assert (await bystander.http.get("/healthz")).is_success
        for task in last:
            task.cancel()
        await asyncio.gather(*last, return_exceptions=True)
        await hostile.leave()
        await bystander.leave()

    asyncio.run(work())
