"""The deals of the days."""

from __future__ import annotations

import time

from semafor.contest.days import day_par, wanted_day
from semafor.contest.days import days as days_with_deals
from semafor.home.endpoints.endpoint import Ask, Endpoints
from semafor.table.creating import wanted_board
from semafor.table.wire.api_messages import DayPar, Days

DAYS = Endpoints("/api/days")


@DAYS.get("")
async def days(_: Ask) -> Days:
    """Return which days have a deal."""
    return days_with_deals(time.time())


@DAYS.get("/{day}/{board}/par", 404)
async def par(ask: Ask, day: str, board: str) -> DayPar:
    """Return the par of a day's deal on a board: what bots score with it."""
    wanted = wanted_day(day, time.time())
    played = wanted_board(board, None)
    return day_par(wanted, played, await ask.home.pars.of(wanted, played, ask.address))
