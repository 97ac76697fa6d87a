"""Analyses of finished games: made once, one game at a time, by the processes in which bots think, and kept a while.

What they are is said in `semafor.simulation.analysis`.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from semafor.server.rooms.room import Room
from semafor.server.thinkers import Thinkers
from semafor.server.turns import Asked
from semafor.simulation.analysis import PLAYOUTS, Advice, conclude
from semafor.simulation.thinking import Slice
from semafor.table.finished.analyses import analysis
from semafor.table.wire.api_messages import Analysis
from semafor.table.wire.problems import Refused

_KEPT: Final = 64
_WAITING: Final = 8
"""Games under analysis or waiting for it; more are refused for the moment."""
_SLICE: Final = 50
"""Playouts that a process makes at a time: a fifth of a second or less."""


class Analyses:
    """The analyses of one server process."""

    def __init__(self, thinkers: Thinkers) -> None:
        """Take the processes that do the work."""
        self.thinkers = thinkers
        self._tasks: OrderedDict[str, asyncio.Task[Analysis]] = OrderedDict()
        self._one = asyncio.Lock()

    async def of(self, room: Room, address: str) -> Analysis:
        """Return the analysis of a finished game; whoever asks while it is being made waits for the same one."""
        room.table.finished()
        game = room.id
        task = self._tasks.get(game)
        if task is None:
            if sum(not one.done() for one in self._tasks.values()) >= _WAITING:
                raise Refused("too_fast", "many games are being analysed now; try again in a minute", status=429)
            task = asyncio.create_task(self._make(room, Asked((address,), watched=False)), name=f"analyse {game}")
            self._tasks[game] = task
        self._tasks.move_to_end(game)
        while len(self._tasks) > _KEPT:
            self._tasks.popitem(last=False)
        try:
            return await asyncio.shield(task)
        except (OSError, EOFError, ValueError):
            if self._tasks.get(game) is task:
                del self._tasks[game]
            raise Refused("not_analysed", "the analysis did not succeed; try again later", status=503) from None

    def stop(self) -> None:
        """Give up what is under way."""
        for task in self._tasks.values():
            task.cancel()

    async def _make(self, room: Room, claim: Asked) -> Analysis:
        async with self._one:
            log = room.table.finished()
            head = Slice(room.table.board.id, room.table.row.board_text, log.game.record().to_json())
            begun = await self.thinkers.study(head, claim)
            wins: dict[int, list[float]] = {}
            for after in begun["points"]:
                wins[after] = [0.0] * room.table.row.players
                for first in range(0, PLAYOUTS, _SLICE):
                    part = Slice(head.board, head.board_text, head.record, after, first, min(_SLICE, PLAYOUTS - first))
                    for seat, won in enumerate(await self.thinkers.study(part, claim)):
                        wins[after][seat] += won
            made = conclude([Advice(**one) for one in begun["advice"]], wins, PLAYOUTS)
        return analysis(room.table, made)
