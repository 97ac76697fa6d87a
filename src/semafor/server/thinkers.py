"""A server's workers: processes with a time limit; the event loop never waits for one.

A process gets a job (`semafor.simulation.jobs`), for a bot the observation of its seat, so there is nothing hidden to
peek at, and a process that crashes affects nothing else. Jobs are so small that no bot waits long for its turn; `turns`
schedules them.
"""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Thread
from typing import Final, TypeVar

from semafor.home.logs import LOGGER
from semafor.home.workers import Claim
from semafor.server.budget import in_thread
from semafor.server.turns import Turns
from semafor.simulation.jobs import Job
from semafor.simulation.runners.child import Child, serve
from semafor.simulation.thinking import Decide
from semafor.table.wire.problems import Refused

T = TypeVar("T")
LIMIT: Final = 30.0 if os.name == "nt" else 120.0
"""Seconds after which a process that has not answered is replaced. Where CPU time can be limited, see below, that ends
whatever computes too long, so this only ends a process that stands still, and a busy machine refuses nothing."""
BOT_CPU_LIMIT: Final = 3
"""CPU seconds of a decision after which the system ends the process: twice a bot's thinking time. On a busy machine
they may take many seconds, and to start another process would take longer still."""
CPU_LIMIT: Final = 10
"""The same for other work."""
_PRIORITY: Final = 5


class _Worker(Child):
    """A process that does one job after another."""

    def __init__(self) -> None:
        super().__init__(_work, BOT_CPU_LIMIT, CPU_LIMIT)
        self.ready = False

    def ask(self, job: Job) -> bytes:
        """Return the answer; raise OSError or EOFError if the process is gone or too slow, or the Refused it sent."""
        if not self.ready:
            if not self.pipe.poll(LIMIT):
                raise TimeoutError
            self.pipe.recv()
            self.ready = True
        self.pipe.send(job)
        if not self.pipe.poll(LIMIT):
            raise TimeoutError
        answer: bytes | Refused = self.pipe.recv()
        if isinstance(answer, Refused):
            raise answer
        return answer


class Thinkers:
    """The pool of worker processes, for all games."""

    def __init__(self, processes: int) -> None:
        """Take their number; `start` starts them."""
        self.processes = processes
        self._turns: Turns[_Worker] = Turns()
        self._all: set[_Worker] = set()
        self._stopped = False

    def start(self) -> None:
        """Start the processes; decisions wait until they are ready."""
        for _ in range(self.processes):
            self._add()

    def stop(self) -> None:
        """End all processes."""
        self._stopped = True
        for worker in self._all:
            worker.end()
        self._all.clear()

    def _add(self) -> None:
        worker = _Worker()
        self._all.add(worker)
        self._turns.add(worker)

    async def do(self, job: Job, claim: Claim, *, brief: bool = False) -> bytes:
        """Return the result of a job; raise Refused, also if it takes too long.

        A `brief` one takes no longer than a bot's decision, and is due as soon; others leave a process free.
        """
        try:
            return await self._ask(job, claim, long=not brief)
        except (OSError, EOFError) as error:
            LOGGER.error("a job failed", extra={"reason": type(job).__name__, "error": type(error).__name__})
            raise Refused("too_expensive", "that takes the server too long; nothing has changed", status=503) from None

    async def aside(self, work: Callable[[], T]) -> T:
        """Run a function in a thread."""
        return await in_thread(work)

    async def _ask(self, job: Job, claim: Claim, *, long: bool = False) -> bytes:
        worker = await self._turns.borrow(claim, long=long)
        try:
            answer = await _in_thread(worker, job)
        except Refused:
            self._turns.give_back(worker)
            raise
        except BaseException:
            # It is dead, or busy with work that nobody waits for any more.
            self._turns.lose(worker)
            self._all.discard(worker)
            worker.end()
            if not self._stopped:
                self._add()
            raise
        self._turns.give_back(worker)
        return answer


async def _in_thread(worker: _Worker, job: Job) -> bytes:
    """Ask a worker without blocking the event loop, in a daemon thread."""
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[bytes] = loop.create_future()

    def settle(answer: bytes | None, error: Exception | None) -> None:
        if answered.done():
            return
        if error is not None:
            answered.set_exception(error)
        else:
            answered.set_result(b"" if answer is None else answer)

    def ask() -> None:
        answer: bytes | None = None
        problem: Exception | None = None
        try:
            answer = worker.ask(job)
        except Exception as error:
            # Whatever it is: somebody waits for the answer, and the worker must not be lost.
            problem = error
        with suppress(RuntimeError):  # the loop is closed: nobody is waiting any more
            loop.call_soon_threadsafe(settle, answer, problem)

    Thread(target=ask, name="thinker", daemon=True).start()
    return await answered


def _work(pipe: Connection, bot_seconds: int, seconds: int) -> None:
    """Do what it is asked, each within some CPU seconds, after what plays and serves the games."""
    if hasattr(os, "nice"):
        os.nice(_PRIORITY)
    pipe.send("ready")

    def answer(job: Job) -> bytes | Refused:
        """Return what comes out of a job; a refusal is an answer, too."""
        _limit_cpu(bot_seconds if isinstance(job, Decide) else seconds)
        try:
            return job.run()
        except Refused as problem:
            return problem

    serve(pipe, answer)


def _limit_cpu(seconds: int) -> None:
    """Let this process use some more CPU seconds; on Windows, only the deadlines end it."""
    if os.name == "nt":
        return
    import resource  # noqa: PLC0415  (not on Windows)

    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    until = math.ceil(time.process_time()) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (until if most == resource.RLIM_INFINITY else min(until, most), most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
