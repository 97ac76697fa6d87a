"""A client connected to a table, over any transport."""

from __future__ import annotations

from semafor.table.views.listeners import Listener


class Connection(Listener):
    """A listener that can be sent to: a WebSocket, a stream of lines, a port of a web worker."""

    def __init__(self, seats: dict[int, str], last_seq: int | None = None, address: str = "") -> None:
        """Take the seats, the last entry seen, and the address."""
        super().__init__(seats, last_seq)
        self.address = address

    def send(self, encoded: bytes) -> None:
        """Send a message, encoded as JSON."""
        raise NotImplementedError

    def end(self, code: int, reason: str) -> None:
        """End the connection."""
        raise NotImplementedError
