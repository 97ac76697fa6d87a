"""Hubs of several server processes on one PostgreSQL, all inside the process of the test."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec

from semafor.home.connection import Connection
from semafor.home.steady_clock import SteadyClock
from semafor.home.tables import make_game
from semafor.server.hub.hub import Hub
from semafor.server.settings import Settings
from semafor.server.store.database import database_url
from semafor.table.wire.api_messages import MadeGame, NewGame
from tests.server.client import Json
from tests.server.serving import PATIENCE


async def until(condition: Callable[[], object]) -> None:
    """Wait for a condition."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "timed out"
        await asyncio.sleep(0.02)


@asynccontextmanager
async def processes(url: str, dates: Sequence[float] = (0.0, 0.0)) -> AsyncIterator[list[Hub]]:
    """Yield several hubs, each with a clock that is off by a number of seconds."""
    hubs: list[Hub] = []
    try:
        for apart in dates:
            clock = SteadyClock(lambda apart=apart: time.time() + apart, time.monotonic)  # type: ignore[misc]
            hub = Hub(Settings(database=database_url(url), bot_processes=1), clock)
            hubs.append(hub)
            await hub.open()
        yield hubs
    finally:
        for hub in hubs:
            await hub.close()


async def made_at(hub: Hub, seats: list[Json], **more: object) -> MadeGame:
    return await make_game(hub.home, msgspec.convert({"board": "toy", "seats": seats, **more}, NewGame), "192.0.2.1")


class Line(Connection):
    """A client, with the messages it received."""

    def __init__(self, seats: dict[int, str]) -> None:
        super().__init__(seats)
        self.inbox: list[Json] = []
        self.ended: str | None = None

    def send(self, encoded: bytes) -> None:
        self.inbox.append(msgspec.json.decode(encoded))

    def end(self, code: int, reason: str) -> None:
        self.ended = reason
