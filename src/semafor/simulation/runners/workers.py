"""Plays on all cores of this machine, in worker processes that are monitored, and replaced when they die.

If a worker is killed, another one replays its game. If the same game crashes a second process, the bot whose decision
was awaited forfeits it; so does a bot that can't be interrupted when its time is long over.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from ctypes import c_double
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from semafor.model.errors import SemaforError
from semafor.simulation.blocks import Seating
from semafor.simulation.runners.arena_jobs import ArenaJob, Blame
from semafor.simulation.runners.worker import CONTEXT, Answer, Worker

if TYPE_CHECKING:
    from ctypes import Array

PATIENCE: Final = 2.0
"""Seconds after the time limit until a bot that ignores the alarm is killed with its process."""
_NOBODY: Final = -1.0
_MOST_DEATHS: Final = 3


class WorkerError(SemaforError):
    """Worker processes die, and no bot is the cause."""


@dataclass
class _Task:
    """A game to play, how many workers it has crashed, and the bots to blame."""

    seating: Seating
    deaths: int = 0
    blame: dict[int, tuple[str, str]] = field(default_factory=dict)

    def died(self, awaited: int, stuck: bool) -> None:
        """Count a death, and blame the entry whose decision was awaited; raise WorkerError if there is none."""
        self.deaths += 1
        if stuck:
            self.blame[awaited] = ("timeout", "did not answer, and could not be interrupted")
        elif self.deaths > 1 and awaited != _NOBODY:
            self.blame[awaited] = ("crash", "took its whole process down, twice")
        elif self.deaths >= _MOST_DEATHS:
            message = f"game {self.seating.number} has cost {self.deaths} worker processes, and no bot was playing"
            raise WorkerError(message)


class _Player(Worker):
    """A process that plays one game after another, and says whose decision is awaited, and until when."""

    def __init__(self, job: ArenaJob) -> None:
        self.awaited = CONTEXT.RawArray(c_double, 2)
        super().__init__(partial(_playing, job, self.awaited))

    def play(self, task: _Task) -> Future[str]:
        self.awaited[0] = _NOBODY
        return self.ask((task.seating, task.blame), self._is_stuck)

    def _is_stuck(self) -> bool:
        entry, deadline = self.awaited[:]
        return entry != _NOBODY and time.monotonic() > deadline + PATIENCE


def _playing(job: ArenaJob, awaited: Array[c_double]) -> Answer:
    def play(given: tuple[Seating, Blame]) -> str:
        seating, blame = given

        def watch(seat: int | None, limit: float) -> None:
            awaited[1] = time.monotonic() + limit
            awaited[0] = _NOBODY if seat is None else seating.seats[seat]

        return job.play(seating, blame, watch)

    return play


class Workers:
    """A runner of games on this machine."""

    def __init__(self, jobs: int) -> None:
        """Take the number of processes."""
        self.jobs = jobs

    def __call__(self, job: ArenaJob, seatings: Iterable[Seating]) -> Generator[str, None, None]:
        """Play games, and yield their lines as they finish; closing the iterator stops all processes at once."""
        tasks = deque(_Task(seating) for seating in seatings)
        idle = [_Player(job) for _ in range(min(self.jobs, len(tasks)))]
        playing: dict[Future[str], tuple[_Player, _Task]] = {}
        try:
            while tasks or playing:
                while tasks and idle:
                    player, task = idle.pop(), tasks.popleft()
                    playing[player.play(task)] = player, task
                for game in wait(playing, return_when=FIRST_COMPLETED).done:
                    player, task = playing.pop(game)
                    idle.append(player)
                    try:
                        line = game.result()
                    except (EOFError, OSError) as death:
                        task.died(int(player.awaited[0]), isinstance(death, TimeoutError))
                        tasks.appendleft(task)
                    else:
                        yield line
        finally:
            for player in [*idle, *(player for player, _ in playing.values())]:
                player.stop()
