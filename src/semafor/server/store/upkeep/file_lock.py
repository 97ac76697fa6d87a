"""A lock on an SQLite file: only one server at a time may use it.

The system releases the lock when its process ends, however that happens.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from semafor.server.store.database import DatabaseError


class FileLock:
    """The lock of one database file, beside it in FILE.lock."""

    def __init__(self, database: Path) -> None:
        """Take the path of the database; `acquire` locks it."""
        self._database = database
        self._file: IO[bytes] | None = None

    def acquire(self) -> None:
        """Lock the database.

        Raises:
            DatabaseError: Another process has locked it.
        """
        path = self._database.with_name(self._database.name + ".lock")
        file = open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")  # noqa: SIM115 (open as long as it is locked)
        try:
            _lock(file)
        except OSError:
            file.close()
            raise DatabaseError(
                f"another server is using {self._database}; stop it, or choose another --database"
            ) from None
        self._file = file

    def release(self) -> None:
        """Release the lock, if it is held."""
        if self._file is not None:
            self._file.close()
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
