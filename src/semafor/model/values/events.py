"""Events as values, one class for each type: what happened, and who may see which part of it.

An event has public fields, which everybody sees, and private ones, which only its seat sees. PRIVATE_FIELDS is the only
list of the private ones. Chance is explicit: every card turned up, dealt or reshuffled is an event.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Final

from semafor.model.values.cards import Cards

PRIVATE_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "cards_dealt": ("cards",),
    "tickets_dealt": ("tickets",),
    "display_filled": (),
    "display_swept": (),
    "deck_reshuffled": (),
    "goals_shown": (),
    "first_player": (),
    "tickets_chosen": ("kept", "given_back"),
    "tickets_kept": ("kept", "given_back"),
    "card_taken": (),
    "card_drawn": ("card",),
    "ferry_card_drawn": (),
    "tickets_drawn": ("tickets",),
    "route_claimed": (),
    "tunnel_opened": (),
    "tunnel_paid": (),
    "tunnel_withdrawn": (),
    "bonus_cards_drawn": ("cards",),
    "passed": (),
    "last_round": (),
    "game_over": (),
}
"""Every type of event with the fields that only its seat may see."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a seat (or to the table: seat -1); a subclass per type has its fields.

    A private field is None in an event as another seat sees it (`as_seen_by`).
    """

    __module__ = "semafor"
    type: ClassVar[str] = ""
    source: ClassVar[str] = ""
    """Where a card comes from, which the protocols call `from`."""
    seat: int

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
        if seat == self.seat and seat >= 0:
            return self
        hidden: dict[str, Any] = dict.fromkeys(PRIVATE_FIELDS[self.type])
        return replace(self, **hidden) if hidden else self

    def full(self) -> dict[str, object]:
        """Return the whole event, including private fields: for records, never for a player."""
        seen: dict[str, object] = {"type": self.type}
        if self.seat >= 0:
            seen["seat"] = self.seat
        seen.update(self.fields)
        return seen


@dataclass(frozen=True, slots=True)
class FirstPlayer(Event):
    """The seat that begins."""

    __module__ = "semafor"
    type: ClassVar[str] = "first_player"


@dataclass(frozen=True, slots=True)
class CardsDealt(Event):
    """A hand is dealt."""

    __module__ = "semafor"
    type: ClassVar[str] = "cards_dealt"
    count: int
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class GoalsShown(Event):
    """Goals are turned up."""

    __module__ = "semafor"
    type: ClassVar[str] = "goals_shown"
    goals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TicketsDealt(Event):
    """Tickets are dealt, to choose from."""

    __module__ = "semafor"
    type: ClassVar[str] = "tickets_dealt"
    count: int
    tickets: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class TicketsChosen(Event):
    """A seat has chosen its starting tickets; nobody else knows how many yet."""

    __module__ = "semafor"
    type: ClassVar[str] = "tickets_chosen"
    kept: tuple[str, ...] | None
    given_back: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class TicketsKept(Event):
    """Tickets are kept, the others given back."""

    __module__ = "semafor"
    type: ClassVar[str] = "tickets_kept"
    count: int
    count_given_back: int
    kept: tuple[str, ...] | None
    given_back: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """A card is taken from the display."""

    __module__ = "semafor"
    type: ClassVar[str] = "card_taken"
    source: ClassVar[str] = "display"
    card: str
    slot: int


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """The top card of the deck is drawn."""

    __module__ = "semafor"
    type: ClassVar[str] = "card_drawn"
    source: ClassVar[str] = "deck"
    card: str | None


@dataclass(frozen=True, slots=True)
class DisplayFilled(Event):
    """A slot of the display is filled."""

    __module__ = "semafor"
    type: ClassVar[str] = "display_filled"
    slot: int
    card: str


@dataclass(frozen=True, slots=True)
class DisplaySwept(Event):
    """The display is discarded (U-4, U-9)."""

    __module__ = "semafor"
    type: ClassVar[str] = "display_swept"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckReshuffled(Event):
    """The discards become the deck (R-2)."""

    __module__ = "semafor"
    type: ClassVar[str] = "deck_reshuffled"
    count: int


@dataclass(frozen=True, slots=True)
class FerryCardDrawn(Event):
    """A ferry card is drawn (I-5)."""

    __module__ = "semafor"
    type: ClassVar[str] = "ferry_card_drawn"


@dataclass(frozen=True, slots=True)
class TicketsDrawn(Event):
    """Tickets are drawn, to choose from."""

    __module__ = "semafor"
    type: ClassVar[str] = "tickets_drawn"
    count: int
    tickets: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class RouteClaimed(Event):
    """A route is claimed and paid for."""

    __module__ = "semafor"
    type: ClassVar[str] = "route_claimed"
    route: str
    cards: Cards
    ferry_cards: int
    points: int


@dataclass(frozen=True, slots=True)
class BonusCardsDrawn(Event):
    """A claim earns cards from the deck (L-8)."""

    __module__ = "semafor"
    type: ClassVar[str] = "bonus_cards_drawn"
    count: int
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class TunnelOpened(Event):
    """Cards are turned up for a tunnel (N-12)."""

    __module__ = "semafor"
    type: ClassVar[str] = "tunnel_opened"
    route: str
    paid: Cards
    revealed: tuple[str, ...]
    extra: int


@dataclass(frozen=True, slots=True)
class TunnelPaid(Event):
    """The extra of a tunnel is paid."""

    __module__ = "semafor"
    type: ClassVar[str] = "tunnel_paid"
    cards: Cards


@dataclass(frozen=True, slots=True)
class TunnelWithdrawn(Event):
    """The payment for a tunnel is taken back."""

    __module__ = "semafor"
    type: ClassVar[str] = "tunnel_withdrawn"
    route: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat passes (R-4)."""

    __module__ = "semafor"
    type: ClassVar[str] = "passed"


@dataclass(frozen=True, slots=True)
class LastRound(Event):
    """A seat triggers the last round."""

    __module__ = "semafor"
    type: ClassVar[str] = "last_round"
    trains: int
    turns_left: int


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game ends."""

    __module__ = "semafor"
    type: ClassVar[str] = "game_over"
    reason: str


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

FIELDS: Final = {kind.type: tuple([one.name for one in fields(kind)[1:]]) for kind in EVENTS}
"""The names of the fields of every type, in the order in which they are written."""
