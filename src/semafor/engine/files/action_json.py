"""Actions as JSON: parsing them, with all problems reported at once."""

from semafor.model.actions import ACTIONS, Action
from semafor.model.errors import SemaforError
from semafor.model.reading import Problem, Reader, Table, root


class BadAction(SemaforError):
    """A malformed action: wrong fields or types. A well-formed one may still be illegal."""

    def __init__(self, problems: list[Problem]) -> None:
        """Keep all problems; the message lists them."""
        super().__init__("; ".join([str(problem) for problem in problems]))
        self.problems = problems


def parse_action(data: object) -> Action:
    """Read an action from parsed JSON, or raise BadAction.

    >>> parse_action({"type": "draw_card", "from": "display", "card": "red"})
    DrawCard('red')
    """
    reader = Reader()
    table = root(reader, data)
    action = read_action(table)
    table.finish()
    if reader.problems:
        raise BadAction(reader.problems)
    return action


def read_action(table: Table) -> Action:
    """Read an action from a table; problems go to its reader."""
    return ACTIONS[table.choice("type", list(ACTIONS))](table)
