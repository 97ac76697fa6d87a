"""The journal of what happened, and what of it can be undone; the events themselves are in `event_types`."""

from typing import Final

from semafor.model.cards import CARDS
from semafor.model.event_types import Event

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


class Journal:
    """Collects the events of one action. States write to it if they have one; in bulk play they don't."""

    def __init__(self) -> None:
        """Start empty."""
        self.events: list[Event] = []

    def write(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)


def card_list(kinds: list[int]) -> tuple[str, ...]:
    """Return the names of cards, for an event's fields."""
    return tuple([CARDS[kind] for kind in kinds])
