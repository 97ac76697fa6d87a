"""Analyses of finished games: made once, one of an address at a time, by the workers, and kept in the store.

See `semafor.simulation.analysis`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec

from semafor.home.room import Room
from semafor.home.shared_work import SharedWork
from semafor.home.store import Store
from semafor.home.workers import Caller, Workers
from semafor.simulation.studying import Effort, study
from semafor.simulation.thinking import Slice
from semafor.table.finished.analysis_message import analysis, keep, kept
from semafor.table.wire.api_messages import Analysis
from semafor.table.wire.problems import Refused

_CACHED: Final = 64
Tell = Callable[[float], None]
"""Takes the progress of something, from 0 to 1."""


class Analyses:
    """The analyses of a home."""

    def __init__(self, workers: Workers, store: Store, effort: Effort) -> None:
        """Take the workers, where to keep what they find, and how much they compute."""
        self.workers = workers
        self.store = store
        self.effort = effort
        self.work: SharedWork[str, Analysis] = SharedWork(
            _CACHED, "too many games are being analysed; try again in a minute"
        )
        self._watching: dict[str, list[Tell]] = {}
        """Who is told the progress, by game."""
        self._lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def of(self, room: Room, address: str, tell: Tell) -> Analysis:
        """Return the analysis of a finished game. It is stopped if nobody waits for it any more."""
        room.table.finished()
        watching = self._watching.setdefault(room.id, [])
        watching.append(tell)
        try:
            return await self.work.of(room.id, address, lambda: self._find(room, address))
        finally:
            watching.remove(tell)
            if not watching:
                self._watching.pop(room.id, None)

    async def _find(self, room: Room, address: str) -> Analysis:
        """Return what is kept. Analyse the games of an address one after the other; those of others don't wait."""
        record = room.table.finished().game.record().to_json()
        head = Slice(room.table.board.id, room.table.row.board_text, record)
        name = self.effort.name(head)
        found = kept(await self.store.analysis(room.id), name)
        if found is None:
            line = self._lines.setdefault(address, asyncio.Lock())
            async with line:
                found = await self._make(room, head, address)
            await self.store.keep_analysis(room.id, keep(found, name))
        return found

    async def _make(self, room: Room, head: Slice, address: str) -> Analysis:
        requester = Caller((address,), watched=False)

        def tell(part: float) -> None:
            for one in self._watching.get(room.id, ()):
                one(part)

        async def ask(part: Slice) -> Any:
            try:
                # If the analysis is stopped, the worker finishes its slice and can be used again.
                return msgspec.json.decode(await asyncio.shield(self.workers.do(part, requester)))
            except (Refused, ValueError):
                raise Refused("not_analysed", "the analysis failed; try again later", status=503) from None

        return analysis(room.table, await study(head, self.effort, ask, tell))
