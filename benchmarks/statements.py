"""Compare the log's own statements with the same work through SQLAlchemy: `python -m benchmarks.statements`.

`SqliteAppender`, `PostgresAppender` and `PostgresReader` use the driver without SQLAlchemy. Beside each stands the best
way through SQLAlchemy that we found: an engine in the writer's thread, the same SQL through a pool of one connection,
and a select that joins `unnest`. Prints the CPU time of this process, database excluded, for a batch of entries written
and for the new entries of as many games read. The ways take turns, so that other programs slow all of them down alike.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import ARRAY, Integer, String, and_, bindparam, create_engine, event, func, insert, select, text, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks.postgres import fill, game_id, new_entries
from semafor.server.store import log_postgres
from semafor.server.store.database import database_url, make_engine, set_up_sqlite, with_patience
from semafor.server.store.log_postgres import PostgresAppender, PostgresReader
from semafor.server.store.log_writer import Appender, NewEntry, Places, SqliteAppender
from semafor.server.store.schema import ENTRIES, GAMES
from semafor.table.stored import StoredEntry
from tests.server.postgres import postgres_server

KNOWN = (
    func.unnest(bindparam("games", type_=ARRAY(String)), bindparam("seqs", type_=ARRAY(Integer)))
    .table_valued("game", "seq")
    .render_derived()
)
READ = select(ENTRIES).join(KNOWN, and_(ENTRIES.c.game == KNOWN.c.game, ENTRIES.c.seq > KNOWN.c.seq))
WRITE = sqlite.insert(ENTRIES).on_conflict_do_nothing().returning(ENTRIES.c.game, ENTRIES.c.seq)
CHANGE = update(GAMES).where(GAMES.c.id == bindparam("game")).values(status=bindparam("now"), wake_at=bindparam("due"))


class ThreadEngine:
    """Writes to SQLite with an engine in one thread."""

    def __init__(self, url: str) -> None:
        self._engine = create_engine(f"sqlite:///{make_url(url).database}", pool_reset_on_return=None)
        event.listen(self._engine, "connect", lambda connection, _: set_up_sqlite(connection))
        self._thread = ThreadPoolExecutor(1)

    async def write(self, batch: Sequence[NewEntry]) -> Places:
        """Write in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)

    def _write(self, batch: Sequence[NewEntry]) -> Places:
        rows = [dict(zip(ENTRIES.columns.keys(), new.row(), strict=True)) for new in batch]
        with self._engine.begin() as connection:
            written = {(row.game, row.seq) for row in connection.execute(WRITE, rows)}
            changes = [{"game": new.entry.game, "now": new.status, "due": new.wake_at} for new in batch]
            connection.execute(CHANGE, changes)
        return written

    async def close(self) -> None:
        """Close the connection."""
        self._thread.shutdown()
        self._engine.dispose()


class PooledText:
    """Writes to PostgreSQL with the same statement, through a pool."""

    def __init__(self, url: str) -> None:
        options: dict[str, Any] = {"pool_size": 1, "max_overflow": 0, "isolation_level": "AUTOCOMMIT"}
        self._engine = create_async_engine(with_patience(make_url(url)), **options)
        parts = log_postgres._WRITE.replace("::", "\\:\\:").split("%s")
        self._names = [f"v{number}" for number in range(len(parts) - 1)]
        marks = [f":{name}" for name in self._names] + [""]
        self._write = text("".join(part + mark for part, mark in zip(parts, marks, strict=True)))

    async def write(self, batch: Sequence[NewEntry]) -> Places:
        """Write and commit."""
        columns = zip(*((*new.row(), new.status, new.wake_at) for new in batch), strict=True)
        values = dict(zip(self._names, map(list, columns), strict=True))
        async with self._engine.connect() as connection:
            return {(game, seq) for game, seq, _ in await connection.execute(self._write, values)}

    async def close(self) -> None:
        """Close the connection."""
        await self._engine.dispose()


