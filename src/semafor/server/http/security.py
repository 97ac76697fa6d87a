"""Checks for every request: host and origin, size, rate, CPU time; and the headers of every response."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import time
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from semafor.content_policy import content_policy
from semafor.home.limits import Amounts, Buckets, Counts
from semafor.home.logs import LOGGER
from semafor.home.room import ENCODER
from semafor.server.budget import PAYER, Budgets, at_expense
from semafor.server.lan import is_own_machine
from semafor.server.metrics import REQUESTS
from semafor.server.settings import Settings
from semafor.table.wire.messages import ErrorInfo
from semafor.table.wire.problems import Refused

LONGEST_QUERY: Final = 2_000
"""Bytes after the question mark: 64 KB of them may be 32,000 parameters.

Without it, `queries` keep the event loop for 115 ms instead of 26.
"""
LARGEST_BODY: Final = 4_000_000
MOST_BYTES: Final = 16_000_000
"""Bytes in flight per address, in its requests and in large responses.

Without it, `uploads` take 412 MB in 8 s instead of 38.
"""
LINES: Final = 100
"""HTTP connections that an address may have besides its WebSockets and streams.

Without it, it may hold as many files as the server can open: `silent` opens 1,000 and gets 200.
"""
LARGE: Final = 65_536
"""Longer responses count as bytes in flight until they have been sent."""
BODY_SECONDS: Final = 30.0
"""How long the body of a request may take to arrive.

Without it, 200 unfinished ones lock out everybody else at their address for good.
"""
LONGEST_WAIT: Final = 5.0
"""The longest wait for CPU time, in seconds; a request that would wait longer is refused."""
CSP: Final = content_policy("script-src 'self'", "frame-ancestors 'none'")
MEET_PATH: Final = "/api/meet/"
HEADERS: Final = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
TRUSTED_HEADERS: Final = {**HEADERS, "cross-origin-opener-policy": "same-origin"}
"""Browsers honour the opener policy only on trustworthy origins; elsewhere they log an error."""


def error_response(info: ErrorInfo, status: int) -> Response:
    """Return the response to a refused request."""
    return Response(ENCODER.encode({"error": info}), status, media_type="application/json")


async def refuse_socket(receive: Receive, send: Send) -> None:
    """Refuse a WebSocket before it is accepted, with a plain 403."""
    await receive()
    await send({"type": "websocket.close", "code": 1008})


def client_address(connection: HTTPConnection) -> str:
    """Return the client's address as `counted_address` counts it."""
    return counted_address(connection.client.host if connection.client is not None else "")


def counted_address(host: str) -> str:
    """Return the address that limits apply to: an IPv6 /64 network counts as one, a mapped IPv4 address as itself.

    >>> counted_address("::ffff:192.0.2.7"), counted_address("2001:db8::7"), counted_address("192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6 and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host


@cache
def own_names() -> frozenset[str]:
    """Return the names of this machine."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, name.partition(".")[0], f"{name.partition('.')[0]}.local"})


def host_allowed(host: str, public: tuple[str, ...]) -> bool:
    """Return whether a Host header is the server's: an address, one of this machine's names, or a public one.

    A malicious page can point its own name at this machine (DNS rebinding), but not an address.

    >>> host_allowed("127.0.0.1:8600", ()), host_allowed("evil.example", ())
    (True, False)
    """
    if not host or any(mark in host for mark in "/\\@?# "):
        return False
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        if name in own_names() or name in public:
            return True
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def trusted_by_browsers(scope: Scope, host: str, public: tuple[str, ...]) -> bool:
    """Return whether browsers trust the server's origin: over TLS or on localhost, not over the LAN."""
    name = urlsplit(f"//{host}").hostname or ""
    return scope["scheme"] == "https" or name in public or name == "localhost" or is_own_machine(name)


def origin_allowed(origin: str | None, host: str, public: tuple[str, ...]) -> bool:
    """Return whether an Origin header is allowed: the server's own pages, or none (not a browser)."""
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
        name = parts.hostname
    except ValueError:
        return False
    return parts.netloc.lower() == host.lower() or (name is not None and name in public)


