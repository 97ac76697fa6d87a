"""Streams of JSON lines: the connection of a bot account to a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final, Generic, TypeVar

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from semafor.home import talk
from semafor.home.connection import Connection
from semafor.home.endpoints.endpoint import LINES
from semafor.home.room import Room
from semafor.server.http.sockets import MOST_BYTES_WAITING, MOST_WAITING

T = TypeVar("T")
_KEEP_ALIVE: Final = 15.0


class Stream(Connection):
    """The event stream of a bot."""

    def __init__(self, seats: dict[int, str], last_seq: int | None, address: str) -> None:
        super().__init__(seats, last_seq, address)
        self.ended = False
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._bytes = 0

    def send(self, encoded: bytes) -> None:
        """Put a message into the queue; end the stream of a bot that does not keep up."""
        if self.ended:
            return
        if self._waiting.qsize() >= MOST_WAITING or self._bytes > MOST_BYTES_WAITING:
            self.end(0, "")
            return
        self._bytes += len(encoded)
        self._waiting.put_nowait(encoded)

    def end(self, code: int, reason: str) -> None:
        """End the stream, without what has not been read yet."""
        self.ended = True
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self._waiting.put_nowait(None)

    async def next(self) -> bytes | None:
        """Return the next message; None at the end."""
        message = await self._waiting.get()
        self._bytes -= len(message or b"")
        return message


class Lines(StreamingResponse, Generic[T]):
    """A stream of JSON lines that always runs its clean-up."""

    def __init__(self, lines: AsyncIterator[bytes], ended: Callable[[], None]) -> None:
        super().__init__(lines, media_type=LINES)
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()


async def lines_of(room: Room, listener: Stream) -> AsyncIterator[bytes]:
    """Yield the messages of a room until the bot disconnects."""
    try:
        await talk.enter(room, listener)
        while True:
            try:
                line = await asyncio.wait_for(listener.next(), _KEEP_ALIVE)
            except TimeoutError:
                line = b""
            if line is None:
                return
            yield line + b"\n"
    finally:
        room.remove(listener)
