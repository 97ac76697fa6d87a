"""The bus of several processes on one PostgreSQL: LISTEN/NOTIFY, which only wakes, and advisory locks.

What has happened is always read from the database, and a message that is lost costs a second, nothing else. Who drives
a game holds a lock on it, which PostgreSQL takes back when the process dies.
"""

from __future__ import annotations

import asyncio
import logging
from hashlib import sha256
from typing import Final

import psycopg
from sqlalchemy.engine import make_url

from semafor.server.store.bus import Bus, Heard

LOGGER: Final = logging.getLogger("semafor.server")
CHANNEL: Final = "semafor"
_AGAIN: Final = 1.0


def conninfo(url: str) -> str:
    """What the driver itself connects with."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


class PostgresBus(Bus):
    """Several processes on one PostgreSQL."""

    def __init__(self, url: str) -> None:
        """Take the URL of the database."""
        self._conninfo = conninfo(url)
        self._driving: set[str] = set()
        self._locks: psycopg.AsyncConnection[tuple[bool]] | None = None
        self._turn = asyncio.Lock()
        self._listener: asyncio.Task[None] | None = None

    async def open(self, heard: Heard) -> None:
        """Listen on a connection of its own, again and again if it is lost."""
        listening = asyncio.Event()
        self._listener = asyncio.create_task(self._listen(heard, listening), name="bus")
        await listening.wait()

    async def close(self) -> None:
        """Give up the locks, too."""
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        if self._locks is not None:
            await self._locks.close()

    async def _listen(self, heard: Heard, listening: asyncio.Event) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    listening.set()
                    # Something may have been said while nobody listened.
                    await heard("missed:")
                    async for notice in connection.notifies():
                        await heard(notice.payload)
            except psycopg.Error as error:
                LOGGER.error("listening failed", extra={"error": type(error).__name__})
                await asyncio.sleep(_AGAIN)

    async def _connection(self) -> psycopg.AsyncConnection[tuple[bool]]:
        """The connection that holds the locks; with a new one, they are all to be had anew."""
        if self._locks is None or self._locks.closed:
            self._driving.clear()
            self._locks = await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True)
        return self._locks

    async def say(self, message: str) -> None:
        """Send a notice."""
        async with self._turn:
            try:
                connection = await self._connection()
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))
            except psycopg.Error as error:
                LOGGER.error("telling failed", extra={"error": type(error).__name__})

    async def may_drive(self, game: str) -> bool:
        """Try to get the lock, if this process does not have it."""
        async with self._turn:
            connection = await self._connection()
            if game in self._driving:
                return True
            row = await (await connection.execute("SELECT pg_try_advisory_lock(%s)", (_number(game),))).fetchone()
            if row is None or not row[0]:
                return False
            self._driving.add(game)
            return True

    async def let_go(self, game: str) -> None:
        """Give the lock back."""
        async with self._turn:
            if game in self._driving:
                self._driving.discard(game)
                connection = await self._connection()
                await connection.execute("SELECT pg_advisory_unlock(%s)", (_number(game),))


def _number(game: str) -> int:
    """The number of a game's lock."""
    return int.from_bytes(sha256(game.encode()).digest()[:8], "big", signed=True)
