"""Connections before a request is parsed: how many an address has, how long they may stay silent, how long heads are.

The libraries' work on the bytes of an address is charged to its budget like everything else; reading pauses for an
address that has used up its budget.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from semafor.server.budget import Budget
from semafor.server.http.security import Guard, counted_address
from semafor.server.rooms.room import ENCODER
from semafor.table.wire.messages import ErrorInfo

HEAD_SECONDS: Final = 15.0
"""How long a new connection, or the headers of a request, may take until the request is known."""
LONGEST_HEAD: Final = 65_536
"""Bytes of a request besides its body: its first line, headers and trailers, which the parser keeps in memory."""
MOST_PIPELINED: Final = 16
"""Requests that may wait on a connection for the one before them; browsers send none."""
STUCK_SECONDS: Final = 30.0
"""How long a client may leave pending data unread."""


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


class _Watched(asyncio.BaseProtocol):
    """A connection that is aborted if its client does not read for too long."""

    _stuck: _Stuck | None = None

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


class HttpDoor(_Watched, HttpToolsProtocol):
    """An HTTP connection."""

    _counted: str | None = None
    _budget: Budget | None = None
    _timer: asyncio.TimerHandle | None = None
    _head: int = 0
    """Bytes of the request so far, besides its body."""
    _body: int = 0
    """Bytes of bodies among those last received."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, unless the address has too many."""
        super().connection_made(transport)
        self._stuck = _Stuck(transport)
        guard, self._counted = _admitted(self.config.loaded_app, self.client)
        if self._counted is not None:
            self._budget = guard.budgets.of(self._counted)
            if not guard.lines.enter(self._counted):
                self._counted = None
                transport.abort()
                return
            # Whoever has used up the share does not get more by connecting again.
            self.loop.call_soon(_wait_for_share, self._budget, self)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection out, and drop the requests that wait on it."""
        self._let_go()
        self.pipeline.clear()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Process received bytes, charged to the address."""
        self._body = 0
        _read(super().data_received, data, self._budget, self)
        # For each byte of a body, one of the marks around its chunks is free.
        self._head = max(0, self._head + len(data) - 2 * self._body)
        if self._head > LONGEST_HEAD and not self.transport.is_closing():
            if self._timer is not None:
                self.transport.write(_LONG_HEAD)
            self.transport.close()

    def read_on(self) -> None:
        """Resume reading: the address has CPU time again."""
        if not self.flow.read_paused:
            self.transport.resume_reading()

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
        """Note that the headers of a request are complete."""
        self._stop_timer()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a WebSocket, which is counted separately."""
        self._let_go()
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


class SocketDoor(_Watched, WebSocketsSansIOProtocol):
    """A WebSocket; the guard counts it."""

    _budget: Budget | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the connection."""
        super().connection_made(transport)
        self._stuck = _Stuck(self.transport)
        guard, counted = _admitted(self.config.loaded_app, self.client)
        if counted is not None:
            self._budget = guard.budgets.of(counted)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop watching."""
        if self._stuck is not None:
            self._stuck.ends()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Process received bytes, charged to the address; this includes pings, which are answered here."""
        _read(super().data_received, data, self._budget, self)

    def read_on(self) -> None:
        """Resume reading: the address has CPU time again."""
        if not self.read_paused:
            self.transport.resume_reading()


def _read(take: Any, data: bytes, budget: Budget | None, door: HttpDoor | SocketDoor) -> None:
    """Process bytes, and pause reading for an address that has used up its CPU time."""
    started = time.thread_time()
    take(data)
    if budget is None:
        return
    budget.charge(time.thread_time() - started)
    _wait_for_share(budget, door)


def _wait_for_share(budget: Budget, door: HttpDoor | SocketDoor) -> None:
    """Pause reading until the address has CPU time again."""
    early = budget.early()
    if early > 0 and not door.transport.is_closing():
        door.transport.pause_reading()
        door.loop.call_later(early, _read_on, door)


def _read_on(door: HttpDoor | SocketDoor) -> None:
    if not door.transport.is_closing():
        door.read_on()


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
