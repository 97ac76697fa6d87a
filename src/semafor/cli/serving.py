"""Shared code of the commands that run a server. Importing it imports the server, which takes more than a second."""

from __future__ import annotations

import asyncio
import socket

from semafor.cli.main import UserError
from semafor.cli.words.language import here
from semafor.server.main import data_folder, listen
from semafor.server.store.database import DatabaseError, check_database, database_path, database_url
from semafor.server.store.upkeep.file_lock import FileLock

DATABASE_FILE = "games.sqlite3"


def chosen_database(database: str | None) -> str:
    """Return the URL of the given database, or of the default one."""
    try:
        return database_url(database or str(data_folder() / DATABASE_FILE))
    except DatabaseError as error:
        raise UserError(f"{error}.") from None


def listen_on(host: str, port: int) -> socket.socket:
    """Return a socket to listen on; raise UserError with the reason if there is none."""
    try:
        return listen(host, port)
    except OSError as error:
        raise UserError(here("serve_listen", address=f"{host}:{port}", error=error.strerror)) from None


def open_database(url: str) -> None:
    """Open the database once, to report problems before a server starts."""
    path = database_path(url)
    try:
        asyncio.run(check_database(url))
        if path is not None:
            lock = FileLock(path)
            lock.acquire()
            lock.release()
    except (DatabaseError, OSError) as error:
        raise UserError(here("serve_start", error=error)) from None
