"""The logs of games in PostgreSQL: a batch of entries is written with one statement, and read with one.

Both have a dedicated connection without SQLAlchemy, with which three entries take 1.38 ms of CPU time instead of 0.64,
and to read those of three games 1.13 instead of 0.24 (`python -m benchmarks.statements`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

import psycopg

from semafor.server.store.bus_postgres import CHANNEL, conninfo
from semafor.server.store.errors import StorageError
from semafor.server.store.log_writer import NAMES, NewEntry, Places
from semafor.server.store.schema import ENTRIES
from semafor.table.stored import StoredEntry

_TYPE_OF: Final = {str: "text", int: "int", bool: "bool", float: "float8"}
_TYPES: Final = {column.name: _TYPE_OF[column.type.python_type] for column in ENTRIES.columns}
_GIVEN: Final = {**_TYPES, "status": "text", "wake_at": "float8"}
# Entries are inserted in the order of their games, so that two processes can't deadlock.
_WRITE: Final = f"""
    WITH given AS (
        SELECT * FROM unnest({", ".join(f"%s::{kind}[]" for kind in _GIVEN.values())})
        AS given ({", ".join(f'"{name}"' for name in _GIVEN)})
    ), written AS (
        INSERT INTO entries ({NAMES}) SELECT {NAMES} FROM given ORDER BY game, seq
        ON CONFLICT DO NOTHING RETURNING game, seq
    ), changed AS (
        UPDATE games SET status = given.status, wake_at = given.wake_at
        FROM given JOIN written USING (game, seq) WHERE games.id = given.game
    )
    SELECT game, seq, pg_notify('{CHANNEL}', 'entries:' || game || ':' || seq) FROM written
"""
_READ: Final = f"""
    SELECT {", ".join(f'entries."{name}"' for name in _TYPES)}
    FROM unnest(%s::text[], %s::int[]) AS known (game, seq)
    JOIN entries ON entries.game = known.game AND entries.seq > known.seq ORDER BY entries.game, entries.seq
"""


class _Line:
    """A connection that opens on first use, and reopens after a failure."""

    def __init__(self, url: str) -> None:
        self._conninfo = conninfo(url)
        self._connection: psycopg.AsyncConnection[tuple[Any, ...]] | None = None
        self._ended = False
        # Without the lock two concurrent calls would both connect, and one connection would never be closed.
        self._turn = asyncio.Lock()

    async def ask(self, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        """Execute one statement in autocommit mode. Raises StorageError."""
        async with self._turn:
            if self._ended:
                # A late call must not reconnect: nobody would close that connection.
                raise StorageError(ConnectionError("closed"))
            try:
                if self._connection is None:
                    self._connection = await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True)
                return await (await self._connection.execute(statement.encode(), values)).fetchall()
            except psycopg.Error as error:
                await self._drop()
                raise StorageError(error) from None
            except BaseException:
                await self._drop()
                raise

    async def close(self) -> None:
        """Close the connection once no statement is running on it."""
        async with self._turn:
            self._ended = True
            await self._drop()

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()


class PostgresAppender:
    """Writes a batch with one statement: the entries, the changes of their games, and the notifications."""

    def __init__(self, url: str) -> None:
        """Take the URL of the database."""
        self._line = _Line(url)

    async def write(self, batch: Sequence[NewEntry]) -> Places:
        """Write and commit; return the entries that were written."""
        rows = [(*new.row(), new.status, new.wake_at) for new in batch]
        values = [list(column) for column in zip(*rows, strict=True)]
        return {(game, seq) for game, seq, _ in await self._line.ask(_WRITE, values)}

    async def close(self) -> None:
        """Close the connection."""
        await self._line.close()


class PostgresReader:
    """Reads new entries of many logs."""

    def __init__(self, url: str) -> None:
        """Take the URL of the database."""
        self._line = _Line(url)

    async def after(self, known: Mapping[str, int]) -> dict[str, list[StoredEntry]]:
        """Return the entries of games after a seq each; games without new entries are left out."""
        found: dict[str, list[StoredEntry]] = {}
        values = (list(known), list(known.values()))
        try:
            rows = await self._line.ask(_READ, values)
        except StorageError:
            # The idle connection may have been cut; reading twice does no harm.
            rows = await self._line.ask(_READ, values)
        for row in rows:
            entry = StoredEntry(**dict(zip(_TYPES, row, strict=True)))
            found.setdefault(entry.game, []).append(entry)
        return found

    async def close(self) -> None:
        """Close the connection."""
        await self._line.close()
