"""No connection to PostgreSQL is left open, however a server ends."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from semafor.server.hub.hub import Hub
from semafor.server.settings import Settings
from semafor.server.store import access
from semafor.server.store.database import database_url
from semafor.server.store.errors import StorageError
from semafor.server.store.log_postgres import PostgresReader
from semafor.server.store.storage import Storage
from semafor.table.stored import StoredEntry
from tests.server.hubs import made_at, processes, until
from tests.server.tables import BOT, ME


def connections(url: str) -> int:
    """Count the connections to a database, except the one that asks."""
    return len(backends(url))


def backends(url: str) -> list[int]:
    """Return the processes that serve the connections to a database, except the one that asks."""
    pids = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(url, autocommit=True) as connection:
        return [row[0] for row in connection.execute(pids)]


@contextmanager
def no_connection_left_open() -> Iterator[None]:
    """Check that every connection is closed before it is garbage-collected."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ResourceWarning)
        yield
        gc.collect()
    assert [str(one.message) for one in caught] == []


class TestConnections:
    def test_those_who_read_at_once_share_one_connection(self, postgres: Callable[[], str]) -> None:
        async def work() -> None:
            url = postgres()
            reader = PostgresReader(database_url(url))
            storage = Storage(database_url(url))
            await storage.open()
            try:
                before = connections(url)
                await asyncio.gather(*(reader.after({"none": 0}) for _ in range(5)))
                assert connections(url) == before + 1
            finally:
                await reader.close()
                await storage.close()

        asyncio.run(work())

    def test_a_bus_that_is_closed_does_not_connect_again(self, postgres: Callable[[], str]) -> None:
        async def work() -> None:
            url = postgres()
            async with processes(url, [0.0]) as (hub,):
                made = await made_at(hub, [ME, BOT])
                driving = asyncio.gather(*(hub.bus.may_drive(f"{made.game}{more}") for more in range(3)))
                await hub.bus.close()
                await driving
                assert not await hub.bus.may_drive("another")
                await hub.bus.say("entries:another:1")
                await hub.bus.let_go(made.game)
                with psycopg.connect(url, autocommit=True) as connection:
                    names = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                    named = f"{names} AND application_name LIKE 'semafor%'"
                    await until(lambda: connection.execute(named).fetchone() == (0,))

        asyncio.run(work())

    def test_a_reader_that_is_closed_does_not_connect_again(self, postgres: Callable[[], str]) -> None:
        async def work() -> None:
            url = postgres()
            storage = Storage(database_url(url))
            await storage.open()
            await storage.entries_after({"none": 0})
            await storage.close()
            with pytest.raises(StorageError):
                await storage.entries_after({"none": 0})
            with pytest.raises(StorageError):
                await storage.log.append(StoredEntry(game="none", seq=1, kind="action", at=1.0), "playing", None)
            with pytest.raises(StorageError):
                await storage.game("none")
            await until(lambda: connections(url) == 0)

        with no_connection_left_open():
            asyncio.run(work())

    def test_a_storage_that_closes_waits_for_who_reads(self, postgres: Callable[[], str]) -> None:
        """Otherwise the reader would return its connection to a pool that nobody closes."""

        async def work() -> None:
            url = postgres()
            storage = Storage(database_url(url))
            await storage.open()
            reading, go_on = asyncio.Event(), asyncio.Event()

            async def read() -> None:
                async with storage.reading() as connection:
                    reading.set()
                    await go_on.wait()
                    await connection.execute(text("SELECT 1"))

            reader = asyncio.create_task(read())
            await reading.wait()
            closing = asyncio.create_task(storage.close())
            while not (storage._closed or closing.done()):
                await asyncio.sleep(0)
            go_on.set()
            await asyncio.gather(reader, closing)
            await until(lambda: connections(url) == 0)

        with no_connection_left_open():
            asyncio.run(work())

    def test_a_hub_that_is_closed_leaves_nothing_running(self, postgres: Callable[[], str]) -> None:
        async def work() -> None:
            url = postgres()
            async with processes(url, [0.0]) as (hub,):
                made = await made_at(hub, [BOT, BOT])
                room = hub.home.rooms[made.game]
                await until(lambda: room.table.seq > 2)
                await room.reload_table()
                waiting = asyncio.create_task(room.reload_table())
                await asyncio.sleep(0)
            await asyncio.gather(waiting, return_exceptions=True)
            assert asyncio.all_tasks() == {asyncio.current_task()}
            with pytest.raises(StorageError):
                await hub.storage.entries_after({made.game: 0})
            await until(lambda: connections(url) == 0)

        asyncio.run(work())

    def test_a_server_that_can_not_start_leaves_no_connection(self, postgres: Callable[[], str]) -> None:
        async def work() -> None:
            url = postgres()
            hub = Hub(Settings(database=database_url(url), bot_processes=1))

            async def fail() -> None:
                raise StorageError(ConnectionError())

            hub.reminding.read = fail  # type: ignore[method-assign]
            with pytest.raises(StorageError):
                await hub.open()
            await until(lambda: connections(url) == 0)

        with no_connection_left_open():
            asyncio.run(work())

    def test_a_database_that_hangs_is_reported_without_waiting_for_it(
        self, postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A connection that hangs can't even be given back for ten seconds."""
        monkeypatch.setattr(access, "_ANSWER", 0.1)

        async def work() -> None:
            url = postgres()
            storage = Storage(database_url(url))
            await storage.open()
            await until_well(storage)
            stopped = backends(url)
            for pid in stopped:
                os.kill(pid, signal.SIGSTOP)
            try:
                async with asyncio.timeout(5):
                    for _ in range(3):
                        assert await storage.trouble() == "no_database"
                assert set(backends(url)) == set(stopped), "one probe waits, and no other connection is opened"
            finally:
                for pid in stopped:
                    os.kill(pid, signal.SIGCONT)
            await until_well(storage)
            await storage.close()

        asyncio.run(work())

    @pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
    def test_all_who_ask_at_once_hear_that_the_database_is_well(
        self, kind: str, tmp_path: Path, postgres: Callable[[], str]
    ) -> None:
        async def work() -> None:
            storage = Storage(database_url(str(tmp_path / "games.sqlite3") if kind == "sqlite" else postgres()))
            await storage.open()

            answers: set[str | None] = set()

            async def ask(pause: int) -> None:
                for _ in range(50):
                    answers.add(await storage.trouble())
                    for _ in range(pause):
                        await asyncio.sleep(0)

            await asyncio.gather(*(ask(pause) for pause in range(10)))
            assert answers == {None}
            await storage.close()

        asyncio.run(work())


async def until_well(storage: Storage) -> None:
    while await storage.trouble() is not None:
        await asyncio.sleep(0)
