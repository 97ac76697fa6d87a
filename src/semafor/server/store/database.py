"""The connection to the database: SQLite in WAL mode or PostgreSQL by URL, migrated to the current schema."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
_PATIENCE: Final = {
    "connect_timeout": "10",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
"""Timeouts after which a silent connection to PostgreSQL counts as lost; the URL may override them."""
_MIGRATION_LOCK: Final = 7_362_356  # any number, the same for all processes of a server


class DatabaseError(ValueError):
    """A database that can't be used as asked."""


def database_url(text_: str) -> str:
    """Return the URL for our driver; a plain path is an SQLite file.

    >>> database_url("games.sqlite3"), database_url("postgresql://me@host/games")
    ('sqlite+aiosqlite:///games.sqlite3', 'postgresql+psycopg://me@host/games')
    """
    if "://" not in text_:
        return f"{DRIVERS['sqlite']}:///{text_}"
    scheme, rest = text_.split("://", 1)
    driver = DRIVERS.get(scheme.split("+")[0])
    if driver is None:
        raise DatabaseError(f"{scheme}:// is not supported; use sqlite:///FILE or postgresql://USER@HOST/NAME")
    return f"{driver}://{rest}"


def is_postgres(url: str) -> bool:
    """Return whether the URL is for PostgreSQL, which several processes can share."""
    return url.startswith("postgresql")


def database_path(url: str) -> Path | None:
    """Return the file of an SQLite database; None for one in memory, and for PostgreSQL."""
    name = None if is_postgres(url) else make_url(url).database
    return None if name in {None, "", ":memory:"} else Path(str(name))


def with_patience(url: URL) -> URL:
    """Return a PostgreSQL URL with the timeouts for lost connections."""
    return url.update_query_dict({key: value for key, value in _PATIENCE.items() if key not in url.query})


def make_engine(url: str) -> AsyncEngine:
    """Return an engine for a URL of `database_url`."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise DatabaseError(
            "the URL of the database can't be read; it looks like postgresql://USER@HOST/NAME"
        ) from None
    if is_postgres(url):
        try:
            return create_async_engine(with_patience(parsed), pool_size=8, max_overflow=8, pool_pre_ping=True)
        except ModuleNotFoundError as error:
            raise DatabaseError(f"PostgreSQL needs {error.name}: pip install 'semafor[hosting]'") from None
    path = database_path(url)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Readable by the owner only: it holds the seeds of games. SQLite gives its other files the same mode.
        # A file that can't be opened is refused here: the asynchronous driver would leave a thread behind.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    # A connection returns to the pool after a commit or a rollback, so there is nothing left to roll back.
    engine = create_async_engine(parsed, pool_reset_on_return=None)
    event.listen(engine.sync_engine, "connect", _connected)
    return engine


def _connected(connection: Any, _record: object) -> None:
    try:
        set_up_sqlite(connection)
    except BaseException:
        connection.close()
        raise


def set_up_sqlite(connection: Any) -> None:
    """Set what SQLite leaves off by default: WAL, full sync, foreign keys, a busy timeout."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=15000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def check_database(url: str) -> None:
    """Open a database once and migrate its schema, before a server relies on it.

    Raises:
        DatabaseError: It can't be used; the message says why.
    """
    engine = make_engine(url)
    try:
        await upgrade(engine)
    except DBAPIError as error:
        raise out_of_order(error, url) from None
    except OSError as error:
        raise DatabaseError(f"the database {_name(url)} can't be used: {error.strerror or error}") from None
    finally:
        await engine.dispose()


def out_of_order(error: DBAPIError, url: str) -> DatabaseError:
    """Return an error that says what is wrong with a database, without rows or passwords."""
    if "not a database" in str(error.orig) or "malformed" in str(error.orig):
        return DatabaseError(f"{_name(url)} is not an SQLite database, or is damaged")
    return DatabaseError(f"the database {_name(url)} can't be used: {_first_line(error.orig)}")


def _name(url: str) -> str:
    return make_url(url).render_as_string(hide_password=True) if is_postgres(url) else str(database_path(url))


def _first_line(error: object) -> str:
    """Return the first line of a driver's message: the others may hold rows."""
    return str(error).strip().partition("\n")[0] or type(error).__name__


async def upgrade(engine: AsyncEngine) -> None:
    """Migrate the schema; if several processes start at once, one does it and the others wait."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    folder = files("semafor.server.store").joinpath("migrations")
    known = {entry.name.partition("_")[0] for entry in folder.joinpath("versions").iterdir() if entry.name[0].isdigit()}
    if inspect(connection).has_table("alembic_version"):
        present = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if present == max(known):
            return
        if present is not None and present not in known:
            raise DatabaseError(
                f"the database has revision {present}, but this version of Semafor knows revisions up to {max(known)}:"
                " a newer version has used it"
            )
    from alembic import command  # noqa: PLC0415  (half a second that most starts don't need)
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(folder))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
