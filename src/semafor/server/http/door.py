"""Connections before a request is parsed: how many an address has, how long they may stay silent, how long heads are.

The libraries' work on the bytes of an address is charged to its budget like everything else; reading pauses for an
address that has used up its budget. Uncharged, the attack `frames` keeps the event loop for 269 ms instead of 22, and a
bystander gets no answer in 8 s. What has been received is parsed a piece at a time, between which others have their
turn: in a quarter of a megabyte there are 40,000 WebSocket frames.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from semafor.home.room import ENCODER
from semafor.server.budget import Budget
from semafor.server.http.security import Guard, counted_address
from semafor.table.wire.messages import ErrorInfo

HEAD_SECONDS: Final = 15.0
"""How long a new connection, or the headers of a request, may take until the request is known.

Without it, 200 silent connections lock out everybody else at their address for good.
"""
LONGEST_HEAD: Final = 65_536
"""Bytes of a request besides its body: its first line, headers and trailers, which the parser keeps in memory.

Without it, `heads` take 170 MB in 8 s instead of 46.
"""
MOST_HEADERS: Final = 100
"""Headers of a request: everything behind the door looks through them again and again.

Without it, `headers` keep the event loop for 44 ms instead of 23.
"""
MOST_PIPELINED: Final = 16
"""Requests that may wait on a connection for the one before them; browsers send none.

Without it, `heads` take 114 MB in 8 s instead of 46.
"""
STUCK_SECONDS: Final = 30.0
"""How long a client may leave pending data unread."""
PIECE: Final = 4096
"""Bytes that are parsed at once; without it, `frames` keep the event loop for 149 ms instead of 22."""
STEP_SECONDS: Final = 0.005
"""CPU time after which others have their turn, even if there is more to parse; without it, 139 ms instead of 22."""
MOST_FRAGMENTS: Final = 100
"""Frames of one WebSocket message: even empty ones are kept until the last has come.

Without it, `fragments` take 7 MB in 8 s instead of 4, and never give them back.
"""


_REFUSED: Final = ENCODER.encode(
    {"error": ErrorInfo("too_large", f"the headers of a request may have at most {LONGEST_HEAD} bytes")}
)
_LONG_HEAD: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: application/json\r\n"
    b"connection: close\r\ncontent-length: %d\r\n\r\n%b" % (len(_REFUSED), _REFUSED)
)


class _Stuck:
    """Aborts the connection of a client that reads nothing: a graceful close would also wait for ever."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None

    def begins(self) -> None:
        """Start the timeout: too much data is waiting for the client."""
        self.ends()
        self._watch(self._transport.get_write_buffer_size())

    def ends(self) -> None:
        """Stop the timeout: the client has read it, or is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _watch(self, left: int) -> None:
        self._timer = asyncio.get_running_loop().call_later(STUCK_SECONDS, self._look, left)

    def _look(self, before: int) -> None:
        left = self._transport.get_write_buffer_size()
        if left >= before:
            self._transport.abort()
        else:
            self._watch(left)


class _Door(asyncio.Protocol):
    """A connection: parses what it receives piece by piece, and is aborted if its client does not read for too long."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _stuck: _Stuck | None = None
    _budget: Budget | None = None
    _received: bytes = b""
    _parsed: int = 0
    """How much of `_received` has been parsed."""
    _waiting: asyncio.Handle | None = None
    _handed_over: bool = False

    def data_received(self, data: bytes) -> None:
        """Keep what comes until it is its turn."""
        self._received = self._received[self._parsed :] + data
        self._parsed = 0
        if self._waiting is None:
            self._go_on()

    def parse(self, data: bytes) -> None:
        """Parse a piece."""
        raise NotImplementedError

    def blocked(self) -> bool:
        """Return whether what has been parsed must be dealt with first."""
        raise NotImplementedError

    def wake(self) -> None:
        """Resume parsing, if anything is left and the messages parsed so far have been handled."""
        if self.transport.is_closing() or self.blocked():
            return
        if self._waiting is not None:
            self.transport.pause_reading()
        elif self._parsed < len(self._received):
            self.transport.pause_reading()
            self._waiting = self.loop.call_soon(self._go_on)

    def drop(self) -> None:
        """Parse nothing more: the connection has ended, or is handed over."""
        self._received, self._parsed = b"", 0
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _go_on(self) -> None:
        """Parse for a while, charged to the address; then let others have their turn, or wait for CPU time."""
        self._waiting = None
        if self._budget is not None and self._budget.resting and not self.transport.is_closing():
            self.transport.pause_reading()
            self._waiting = self.loop.call_soon(self._go_on)
            return
        early = 0.0 if self._budget is None else self._budget.early()
        spent = 0.0
        while self._may_parse() and early == 0.0 and spent < STEP_SECONDS:
            started = time.thread_time()
            piece = self._received[self._parsed : self._parsed + PIECE]
            self._parsed += len(piece)
            try:
                self.parse(piece)
            except BaseException:
                # Close the connection if the parser raises.
                self.transport.abort()
                raise
            took = time.thread_time() - started
            spent += took
            if self._budget is not None:
                self._budget.charge(took)
                early = self._budget.early()
        if self._budget is not None and spent > STEP_SECONDS / 2:
            self._budget.rest()
        if self.transport.is_closing() or self._handed_over:
            self.drop()
        elif self.blocked():
            # Whoever unblocks it calls `wake`.
            self.transport.pause_reading()
        elif early > 0.0 or self._parsed < len(self._received):
            self.transport.pause_reading()
            self._waiting = self.loop.call_later(early, self._go_on)
        else:
            self._received, self._parsed = b"", 0
            if not self.transport.is_reading():
                self.transport.resume_reading()

    def _may_parse(self) -> bool:
        return self._parsed < len(self._received) and not self.blocked() and not self.transport.is_closing()

    def pause_writing(self) -> None:
        """Stop writing: the client does not keep up."""
        if self._stuck is not None:
            self._stuck.begins()
        super().pause_writing()

    def resume_writing(self) -> None:
        """Resume writing: the client has caught up."""
        if self._stuck is not None:
            self._stuck.ends()
        super().resume_writing()


