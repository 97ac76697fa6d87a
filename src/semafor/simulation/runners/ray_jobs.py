"""Playing on a Ray cluster (`pip install semafor[ray]`): the same games, and so the same results, as on one machine.

Ray replays a game when its process or machine dies. Unlike the workers of one machine, it does not find out which bot
crashed its process: run such bots on one machine, or as `exec:` programs.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from importlib import import_module
from itertools import islice
from typing import Any, Final

from semafor.model.errors import SemaforError
from semafor.simulation.blocks import Seating
from semafor.simulation.runners.arena_jobs import ArenaJob

LOCAL: Final = "local"
"""Instead of an address: a temporary Ray on this machine."""
_AHEAD: Final = 4
"""Games handed out for each core: enough to keep it busy, few enough to stop soon."""


class RayError(SemaforError):
    """Ray is not installed, or does not answer."""


class RayJobs:
    """A runner of games on a cluster."""

    def __init__(self, address: str, cores: int | None = None) -> None:
        """Take the address of a cluster (`auto` finds the one of this machine), or `local` and a number of cores."""
        self.address = address
        self.cores = cores

    def __call__(self, job: ArenaJob, seatings: Iterable[Seating]) -> Generator[str, None, None]:
        """Play games, and yield their lines as they finish; closing the iterator cancels the others."""
        ray = _connected(self.address, self.cores)
        play = ray.remote(num_cpus=1, max_retries=-1, retry_exceptions=False)(_play)
        shared = ray.put(job)
        todo = iter(seatings)
        running: list[Any] = []
        try:
            room = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            running += [play.remote(shared, seating) for seating in islice(todo, room)]
            while running:
                done, running = ray.wait(running, num_returns=1)
                running += [play.remote(shared, seating) for seating in islice(todo, len(done))]
                for line in ray.get(done):
                    yield str(line)
        finally:
            for game in running:
                ray.cancel(game, force=True)
            ray.shutdown()


def _play(job: ArenaJob, seating: Seating) -> str:
    return job.play(seating)


def _connected(address: str, cores: int | None) -> Any:
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise RayError("Ray is not installed: pip install 'semafor[ray]'") from None
    try:
        if address == LOCAL:
            ray.init(num_cpus=cores, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        else:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except ConnectionError as error:
        raise RayError(f"no Ray cluster answers at {address}: {error}") from error
    return ray
