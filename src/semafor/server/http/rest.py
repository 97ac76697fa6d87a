"""The REST API: the endpoints of `semafor.home.endpoints`, and those that only a server has, over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from semafor.home.endpoints.endpoint import JSON, LINES, Ask, Cost, Encoded, Endpoint
from semafor.home.limits import Buckets, Counts
from semafor.home.room import ENCODER
from semafor.server.contest.contests import Contests
from semafor.server.http.security import client_address
from semafor.server.hub.hub import Hub
from semafor.table.tokens import hashed
from semafor.table.wire.problems import Refused

_HOUR: Final = 3600.0
_HEAVY: Final = 10
"""How many requests a slow one counts as."""
_EVERY: Final = 0.5
"""Seconds between two reports of the progress."""


class Served:
    """What the endpoints of a server work with."""

    def __init__(self, hub: Hub) -> None:
        """Take the hub; limits are those of its settings."""
        settings = hub.settings
        self.hub = hub
        self.contests = Contests(hub)
        self.heavy = Buckets(settings.requests_per_second / _HEAVY, max(1, settings.request_burst // _HEAVY))
        self.new_guests = Buckets(settings.games_per_hour / _HOUR, settings.games_per_hour)
        self.streams = Counts(settings.connections_per_address)


class ServedAsk(Ask):
    """A request to a server."""

    def __init__(self, served: Served, request: Request) -> None:
        """Take what the endpoints work with, and the request."""
        super().__init__(served.hub.home, client_address(request))
        self.served = served
        self.hub = served.hub
        self.host = request.client.host if request.client is not None else ""
        """The client's own address, also where several count as one."""

    def charge(self, cost: Cost) -> None:
        """Refuse a client that has asked for too much lately."""
        if cost == "table":
            self.hub.makers.charge(self.address)
        elif not self.served.heavy.allows(self.address):
            raise Refused("too_fast", "too much slow work at once; wait a moment", status=429)

    def charge_guest(self) -> None:
        """Refuse more new guests from an address than tables it may make."""
        if not self.served.new_guests.allows(self.address):
            raise Refused("too_fast", "many guests have come from your address lately; wait a while", status=429)

    async def bot(self, token: str) -> str:
        """Return the bot account of a token."""
        bot = await self.hub.storage.bot(hashed(token))
        if bot is None:
            raise Refused("wrong_token", "there is no bot account with that token", status=401)
        return bot[0]


def routes(endpoints: Sequence[Endpoint], hub: Hub) -> list[Route]:
    """Return the routes of endpoints."""
    served = Served(hub)
    made = []
    for one in endpoints:
        route = Route(one.path, _answering(one, served))
        route.methods = {one.method}  # and not HEAD
        made.append(route)
    return made


def _answering(endpoint: Endpoint, served: Served) -> Callable[[Request], Awaitable[Response]]:
    async def answering(request: Request) -> Response:
        ask = ServedAsk(served, request)
        token = _token(request) if endpoint.token else None
        raw = b"" if endpoint.body is None else await _body(request, endpoint.most)
        work = endpoint.answer(ask, request.path_params, request.query_params, raw, token)
        if endpoint.progress and request.headers.get("accept") == LINES:
            return await _telling(ask, work)
        return respond(await work)

    return answering


def respond(value: Any, status: int = 200) -> Response:
    """Return a value as JSON, or as what it is already."""
    if isinstance(value, Response):
        return value
    if isinstance(value, Encoded):
        return Response(value.raw, status, media_type=value.media)
    return Response(ENCODER.encode(value), status, media_type=JSON)


async def _telling(ask: Ask, work: Awaitable[Any]) -> Response:
    """Stream the progress as lines, then the value; an immediate refusal is an ordinary error reply."""
    part = 0.0

    def tell(done: float) -> None:
        nonlocal part
        part = done

    ask.tell = tell
    task = asyncio.ensure_future(work)

    async def lines() -> AsyncIterator[bytes]:
        try:
            while not task.done():
                yield _line({"part": part})
                await asyncio.wait({task}, timeout=_EVERY)
            yield _line({"ok": task.result()})
        except Refused as refused:
            yield _line({"error": refused.info})
        finally:
            task.cancel()

    try:
        await asyncio.wait({task}, timeout=_EVERY)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if task.done() and task.exception() is not None:
        await task
    # Proxies must not buffer them.
    return StreamingResponse(lines(), media_type=LINES, headers={"X-Accel-Buffering": "no"})


def _line(value: object) -> bytes:
    return ENCODER.encode(value) + b"\n"


async def _body(request: Request, most: int | None) -> bytes:
    """Return the raw body; raise Refused if it has more bytes than may be decoded here."""
    try:
        raw = await request.body()
    except ClientDisconnect:
        raise Refused("too_large", "the request is too large, or was cut off", status=413) from None
    if most is not None and len(raw) > most:
        raise Refused("too_large", f"this request may have at most {most} bytes", status=413)
    return raw


def _token(request: Request) -> str | None:
    """Return the token in the header Authorization, if there is one."""
    if "authorization" not in request.headers:
        return None
    scheme, _, token = request.headers["authorization"].partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Refused("no_token", "send the token in the header: Authorization: Bearer TOKEN", status=401)
    return token.strip()
