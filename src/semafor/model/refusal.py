"""A refusal: why an action can't be taken, for people and for programs."""

from mypy_extensions import mypyc_attr

from semafor.model.errors import SemaforError


@mypyc_attr(allow_interpreted_subclasses=True)
class Refusal:
    """A stable code, the id of the rule that forbids the action (None if it is malformed), and a message."""

    def __init__(self, code: str, rule: str | None, message: str) -> None:
        """Take the code, the rule id and the message."""
        self.code = code
        self.rule = rule
        self.message = message

    def to_json(self) -> dict[str, object]:
        """Return the refusal as the protocols send it."""
        return {"code": self.code, "rule": self.rule, "message": self.message}

    def __eq__(self, other: object) -> bool:
        """Compare all three parts."""
        return isinstance(other, Refusal) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        """Hash consistently with equality."""
        return hash((self.code, self.rule, self.message))

    def __repr__(self) -> str:
        """Return the three parts."""
        return f"Refusal({self.code!r}, {self.rule!r}, {self.message!r})"

    def __str__(self) -> str:
        """Return the message with the rule id."""
        return f"{self.message} ({self.rule})" if self.rule else self.message


class IllegalAction(SemaforError):
    """Raised by `apply` for an illegal action; the game is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the refusal; the error message is its text."""
        super().__init__(str(refusal))
        self.refusal = refusal


def counted(count: int, thing: str) -> str:
    """Return a count with its noun, for the message of a refusal.

    >>> counted(1, "wave"), counted(2, "wave")
    ('1 wave', '2 waves')
    """
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
