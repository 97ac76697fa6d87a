"""What a database refuses: one error for all drivers, which says whether the database or the data is to blame."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

_OF_THE_DATABASE: Final = frozenset({"OperationalError", "InterfaceError", "InternalError", "OSError", "TimeoutError"})
"""Kinds of errors, the same in all drivers, for which the data is not to blame."""
_TRY_AGAIN: Final = "40"
"""The class of PostgreSQL's codes for two transactions that were in each other's way."""


class StorageError(Exception):
    """The database did not take something, or did not answer."""

    def __init__(self, cause: BaseException) -> None:
        """Take the driver's error; what it says is kept from everybody, for it may hold rows."""
        error = cause.orig if isinstance(cause, DBAPIError) and cause.orig is not None else cause
        self.kind = type(error).__name__
        """What the driver calls it."""
        super().__init__(self.kind)
        kinds = {kind.__name__ for kind in type(error).__mro__}
        sqlstate = getattr(error, "sqlstate", None) or ""
        broken = bool(kinds & _OF_THE_DATABASE) or type(error).__name__ == "DatabaseError"
        self.unusable = broken and sqlstate[:2] != _TRY_AGAIN
        """Whether the database is out of reach or out of order: then nothing else is taken, either."""


@contextmanager
def storage_errors() -> Iterator[None]:
    """Turn whatever a driver raises into a StorageError."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError, ValueError, ArithmeticError) as error:
        raise StorageError(error) from None
