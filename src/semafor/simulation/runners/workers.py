"""Plays on all cores of this machine, in worker processes that are monitored, and replaced when they die.

If a worker is killed, another one replays its game. If the same game crashes a second process, the bot whose decision
was awaited forfeits it; so does a bot that can't be interrupted when its time is long over.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterable
from ctypes import c_double
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Final

from semafor.model.errors import SemaforError
from semafor.simulation.blocks import Seating
from semafor.simulation.runners.child import CONTEXT, Child, serve
from semafor.simulation.runners.jobs import Blame, Job

PATIENCE: Final = 2.0
"""Seconds after the time limit until a bot that ignores the alarm is killed with its process."""
_NOBODY: Final = -1.0
_LOOK: Final = 0.5
"""Seconds between two checks of the workers' clocks."""
_MOST_DEATHS: Final = 3


class WorkerError(SemaforError):
    """Worker processes die, and no bot is the cause."""


@dataclass
class _Task:
    """A game to play, how many workers it has crashed, and the bots to blame."""

    seating: Seating
    deaths: int = 0
    blame: dict[int, tuple[str, str]] = field(default_factory=dict)


class _Worker(Child):
    """A process that plays one game after another."""

    def __init__(self, job: Job) -> None:
        self.awaited = CONTEXT.RawArray(c_double, [_NOBODY, 0.0])
        super().__init__(_work, job, self.awaited)
        self.task: _Task | None = None

    def give(self, task: _Task) -> None:
        self.task = task
        try:
            self.pipe.send((task.seating, task.blame))
        except OSError:
            # It is already dead; the end of its pipe will tell.
            return

    def is_stuck(self) -> bool:
        entry, deadline = self.awaited[:]
        return entry != _NOBODY and time.monotonic() > deadline + PATIENCE

    def stop(self) -> None:
        self.end()
        self.pipe.close()


def _work(pipe: Connection, job: Job, awaited: list[float]) -> None:
    """Play what comes through the pipe, and say whose decision is awaited, and until when."""

    def play(given: tuple[Seating, Blame]) -> str:
        seating, blame = given

        def watch(seat: int | None, limit: float) -> None:
            awaited[1] = time.monotonic() + limit
            awaited[0] = _NOBODY if seat is None else seating.seats[seat]

        return job.play(seating, blame, watch)

    serve(pipe, play)


class Workers:
    """A runner of games on this machine."""

    def __init__(self, jobs: int) -> None:
        """Take the number of processes."""
        self.jobs = jobs

    def __call__(self, job: Job, seatings: Iterable[Seating]) -> Generator[str, None, None]:
        """Play games, and yield their lines as they finish; closing the iterator stops all processes at once."""
        tasks = deque(_Task(seating) for seating in seatings)
        workers: list[_Worker] = []
        try:
            while tasks or any(worker.task for worker in workers):
                while tasks and len(workers) < self.jobs:
                    workers.append(_Worker(job))
                for worker in workers:
                    if tasks and worker.task is None:
                        worker.give(tasks.popleft())
                ready = wait([worker.pipe for worker in workers], _LOOK)
                for worker in list(workers):
                    if worker.pipe in ready:
                        line = _receive(worker)
                        if line is not None:
                            worker.task = None
                            yield line
                            continue
                    elif not worker.is_stuck():
                        continue
                    workers.remove(worker)
                    tasks.extendleft(_bury(worker))
        finally:
            for worker in workers:
                worker.stop()


def _receive(worker: _Worker) -> str | None:
    """Return a game's line, or None if the worker has died."""
    try:
        line = worker.pipe.recv()
    except (EOFError, OSError):
        return None
    assert isinstance(line, str)
    return line


def _bury(worker: _Worker) -> list[_Task]:
    """Clean up a dead or stuck worker, and return the tasks to replay."""
    stuck = worker.is_stuck()
    entry = int(worker.awaited[0])
    worker.stop()
    task = worker.task
    if task is None:
        return []
    task.deaths += 1
    if stuck:
        task.blame[entry] = ("timeout", "did not answer, and could not be interrupted")
    elif task.deaths > 1 and entry != _NOBODY:
        task.blame[entry] = ("crash", "took its whole process down, twice")
    elif task.deaths >= _MOST_DEATHS:
        raise WorkerError(f"game {task.seating.number} has cost {task.deaths} worker processes, and no bot was playing")
    return [task]
