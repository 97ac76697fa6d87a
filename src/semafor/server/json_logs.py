"""Structured logs: one JSON object per line, without secrets.

No message, token, card or seed is ever logged.
"""

from __future__ import annotations

import errno
import json
import logging
import sys
import time
from typing import Final

from semafor.home.logs import LOGGER, kind_and_place

FIELDS: Final = (
    *("game", "error", "place", "reason", "bot"),
    *("method", "path", "status", "ms", "address", "port"),
    *("before", "now"),
)
"""The allow-list of fields that may be logged besides the message."""
LACK_OF_FILES: Final = frozenset({errno.EMFILE, errno.ENFILE})
"""The errors of a process, or a machine, that can open no more files."""


class JsonLines(logging.Formatter):
    """Formats a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Format the line."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "time": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line.update({field: getattr(record, field) for field in FIELDS if hasattr(record, field)})
        return json.dumps(line, ensure_ascii=False)


class OthersLines(JsonLines):
    """Formats a library's record: its source, and the type and location of an error, but not its message."""

    def format(self, record: logging.LogRecord) -> str:
        """Format the line."""
        told = logging.LogRecord(record.name, record.levelno, "", 0, f"reported by {record.name}", None, None)
        told.created, told.msecs = record.created, record.msecs
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            told.__dict__.update(kind_and_place(error))
        return super().format(told)


def _is_news(record: logging.LogRecord) -> bool:
    """Return whether to log a library's record; a lack of open files is logged elsewhere (`open_files`)."""
    error = record.exc_info[1] if record.exc_info else None
    return not (isinstance(error, OSError) and error.errno in LACK_OF_FILES)


def set_up_logs(level: str) -> None:
    """Send the server's log, and the libraries' warnings, to standard error."""
    others = logging.StreamHandler(sys.stderr)
    others.setFormatter(OthersLines())
    others.setLevel(logging.WARNING)
    others.addFilter(_is_news)
    logging.getLogger().handlers = [others]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    LOGGER.handlers = [handler]
    LOGGER.setLevel(level.upper())
    LOGGER.propagate = False
