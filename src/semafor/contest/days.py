"""The days' deals, as homes describe them to clients."""

from __future__ import annotations

from datetime import date

from semafor import Board
from semafor.contest.par import Par
from semafor.table.deals import FIRST_DAY, LEVEL, NoSuchDay, next_day_at, read_day, today
from semafor.table.wire.api_messages import DayPar, Days
from semafor.table.wire.problems import Refused


def days(now: float) -> Days:
    """Return which days have a deal."""
    return Days(str(FIRST_DAY), str(today(now)), next_day_at(now), LEVEL)


def wanted_day(text: str, now: float) -> date:
    """Return the requested day; raise Refused, with the valid range, if it has no deal."""
    try:
        return read_day(text, now)
    except NoSuchDay as error:
        raise Refused("unknown_day", str(error), None, "day", 404) from None


def day_par(day: date, board: Board, par: Par) -> DayPar:
    """Return the par of a day as sent to clients."""
    return DayPar(str(day), board.id, par.points, par.par)
