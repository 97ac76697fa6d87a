"""Who does a page's slow work: bots think in a web worker of their own, the rest is done where the tables are."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from semafor.contest.par import FieldGames
from semafor.home.work.workers import Requester
from semafor.simulation.insight.hints import HintJob
from semafor.simulation.insight.spreads import SpreadGames
from semafor.simulation.jobs import Job, job_to_text, read_job
from semafor.simulation.lab.games import LabDetours, LabDuels, LabGames
from semafor.simulation.thinking import FALLBACK, Decide, Slice
from semafor.table.wire.problems import Refused

T = TypeVar("T")
LOGGER: Final = logging.getLogger("semafor")
_KINDS: Final = Decide | Slice | FieldGames | HintJob | LabDetours | LabDuels | LabGames | SpreadGames
"""Jobs for the worker of the bots."""

# The wheel in a page is interpreted, and the player can do nothing about it.
warnings.filterwarnings("ignore", "semafor runs interpreted", RuntimeWarning)


def think(job: str) -> str:
    """Run a job in the worker of the bots: JavaScript calls this with the job as text."""
    return read_job(job, _KINDS).run().decode()


class PageWorkers:
    """The workers of a page, as the one that has the tables sees them."""

    def __init__(self, ask: Callable[[str], Awaitable[str]], awake: Callable[[], bool]) -> None:
        """Take how the bots' worker is asked, and whether it can begin a job now; if not, `awake` starts it."""
        self._ask = ask
        self.awake = awake

    async def do(self, job: Job, requester: Requester, *, brief: bool = False) -> bytes:
        """Return the result of a job; raise Refused if it fails.

        Short jobs run here and block the table for a moment: those without bots, hints while the other worker loads,
        and decisions of simple bots if it has failed.
        """
        if not isinstance(job, _KINDS) or (isinstance(job, HintJob) and not self.awake()):
            return job.run()
        try:
            done = await self._ask(job_to_text(job))
        except Exception as error:
            LOGGER.warning("the worker of the bots failed: %s: %s", type(error).__name__, error)
            done = ""
        if done:
            return done.encode()
        if isinstance(job, HintJob) or (isinstance(job, Decide) and job.spec == FALLBACK):
            return job.run()
        raise Refused("not_done", "that could not be worked out; nothing has changed", status=503)

    async def aside(self, work: Callable[[], T]) -> T:
        """Run a function here: a page has no threads."""
        return work()
