"""How processes that share a database notify each other, and agree on who drives a game.

With SQLite there is one process, and nobody to notify; `bus_postgres` is for several.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from semafor.server.store.database import is_postgres

Heard = Callable[[str], Awaitable[None]]


class Bus:
    """The bus of a single process."""

    async def open(self, heard: Heard) -> None:
        """Start listening; `heard` gets every message."""

    async def close(self) -> None:
        """Stop listening."""

    async def say(self, message: str) -> None:
        """Notify all processes."""

    @asynccontextmanager
    async def starting(self) -> AsyncIterator[bool]:
        """Start under a lock, one process after the other; yield whether others are already running."""
        yield False

    async def may_drive(self, game: str) -> bool:
        """Return whether this process drives a game (from now on)."""
        return True

    async def let_go(self, game: str) -> None:
        """Stop driving a game."""


def make_bus(url: str) -> Bus:
    """Return the bus for a database."""
    if not is_postgres(url):
        return Bus()
    from semafor.server.store.bus_postgres import PostgresBus  # noqa: PLC0415  (its driver takes long to load)

    return PostgresBus(url)
