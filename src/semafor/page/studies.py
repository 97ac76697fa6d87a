"""Analyses of finished games on a page: fewer playouts than on a server, in small slices that can be stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import msgspec

from semafor.page.keeping import Keeper
from semafor.page.room import Think
from semafor.simulation.studying import Effort, study
from semafor.simulation.thinking import Slice
from semafor.table.finished.analyses import analysis, keep, kept
from semafor.table.game_table import GameTable
from semafor.table.wire.api_messages import Analysis
from semafor.table.wire.problems import Refused

EFFORT: Final = Effort(playouts=20, points=20, slice=4)
"""The standard error of a chance is at most 11 percentage points; a bot's turn waits a second at most."""


class Studies:
    """The analyses of a page."""

    def __init__(self, think: Think, keeper: Keeper) -> None:
        """Take the function that runs a job in the playout worker, and where to keep analyses."""
        self.think = think
        self.keeper = keeper
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
        game = table.row.id
        head = Slice(table.board.id, table.row.board_text, table.finished().game.record().to_json())
        name = EFFORT.name(head)
        found = kept(await self.keeper.analysis(game), name)
        if found is None:
            made = await study(head, EFFORT, self._ask, lambda part: self.tell(game, part))
            found = analysis(table, made)
            await self.keeper.keep_analysis(game, keep(found, name))
        return found

    async def _ask(self, part: Slice) -> Any:
        return msgspec.json.decode(await self.think(part))
