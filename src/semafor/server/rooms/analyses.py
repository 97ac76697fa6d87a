"""Analyses of finished games: made once, one of an address at a time, by the bot processes, and cached for a while.

See `semafor.simulation.analysis`.
"""

from __future__ import annotations

import asyncio
from typing import Final
from weakref import WeakValueDictionary

from msgspec.structs import replace

from semafor.server.rooms.room import Room
from semafor.server.rooms.shared_work import SharedWork
from semafor.server.thinkers import Thinkers
from semafor.server.turns import Asked
from semafor.simulation.analysis import Advice, candidates, conclude
from semafor.simulation.thinking import Slice
from semafor.table.finished.analyses import analysis
from semafor.table.wire.api_messages import Analysis
from semafor.table.wire.problems import Refused

_KEPT: Final = 64
_SLICE: Final = 50
"""Playouts per job: a fifth of a second or less."""

_COMPARED: Final = 25
"""The same where two actions are compared: each is played out."""


class Analyses:
    """The analyses of one server process."""

    def __init__(self, thinkers: Thinkers, playouts: int) -> None:
        """Take the processes that do the work, and how many games they play out from each moment."""
        self.thinkers = thinkers
        self.playouts = playouts
        self.work: SharedWork[str, Analysis] = SharedWork(
            _KEPT, "too many games are being analysed; try again in a minute"
        )
        self._lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def of(self, room: Room, address: str) -> Analysis:
        """Return the analysis of a finished game."""
        room.table.finished()
        try:
            return await self.work.of(room.id, address, lambda: self._in_line(room, address))
        except (OSError, EOFError, ValueError):
            raise Refused("not_analysed", "the analysis failed; try again later", status=503) from None

    async def _in_line(self, room: Room, address: str) -> Analysis:
        """Analyse the games of an address one after the other; those of others don't wait for them."""
        line = self._lines.setdefault(address, asyncio.Lock())
        async with line:
            return await self._make(room, Asked((address,), watched=False))

    async def _make(self, room: Room, claim: Asked) -> Analysis:
        log = room.table.finished()
        head = Slice(room.table.board.id, room.table.row.board_text, log.game.record().to_json())
        begun = await self.thinkers.study(head, claim)
        wins: dict[int, list[float]] = {}
        for after in begun["points"]:
            wins[after] = [0.0] * room.table.row.players
            for first in range(0, self.playouts, _SLICE):
                count = min(_SLICE, self.playouts - first)
                part = Slice(head.board, head.board_text, head.record, after, first, count)
                for seat, won in enumerate(await self.thinkers.study(part, claim)):
                    wins[after][seat] += won
        advice = [Advice(**one) for one in begun["advice"]]
        compared: dict[int, list[float]] = {}
        for move in candidates(advice, wins, self.playouts):
            compared[move.step] = [0.0, 0.0]
            for first in range(0, self.playouts, _COMPARED):
                count = min(_COMPARED, self.playouts - first)
                part = replace(head, first=first, playouts=count, step=move.step, advised=move.action)
                for which, won in enumerate(await self.thinkers.study(part, claim)):
                    compared[move.step][which] += won
        made = conclude(advice, wins, compared, self.playouts)
        return analysis(room.table, made)
