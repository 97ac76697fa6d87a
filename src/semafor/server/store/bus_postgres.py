"""The bus of several processes on one PostgreSQL: LISTEN/NOTIFY as a wake-up call, and advisory locks.

Processes always read what has happened from the database, so a lost notification only costs a second. The process that
drives a game holds a lock on it, which PostgreSQL releases when the process dies. SQLAlchemy can't wait for
notifications, and would give connections that hold locks back to a pool, so both connections are psycopg's.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any, Final

import psycopg
from sqlalchemy.engine import make_url

from semafor.server.store.bus import Bus, Heard
from semafor.server.store.database import with_patience

LOGGER: Final = logging.getLogger("semafor.server")
CHANNEL: Final = "semafor"
_AGAIN: Final = 1.0
_PULSE: Final = 5.0
_SILENCE: Final = 12.0
"""Seconds without a notification after which the connection counts as lost."""
_LISTENER: Final = "semafor bus"
_RUNNING: Final = "semafor running"
_STARTING: Final = 7_362_357  # any number, the same for all processes of a server
_COUNT: Final = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = %s"


def conninfo(url: str) -> str:
    """Return the connection string for the driver."""
    return with_patience(make_url(url)).set(drivername="postgresql").render_as_string(hide_password=False)


class PostgresBus(Bus):
    """Several processes on one PostgreSQL."""

    def __init__(self, url: str) -> None:
        """Take the URL of the database."""
        self._conninfo = conninfo(url)
        self._driving: set[str] = set()
        self._locks: psycopg.AsyncConnection[Any] | None = None
        self._name = "semafor starting"
        self._turn = asyncio.Lock()
        self._ended = False
        self._listener: asyncio.Task[None] | None = None
        self._pulse: asyncio.Task[None] | None = None

    async def open(self, heard: Heard) -> None:
        """Listen on a dedicated connection; reconnect if it is lost."""
        listening = asyncio.Event()
        self._listener = asyncio.create_task(self._listen(heard, listening), name="bus")
        await listening.wait()
        self._pulse = asyncio.create_task(self._beat(), name="pulse")

    async def close(self) -> None:
        """Stop listening, and release the locks."""
        tasks = [task for task in (self._listener, self._pulse) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with self._turn:
            self._ended = True
            self._driving.clear()
            if self._locks is not None:
                await self._locks.close()

    async def _listen(self, heard: Heard, listening: asyncio.Event) -> None:
        wait = 0.0
        while True:
            try:
                connection = await self._connect(_LISTENER)
                # `async with connection` would roll back before it closes, and could be cancelled meanwhile.
                try:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    listening.set()
                    # Notifications may have been missed while disconnected.
                    await heard("missed:")
                    wait = 0.0
                    while await self._hear(connection, heard):
                        pass
                    LOGGER.error("listening failed", extra={"reason": "no notification arrived, not even our own"})
                finally:
                    await connection.close()
            except Exception as error:
                # Whatever the error, keep listening: nothing else wakes this process.
                LOGGER.error("listening failed", extra={"error": type(error).__name__})
                await asyncio.sleep(wait)
                wait = _AGAIN

    async def _hear(self, connection: psycopg.AsyncConnection[Any], heard: Heard) -> bool:
        """Handle the notifications of the next seconds; return False if there were none."""
        anything = False
        async for notice in connection.notifies(timeout=_SILENCE):
            anything = True
            await heard(notice.payload)
        return anything

    async def _beat(self) -> None:
        """Send a heartbeat now and then: a process that does not receive it has lost its connection."""
        while True:
            await asyncio.sleep(_PULSE)
            await self.say("pulse:")

    async def _connect(self, name: str) -> psycopg.AsyncConnection[Any]:
        return await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True, application_name=name)

    @asynccontextmanager
    async def starting(self) -> AsyncIterator[bool]:
        """Start under a lock; running processes are recognised by their application name."""
        async with self._turn:
            connection = await self._connection()
            await connection.execute("SELECT pg_advisory_lock(%s)", (_STARTING,))
            row = await (await connection.execute(_COUNT, (_RUNNING,))).fetchone()
        yield row is not None and row[0] > 0
        async with self._turn:
            self._name = _RUNNING
            connection = await self._connection()
            await connection.execute("SELECT set_config('application_name', %s, false)", (_RUNNING,))
            await connection.execute("SELECT pg_advisory_unlock(%s)", (_STARTING,))

    async def _connection(self) -> psycopg.AsyncConnection[Any]:
        """Return the connection that holds the locks; after a reconnect all locks must be taken again."""
        if self._ended:
            # Nobody would close another connection.
            raise psycopg.InterfaceError("the bus is closed")
        if self._locks is None or self._locks.closed:
            self._driving.clear()
            self._locks = await self._connect(self._name)
        return self._locks

    async def say(self, message: str) -> None:
        """Send a notification."""
        async with self._turn:
            if self._ended:
                return
            try:
                connection = await self._connection()
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))
            except psycopg.Error as error:
                LOGGER.error("telling failed", extra={"error": type(error).__name__})

    async def may_drive(self, game: str) -> bool:
        """Try to get the lock, unless this process holds it."""
        async with self._turn:
            if self._ended:
                return False
            connection = await self._connection()
            if game in self._driving:
                return True
            row = await (await connection.execute("SELECT pg_try_advisory_lock(%s)", (_number(game),))).fetchone()
            if row is None or not row[0]:
                return False
            self._driving.add(game)
            return True

    async def let_go(self, game: str) -> None:
        """Release the lock."""
        async with self._turn:
            if game in self._driving:
                self._driving.discard(game)
                connection = await self._connection()
                await connection.execute("SELECT pg_advisory_unlock(%s)", (_number(game),))


def _number(game: str) -> int:
    """Return the number of a game's lock."""
    return int.from_bytes(sha256(game.encode()).digest()[:8], "big", signed=True)
