"""REST: the deals of the days."""

from __future__ import annotations

import time

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from semafor.contest.days import day_par, days, wanted_day
from semafor.server.http.rest import answer, describe
from semafor.server.http.security import client_address
from semafor.table.creating import wanted_board
from semafor.table.wire.api_messages import DayPar, Days

ROUTER = APIRouter(prefix="/api/days")


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
