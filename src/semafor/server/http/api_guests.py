"""REST: guests, their ladder, and their results of the days. A guest's key is the token; nobody else ever sees it."""

from __future__ import annotations

import time
from typing import Final

from semafor.home.endpoints.days import wanted_day
from semafor.home.endpoints.endpoint import Endpoints
from semafor.server.guests import ladder as guests
from semafor.server.guests.day_results import day_table as shown_table
from semafor.server.http.rest import ServedAsk
from semafor.table.creating import wanted_board
from semafor.table.deals import next_day_at, today
from semafor.table.wire.guest_messages import DayTable, Guest, GuestWish, Ladder, SentResult

GUESTS = Endpoints()
_LARGE_RECORD: Final = 1_000_000


@GUESTS.get("/guest", 401, 404, needs="guests")
async def guest(ask: ServedAsk, token: str) -> Guest:
    """Return what the server keeps of you."""
    known = await guests.known_guest(ask.hub.guests, guests.check_key(token))
    return await guests.shown_guest(ask.hub.guests, known)


@GUESTS.post("/guest", 401, needs="guests")
async def put_guest(ask: ServedAsk, wanted: GuestWish, token: str) -> Guest:
    """Become a guest with this key, or change your name, your face, and whether you are on the ladder."""
    if await ask.hub.guests.get(guests.check_key(token)) is None:
        ask.charge_guest()
    return await guests.shown_guest(ask.hub.guests, await ask.hub.guests.put(guests.guest_of(token, wanted)))


@GUESTS.delete("/guest", 401, 404, needs="guests")
async def remove_guest(ask: ServedAsk, token: str) -> bool:
    """Delete everything that the server keeps of you: the rating, and the results of the days."""
    await ask.hub.guests.remove((await guests.known_guest(ask.hub.guests, guests.check_key(token))).key)
    return True


@GUESTS.get("/ladder", needs="guests")
async def ladder(ask: ServedAsk, token: str | None = None) -> Ladder:
    """Return the ladder; with a key in the header, your own row is marked."""
    return await guests.ladder(ask.hub.guests, _own(token))


@GUESTS.get("/days/{day}/{board}/results", 401, 404, needs="guests")
async def day_table(ask: ServedAsk, day: str, board: str, sealed: bool = False, token: str | None = None) -> DayTable:
    """Return everybody's results of a day's deal, or of this server's sealed deal of the day.

    The commitment of a sealed deal is out a day before it. With a key in the header, your own result is marked.
    """
    now = time.time()
    tomorrow = next_day_at(now)
    wanted = wanted_day(day, tomorrow if sealed and day == str(today(tomorrow)) else now)
    return await shown_table(ask.hub.guests, wanted, wanted_board(board, None), sealed, _own(token))


@GUESTS.post("/days/{day}/{board}/results", 401, 404, 409, cost="heavy", needs="guests", most=_LARGE_RECORD)
async def send_result(ask: ServedAsk, day: str, board: str, wanted: SentResult, token: str) -> DayTable:
    """Send in your game of a day's deal: it counts if its record replays, and is your first one of the deal."""
    on = wanted_day(day, time.time())
    played = wanted_board(board, None)
    known = await ask.hub.guests.get(guests.check_key(token))
    if known is None:
        ask.charge_guest()
    sender = guests.guest_of(token, GuestWish(wanted.name, known is not None and known.ladder, wanted.face))
    await ask.hub.results.send(sender, on, played, bytes(wanted.record), ask.address)
    return await shown_table(ask.hub.guests, on, played, False, sender.key)


def _own(token: str | None) -> str | None:
    """Return the hash of a key, if there is one."""
    return None if token is None else guests.check_key(token)
