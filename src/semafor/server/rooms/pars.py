"""The pars of the days' deals: computed once by the bot processes, and cached for a while."""

from __future__ import annotations

import json
from datetime import date
from typing import Final

from semafor import Board
from semafor.contest.par import GAMES, FieldGames, Par, ranked
from semafor.server.rooms.shared_work import SharedWork
from semafor.server.thinkers import Thinkers
from semafor.server.turns import Asked
from semafor.table.deals import day_deal

_KEPT: Final = 500
_SLICE: Final = 50
"""Games per job: a tenth of a second or less."""


class Pars:
    """The pars of one server process."""

    def __init__(self, thinkers: Thinkers) -> None:
        """Take the processes that do the work."""
        self.thinkers = thinkers
        self.work: SharedWork[tuple[date, str], Par] = SharedWork(
            _KEPT, "too many pars are being computed; try again in a minute"
        )

    async def of(self, day: date, board: Board, address: str) -> Par:
        """Return the par of a day."""
        claim = Asked((address,), watched=False)
        return await self.work.of((day, board.id), address, lambda: self._find(day, board, claim))

    async def _find(self, day: date, board: Board, claim: Asked) -> Par:
        deal = day_deal(board, day)
        points: list[int] = []
        for first in range(0, GAMES, _SLICE):
            points += json.loads(await self.thinkers.do(FieldGames(deal, first, min(_SLICE, GAMES - first)), claim))
        return ranked(points)
