"""The limit of open files: every connection uses one."""

from __future__ import annotations

import os
import time
from typing import Final

from semafor.home.logs import LOGGER
from semafor.server.json_logs import LACK_OF_FILES

ENOUGH: Final = 65_536
"""A limit high enough to never matter."""
_AGAIN: Final = 60.0
"""Seconds between two log messages about a lack of files."""


def raise_limit() -> tuple[int, int]:
    """Raise the limit of open files as far as the system allows; return the old and the new limit."""
    if os.name == "nt":
        return ENOUGH, ENOUGH
    import resource  # noqa: PLC0415  (not on Windows)

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return soft, soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):
        return soft, soft
    return soft, most


class FileWatch:
    """Detects that no more files can be opened, and logs it now and then."""

    def __init__(self) -> None:
        """Start with nothing logged."""
        self._said = -_AGAIN

    def look(self) -> bool:
        """Return whether a file can be opened; log it if not."""
        try:
            os.close(os.open(os.devnull, os.O_RDONLY))
        except OSError as error:
            if error.errno not in LACK_OF_FILES:
                raise
            if time.monotonic() - self._said >= _AGAIN:
                self._said = time.monotonic()
                LOGGER.error("no more files can be opened, and nobody can connect; raise the limit (ulimit -n)")
            return False
        return True