class SelectReader:
    """Reads new entries of many logs from PostgreSQL with a select."""

    def __init__(self, url: str) -> None:
        self._engine = make_engine(url)

    async def after(self, known: Mapping[str, int]) -> dict[str, list[StoredEntry]]:
        """Return the entries of games after a seq each."""
        found: dict[str, list[StoredEntry]] = {}
        async with self._engine.connect() as connection:
            chosen = READ.order_by(ENTRIES.c.game, ENTRIES.c.seq)
            for row in await connection.execute(chosen, {"games": list(known), "seqs": list(known.values())}):
                entry = StoredEntry(**row._mapping)
                found.setdefault(entry.game, []).append(entry)
        return found

    async def close(self) -> None:
        """Close the connection."""
        await self._engine.dispose()


Step = Callable[[int], Awaitable[object]]
"""One batch, by number."""


async def compare(steps: dict[str, Step], rounds: int) -> str:
    """Let the ways take turns; return the CPU milliseconds of each."""
    used = dict.fromkeys(steps, 0.0)
    for number in range(1, rounds + 11):
        for name, step in steps.items():
            before = time.process_time()
            await step(number)
            # The first rounds connect and compile.
            used[name] += time.process_time() - before if number > 10 else 0.0
    return ", ".join(f"{name} {1000 * seconds / rounds:.2f}" for name, seconds in used.items())


async def writing(ways: dict[str, tuple[Appender, str]], batch: int, rounds: int) -> str:
    """Compare appenders, each with a database of its own."""
    for _, url in ways.values():
        await fill(url, 1, batch)

    def step(appender: Appender) -> Step:
        async def write(number: int) -> None:
            assert len(await appender.write(new_entries(0, batch, number))) == batch

        return write

    line = await compare({name: step(appender) for name, (appender, _) in ways.items()}, rounds)
    for appender, _ in ways.values():
        await appender.close()
    return line


async def reading(url: str, games: int, rounds: int) -> str:
    """Compare readers: two new entries of each game."""
    await fill(url, 1, games)
    engine = make_engine(url)
    rows = [
        dict(zip(ENTRIES.columns.keys(), new.row(), strict=True))
        for seq in range(1, 101)
        for new in new_entries(0, games, seq)
    ]
    async with engine.begin() as connection:
        await connection.execute(insert(ENTRIES), rows)
    await engine.dispose()
    known = {game_id(0, game): 98 for game in range(games)}
    readers: dict[str, PostgresReader | SelectReader] = {
        "psycopg": PostgresReader(url),
        "SQLAlchemy": SelectReader(url),
    }
    first, second = [await reader.after(known) for reader in readers.values()]
    assert first == second
    assert sum(map(len, first.values())) == 2 * games

    def step(reader: PostgresReader | SelectReader) -> Step:
        return lambda _: reader.after(known)

    line = await compare({name: step(reader) for name, reader in readers.items()}, rounds)
    for reader in readers.values():
        await reader.close()
    return line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--batches", type=int, nargs="+", default=[1, 3, 10, 50])
    options = parser.parse_args()
    print("CPU milliseconds of this process")
    with postgres_server() as make, tempfile.TemporaryDirectory() as folder:
        for batch in options.batches:
            one, two = f"{folder}/{batch}-1.sqlite3", database_url(f"{folder}/{batch}-2.sqlite3")
            sqlite_ways: dict[str, tuple[Appender, str]] = {
                "sqlite3": (SqliteAppender(one), database_url(one)),
                "SQLAlchemy": (ThreadEngine(two), two),
            }
            print(f"write {batch}, SQLite: {asyncio.run(writing(sqlite_ways, batch, options.rounds))}", flush=True)
            asyncio.run(postgres(batch, options.rounds, make))


async def postgres(batch: int, rounds: int, make: Callable[[], str]) -> None:
    """Compare what is done on PostgreSQL."""
    one, two, three = (database_url(make()) for _ in range(3))
    ways: dict[str, tuple[Appender, str]] = {
        "psycopg": (PostgresAppender(one), one),
        "SQLAlchemy": (PooledText(two), two),
    }
    print(f"write {batch}, PostgreSQL: {await writing(ways, batch, rounds)}", flush=True)
    print(f"read of {batch} games, PostgreSQL: {await reading(three, batch, rounds)}", flush=True)


if __name__ == "__main__":
    main()
