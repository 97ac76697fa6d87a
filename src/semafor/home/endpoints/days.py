"""The deals of the days."""

from __future__ import annotations

import time
from datetime import date

from semafor.home.endpoints.endpoint import Ask, Endpoints
from semafor.table.creating import wanted_board
from semafor.table.deals import FIRST_DAY, LEVEL, NoSuchDay, next_day_at, read_day, today
from semafor.table.wire.api_messages import DayPar, Days
from semafor.table.wire.problems import Refused

DAYS = Endpoints("/api/days")


@DAYS.get("")
async def days(_: Ask) -> Days:
    """Return which days have a deal."""
    now = time.time()
    return Days(str(FIRST_DAY), str(today(now)), next_day_at(now), LEVEL)


@DAYS.get("/{day}/{board}/par", 404)
async def par(ask: Ask, day: str, board: str) -> DayPar:
    """Return the par of a day's deal on a board: what bots score with it."""
    wanted = wanted_day(day, time.time())
    played = wanted_board(board, None)
    found = await ask.home.pars.of(wanted, played, ask.address)
    return DayPar(str(wanted), played.id, found.points, found.par)


def wanted_day(text: str, now: float) -> date:
    """Return the requested day; raise Refused, with the valid range, if it has no deal."""
    try:
        return read_day(text, now)
    except NoSuchDay as error:
        raise Refused("unknown_day", str(error), None, "day", 404) from None
