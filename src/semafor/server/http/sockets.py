"""A browser on a WebSocket: reads its messages one by one, and sends it the table's messages."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import Final

from starlette.types import Receive, Send

from semafor.home import talk
from semafor.home.connection import Connection
from semafor.home.limits import Bucket
from semafor.home.logs import report
from semafor.home.room import ENCODER, SEAT_MOVED, Room
from semafor.home.store import StoreError
from semafor.server.budget import PAYER, Budget, at_expense
from semafor.server.hub.hub import Hub
from semafor.server.metrics import CONNECTIONS, MESSAGES, REFUSED
from semafor.table.wire.client_messages import Hello
from semafor.table.wire.messages import ErrorInfo, ErrorMessage
from semafor.table.wire.problems import Refused
from semafor.table.wire.reading import read_hello

SOCKET_PATH: Final = "/api/games/{game}/socket"
LARGEST_MESSAGE: Final = 32_768
MOST_WAITING: Final = 300
"""Messages that may wait for a slow client; then it is disconnected, and reconnects for a fresh view."""
MOST_BYTES_WAITING: Final = 1_000_000
"""The same in bytes, not counting the message that exceeds it."""
HELLO_SECONDS: Final = 15.0
POLICY: Final = 1008
OVERLOADED: Final = 1013
NO_SUCH_GAME: Final = 4004


class Gone(Exception):
    """The browser has disconnected."""


class Socket(Connection):
    """A connected browser."""

    def __init__(self, send: Send, seats: dict[int, str], last_seq: int | None, address: str = "") -> None:
        """Take the ASGI `send`, the seats and `last_seq` from `hello`, and the address."""
        super().__init__(seats, last_seq, address)
        self.ended = False
        self._send = send
        self._waiting: deque[bytes | tuple[int, str]] = deque()
        self._bytes = 0
        self._wake: asyncio.Future[None] | None = None

    def send(self, encoded: bytes) -> None:
        """Put a message into the queue; disconnect a client that does not keep up."""
        if self.ended:
            return
        if len(self._waiting) >= MOST_WAITING or self._bytes > MOST_BYTES_WAITING:
            self.end(OVERLOADED, "too_slow")
            return
        self._bytes += len(encoded)
        self._put(encoded)

    def end(self, code: int, reason: str) -> None:
        """Close the connection after a last message."""
        self.ended = True
        self._waiting.clear()
        if code == SEAT_MOVED:
            self._put(ENCODER.encode(ErrorMessage(code=reason, message="the seat is on another device")))
        self._put((code, reason))

    def _put(self, item: bytes | tuple[int, str]) -> None:
        self._waiting.append(item)
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def write(self) -> None:
        """Send the messages in the queue."""
        loop = asyncio.get_running_loop()
        while True:
            while self._waiting:
                item = self._waiting.popleft()
                if isinstance(item, tuple):
                    await self._send({"type": "websocket.close", "code": item[0], "reason": item[1]})
                    return
                await self._send({"type": "websocket.send", "text": item.decode()})
                self._bytes -= len(item)
            self._wake = loop.create_future()
            await self._wake


async def serve_socket(hub: Hub, receive: Receive, send: Send, game: str) -> None:
    """Serve a browser until it disconnects.

    This is plain ASGI: with a framework, every message would pass through all its layers.
    """
    await receive()
    CONNECTIONS.inc()
    try:
        await send({"type": "websocket.accept"})
        await _talk(hub, receive, send, game)
    except (Gone, OSError, RuntimeError):
        # Disconnected, perhaps while sending (a message after the close is a RuntimeError).
        pass
    except Refused as problem:
        await _refuse(send, NO_SUCH_GAME, problem.info)
    except StoreError as problem:
        report(problem)
        await _refuse(send, OVERLOADED, talk.NO_DATABASE)
    finally:
        CONNECTIONS.dec()


async def _talk(hub: Hub, receive: Receive, send: Send, game: str) -> None:
    hello = await _hello(receive, send)
    if hello is None:
        return
    payer = PAYER.get()

    def connect(seats: dict[int, str], last_seq: int | None) -> Socket:
        return Socket(send, seats, last_seq, payer.address)

    room, socket = await payer.run(talk.welcome(hub.home, game, hello, connect))
    writer = asyncio.create_task(at_expense(socket.write()), name="socket writer")
    try:
        await payer.run(talk.enter(room, socket))
        await _read(hub, room, socket, receive, payer)
    finally:
        room.remove(socket)
        writer.cancel()
        with suppress(asyncio.CancelledError, RuntimeError, OSError):
            await writer


async def _hello(receive: Receive, send: Send) -> Hello | None:
    """Return the first message, or None after refusing it."""
    try:
        raw = await asyncio.wait_for(next_message(receive), HELLO_SECONDS)
        return read_hello(raw)
    except TimeoutError:
        await _refuse(send, POLICY, ErrorInfo("no_hello", "the first message must be hello, and arrive soon"))
    except Refused as problem:
        await _refuse(send, POLICY, problem.info)
    return None


async def _refuse(send: Send, code: int, info: ErrorInfo) -> None:
    """Send the reason, and close."""
    last = ENCODER.encode(ErrorMessage(code=info.code, message=info.message)).decode()
    with suppress(RuntimeError, OSError):
        await send({"type": "websocket.send", "text": last})
        await send({"type": "websocket.close", "code": code, "reason": info.code})


async def next_message(receive: Receive) -> bytes:
    """Return the next message of a WebSocket, sent as text or as bytes; raise Gone."""
    event = await receive()
    if event["type"] == "websocket.disconnect":
        raise Gone
    text = event.get("text")
    if text is not None:
        return str(text).encode("utf-8", "surrogatepass")
    return bytes(event.get("bytes") or b"")


async def _read(hub: Hub, room: Room, socket: Socket, receive: Receive, payer: Budget) -> None:
    """Answer one message after the other; a client that sends too fast is slowed down, but loses nothing.

    The same goes for a client that has used up the CPU time of its connection or address.
    """
    bucket = Bucket(hub.settings.messages_per_second, hub.settings.burst)
    while True:
        raw = await next_message(receive)
        MESSAGES.inc()
        early = bucket.take()
        if early > 0:
            await asyncio.sleep(early)
        await payer.run(_reply(room, socket, raw))


async def _reply(room: Room, socket: Socket, raw: bytes) -> None:
    """Answer a message, valid or not."""
    if not await talk.hear(room, socket, raw):
        REFUSED.labels("bad_message").inc()
