"""Writes entries to the logs of games in batches: entries that arrive during one transaction go into the next.

An entry whose position is already taken, by another process or by a retry, is not written, and its caller gets False. A
room writes one entry after the other, so no game is in a batch twice. If a batch fails, its entries are retried one by
one, so that an invalid entry fails alone.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, Protocol

import msgspec

from semafor.server.metrics import APPEND_SECONDS, BATCH_SIZE
from semafor.server.store.database import set_up_sqlite
from semafor.server.store.errors import StorageError, storage_errors
from semafor.server.store.schema import ENTRIES
from semafor.server.store.upkeep.health import Health
from semafor.table.stored import Status, StoredEntry

MOST_IN_BATCH: Final = 200
_STATEMENTS_KEPT: Final = 2 * MOST_IN_BATCH + 8
_COLUMNS: Final = tuple(ENTRIES.columns.keys())
NAMES: Final = ", ".join(f'"{name}"' for name in _COLUMNS)


class NewEntry(msgspec.Struct):
    """An entry to write, with the changes of its game's row."""

    entry: StoredEntry
    status: Status
    wake_at: float | None

    def row(self) -> tuple[object, ...]:
        """Return the entry as the columns of its table."""
        return tuple(getattr(self.entry, name) for name in _COLUMNS)


_Waiting = tuple[NewEntry, asyncio.Future[bool]]
"""An entry, and the future for its result."""
Places = set[tuple[str, int]]
"""The game and the seq of entries."""


class Appender(Protocol):
    """Writes a batch in one transaction."""

    async def write(self, batch: Sequence[NewEntry]) -> Places:
        """Write and commit; return the entries that were written. Raises StorageError."""

    async def close(self) -> None:
        """Close the database connection."""


class LogWriter:
    """Collects entries into batches, and writes one batch after the other."""

    def __init__(self, appender: Appender, turn: asyncio.Lock | None, health: Health) -> None:
        """Take the appender, and the writers' lock if only one can write at a time."""
        self._appender = appender
        self._health = health
        self._turn = turn
        self._waiting: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None

    async def append(self, entry: StoredEntry, status: Status, wake_at: float | None) -> bool:
        """Write an entry; return after the commit. False: its position, or its client's id, is already taken."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((NewEntry(entry, status, wake_at), done))
        if self._task is None:
            self._task = asyncio.create_task(self._write_all(), name="log writer")
        return await done

    async def close(self) -> None:
        """Write the waiting entries, then close."""
        if self._task is not None:
            await self._task
        await self._appender.close()

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                if self._turn is None:
                    await self._write_batch()
                else:
                    async with self._turn:
                        await self._write_batch()
        finally:
            self._task = None

    async def _write_batch(self) -> None:
        batch, self._waiting = self._waiting[:MOST_IN_BATCH], self._waiting[MOST_IN_BATCH:]
        started = time.perf_counter()
        error = await self._write(batch)
        if error is not None and len(batch) > 1 and not error.unusable:
            for one in batch:
                error = await self._write([one])
                _fail([one], error)
        else:
            _fail(batch, error)
        APPEND_SECONDS.observe(time.perf_counter() - started)
        BATCH_SIZE.observe(len(batch))

    async def _write(self, batch: Sequence[_Waiting]) -> StorageError | None:
        """Write a batch and resolve the future of each entry, or return the error of the whole batch."""
        try:
            with self._health.watch(), storage_errors():
                written = await self._appender.write([new for new, _ in batch])
        except StorageError as error:
            return error
        except Exception as error:
            return StorageError(error)
        for new, done in batch:
            if not done.done():
                done.set_result((new.entry.game, new.entry.seq) in written)
        return None


def _fail(batch: Sequence[_Waiting], error: StorageError | None) -> None:
    for _, done in batch:
        if error is not None and not done.done():
            done.set_exception(error)


class SqliteAppender:
    """One connection in one thread; a batch is one call and a few statements, however large it is.

    Between two statements the thread may have to wait for the GIL, which the event loop holds, so many small statements
    would take longer than the disk does. SQLAlchemy in such a thread needs 0.77 ms of CPU time for three entries, this
    0.43 (`python -m benchmarks.statements`).
    """

    def __init__(self, path: str) -> None:
        """Take the file of the database."""
        self._path = path
        self._thread = ThreadPoolExecutor(1, "log writer")
        self._connection: sqlite3.Connection | None = None

    async def write(self, batch: Sequence[NewEntry]) -> Places:
        """Write in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)

    async def close(self) -> None:
        """Close the connection where it was opened."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _write(self, batch: Sequence[NewEntry]) -> Places:
        if self._connection is None:
            self._connection = sqlite3.connect(
                self._path, isolation_level=None, cached_statements=_STATEMENTS_KEPT, uri=self._path.startswith("file:")
            )
            set_up_sqlite(self._connection)
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            written: Sequence[NewEntry] = batch
            if _insert(connection, batch) < len(batch):
                # At least one of them conflicts (which is rare): find out one by one which were written.
                connection.execute("ROLLBACK")
                connection.execute("BEGIN IMMEDIATE")
                written = [new for new in batch if _insert(connection, [new])]
            if written:
                changes = [value for new in written for value in (new.entry.game, new.status, new.wake_at)]
                connection.execute(_change_games(len(written)), changes)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return {(new.entry.game, new.entry.seq) for new in written}

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _insert(connection: sqlite3.Connection, batch: Sequence[NewEntry]) -> int:
    """Insert the entries that don't conflict; return how many."""
    return connection.execute(_insert_entries(len(batch)), [value for new in batch for value in new.row()]).rowcount


@cache
def _insert_entries(count: int) -> str:
    return f"INSERT INTO entries ({NAMES}) VALUES {_rows(count, len(_COLUMNS))} ON CONFLICT DO NOTHING"


@cache
def _change_games(count: int) -> str:
    return (
        "UPDATE games SET status = given.column2, wake_at = given.column3"
        f" FROM (VALUES {_rows(count, 3)}) AS given WHERE games.id = given.column1"
    )


def _rows(count: int, width: int) -> str:
    """Return the placeholders for n rows of values."""
    return ", ".join([f"({', '.join('?' * width)})"] * count)
