"""A server's workers: processes with a time limit; the event loop never waits for one.

A process gets a job (`semafor.simulation.jobs`), for a bot the observation of its seat, so there is nothing hidden to
peek at, and a process that crashes affects nothing else. Jobs are so small that no bot waits long for its turn;
`fair_pool` schedules them.
"""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from semafor.home.logs import LOGGER
from semafor.home.work.workers import Requester
from semafor.server.budget import in_thread
from semafor.server.fair_pool import FairPool
from semafor.simulation.jobs import Job
from semafor.simulation.runners.worker import Answer, Worker
from semafor.simulation.thinking import Decide
from semafor.table.wire.problems import Refused

T = TypeVar("T")
LIMIT: Final = 30.0 if os.name == "nt" else 120.0
"""Seconds after which a process that has not answered is replaced. Where the system limits CPU time (see below), only a
hanging process gets this far, so a busy machine refuses nothing."""
BOT_CPU_LIMIT: Final = 3
"""CPU seconds of a decision after which the system ends the process: twice a bot's thinking time. On a busy machine
they may take many seconds, and to start another process would take longer still."""
CPU_LIMIT: Final = 10
"""The same for other work."""
_PRIORITY: Final = 5


class Thinkers:
    """The pool of worker processes, for all games."""

    def __init__(self, processes: int) -> None:
        """Take their number; `start` starts them."""
        self.processes = processes
        self._pool: FairPool[Worker] = FairPool()
        self._workers: list[Worker] = []

    def start(self) -> None:
        """Start the processes; decisions wait until they are ready."""
        for _ in range(self.processes):
            worker = Worker(partial(_thinking, BOT_CPU_LIMIT, CPU_LIMIT))
            self._workers.append(worker)
            self._pool.add(worker)

    def stop(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.stop()

    async def do(self, job: Job, requester: Requester, *, brief: bool = False) -> bytes:
        """Return the result of a job; raise Refused, also if it takes too long.

        A `brief` job takes no longer than a bot's decision, and has the same priority; others leave a process free.
        """
        worker = await self._pool.borrow(requester, long=not brief)
        until = time.monotonic() + LIMIT
        try:
            answer: bytes | Refused = await asyncio.wrap_future(worker.ask(job, lambda: time.monotonic() > until))
        except (OSError, EOFError) as error:
            LOGGER.error("a job failed", extra={"reason": type(job).__name__, "error": type(error).__name__})
            raise Refused("too_expensive", "that takes the server too long; nothing has changed", status=503) from None
        except asyncio.CancelledError:
            # Nobody waits for its work any more.
            worker.end()
            raise
        finally:
            self._pool.give_back(worker)
        if isinstance(answer, Refused):
            raise answer
        return answer

    async def aside(self, work: Callable[[], T]) -> T:
        """Run a function in a thread."""
        return await in_thread(work)


def _thinking(bot_seconds: int, seconds: int) -> Answer:
    """Do jobs, each within some CPU seconds, after what plays and serves the games."""
    if hasattr(os, "nice"):
        os.nice(_PRIORITY)

    def answer(job: Job) -> bytes | Refused:
        """Return what comes out of a job; a refusal is an answer, too."""
        # A bot of the machine's owner may load whatever it wants first.
        _limit_cpu(bot_seconds if isinstance(job, Decide) and not job.whose else seconds)
        try:
            return job.run()
        except Refused as problem:
            return problem

    return answer


def _limit_cpu(seconds: int) -> None:
    """Let this process use some more CPU seconds; on Windows, only the deadlines end it."""
    if os.name == "nt":
        return
    import resource  # noqa: PLC0415  (not on Windows)

    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    until = math.ceil(time.process_time()) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (until if most == resource.RLIM_INFINITY else min(until, most), most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
