"""The pars of the days' deals on a page: computed in small parts, so that a bot's turn never waits long."""

from __future__ import annotations

from datetime import date
from typing import Final

import msgspec

from semafor import Board
from semafor.contest.days import day_par
from semafor.contest.par import GAMES, FieldGames, ranked
from semafor.page.room import Think
from semafor.table.deals import day_deal
from semafor.table.wire.api_messages import DayPar

_SLICE: Final = 5
"""Games per job: a second or less on a phone."""


class Pars:
    """The pars of a page."""

    def __init__(self, think: Think) -> None:
        """Take the function that runs a job in the bots' worker."""
        self.think = think
        self._found: dict[tuple[date, str], DayPar] = {}

    async def of(self, day: date, board: Board) -> DayPar:
        """Return the par of a day."""
        key = (day, board.id)
        if key not in self._found:
            deal = day_deal(board, day)
            points: list[int] = []
            for first in range(0, GAMES, _SLICE):
                points += msgspec.json.decode(await self.think(FieldGames(deal, first, _SLICE)), type=list[int])
            self._found[key] = day_par(day, board, ranked(points))
        return self._found[key]
