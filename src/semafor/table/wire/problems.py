"""Refusals: a code for programs, a message for people."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from semafor.model.reading import BoardError, Phrase
from semafor.table.wire.messages import ErrorInfo, FileProblem, Said


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


def bad_board(error: BoardError) -> Refused:
    """Return the refusal of a board file, with all its problems."""
    problems = [FileProblem(whole(problem.path), said(problem.phrase)) for problem in error.problems]
    return Refused("bad_board", str(error), None, "board_file", 422, problems)


def said(phrase: Phrase) -> Said:
    """Return a phrase as it is sent."""
    values = {
        name: said(value) if isinstance(value, Phrase) else whole(str(value)) for name, value in phrase.values.items()
    }
    return Said(whole(phrase.text), values)
