"""Events: what happened, as opposed to what a player wanted, and who may see which part of it.

There is a class for each type. An event has public fields, which everybody sees, and private ones, which only its seat
sees; `EVENT_FIELDS` is the only list of them. Chance is explicit: every card turned up, dealt or reshuffled
is an event.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from semafor.model.values.cards import Cards
from semafor.model.values.event_fields import EVENT_FIELDS, named_fields, private_fields

PRIVATE_FIELDS: Final = {type: private_fields(type) for type in EVENT_FIELDS}
"""Every type of event with the fields that only its seat may see."""
FIELDS: Final = {type: named_fields(type) for type in EVENT_FIELDS}
"""The names of the fields of every type, in the order in which they are written."""


class Event:
    """Something that happened to a seat (or to the table: seat -1); a subclass per type has its fields.

    A private field is None in an event as another seat sees it (`as_seen_by`).
    """

    type: ClassVar[str] = ""
    source: ClassVar[str] = ""
    """Where a card comes from, which the protocols call `from`."""
    __match_args__: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        """Take the seat."""
        self.seat = seat

    @property
    def fields(self) -> dict[str, object]:
        """The fields by name, as the protocols write them, without those that are hidden."""
        found: dict[str, object] = {"from": self.source} if self.source else {}
        for name in FIELDS[self.type]:
            value: object = getattr(self, name)
            if isinstance(value, tuple):
                found[name] = list(value)
            elif isinstance(value, Cards):
                found[name] = dict(value)
            elif value is not None:
                found[name] = value
        return found

    def seen_by(self, seat: int) -> dict[str, object]:
        """Return the event as the seat (or a spectator, -1) may see it, ready for JSON."""
        return self.as_seen_by(seat).full()

    def as_seen_by(self, seat: int) -> "Event":
        """Return the event without what the seat (or a spectator, -1) can't know of it."""
        hidden = PRIVATE_FIELDS[self.type]
        if (seat == self.seat and seat >= 0) or not hidden:
            return self
        values = [None if name in hidden else getattr(self, name) for name in FIELDS[self.type]]
        return CLASSES[self.type](self.seat, *values)

    def full(self) -> dict[str, object]:
        """Return the whole event, including private fields: for records, never for a player."""
        seen: dict[str, object] = {"type": self.type}
        if self.seat >= 0:
            seen["seat"] = self.seat
        seen.update(self.fields)
        return seen

    def values(self) -> tuple[Any, ...]:
        """Return the seat and the fields, as the class takes them."""
        return (self.seat, *[getattr(self, name) for name in FIELDS[self.type]])

    def __eq__(self, other: object) -> bool:
        """Compare everything about the events."""
        return isinstance(other, Event) and self.type == other.type and self.values() == other.values()

    def __hash__(self) -> int:
        """Hash consistently with equality."""
        return hash((self.type, self.values()))

    def __repr__(self) -> str:
        """Return the event as a Python expression."""
        fields = [f"{name}={getattr(self, name)!r}" for name in ("seat", *FIELDS[self.type])]
        return f"{self.__class__.__name__}({', '.join(fields)})"


class FirstPlayer(Event):
    """The seat that begins."""

    type: ClassVar[str] = "first_player"


class CardsDealt(Event):
    """A hand is dealt."""

    type: ClassVar[str] = "cards_dealt"
    __match_args__ = ("seat", "count", "cards")

    def __init__(self, seat: int, count: int, cards: tuple[str, ...] | None) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.count = count
        self.cards = cards


class GoalsShown(Event):
    """Goals are turned up."""

    type: ClassVar[str] = "goals_shown"
    __match_args__ = ("seat", "goals")

    def __init__(self, seat: int, goals: tuple[str, ...]) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.goals = goals


class TicketsDealt(Event):
    """Tickets are dealt, to choose from."""

    type: ClassVar[str] = "tickets_dealt"
    __match_args__ = ("seat", "count", "tickets")

    def __init__(self, seat: int, count: int, tickets: tuple[str, ...] | None) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.count = count
        self.tickets = tickets


class TicketsChosen(Event):
    """A seat has chosen its starting tickets; nobody else knows how many yet."""

    type: ClassVar[str] = "tickets_chosen"
    __match_args__ = ("seat", "kept", "given_back")

    def __init__(self, seat: int, kept: tuple[str, ...] | None, given_back: tuple[str, ...] | None) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.kept = kept
        self.given_back = given_back


class TicketsKept(Event):
    """Tickets are kept, the others given back."""

    type: ClassVar[str] = "tickets_kept"
    __match_args__ = ("seat", "count", "count_given_back", "kept", "given_back")

    def __init__(
        self,
        seat: int,
        count: int,
        count_given_back: int,
        kept: tuple[str, ...] | None,
        given_back: tuple[str, ...] | None,
    ) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.count = count
        self.count_given_back = count_given_back
        self.kept = kept
        self.given_back = given_back


