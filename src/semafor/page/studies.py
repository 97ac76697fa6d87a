"""Analyses of finished games on a page: fewer playouts than on a server, in small slices that can be stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from semafor.page.room import Think
from semafor.simulation.analysis import Advice, candidates, conclude
from semafor.simulation.thinking import Slice
from semafor.table.finished.analyses import analysis
from semafor.table.game_table import GameTable
from semafor.table.wire.api_messages import Analysis
from semafor.table.wire.problems import Refused

PLAYOUTS: Final = 20
"""Playouts for one chance; its standard error is at most 11 percentage points."""
POINTS: Final = 20
"""Moments of a game whose chances are estimated."""
_PART: Final = 4
"""Playouts per slice: a bot's turn waits a second at most."""


class Studies:
    """The analyses of a page."""

    def __init__(self, study: Think) -> None:
        """Take the function that runs a job in the playout worker."""
        self.study = study
        self.tell: Callable[[str, float], None] = lambda _game, _part: None
        """Callback for the progress of a game's analysis, from 0 to 1."""
        self._made: dict[str, asyncio.Task[Analysis]] = {}

    async def of(self, table: GameTable) -> Analysis:
        """Return the analysis of a finished game."""
        table.finished()
        game = table.row.id
        if game not in self._made:
            self._made[game] = asyncio.ensure_future(self._make(table))
        task = self._made[game]
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            raise Refused("stopped", "the analysis was stopped") from None
        finally:
            if self._made.get(game) is task and (task.cancelled() or (task.done() and task.exception() is not None)):
                del self._made[game]

    def stop(self, game: str) -> None:
        """Stop a running analysis."""
        task = self._made.get(game)
        if task is not None and not task.done():
            del self._made[game]
            task.cancel()

    async def _make(self, table: GameTable) -> Analysis:
        head = Slice(table.board.id, table.row.board_text, table.finished().game.record().to_json())
        begun = msgspec.json.decode(await self.study(head))
        points: list[int] = begun["points"]
        every = -(-len(points) // POINTS)
        chosen = sorted({*points[::every], points[-1]})
        wins: dict[int, list[float]] = {}
        for number, after in enumerate(chosen):
            wins[after] = [0.0] * table.row.players
            for first in range(0, PLAYOUTS, _PART):
                self.tell(table.row.id, (number + first / PLAYOUTS) / len(chosen))
                part = msgspec.structs.replace(head, after=after, first=first, playouts=min(_PART, PLAYOUTS - first))
                for seat, won in enumerate(msgspec.json.decode(await self.study(part))):
                    wins[after][seat] += won
        advice = [Advice(**one) for one in begun["advice"]]
        compared: dict[int, list[float]] = {}
        for move in candidates(advice, wins, PLAYOUTS):
            compared[move.step] = [0.0, 0.0]
            for first in range(0, PLAYOUTS, _PART // 2):
                count = min(_PART // 2, PLAYOUTS - first)
                part = msgspec.structs.replace(head, first=first, playouts=count, step=move.step, advised=move.action)
                for which, won in enumerate(msgspec.json.decode(await self.study(part))):
                    compared[move.step][which] += won
        return analysis(table, conclude(advice, wins, compared, PLAYOUTS))
