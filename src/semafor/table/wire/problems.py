"""What is answered when something can't be done: a code for programs, a sentence for people."""

from __future__ import annotations

from semafor.table.wire.messages import ErrorInfo


class Refused(Exception):
    """A request that is refused; nothing has changed."""

    def __init__(
        self, code: str, message: str, rule: str | None = None, where: str | None = None, status: int = 409
    ) -> None:
        """Takes a stable code, a sentence, the rule of the game (if one forbids it), where, and a status of HTTP."""
        super().__init__(message)
        self.info = ErrorInfo(code, message, rule, where)
        self.status = status


def not_found(what: str) -> Refused:
    """There is no such thing, or it is nobody's business that there is."""
    return Refused("not_found", what, status=404)
