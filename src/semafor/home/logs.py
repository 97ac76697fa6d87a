"""What a home logs: of an error only its type and its place in the code, since its message may hold secrets."""

from __future__ import annotations

import logging
import traceback
from typing import Final

LOGGER: Final = logging.getLogger("semafor")


def report(error: BaseException, game: str | None = None) -> None:
    """Log an unexpected error."""
    extra = kind_and_place(error)
    if game is not None:
        extra["game"] = game
    LOGGER.error("internal error", extra=extra)


def kind_and_place(error: BaseException) -> dict[str, object]:
    """Return the type and the place of an error, as fields of a log line."""
    places = [
        f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)
    ]
    kind = getattr(error, "kind", None)  # the database driver's name for it, if it is one of its errors
    told = isinstance(kind, str) and kind.isidentifier()
    name = f"{type(error).__name__} ({kind})" if told else type(error).__name__
    return {"error": name, "place": " < ".join(reversed(places[-6:]))}
