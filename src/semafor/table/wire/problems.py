"""Refusals: a code for programs, a message for people."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from semafor.table.wire.messages import ErrorInfo, FileProblem


def whole(text: str) -> str:
    """Return a text that can be sent: a file may hold half a character, and a message may quote it."""
    return text.encode(errors="backslashreplace").decode()


class Refused(Exception):
    """A request that is refused; nothing has changed."""

    def __init__(
        self,
        code: str,
        message: str,
        rule: str | None = None,
        where: str | None = None,
        status: int = 409,
        problems: list[FileProblem] | UnsetType = UNSET,
    ) -> None:
        """Take a stable code, a message, the rule of the game (if one forbids it), the field, and an HTTP status.

        `problems` are those of a file.
        """
        message = whole(message)
        super().__init__(message)
        self.info = ErrorInfo(code, message, rule, where, problems)
        self.status = status

    def __reduce__(self) -> tuple[type[Refused], tuple[object, ...]]:
        """Support pickling with all fields."""
        info = self.info
        return Refused, (info.code, info.message, info.rule, info.where, self.status, info.problems)


def not_found(what: str) -> Refused:
    """Return a 404: the thing is missing, or hidden from this caller."""
    return Refused("not_found", what, status=404)
