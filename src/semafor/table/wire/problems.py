"""Refusals: a code for programs, a message for people."""

from __future__ import annotations

from semafor.table.wire.messages import ErrorInfo


class Refused(Exception):
    """A request that is refused; nothing has changed."""

    def __init__(
        self, code: str, message: str, rule: str | None = None, where: str | None = None, status: int = 409
    ) -> None:
        """Take a stable code, a message, the rule of the game (if one forbids it), the field, and an HTTP status."""
        # A file may hold half a character, and the message may quote it.
        message = message.encode(errors="backslashreplace").decode()
        super().__init__(message)
        self.info = ErrorInfo(code, message, rule, where)
        self.status = status

    def __reduce__(self) -> tuple[type[Refused], tuple[str, str, str | None, str | None, int]]:
        """Support pickling with all fields."""
        info = self.info
        return Refused, (info.code, info.message, info.rule, info.where, self.status)


def not_found(what: str) -> Refused:
    """Return a 404: the thing is missing, or hidden from this caller."""
    return Refused("not_found", what, status=404)
