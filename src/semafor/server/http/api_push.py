"""REST: Web Push, which tells players that it is their turn when their page is closed."""

from __future__ import annotations

from hashlib import sha256

from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import Response

from semafor.server.http.rest import answer, bearer, describe, hub_of, own_seat, read, token_of
from semafor.server.http.routing import Router
from semafor.server.http.security import client_address
from semafor.server.push.quiet import UnknownZone, zone_of
from semafor.server.push.reminders import PER_ENDPOINT, PER_SEAT
from semafor.server.push.services import BadEndpoint, check_endpoint
from semafor.server.rooms.hub import Hub
from semafor.server.rooms.room import Room
from semafor.server.store.pushes import StoredPush
from semafor.table.names import clean
from semafor.table.tokens import hashed
from semafor.table.wire.problems import Refused
from semafor.table.wire.push_messages import LONGEST_TEXT, LONGEST_TITLE, NewPush, Pushed, PushKey, StopPush

ROUTER = Router("/api")


@ROUTER.get("/push", **describe(PushKey, refusals=(409,)))
async def show_key(request: Request) -> Response:
    """Return the public key that a browser needs for a subscription."""
    return answer(PushKey(await _sending(request).reminding.reminders.public_key()))


@ROUTER.post("/games/{game}/seats/{seat}/push", **bearer(describe(Pushed, NewPush, (401, 403, 404, 409, 410))))
async def subscribe(request: Request, game: str, seat: int) -> Response:
    """Tell a browser when it is the seat's turn."""
    hub = _sending(request)
    from semafor.server.push.sealing import BadKeys, check_keys  # noqa: PLC0415  (not in every installation)

    wanted = await read(request, NewPush)
    room = await _own(request, game, seat)
    if room.table.clock.kind not in {"none", "days"}:
        raise Refused("no_push", "only tables without a clock, or with days, send push messages")
    try:
        check_endpoint(wanted.endpoint, hub.settings.push_services)
        check_keys(wanted.p256dh, wanted.auth)
        if wanted.quiet is not None:
            zone_of(wanted.quiet)
    except (BadEndpoint, BadKeys, UnknownZone) as error:
        raise Refused("bad_push", str(error), status=422) from None
    push = StoredPush(
        game=game,
        seat=seat,
        print=sha256(wanted.endpoint.encode()).hexdigest(),
        token=hashed(token_of(request)),
        endpoint=wanted.endpoint,
        p256dh=wanted.p256dh,
        auth=wanted.auth,
        title=clean(wanted.title, LONGEST_TITLE, "title"),
        text=clean(wanted.text, LONGEST_TEXT, "text"),
        quiet=None if wanted.quiet is None else encode(wanted.quiet).decode(),
    )
    if not await hub.reminding.reminders.store.add(push, PER_SEAT, PER_ENDPOINT):
        raise Refused("too_many_pushes", "too many browsers, or too many tables of this one, get push messages already")
    hub.reminding.add(game)
    return answer(Pushed(True))


@ROUTER.post("/games/{game}/seats/{seat}/push/stop", **bearer(describe(Pushed, StopPush, (401, 403, 404, 410))))
async def unsubscribe(request: Request, game: str, seat: int) -> Response:
    """No longer tell a browser."""
    wanted = await read(request, StopPush)
    await _own(request, game, seat)
    await hub_of(request).reminding.reminders.store.stop(game, seat, sha256(wanted.endpoint.encode()).hexdigest())
    return answer(Pushed(False))


def _sending(request: Request) -> Hub:
    """Return the hub, if it sends messages at all."""
    hub = hub_of(request)
    if not hub.settings.push_services:
        raise Refused("no_push", "this server sends no push messages")
    return hub


async def _own(request: Request, game: str, seat: int) -> Room:
    """Return the room of a seat whose token is in the header."""
    if not request.app.state.heavy.allows(client_address(request)):
        raise Refused("too_fast", "too many subscriptions at once; wait a moment", status=429)
    room = await hub_of(request).room(game)
    if await own_seat(room, token_of(request)) != seat:
        raise Refused("not_your_seat", f"the token does not belong to seat {seat}", status=403)
    return room