class _Flow(FlowControl):
    """Pauses and resumes a connection, and tells its door."""

    def __init__(self, transport: asyncio.Transport, door: _Door) -> None:
        super().__init__(transport)
        self._door = door

    def resume_reading(self) -> None:
        """Read on, after what has been received already."""
        super().resume_reading()
        self._door.wake()


class HttpDoor(_Door, HttpToolsProtocol):
    """An HTTP connection."""

    _counted: str | None = None
    _timer: asyncio.TimerHandle | None = None
    _head: int = 0
    """Bytes of the request so far, besides its body."""
    _body: int = 0
    """Bytes of bodies in the piece that is being parsed."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, unless the address has too many."""
        super().connection_made(transport)
        self.flow = _Flow(transport, self)
        self._stuck = _Stuck(transport)
        guard, self._counted = _admitted(self.config.loaded_app, self.client)
        if self._counted is not None:
            self._budget = guard.budgets.of(self._counted)
            if not guard.lines.enter(self._counted):
                self._counted = None
                transport.abort()
                return
            # Whoever has used up the share does not get more by connecting again.
            self._waiting = self.loop.call_soon(self._go_on)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection out, and drop the requests that wait on it."""
        self._let_go()
        self.drop()
        self.pipeline.clear()
        super().connection_lost(exc)

    def parse(self, data: bytes) -> None:
        """Parse a piece, and refuse a request whose headers have no end."""
        self._body = 0
        HttpToolsProtocol.data_received(self, data)
        # For each byte of a body, one of the marks around its chunks is free.
        self._head = max(0, self._head + len(data) - 2 * self._body)
        if self._head > LONGEST_HEAD and not self.transport.is_closing():
            if self._timer is not None:
                self.transport.write(_LONG_HEAD)
            self.transport.close()

    def blocked(self) -> bool:
        """Return whether a request must be answered, or a body taken, before more is read."""
        return self.flow.read_paused

    def on_body(self, body: bytes) -> None:
        """Take a part of the body, whose length is limited elsewhere."""
        self._body += len(body)
        super().on_body(body)

    def on_message_begin(self) -> None:
        """Note that the headers of a request begin."""
        self._head = 0
        if len(self.pipeline) >= MOST_PIPELINED:
            # The parser stops at an exception, and the connection is closed with an error.
            raise ValueError("too many requests on one connection, none of which is answered yet")
        if self._timer is None:
            self._expect_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Note that the headers of a request are complete, and that there are not too many."""
        self._stop_timer()
        if len(self.headers) > MOST_HEADERS:
            raise ValueError("too many headers")
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a WebSocket, which is counted separately."""
        self._let_go()
        self._handed_over = True
        super().handle_websocket_upgrade()

    def _expect_head(self) -> None:
        self._timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _let_go(self) -> None:
        self._stop_timer()
        if self._stuck is not None:
            self._stuck.ends()
        if self._counted is not None:
            _guard(self.config.loaded_app).lines.leave(self._counted)
            self._counted = None


class SocketDoor(_Door, WebSocketsSansIOProtocol):
    """A WebSocket; the guard counts it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the connection."""
        super().connection_made(transport)
        self._stuck = _Stuck(self.transport)
        guard, counted = _admitted(self.config.loaded_app, self.client)
        if counted is not None:
            self._budget = guard.budgets.of(counted)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop watching."""
        self.drop()
        if self._stuck is not None:
            self._stuck.ends()
        super().connection_lost(exc)

    def parse(self, data: bytes) -> None:
        """Parse a piece; this includes pings, which are answered here."""
        WebSocketsSansIOProtocol.data_received(self, data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            # uvicorn would leave this connection open, and nobody counts it.
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def blocked(self) -> bool:
        """Return whether messages are waiting to be answered."""
        return self.read_paused

    async def receive(self) -> Any:
        """Return the next message; when none is left, parse on."""
        message = await super().receive()
        self.wake()
        return message

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; a text that is not UTF-8 goes on as bytes, and is refused like any other nonsense."""
        if self.curr_msg_data_type == "text":
            self.frames = [b"".join(self.frames)]
            try:
                self.frames[0].decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    def handle_cont(self, event: Frame) -> None:
        """Take a further frame of a message, or hang up if there is no end to them."""
        if self.close_sent:
            return
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
            return
        self.conn.fail(CloseCode.POLICY_VIOLATION, "too_many_fragments")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()


def _guard(app: Any) -> Guard:
    """Return the guard of the application, unwrapping other middleware."""
    while not isinstance(app, Guard):
        app = app.app
    return app


def _admitted(app: Any, client: tuple[str, int] | None) -> tuple[Guard, str | None]:
    """Return the guard, and the address that a connection counts for; None for a trusted proxy."""
    guard = _guard(app)
    host = "" if client is None else client[0]
    while app is not guard:
        if isinstance(app, ProxyHeadersMiddleware) and host in app.trusted_hosts:
            return guard, None
        app = app.app
    return guard, counted_address(host)
