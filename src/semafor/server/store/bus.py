"""How processes that share a database wake each other up, and agree on who drives a game.

With SQLite there is one process, and nobody to tell; `bus_postgres` is for several.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

Heard = Callable[[str], Awaitable[None]]


class Bus:
    """One process only."""

    async def open(self, heard: Heard) -> None:
        """Start listening; `heard` gets every message."""

    async def close(self) -> None:
        """Stop listening."""

    async def say(self, message: str) -> None:
        """Tell all processes something."""

    @asynccontextmanager
    async def starting(self) -> AsyncIterator[bool]:
        """Start, one process after the other; say whether others run already."""
        yield False

    async def may_drive(self, game: str) -> bool:
        """Return whether this process drives a game (from now on)."""
        return True

    async def let_go(self, game: str) -> None:
        """Drive a game no more."""
