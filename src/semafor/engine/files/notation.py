"""Actions as JSON: parsing them, with all problems reported at once."""

from semafor.model.actions import (
    Action,
    Claim,
    DrawCard,
    DrawFerryCard,
    DrawTickets,
    KeepTickets,
    Pass,
    PayTunnel,
    Withdraw,
)
from semafor.model.cards import CARDS
from semafor.model.reading import Problem, Reader, Table, root

ACTION_TYPES = [
    "keep_tickets",
    "draw_card",
    "draw_ferry_card",
    "draw_tickets",
    "claim",
    "pay_tunnel",
    "withdraw",
    "pass",
]


class BadAction(ValueError):
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
    match table.choice("type", ACTION_TYPES):
        case "keep_tickets":
            order = table.texts("order") if table.has("order") else None
            return KeepTickets(table.texts("tickets"), order)
        case "draw_card":
            if table.choice("from", ["deck", "display"]) == "display":
                return DrawCard(table.choice("card", list(CARDS)))
            return DrawCard()
        case "draw_ferry_card":
            return DrawFerryCard()
        case "draw_tickets":
            return DrawTickets()
        case "claim":
            return Claim(table.text("route"), read_cards(table, "cards"), table.integer("ferry_cards", 0, 1000, 0))
        case "pay_tunnel":
            return PayTunnel(read_cards(table, "cards"))
        case "withdraw":
            return Withdraw()
        case _:
            return Pass()


def read_cards(table: Table, key: str) -> dict[str, int]:
    """Read a multiset of cards such as {"red": 2, "locomotive": 1}."""
    cards = table.table(key)
    counts = {name: cards.integer(name, 0, 1000) for name in CARDS if cards.has(name)}
    cards.finish()
    return {name: count for name, count in counts.items() if count}
