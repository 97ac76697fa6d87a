"""The connection to the database: SQLite in WAL mode or PostgreSQL by URL, brought up to the present schema."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
_MIGRATION_LOCK: Final = 7_362_356  # any number, the same for all processes of a server


class DatabaseError(ValueError):
    """A database that can't be used as asked."""


def database_url(text_: str) -> str:
    """The URL for the driver that we use; a plain path is a file of SQLite.

    >>> database_url("games.sqlite3"), database_url("postgresql://me@host/games")
    ('sqlite+aiosqlite:///games.sqlite3', 'postgresql+psycopg://me@host/games')
    """
    if "://" not in text_:
        return f"{DRIVERS['sqlite']}:///{text_}"
    scheme, rest = text_.split("://", 1)
    driver = DRIVERS.get(scheme.split("+")[0])
    if driver is None:
        raise DatabaseError(f"{scheme}:// is no database of ours; use sqlite:///FILE or postgresql://USER@HOST/NAME")
    return f"{driver}://{rest}"


def is_postgres(url: str) -> bool:
    """Whether the URL is one of PostgreSQL, which several processes can share."""
    return url.startswith("postgresql")


def make_engine(url: str) -> AsyncEngine:
    """An engine for a URL of `database_url`."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise DatabaseError(
            "the URL of the database can't be read; it looks like postgresql://USER@HOST/NAME"
        ) from None
    if is_postgres(url):
        return create_async_engine(parsed, pool_size=8, max_overflow=8, pool_pre_ping=True)
    if parsed.database not in {None, "", ":memory:"}:
        Path(str(parsed.database)).parent.mkdir(parents=True, exist_ok=True)
    # A connection is given back after a commit or a rollback, so there is nothing left to roll back.
    engine = create_async_engine(parsed, pool_reset_on_return=None)
    event.listen(engine.sync_engine, "connect", _connected)
    return engine


def _connected(connection: Any, _record: object) -> None:
    set_up_sqlite(connection)


def set_up_sqlite(connection: Any) -> None:
    """Sets what SQLite leaves off: a log for writing ahead, every commit on the disk, foreign keys, patience."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=15000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def upgrade(engine: AsyncEngine) -> None:
    """Brings the schema up to date; of several processes that start at once, one does it and the others wait."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    folder = files("semafor.server.store").joinpath("migrations")
    newest = max(entry.name for entry in folder.joinpath("versions").iterdir() if entry.name[0].isdigit())
    if inspect(connection).has_table("alembic_version"):
        present = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if present == newest.partition("_")[0]:
            return
    from alembic import command  # noqa: PLC0415  (half a second that most starts don't need)
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(folder))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
