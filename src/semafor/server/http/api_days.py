"""REST: the deals of the days."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response

from semafor.contest.days import day_par, days, wanted_day
from semafor.server.contest.ladder import check_key, guest_of
from semafor.server.contest.results import day_table, send_result
from semafor.server.http.api_guests import allow_guest, guests_of, own_key
from semafor.server.http.rest import LARGE_RECORD, answer, bearer, describe, hub_of, read, token_of
from semafor.server.http.routing import Router
from semafor.server.http.security import client_address
from semafor.table.creating import wanted_board
from semafor.table.deals import next_day_at, today
from semafor.table.wire.api_messages import DayPar, Days
from semafor.table.wire.guest_messages import DayTable, GuestWish, SentResult
from semafor.table.wire.problems import Refused

ROUTER = Router("/api/days")


@ROUTER.get("", **describe(Days))
async def show_days() -> Response:
    """Return which days have a deal."""
    return answer(days(time.time()))


@ROUTER.get("/{day}/{board}/par", **describe(DayPar, refusals=(404,)))
async def show_par(request: Request, day: str, board: str) -> Response:
    """Return the par of a day's deal on a board: what bots score with it."""
    wanted = wanted_day(day, time.time())
    played = wanted_board(board, None)
    par = await request.app.state.pars.of(wanted, played, client_address(request))
    return answer(day_par(wanted, played, par))


@ROUTER.get("/{day}/{board}/results", **describe(DayTable, refusals=(401, 404)))
async def show_results(request: Request, day: str, board: str, sealed: bool = False) -> Response:
    """Return everybody's results of a day's deal, or of this server's sealed deal of the day.

    The commitment of a sealed deal is out a day before it. With a key in the header, your own result is marked.
    """
    now = time.time()
    tomorrow = next_day_at(now)
    wanted = wanted_day(day, tomorrow if sealed and day == str(today(tomorrow)) else now)
    return answer(await day_table(guests_of(request), wanted, wanted_board(board, None), sealed, own_key(request)))


@ROUTER.post("/{day}/{board}/results", **bearer(describe(DayTable, SentResult, (401, 404, 409))))
async def add_result(request: Request, day: str, board: str) -> Response:
    """Send in your game of a day's deal: it counts if its record replays, and is your first one of the deal."""
    wanted = wanted_day(day, time.time())
    played = wanted_board(board, None)
    guests = guests_of(request)
    key = token_of(request)
    known = await guests.get(check_key(key))
    if not request.app.state.heavy.allows(client_address(request)):
        raise Refused("too_fast", "too many results at once; wait a moment", status=429)
    sent = await read(request, SentResult, LARGE_RECORD)
    if known is None:
        allow_guest(request)
    guest = guest_of(key, GuestWish(sent.name, known is not None and known.ladder, sent.face))
    await send_result(hub_of(request), guests, guest, wanted, played, bytes(sent.record), client_address(request))
    return answer(await day_table(guests, wanted, played, False, guest.key))
