"""Actions: what a player does, as people and protocols name it.

    >>> Claim("bergen:oslo:blue", {"blue": 3, "locomotive": 1})
    Claim('bergen:oslo:blue', {'blue': 3, 'locomotive': 1})
    >>> DrawCard("red").to_json()
    {'type': 'draw_card', 'from': 'display', 'card': 'red'}

An action names a whole payment. The machine-facing form, in which a payment is built step by step, is in `moves`.
"""

from collections.abc import Callable, Mapping
from typing import Final

from semafor.model.cards import CARD_KIND, CARDS, card_counts, named_cards
from semafor.model.reading import Table
from semafor.model.values.action_json import (
    ActionJSON,
    ClaimJSON,
    DrawCardJSON,
    KeepTicketsJSON,
    PayTunnelJSON,
    SimpleActionJSON,
)


class Action:
    """The base class of actions; they are values, compared by content."""

    def __init__(self, type: str) -> None:
        """Take the action's name in the protocols."""
        self.type = type

    def to_json(self) -> ActionJSON:
        """Return the action as the protocols write it."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        """Compare the JSON forms."""
        return isinstance(other, Action) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        """Hash consistently with equality."""
        return hash(str(self.to_json()))

    def __repr__(self) -> str:
        """Return the action as a Python expression."""
        return f"{self.__class__.__name__}({self._arguments()})"

    def _arguments(self) -> str:
        return ""


class KeepTickets(Action):
    """Keep some of the tickets dealt or drawn.

    `order`, if given, is the order in which the others go under the deck, first one on top (U-22).
    """

    def __init__(self, tickets: list[str], order: list[str] | None = None) -> None:
        """Take ticket ids."""
        super().__init__("keep_tickets")
        self.tickets = tickets
        self.order = order

    def to_json(self) -> KeepTicketsJSON:
        """Write the order only if it is given."""
        data: KeepTicketsJSON = {"type": "keep_tickets", "tickets": list(self.tickets)}
        if self.order is not None:
            data["order"] = list(self.order)
        return data

    @staticmethod
    def read(table: Table) -> "Action":
        """Read the tickets and, if given, the order of the others."""
        order = table.texts("order") if table.has("order") else None
        return KeepTickets(table.texts("tickets"), order)

    def _arguments(self) -> str:
        return repr(self.tickets) if self.order is None else f"{self.tickets!r}, {self.order!r}"


class DrawCard(Action):
    """Draw a train card: the named one from the display, or, without a name, the top of the deck (U-7)."""

    def __init__(self, card: str | None = None) -> None:
        """Take the name of a displayed card."""
        if card is not None and card not in CARD_KIND:
            raise ValueError(f"unknown card {card!r}; the cards are {', '.join(CARDS)}")
        super().__init__("draw_card")
        self.card = card

    def to_json(self) -> DrawCardJSON:
        """Include where the card comes from."""
        if self.card is None:
            return {"type": "draw_card", "from": "deck"}
        return {"type": "draw_card", "from": "display", "card": self.card}

    @staticmethod
    def read(table: Table) -> "Action":
        """Read where the card comes from, and its name if it is displayed."""
        if table.choice("from", ["deck", "display"]) == "display":
            return DrawCard(table.choice("card", list(CARDS)))
        return DrawCard()

    def _arguments(self) -> str:
        return "" if self.card is None else repr(self.card)


class DrawFerryCard(Action):
    """Draw a ferry card (I-5)."""

    def __init__(self) -> None:
        """Take no arguments."""
        super().__init__("draw_ferry_card")

    def to_json(self) -> SimpleActionJSON:
        """Return its type."""
        return {"type": "draw_ferry_card"}


class DrawTickets(Action):
    """Draw tickets to choose from (U-22)."""

    def __init__(self) -> None:
        """Take no arguments."""
        super().__init__("draw_tickets")

    def to_json(self) -> SimpleActionJSON:
        """Return its type."""
        return {"type": "draw_tickets"}


class Claim(Action):
    """Claim a route with exactly these cards (U-15)."""

    def __init__(self, route: str, cards: Mapping[str, int], ferry_cards: int = 0) -> None:
        """Take a route id, cards by name, and the number of ferry cards."""
        super().__init__("claim")
        self.route = route
        self.counts = card_counts(cards)
        self.ferry_cards = ferry_cards

    @property
    def cards(self) -> dict[str, int]:
        """The cards by name, without zero counts."""
        return named_cards(self.counts)

    def to_json(self) -> ClaimJSON:
        """Include ferry cards only if some are played."""
        data: ClaimJSON = {"type": "claim", "route": self.route, "cards": named_cards(self.counts)}
        if self.ferry_cards:
            data["ferry_cards"] = self.ferry_cards
        return data

    @staticmethod
    def read(table: Table) -> "Action":
        """Read the route and the cards."""
        return Claim(table.text("route"), read_cards(table, "cards"), table.integer("ferry_cards", 0, 1000, 0))

    def _arguments(self) -> str:
        ferry = f", ferry_cards={self.ferry_cards}" if self.ferry_cards else ""
        return f"{self.route!r}, {named_cards(self.counts)!r}{ferry}"


class PayTunnel(Action):
    """Pay the extra of a tunnel (N-12)."""

    def __init__(self, cards: Mapping[str, int]) -> None:
        """Take cards by name."""
        super().__init__("pay_tunnel")
        self.counts = card_counts(cards)

    @property
    def cards(self) -> dict[str, int]:
        """The cards by name, without zero counts."""
        return named_cards(self.counts)

    def to_json(self) -> PayTunnelJSON:
        """Return the cards by name."""
        return {"type": "pay_tunnel", "cards": named_cards(self.counts)}

    @staticmethod
    def read(table: Table) -> "Action":
        """Read the cards."""
        return PayTunnel(read_cards(table, "cards"))

    def _arguments(self) -> str:
        return repr(named_cards(self.counts))


class Withdraw(Action):
    """Take back the payment for a tunnel; the turn is over (N-12)."""

    def __init__(self) -> None:
        """Take no arguments."""
        super().__init__("withdraw")

    def to_json(self) -> SimpleActionJSON:
        """Return its type."""
        return {"type": "withdraw"}


class Pass(Action):
    """Pass, if nothing else can be done (R-4)."""

    def __init__(self) -> None:
        """Take no arguments."""
        super().__init__("pass")

    def to_json(self) -> SimpleActionJSON:
        """Return its type."""
        return {"type": "pass"}


def read_cards(table: Table, key: str) -> dict[str, int]:
    """Read a multiset of cards such as {"red": 2, "locomotive": 1}."""
    cards = table.table(key)
    counts = {name: cards.integer(name, 0, 1000) for name in CARDS if cards.has(name)}
    cards.finish()
    return {name: count for name, count in counts.items() if count}


ACTIONS: Final[dict[str, Callable[[Table], Action]]] = {
    "keep_tickets": KeepTickets.read,
    "draw_card": DrawCard.read,
    "draw_ferry_card": lambda table: DrawFerryCard(),
    "draw_tickets": lambda table: DrawTickets(),
    "claim": Claim.read,
    "pay_tunnel": PayTunnel.read,
    "withdraw": lambda table: Withdraw(),
    "pass": lambda table: Pass(),
}
"""How each type of action is read from JSON; problems go to the table's reader."""
