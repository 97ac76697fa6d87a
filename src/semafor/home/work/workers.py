"""Who does a home's slow work: processes of a server, or another web worker of a page."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, Protocol, TypeVar

from msgspec import Struct

from semafor.simulation.jobs import Job

T = TypeVar("T")


class Requester(Protocol):
    """Whom some work is for; evaluated again whenever a worker is free, because people come and go."""

    @property
    def addresses(self) -> Collection[str]:
        """The addresses it is for."""

    @property
    def watched(self) -> bool:
        """Whether somebody waits for it."""


class Caller(Struct, frozen=True):
    """A requester of one address."""

    addresses: tuple[str, ...] = ()
    watched: bool = True


NOBODY: Final = Caller(watched=False)


class Workers(Protocol):
    """Do jobs, one after the other or in parallel, while the tables go on."""

    async def do(self, job: Job, requester: Requester, *, brief: bool = False) -> bytes:
        """Return the result of a job; raise Refused, also if it takes too long or fails.

        A `brief` job takes no longer than a bot's decision, and has the same priority.
        """

    async def aside(self, work: Callable[[], T]) -> T:
        """Run a function that takes a while but can't be sent elsewhere."""
