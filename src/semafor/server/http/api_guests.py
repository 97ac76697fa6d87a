"""REST: guests and their ladder. A guest's key goes in the header Authorization; nobody else ever sees it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from semafor.server.contest.ladder import check_key, guest_of, known_guest, ladder, shown_guest
from semafor.server.http.rest import answer, bearer, describe, hub_of, read, token_of
from semafor.server.http.routing import Router
from semafor.server.http.security import client_address
from semafor.server.store.guests import Guests
from semafor.table.wire.guest_messages import Guest, GuestWish, Ladder
from semafor.table.wire.problems import Refused

ROUTER = Router("/api")


@ROUTER.get("/guest", **bearer(describe(Guest, refusals=(401, 404))))
async def show_guest(request: Request) -> Response:
    """Return what the server keeps of you."""
    guests = guests_of(request)
    return answer(await shown_guest(guests, await known_guest(guests, check_key(token_of(request)))))


@ROUTER.post("/guest", **bearer(describe(Guest, GuestWish, (401,))))
async def put_guest(request: Request) -> Response:
    """Become a guest with this key, or change your name, your face, and whether you are on the ladder."""
    guests = guests_of(request)
    key = token_of(request)
    known = await guests.get(check_key(key)) is not None
    wish = await read(request, GuestWish)
    if not known:
        allow_guest(request)
    return answer(await shown_guest(guests, await guests.put(guest_of(key, wish))))


@ROUTER.delete("/guest", **bearer(describe(bool, refusals=(401, 404))))
async def remove_guest(request: Request) -> Response:
    """Delete everything that the server keeps of you: the rating, and the results of the days."""
    guests = guests_of(request)
    await guests.remove((await known_guest(guests, check_key(token_of(request)))).key)
    return answer(True)


@ROUTER.get("/ladder", **describe(Ladder))
async def show_ladder(request: Request) -> Response:
    """Return the ladder; with a key in the header, your own row is marked."""
    return answer(await ladder(guests_of(request), own_key(request)))


def guests_of(request: Request) -> Guests:
    """Return the guests of the application."""
    return hub_of(request).guests


def own_key(request: Request) -> str | None:
    """Return the hash of the key in the header, if there is one."""
    return check_key(token_of(request)) if "authorization" in request.headers else None


def allow_guest(request: Request) -> None:
    """Refuse more new guests from an address than tables it may make."""
    if not request.app.state.new_guests.allows(client_address(request)):
        raise Refused("too_fast", "many guests have come from your address lately; wait a while", status=429)
