"""The labs of a home: games on boards of others, played by the workers; those of an address one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import sha256
from typing import Final
from weakref import WeakValueDictionary

import msgspec

from semafor.home.work.shared_work import SharedWork
from semafor.home.work.workers import Caller, Workers
from semafor.simulation.jobs import BoardJob
from semafor.simulation.lab.problems import WORST
from semafor.simulation.lab.report import LabReport
from semafor.simulation.lab.study import Effort, Study
from semafor.table.wire.workshop_messages import LabWanted

_CACHED: Final = 16
_LANES: Final = 2
"""Portions of games that are asked for at a time; the pool of the workers shares them out among all clients."""


class Labs:
    """The labs of a home."""

    def __init__(self, workers: Workers) -> None:
        """Take the workers."""
        self.workers = workers
        self.work: SharedWork[str, LabReport] = SharedWork(_CACHED)
        self._watching: dict[str, list[Callable[[float], None]]] = {}
        """Who is told the progress, by request."""
        self._lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def of(self, wanted: LabWanted, address: str, tell: Callable[[float], None]) -> LabReport:
        """Return the report on a board. It is stopped if nobody waits for it any more."""
        key = sha256(msgspec.json.encode(wanted)).hexdigest()
        watching = self._watching.setdefault(key, [])
        watching.append(tell)
        try:
            return await self.work.of(key, lambda: self._study(wanted, key, address))
        finally:
            watching.remove(tell)
            if not watching:
                self._watching.pop(key, None)

    async def _study(self, wanted: LabWanted, key: str, address: str) -> LabReport:
        requester = Caller((address,), watched=False)

        def tell(part: float) -> None:
            for one in self._watching.get(key, ()):
                one(part)

        async def ask(job: BoardJob) -> bytes:
            # If the lab is stopped, the worker finishes its games and can be used again.
            return await asyncio.shield(self.workers.do(job, requester))

        effort = Effort(wanted.games, wanted.seconds, _LANES, changes=WORST if wanted.changes else 0)
        line = self._lines.setdefault(address, asyncio.Lock())
        async with line:
            study = await self.workers.aside(lambda: Study("", wanted.board_file, wanted.seed, effort, ask, tell))
            return await study.report()
