"""Access to the database: connections for reading and writing, and the log. What is stored where is in `storage`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from sqlalchemy import Select, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import QueuePool

from semafor.server.store.database import database_path, make_engine, upgrade
from semafor.server.store.errors import StorageError, storage_errors
from semafor.server.store.log_writer import LogWriter, SqliteAppender
from semafor.server.store.upkeep.file_lock import FileLock
from semafor.server.store.upkeep.health import Health, Trouble

if TYPE_CHECKING:
    from semafor.server.store.log_postgres import PostgresReader

_ANSWER: Final = 5.0
"""Timeout of the database in seconds."""
_GOODBYE: Final = 10.0
"""Seconds that closing waits for those who are still reading or writing."""
_BETWEEN_LOOKS: Final = 0.01
_NOTIFY: Final = text("SELECT pg_notify('semafor', :payload)")

Row = TypeVar("Row", bound=msgspec.Struct)


class Access:
    """The database access of one process."""

    def __init__(self, url: str) -> None:
        """Take a URL of `database_url`."""
        self.url = url
        self.engine = make_engine(url)
        self.postgres = self.engine.dialect.name == "postgresql"
        self.insert: Any = _insert(self.postgres)
        # SQLite has one writer at a time; waiting here is cheaper than in its library.
        self._turn = asyncio.Lock()
        # Only one other writer queues with the log at a time: entries of games wait for one of them at most.
        self._others = asyncio.Lock()
        self.reader: PostgresReader | None = None
        self._closed = False
        self._users = 0
        self._probe: asyncio.Task[bool] | None = None
        path = database_path(url)
        self._health = Health(path)
        self._lock = None if path is None else FileLock(path)
        if self.postgres:
            from semafor.server.store.log_postgres import PostgresAppender, PostgresReader  # noqa: PLC0415  (slow to load)

            self.log = LogWriter(PostgresAppender(url), None, self._health)
            self.reader = PostgresReader(url)
        else:
            self.log = LogWriter(SqliteAppender(str(self.engine.url.database)), self._turn, self._health)

    async def open(self) -> None:
        """Bring the schema up to date."""
        await upgrade(self.engine)

    def lock(self) -> None:
        """Lock an SQLite file for this server; several servers may share a PostgreSQL."""
        if self._lock is not None:
            self._lock.acquire()

    async def close(self) -> None:
        """Write the waiting entries, wait for those who are still reading or writing, and close the database."""
        if self._closed:
            return
        self._closed = True
        await self.log.close()
        if self.reader is not None:
            await self.reader.close()
        await self._all_returned()
        await self.engine.dispose()
        if self._lock is not None:
            self._lock.release()

    async def _all_returned(self) -> None:
        """Wait until all connections are back in the pool: nobody would close those that come back later.

        The connection of a cancelled task is returned by a task of its own, which may end after it.
        """
        pool = self.engine.pool
        end = time.monotonic() + _GOODBYE
        while (self._users or (isinstance(pool, QueuePool) and pool.checkedout())) and time.monotonic() < end:
            await asyncio.sleep(_BETWEEN_LOOKS)

    @contextmanager
    def _use(self) -> Iterator[None]:
        if self._closed:
            raise StorageError(ConnectionError("the database is closed"))
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Yield a transaction. Raises StorageError."""
        with self._use(), self._health.watch(), storage_errors():
            if self.postgres:
                async with self.engine.begin() as connection:
                    yield connection
                return
            async with self._others, self._turn, self.engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection for reading. Raises StorageError."""
        with self._use(), storage_errors():
            async with self.engine.connect() as connection:
                yield connection

    async def notify(self, connection: AsyncConnection, payloads: Iterable[str]) -> None:
        """Notify the other processes when the transaction is committed."""
        if self.postgres:
            for payload in payloads:
                await connection.execute(_NOTIFY, {"payload": payload})

    async def _is_there(self) -> bool:
        try:
            async with self.reading() as connection:
                await connection.execute(text("SELECT 1"))
        except StorageError:
            return False
        return True

    async def trouble(self) -> Trouble | None:
        """Return what is wrong with the database, if anything; retry a failed write, but not all the time."""
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self._is_there(), name="probe")
        # Another request may begin the next probe before this one sees the result.
        probe = self._probe
        # Not cancelled: giving back a connection that hangs would take longer still.
        await asyncio.wait({probe}, timeout=_ANSWER)
        if not (probe.done() and probe.result()):
            return "no_database"
        if self._health.disk_full:
            return "disk_full"
        if self._health.failing:
            return "not_saved"
        if self._health.doubtful:
            try:
                async with asyncio.timeout(_ANSWER), self.writing() as connection:
                    await connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
            except (StorageError, TimeoutError):
                return "not_saved"
            self._health.recover()
        return None

    async def read(self, chosen: Select[Any], kind: type[Row]) -> list[Row]:
        """Return rows as objects."""
        async with self.reading() as connection:
            rows = (await connection.execute(chosen)).mappings().all()
        names = kind.__struct_fields__
        return [kind(**{name: row[name] for name in names}) for row in rows]


def _insert(postgres: bool) -> Any:
    """Return the `insert` of a dialect, which has `on_conflict_do_nothing`; each takes long to load."""
    if postgres:
        from sqlalchemy.dialects.postgresql import insert  # noqa: PLC0415
    else:
        from sqlalchemy.dialects.sqlite import insert  # type: ignore[assignment]  # noqa: PLC0415
    return insert
