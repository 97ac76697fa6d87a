"""Fields of an observation: the base class, the update conditions, and shared helpers."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.engine.observation import View
from semafor.env.core.axes import Axis
from semafor.model.cards import KINDS

# When a field must be rewritten.
ONCE: Final[i64] = 0
ALWAYS: Final[i64] = 1
ON_ROUTES: Final[i64] = 2
ON_TICKETS: Final[i64] = 3
ON_PAYMENTS: Final[i64] = 4

LARGEST: Final[i64] = 255
"""The largest number in an observation; larger values are clipped to it."""


class Field:
    """A part of an observation."""

    when: i64
    start: i64

    def __init__(self, name: str, axes: list[Axis], largest: list[int], meaning: str) -> None:
        """`largest` has the field's largest number, or one for every index of its last axis."""
        self.name = name
        self.axes = axes
        self.largest = [max(1, min(number, int(LARGEST))) for number in largest]
        self.meaning = meaning
        self.when = ALWAYS
        self.blank = 0
        """What a new row has everywhere in the field."""
        # Its offset in an observation; the encoder sets it.
        self.start = 0
        size = 1
        for axis in axes:
            size *= len(axis.entries)
        self.size: i64 = size

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Write the field from `row[at]` on, over its previous value."""
        raise NotImplementedError

    def clear(self, row: vec[u8], at: i64) -> None:
        """Write zeros."""
        write_zeros(row, at, self.size)


def write_zeros(row: vec[u8], at: i64, count: i64) -> None:
    """Write zeros from `row[at]` on; compiled, they are written all at once (`INTRINSICS` in `building/parts.py`)."""
    for i in range(at, at + count):
        row[i] = 0


def copy_cards(seen: View, source: i64, row: vec[u8], at: i64) -> None:
    """Copy cards by kind out of the view's numbers."""
    numbers = seen.numbers
    for kind in range(i64(KINDS)):
        row[at + kind] = u8(numbers[source + kind])


def mark_tickets(seen: View, place: i64, row: vec[u8], at: i64) -> None:
    """Mark the tickets that the observer knows to be in a place."""
    tickets = seen.tickets
    for ticket in range(seen.board.ticket_total):
        if i64(tickets[ticket]) == place:
            row[at + ticket] = 1


def from_observer(seen: View, seat: i64) -> i64:
    """Return how many seats after the observer a seat comes."""
    after = seat - seen.seat
    return after if after >= 0 else after + seen.players
