"""Events: what happened, as opposed to what a player wanted, and who may see which part of it.

An event has public fields, which everybody sees, and private ones, which only its seat sees. PRIVATE_FIELDS is the only
list of the private ones. Chance is explicit: every card turned up, dealt or reshuffled is an event.
"""

from typing import Final

from mypy_extensions import i64

from semafor.model.cards import CARDS

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

UNDOABLE: Final[frozenset[str]] = frozenset(
    {
        "route_claimed",
        "tickets_chosen",
        "tickets_kept",
        "ferry_card_drawn",
        "tunnel_paid",
        "tunnel_withdrawn",
        "passed",
        "last_round",
    }
)
"""The allow-list of events that reveal nothing hidden: an action with no others can be undone."""


class Event:
    """Something that happened to a seat (or to the table: seat -1), with its fields by name."""

    def __init__(self, type: str, seat: int, fields: dict[str, object]) -> None:
        """Take the type, the seat, and all fields, including private ones."""
        self.type = type
        self.seat = seat
        self.fields = fields

    def seen_by(self, seat: int) -> dict[str, object]:
        """Return the event as the seat (or a spectator, -1) may see it, ready for JSON."""
        hidden: tuple[str, ...] = () if seat == self.seat and seat >= 0 else PRIVATE_FIELDS[self.type]
        seen: dict[str, object] = {"type": self.type}
        if self.seat >= 0:
            seen["seat"] = self.seat
        for name, value in self.fields.items():
            if name not in hidden:
                seen[name] = value
        return seen

    def full(self) -> dict[str, object]:
        """Return the whole event, including private fields: for records, never for a player."""
        seen: dict[str, object] = {"type": self.type}
        if self.seat >= 0:
            seen["seat"] = self.seat
        seen.update(self.fields)
        return seen

    def __eq__(self, other: object) -> bool:
        """Compare everything about the events."""
        return isinstance(other, Event) and self.full() == other.full()

    def __hash__(self) -> int:
        """Hash the type and the seat; the fields may be lists."""
        return hash((self.type, self.seat))

    def __repr__(self) -> str:
        """Return the event as one readable line."""
        fields = [f"{name}={value!r}" for name, value in self.fields.items()]
        return f"Event({', '.join([repr(self.type), str(self.seat), *fields])})"


class Journal:
    """Collects the events of one action. States write to it if they have one; in bulk play they don't."""

    def __init__(self) -> None:
        """Start empty."""
        self.events: list[Event] = []

    def write(self, type: str, seat: i64, fields: dict[str, object]) -> None:
        """Add an event."""
        self.events.append(Event(type, seat, fields))


def card_list(kinds: list[int]) -> list[str]:
    """Return the names of cards, for an event's fields."""
    return [CARDS[kind] for kind in kinds]
