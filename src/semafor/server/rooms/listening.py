"""Whoever looks at a table: a browser on a WebSocket, or a bot on a stream."""

from __future__ import annotations

from semafor.table.wire.messages import ServerMessage


class Listener:
    """Gets messages about a table. `seats` are its own, each with the token (hashed) by which it has it."""

    def __init__(self, seats: dict[int, str], last_seq: int | None) -> None:
        """A listener with one seat sees with its eyes; with several, with nobody's until it says otherwise."""
        self.seats = seats
        self.eyes: int | None = next(iter(seats)) if len(seats) == 1 else None
        self.sent_seq = last_seq or 0
        self.had_view = False
        self.heard = 0
        """The number of the last line of chat that was sent."""

    def send(self, message: ServerMessage, encoded: bytes | None = None) -> None:
        """Takes a message to be sent; `encoded` is the same, if somebody has written it down already."""
        raise NotImplementedError

    def end(self, code: int, reason: str) -> None:
        """Ends the connection."""
        raise NotImplementedError
