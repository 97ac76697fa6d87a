"""Connections before a request is parsed: how many an address has, and how long they may stay silent.

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

HEAD_SECONDS: Final = 15.0
"""How long a new connection, or the headers of a request, may take until the request is known."""
STUCK_SECONDS: Final = 30.0
"""How long a client may leave pending data unread."""


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
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection out."""
        self._let_go()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Process received bytes, charged to the address."""
        _read(super().data_received, data, self._budget, self)

    def read_on(self) -> None:
        """Resume reading: the address has CPU time again."""
        if not self.flow.read_paused:
            self.transport.resume_reading()

    def on_message_begin(self) -> None:
        """Note that the headers of a request begin."""
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