class CardTaken(Event):
    """A card is taken from the display."""

    type: ClassVar[str] = "card_taken"
    source: ClassVar[str] = "display"
    __match_args__ = ("seat", "card", "slot")

    def __init__(self, seat: int, card: str, slot: int) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.card = card
        self.slot = slot


class CardDrawn(Event):
    """The top card of the deck is drawn."""

    type: ClassVar[str] = "card_drawn"
    source: ClassVar[str] = "deck"
    __match_args__ = ("seat", "card")

    def __init__(self, seat: int, card: str | None) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.card = card


class DisplayFilled(Event):
    """A slot of the display is filled."""

    type: ClassVar[str] = "display_filled"
    __match_args__ = ("seat", "slot", "card")

    def __init__(self, seat: int, slot: int, card: str) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.slot = slot
        self.card = card


class DisplaySwept(Event):
    """The display is discarded (U-4, U-9)."""

    type: ClassVar[str] = "display_swept"
    __match_args__ = ("seat", "cards")

    def __init__(self, seat: int, cards: tuple[str, ...]) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.cards = cards


class DeckReshuffled(Event):
    """The discards become the deck (R-2)."""

    type: ClassVar[str] = "deck_reshuffled"
    __match_args__ = ("seat", "count")

    def __init__(self, seat: int, count: int) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.count = count


class FerryCardDrawn(Event):
    """A ferry card is drawn (I-5)."""

    type: ClassVar[str] = "ferry_card_drawn"


class TicketsDrawn(Event):
    """Tickets are drawn, to choose from."""

    type: ClassVar[str] = "tickets_drawn"
    __match_args__ = ("seat", "count", "tickets")

    def __init__(self, seat: int, count: int, tickets: tuple[str, ...] | None) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.count = count
        self.tickets = tickets


class RouteClaimed(Event):
    """A route is claimed and paid for."""

    type: ClassVar[str] = "route_claimed"
    __match_args__ = ("seat", "route", "cards", "ferry_cards", "points")

    def __init__(self, seat: int, route: str, cards: Cards, ferry_cards: int, points: int) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.route = route
        self.cards = cards
        self.ferry_cards = ferry_cards
        self.points = points


class BonusCardsDrawn(Event):
    """A claim earns cards from the deck (L-8)."""

    type: ClassVar[str] = "bonus_cards_drawn"
    __match_args__ = ("seat", "count", "cards")

    def __init__(self, seat: int, count: int, cards: tuple[str, ...] | None) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.count = count
        self.cards = cards


class TunnelOpened(Event):
    """Cards are turned up for a tunnel (N-12)."""

    type: ClassVar[str] = "tunnel_opened"
    __match_args__ = ("seat", "route", "paid", "revealed", "extra")

    def __init__(self, seat: int, route: str, paid: Cards, revealed: tuple[str, ...], extra: int) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.route = route
        self.paid = paid
        self.revealed = revealed
        self.extra = extra


class TunnelPaid(Event):
    """The extra of a tunnel is paid."""

    type: ClassVar[str] = "tunnel_paid"
    __match_args__ = ("seat", "cards")

    def __init__(self, seat: int, cards: Cards) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.cards = cards


class TunnelWithdrawn(Event):
    """The payment for a tunnel is taken back."""

    type: ClassVar[str] = "tunnel_withdrawn"
    __match_args__ = ("seat", "route", "cards")

    def __init__(self, seat: int, route: str, cards: Cards) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.route = route
        self.cards = cards


class Passed(Event):
    """A seat passes (R-4)."""

    type: ClassVar[str] = "passed"


class LastRound(Event):
    """A seat triggers the last round."""

    type: ClassVar[str] = "last_round"
    __match_args__ = ("seat", "trains", "turns_left")

    def __init__(self, seat: int, trains: int, turns_left: int) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.trains = trains
        self.turns_left = turns_left


class GameOver(Event):
    """The game ends."""

    type: ClassVar[str] = "game_over"
    __match_args__ = ("seat", "reason")

    def __init__(self, seat: int, reason: str) -> None:
        """Take the fields."""
        super().__init__(seat)
        self.reason = reason


EVENTS: Final[list[type[Event]]] = [
    FirstPlayer,
    CardsDealt,
    GoalsShown,
    TicketsDealt,
    TicketsChosen,
    TicketsKept,
    CardTaken,
    CardDrawn,
    DisplayFilled,
    DisplaySwept,
    DeckReshuffled,
    FerryCardDrawn,
    TicketsDrawn,
    RouteClaimed,
    BonusCardsDrawn,
    TunnelOpened,
    TunnelPaid,
    TunnelWithdrawn,
    Passed,
    LastRound,
    GameOver,
]
"""The class of every type of event."""

CLASSES: Final[dict[str, Callable[..., Event]]] = {kind.type: kind for kind in EVENTS}
