"""Somebody who is connected to this process: a browser on a WebSocket, or a bot on a stream."""

from __future__ import annotations

from semafor.table.listeners import Listener


class Connected(Listener):
    """A listener that messages are sent to."""

    def send(self, encoded: bytes) -> None:
        """Send a message, written as JSON."""
        raise NotImplementedError

    def end(self, code: int, reason: str) -> None:
        """End the connection."""
        raise NotImplementedError
