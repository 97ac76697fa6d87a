"""REST: Web Push, which tells players that it is their turn when their page is closed."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final

from msgspec.json import encode

from semafor.home.endpoints.endpoint import Endpoints
from semafor.home.endpoints.games import own_seat
from semafor.home.room import Room
from semafor.server.http.rest import ServedAsk
from semafor.server.hub.hub import Hub
from semafor.server.push.push_store import StoredPush
from semafor.server.push.quiet import UnknownZone, zone_of
from semafor.server.push.reminders import PER_ENDPOINT, PER_SEAT
from semafor.server.push.services import BadEndpoint, check_endpoint
from semafor.table.names import clean
from semafor.table.tokens import hashed
from semafor.table.wire.problems import Refused
from semafor.table.wire.push_messages import LONGEST_TEXT, LONGEST_TITLE, NewPush, NewWebhook, Pushed, PushKey, StopPush

PUSH = Endpoints()
_CALLS: Final = re.compile("[@<>&]")
"""Marks in a name by which chat programs would call people."""


@PUSH.get("/push", 409, needs="push")
async def push_key(ask: ServedAsk) -> PushKey:
    """Return the public key that a browser needs for a subscription."""
    return PushKey(await _sending(ask).reminding.reminders.public_key())


@PUSH.post("/games/{game}/seats/{seat}/push", 401, 403, 404, 409, 410, cost="heavy", needs="push")
async def push(ask: ServedAsk, game: str, seat: int, wanted: NewPush, token: str) -> Pushed:
    """Tell a browser when it is the seat's turn."""
    hub = _sending(ask)
    from semafor.server.push.sealing import BadKeys, check_keys  # noqa: PLC0415  (not in every installation)

    room = await _own(ask, game, seat, token)
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
        token=hashed(token),
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
    return Pushed(True)


@PUSH.post("/games/{game}/seats/{seat}/push/stop", 401, 403, 404, 410, cost="heavy", needs="push")
async def stop_push(ask: ServedAsk, game: str, seat: int, wanted: StopPush, token: str) -> Pushed:
    """No longer tell a browser."""
    await _own(ask, game, seat, token)
    await ask.hub.reminding.reminders.store.stop(game, seat, sha256(wanted.endpoint.encode()).hexdigest())
    return Pushed(False)


@PUSH.post("/games/{game}/webhook", 401, 403, 404, 409, 410, 422, cost="heavy", needs="webhook")
async def webhook(ask: ServedAsk, game: str, wanted: NewWebhook, token: str) -> Pushed:
    """Tell the channel of a group when it is the turn of somebody who is away; an earlier one is told no more."""
    room = await _owned(ask, game, token)
    if room.table.log is None:
        raise Refused("not_started", "the game has not begun")
    if room.table.clock.kind not in {"none", "days"}:
        raise Refused("no_push", "only tables without a clock, or with days, send messages")
    try:
        check_endpoint(wanted.url, ask.hub.settings.webhooks)
    except BadEndpoint as error:
        raise Refused("bad_push", str(error), status=422) from None
    store = ask.hub.reminding.reminders.store
    await store.stop_webhook(game)
    for seat in room.table.seats:
        if seat.kind == "person" and seat.token is not None:
            said = wanted.text.replace("{name}", _CALLS.sub("", seat.name))
            push = StoredPush(
                game=game,
                seat=seat.seat,
                print=sha256(wanted.url.encode()).hexdigest(),
                token=seat.token,
                endpoint=wanted.url,
                p256dh="",
                auth="",
                title="",
                text=clean(said[:LONGEST_TEXT], LONGEST_TEXT, "text"),
                quiet=None,
            )
            if not await store.add(push, PER_SEAT, PER_ENDPOINT):
                raise Refused("too_many_pushes", "too many tables send messages there already")
    ask.hub.reminding.add(game)
    return Pushed(True)


@PUSH.post("/games/{game}/webhook/stop", 401, 403, 404, 409, 410, needs="webhook")
async def stop_webhook(ask: ServedAsk, game: str, token: str) -> Pushed:
    """Tell the channel no more."""
    await _owned(ask, game, token)
    await ask.hub.reminding.reminders.store.stop_webhook(game)
    return Pushed(False)


async def _owned(ask: ServedAsk, game: str, token: str) -> Room:
    """Return the room of the owner of a table."""
    if not ask.hub.settings.webhooks:
        raise Refused("no_push", "this server sends no messages to channels")
    room = await ask.home.room(game)
    if not room.table.seats[await own_seat(room, token)].owner:
        raise Refused("not_owner", "only the owner of the table can do that", status=403)
    return room


def _sending(ask: ServedAsk) -> Hub:
    """Return the hub, if it sends messages at all."""
    if not ask.hub.settings.push_services:
        raise Refused("no_push", "this server sends no push messages")
    return ask.hub


async def _own(ask: ServedAsk, game: str, seat: int, token: str) -> Room:
    """Return the room of a seat with a token."""
    room = await ask.home.room(game)
    if await own_seat(room, token) != seat:
        raise Refused("not_your_seat", f"the token does not belong to seat {seat}", status=403)
    return room
