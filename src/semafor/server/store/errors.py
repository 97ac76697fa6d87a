"""One storage error for all drivers, which says whether the database or the data is the cause."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from semafor.home.store import StoreError

_OF_THE_DATABASE: Final = frozenset({"OperationalError", "InterfaceError", "InternalError", "OSError", "TimeoutError"})
"""Error classes, the same in all drivers, that the data did not cause."""
_TRY_AGAIN: Final = "40"
"""The class of PostgreSQL's codes for conflicts between transactions."""


class StorageError(StoreError):
    """The database refused a statement, or did not answer."""

    def __init__(self, cause: BaseException) -> None:
        """Take the driver's error; its message is hidden, because it may hold rows."""
        error = cause.orig if isinstance(cause, DBAPIError) and cause.orig is not None else cause
        self.kind = type(error).__name__
        """The driver's name for the error."""
        super().__init__(self.kind)
        kinds = {kind.__name__ for kind in type(error).__mro__}
        sqlstate = getattr(error, "sqlstate", None) or ""
        broken = bool(kinds & _OF_THE_DATABASE) or type(error).__name__ == "DatabaseError"
        self.unusable = broken and sqlstate[:2] != _TRY_AGAIN
        """Whether the database is unreachable or out of order, so that other statements fail too."""


@contextmanager
def storage_errors() -> Iterator[None]:
    """Turn any driver error into a StorageError."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError, ValueError, ArithmeticError) as error:
        raise StorageError(error) from None
