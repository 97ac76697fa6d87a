"""Analyses of finished games: made once, one of an address at a time, by the workers, and kept in the store.

See `semafor.simulation.insight.analysis`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec

from semafor import __version__
from semafor.home.store import Store
from semafor.home.work.shared_work import SharedWork
from semafor.home.work.workers import Caller, Workers
from semafor.simulation.insight import analysis
from semafor.simulation.insight.studying import Effort, study
from semafor.simulation.thinking import Slice
from semafor.table.game_table import GameTable
from semafor.table.wire.api_messages import Analysis, CostlyMove, MoveAdvice, TurningPoint, WinChances
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
        self.work: SharedWork[str, Analysis] = SharedWork(_CACHED)
        self._watching: dict[str, list[Tell]] = {}
        """Who is told the progress, by game."""
        self._lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def of(self, table: GameTable, address: str, tell: Tell) -> Analysis:
        """Return the analysis of a finished game. It is stopped if nobody waits for it any more."""
        table.finished()
        watching = self._watching.setdefault(table.row.id, [])
        watching.append(tell)
        try:
            return await self.work.of(table.row.id, lambda: self._find(table, address))
        finally:
            watching.remove(tell)
            if not watching:
                self._watching.pop(table.row.id, None)

    async def _find(self, table: GameTable, address: str) -> Analysis:
        """Return what is kept. Analyse the games of an address one after the other; those of others don't wait."""
        record = table.finished().game.record().to_json()
        head = Slice(table.board.id, table.row.board_text, record)
        name = self.effort.name(head)
        found = _kept(await self.store.analysis(table.row.id), name)
        if found is None:
            line = self._lines.setdefault(address, asyncio.Lock())
            async with line:
                found = await self._make(table, head, address)
            await self.store.keep_analysis(table.row.id, _text(found, name))
        return found

    async def _make(self, table: GameTable, head: Slice, address: str) -> Analysis:
        requester = Caller((address,), watched=False)

        def tell(part: float) -> None:
            for one in self._watching.get(table.row.id, ()):
                one(part)

        async def ask(part: Slice) -> Any:
            try:
                # If the analysis is stopped, the worker finishes its slice and can be used again.
                return msgspec.json.decode(await asyncio.shield(self.workers.do(part, requester)))
            except (Refused, ValueError):
                raise Refused("not_analysed", "the analysis failed; try again later", status=503) from None

        return _message(table, await study(head, self.effort, ask, tell))


class _StoredAnalysis(msgspec.Struct):
    """A stored analysis, named by what it analyses."""

    version: str
    name: str
    analysis: Analysis


def _text(found: Analysis, name: str) -> str:
    return msgspec.json.encode(_StoredAnalysis(__version__, name, found)).decode()


def _kept(text: str | None, name: str) -> Analysis | None:
    """Return the stored analysis, unless it is of something else or of another version."""
    try:
        found = msgspec.json.decode(text or "", type=_StoredAnalysis)
    except msgspec.MsgspecError:
        return None
    return found.analysis if (found.version, found.name) == (__version__, name) else None


def _message(table: GameTable, made: analysis.Analysis) -> Analysis:
    """Return an analysis with the numbers of log entries: some were undone, and some are not actions."""
    log = table.finished()
    seqs = [entry.seq for entry in log.entries if entry.kind == "start"]
    seqs += [entry.seq for entry in log.entries if entry.kind == "action" and not entry.undone]
    return Analysis(
        table.row.id,
        made.playouts,
        [MoveAdvice(seqs[one.step], one.seat, one.action, one.reason, one.same) for one in made.advice],
        [WinChances(seqs[one.after], one.chances) for one in made.chances],
        [TurningPoint(one.seat, seqs[one.after + 1], one.before, one.then) for one in made.turning_points],
        [CostlyMove(one.seat, seqs[one.step], one.taken, one.better) for one in made.costly],
    )
