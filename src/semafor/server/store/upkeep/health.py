"""Whether the database accepts writes, for `/healthz`."""

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
"""Free bytes below which the disk of an SQLite file counts as full: room for a hundred tables with custom boards."""
_FRESH: Final = 10.0
"""Seconds for which a failed write counts as trouble, even after later successes: they may have been smaller."""


class Health:
    """Tracks whether writes to a database succeed."""

    def __init__(self, path: Path | None) -> None:
        """Take the SQLite file, if it is one."""
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
        """Whether the disk has too little free space."""
        return self._path is not None and shutil.disk_usage(self._path.parent).free < LEAST_FREE

    @property
    def failing(self) -> bool:
        """Whether a write has failed recently."""
        return self._failed is not None and time.monotonic() - self._failed < _FRESH

    @property
    def doubtful(self) -> bool:
        """Whether a write has failed, and no trial write has succeeded since."""
        return self._failed is not None

    def recover(self) -> None:
        """Note that a trial write succeeded."""
        self._failed = None
