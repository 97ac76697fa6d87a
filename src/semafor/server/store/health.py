"""Whether the database takes what it is given, for `/healthz`."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from semafor.server.store.errors import StorageError

Trouble = Literal["no_database", "disk_full", "not_saved"]
LEAST_FREE: Final = 4_000_000
"""Bytes on the disk with which a file of SQLite is still well: some hundred tables with boards of their own."""
_FRESH: Final = 10.0
"""Seconds for which a write that failed is trouble, whatever was written since: a smaller one may still have fitted."""


class Health:
    """What is known about writing to a database."""

    def __init__(self, path: Path | None) -> None:
        """Take the file of SQLite, if it is one."""
        self._path = path
        self._failed: float | None = None

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Note whether a write fails because the database is out of order."""
        try:
            yield
        except StorageError as error:
            if error.unusable:
                self._failed = time.monotonic()
            raise

    @property
    def disk_full(self) -> bool:
        """Whether there is too little room where the file is."""
        return self._path is not None and shutil.disk_usage(self._path.parent).free < LEAST_FREE

    @property
    def failing(self) -> bool:
        """Whether a write has failed lately."""
        return self._failed is not None and time.monotonic() - self._failed < _FRESH

    @property
    def doubtful(self) -> bool:
        """Whether a write has failed, and none has been tried on purpose since."""
        return self._failed is not None

    def recover(self) -> None:
        """Note that a trial write succeeded."""
        self._failed = None
