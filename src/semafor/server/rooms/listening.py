"""Somebody who is connected to this process: a browser on a WebSocket, or a bot on a stream."""

from __future__ import annotations

from semafor.table.listeners import Listener


class Connected(Listener):
    """A listener that messages are sent to, and the address that it is at."""

    def __init__(self, seats: dict[int, str], last_seq: int | None = None, address: str = "") -> None:
        """Take what a listener is, and its address."""
        super().__init__(seats, last_seq)
        self.address = address

    def send(self, encoded: bytes) -> None:
        """Send a message, written as JSON."""
        raise NotImplementedError

    def end(self, code: int, reason: str) -> None:
        """End the connection."""
        raise NotImplementedError
