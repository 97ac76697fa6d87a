"""A client of a table: its seats, and what it has been sent."""

from __future__ import annotations


class Listener:
    """A connection to a table. `seats` are its seats, each with its token (hashed)."""

    def __init__(self, seats: dict[int, str], last_seq: int | None = None) -> None:
        """View the game as the only seat; with several seats, as a spectator until `look_as`."""
        self.seats = seats
        self.eyes: int | None = next(iter(seats)) if len(seats) == 1 else None
        self.sent_seq = last_seq or 0
        self.screen = False
        """Whether it is the table's big screen, which sees what spectators see."""
        self.had_view = False
        self.heard = 0
        """The number of the last line of chat that was sent."""

    def look_as(self, eyes: int | None) -> None:
        """Switch to another viewer, from the beginning of the log: it may see other things."""
        self.eyes = eyes
        self.sent_seq = 0