class Guard:
    """The outermost middleware of the application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        """Take the application and its limits."""
        self.app = app
        self.public = tuple(host.lower() for host in settings.public_hosts)
        self.requests = Buckets(settings.requests_per_second, settings.request_burst)
        self.connections = Counts(settings.connections_per_address)
        self.lines = Counts(settings.connections_per_address + LINES)
        """HTTP connections: a browser has several, a bot one for each of its streams."""
        self.under_way = Counts(self.lines.most)
        """Requests of each address that are being answered, even if nobody waits for the answer any more."""
        self.bytes = Amounts()
        self.budgets = Budgets(settings.processor_share)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or refuse it with a reason."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        address = client_address(HTTPConnection(scope))
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        # Duplicate Host headers are refused: a proxy may have checked the other one.
        host = hosts[0] if len(hosts) == 1 else ""
        refused = self._refusal(scope, headers, host, address)
        payer = self.budgets.of(address)
        PAYER.set(payer)
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send, refused, address)
            return
        if payer.early() > LONGEST_WAIT:
            refused = ErrorInfo("too_fast", "you have used up your share of CPU time; wait a moment"), 429
        if refused is None and not self.under_way.enter(address):
            refused = ErrorInfo("too_fast", "too many of your requests are being answered; wait for them"), 429
        if refused is not None:
            # Answer at once: queued refusals would fill memory, since nothing limits their number.
            await at_expense(self._http(scope, receive, send, refused, address))
            return
        try:
            await payer.run(self._http(scope, receive, send, None, address))
        finally:
            self.under_way.leave(address)

    def _refusal(self, scope: Scope, headers: Headers, host: str, address: str) -> tuple[ErrorInfo, int] | None:
        if not host_allowed(host, self.public):
            return ErrorInfo("wrong_host", "the server does not have that name; see --public-url"), 421
        # Pages of any origin find each other by a relay, which knows no secrets and takes no cookies.
        relayed = str(scope["path"]).startswith(MEET_PATH) and scope["type"] == "websocket"
        if not relayed and not origin_allowed(headers.get("origin"), host, self.public):
            return ErrorInfo("wrong_origin", "requests from that origin are not allowed"), 403
        if len(scope.get("query_string", b"")) > LONGEST_QUERY:
            return ErrorInfo("too_large", f"a query string may have at most {LONGEST_QUERY} bytes"), 413
        if scope["type"] == "http":
            length = headers.get("content-length", "0")
            if not length.isdecimal() or int(length[:12]) > LARGEST_BODY:
                return ErrorInfo("too_large", f"a request may have at most {LARGEST_BODY} bytes"), 413
            if self.bytes.of(address) > MOST_BYTES:
                return _TOO_MUCH
        # Opening a WebSocket is a request like any other; its messages have separate limits.
        if str(scope["path"]).startswith("/api/") and not self.requests.allows(address):
            return ErrorInfo("too_fast", "too many requests; wait a moment"), 429
        return None

    async def _websocket(
        self, scope: Scope, receive: Receive, send: Send, refused: tuple[ErrorInfo, int] | None, address: str
    ) -> None:
        if refused is not None or not self.connections.enter(address):
            await refuse_socket(receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.connections.leave(address)

    async def _http(
        self, scope: Scope, receive: Receive, send: Send, refused: tuple[ErrorInfo, int] | None, address: str
    ) -> None:
        started = time.perf_counter()
        status = 500
        host = Headers(scope=scope).get("host", "")
        trusted = host_allowed(host, self.public) and trusted_by_browsers(scope, host, self.public)
        body = _Body(receive, self.bytes, address)
        first: Message | None = None
        dropped = False

        async def plain_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in (TRUSTED_HEADERS if trusted else HEADERS).items():
                    headers[name] = value
                if "cache-control" not in headers:
                    headers["cache-control"] = "no-store"
            await send(message)

        async def guarded_send(message: Message) -> None:
            nonlocal first, dropped
            if message["type"] == "http.response.start":
                first = message
                return
            length = len(message.get("body", b""))
            if first is not None:
                others = self.bytes.of(address)
                dropped = length > LARGE and others > LARGE and others + length > MOST_BYTES
                if dropped:
                    # Replies that nobody reads would stay in memory.
                    await error_response(*_TOO_MUCH)(scope, body.receive, plain_send)
                else:
                    await plain_send(first)
                first = None
            if dropped:
                return
            if length <= LARGE:
                await send(message)
                return
            self.bytes.add(address, length)
            try:
                await send(message)
            finally:
                self.bytes.add(address, -length)

        try:
            if refused is not None:
                await error_response(*refused)(scope, body.receive, guarded_send)
            else:
                await self.app(scope, body.receive, guarded_send)
        finally:
            body.release()
            REQUESTS.labels(scope["method"] if scope["method"] in _METHODS else "other", str(status)).inc()
            route = scope.get("route")
            path = getattr(route, "path", None) or "(page)"
            ms = round((time.perf_counter() - started) * 1000, 1)
            LOGGER.info("request", extra={"method": scope["method"], "path": path, "status": status, "ms": ms})


class _Body:
    """The body of a request as it arrives: limited in size, time, and bytes in flight."""

    def __init__(self, receive: Receive, under_way: Amounts, address: str) -> None:
        self._receive = receive
        self._under_way = under_way
        self._address = address
        self._until = time.monotonic() + BODY_SECONDS
        self._received = 0
        self._whole = False

    async def receive(self) -> Message:
        """Return the next part, counted; raise Refused."""
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout(self._until - time.monotonic()):
                message = await self._receive()
        except TimeoutError:
            text = f"the request took longer than {BODY_SECONDS:.0f} seconds to arrive"
            raise Refused("too_slow", text, status=408) from None
        self._whole = not message.get("more_body", False)
        length = len(message.get("body", b""))
        self._received += length
        self._under_way.add(self._address, length)
        if self._received > LARGEST_BODY:
            # Content-Length was wrong or missing.
            return {"type": "http.disconnect"}
        if self._under_way.of(self._address) > MOST_BYTES:
            raise Refused(_TOO_MUCH[0].code, _TOO_MUCH[0].message, status=_TOO_MUCH[1])
        return message

    def release(self) -> None:
        """Release the bytes in flight: the request has been answered."""
        self._under_way.add(self._address, -self._received)


_TOO_MUCH: Final = ErrorInfo("too_fast", "too many bytes in flight; wait until your other requests are done"), 429
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
