"""The pars of the days' deals: computed once by the workers, and cached for a while."""

from __future__ import annotations

import json
from datetime import date
from typing import Final

from semafor import Board
from semafor.contest.par import GAMES, FieldGames, Par, ranked
from semafor.home.work.shared_work import SharedWork
from semafor.home.work.workers import Caller, Workers
from semafor.table.deals import day_deal

_KEPT: Final = 500


class Pars:
    """The pars of a home."""

    def __init__(self, workers: Workers, part: int) -> None:
        """Take the workers, and how many games of planners make a job."""
        self.workers = workers
        self.part = part
        self.work: SharedWork[tuple[date, str], Par] = SharedWork(_KEPT)

    async def of(self, day: date, board: Board, address: str) -> Par:
        """Return the par of a day."""
        requester = Caller((address,), watched=False)
        return await self.work.of((day, board.id), lambda: self._find(day, board, requester))

    async def _find(self, day: date, board: Board, requester: Caller) -> Par:
        deal = day_deal(board, day)
        points: list[int] = []
        for first in range(0, GAMES, self.part):
            job = FieldGames(deal, first, min(self.part, GAMES - first))
            points += json.loads(await self.workers.do(job, requester))
        return ranked(points)
