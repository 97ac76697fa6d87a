"""Analyses of finished games: made once, one of an address at a time, by the bot processes, and kept in the database.

See `semafor.simulation.analysis`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final
from weakref import WeakValueDictionary

from semafor.server.rooms.room import Room
from semafor.server.rooms.shared_work import SharedWork
from semafor.server.store.storage import Storage
from semafor.server.thinkers import Thinkers
from semafor.server.turns import Asked
from semafor.simulation.analysis import MOST_POINTS
from semafor.simulation.studying import Effort, study
from semafor.simulation.thinking import Slice
from semafor.table.finished.analyses import analysis, keep, kept
from semafor.table.wire.api_messages import Analysis
from semafor.table.wire.problems import Refused

_CACHED: Final = 64
_SLICE: Final = 50
"""Playouts per job: a fifth of a second or less."""

_EVERY: Final = 0.5
"""Seconds between two reports of the progress."""


class Analyses:
    """The analyses of one server process."""

    def __init__(self, thinkers: Thinkers, storage: Storage, playouts: int) -> None:
        """Take the processes that do the work, where to keep it, and the games to play out from each moment."""
        self.thinkers = thinkers
        self.storage = storage
        self.effort = Effort(playouts, MOST_POINTS + 2, _SLICE)
        self.work: SharedWork[str, Analysis] = SharedWork(
            _CACHED, "too many games are being analysed; try again in a minute"
        )
        self.progress: dict[str, float] = {}
        """Of the games under analysis, from 0 to 1."""
        self._lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def of(self, room: Room, address: str) -> Analysis:
        """Return the analysis of a finished game. It is stopped if nobody waits for it any more."""
        room.table.finished()
        try:
            return await self.work.of(room.id, address, lambda: self._find(room, address))
        except (OSError, EOFError, ValueError):
            raise Refused("not_analysed", "the analysis failed; try again later", status=503) from None

    async def watch(self, room: Room, address: str) -> AsyncIterator[dict[str, Any]]:
        """Yield the progress of an analysis from time to time, and at last the analysis, or why there is none."""
        task = asyncio.ensure_future(self.of(room, address))
        try:
            while not (await asyncio.wait({task}, timeout=_EVERY))[0]:
                yield {"part": self.progress.get(room.id, 0.0)}
            yield {"ok": task.result()}
        except Refused as refused:
            yield {"error": refused.info}
        finally:
            task.cancel()

    async def _find(self, room: Room, address: str) -> Analysis:
        """Return what is kept. Analyse the games of an address one after the other; those of others don't wait."""
        record = room.table.finished().game.record().to_json()
        head = Slice(room.table.board.id, room.table.row.board_text, record)
        name = self.effort.name(head)
        found = kept(await self.storage.analysis(room.id), name)
        if found is None:
            line = self._lines.setdefault(address, asyncio.Lock())
            async with line:
                found = await self._make(room, head, address)
            await self.storage.keep_analysis(room.id, keep(found, name))
        return found

    async def _make(self, room: Room, head: Slice, address: str) -> Analysis:
        claim = Asked((address,), watched=False)

        def tell(part: float) -> None:
            self.progress[room.id] = part

        async def ask(part: Slice) -> Any:
            # If the analysis is stopped, the process finishes its slice and can be used again.
            return await asyncio.shield(self.thinkers.study(part, claim))

        try:
            made = await study(head, self.effort, ask, tell)
        finally:
            self.progress.pop(room.id, None)
        return analysis(room.table, made)
