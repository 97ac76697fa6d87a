"""Somebody who is shown a table: which seats are theirs, and what they have been sent."""

from __future__ import annotations


class Listener:
    """A connection to a table. `seats` are its own, each with the token (hashed) by which it has it."""

    def __init__(self, seats: dict[int, str], last_seq: int | None = None) -> None:
        """See with the eyes of the one seat; with several seats, with nobody's until `look_as`."""
        self.seats = seats
        self.eyes: int | None = next(iter(seats)) if len(seats) == 1 else None
        self.sent_seq = last_seq or 0
        self.had_view = False
        self.heard = 0
        """The number of the last line of chat that was sent."""

    def look_as(self, eyes: int | None) -> None:
        """See with other eyes, from the beginning: they have seen other things."""
        self.eyes = eyes
        self.sent_seq = 0
