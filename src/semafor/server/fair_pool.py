"""Schedules the worker processes: watched games come first, then the address that has used the least time lately.

A game asks for one decision at a time, so the games of an address take turns. Unwatched games and long work (a replay,
a board file) leave one process free for the others, and a requester that has waited long is no longer put last. Without
these rules, and without a limit of unattended games, a bystander's bot does not answer within 10 s of `bots` and
`watched_bots` instead of after 4.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Hashable
from typing import Final, Generic, TypeVar

from msgspec import Struct

from semafor.home.work.workers import Requester

HALF_LIFE: Final = 30.0
"""The half-life of used time, in seconds."""
LONG: Final = 30.0
"""Seconds after which an unwatched game gets the same priority as a watched one."""
_MOST_KEPT: Final = 10_000
_FORGOTTEN: Final = 0.01

W = TypeVar("W", bound=Hashable)


class Used:
    """Seconds used by each address, with exponential decay."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._used: dict[str, tuple[float, float]] = {}

    def of(self, address: str) -> float:
        """Return the seconds used by an address."""
        seconds, at = self._used.get(address, (0.0, 0.0))
        return seconds * 0.5 ** ((time.monotonic() - at) / HALF_LIFE) if seconds else 0.0

    def add(self, address: str, seconds: float) -> None:
        """Add used seconds."""
        self._used[address] = (self.of(address) + seconds, time.monotonic())
        if len(self._used) > _MOST_KEPT:
            self._used = {one: used for one, used in self._used.items() if self.of(one) > _FORGOTTEN}

    def least(self, requester: Requester) -> tuple[float, str]:
        """Return the least usage among the addresses of a requester, and which; none count as one."""
        return min((self.of(address), address) for address in (requester.addresses or ("",)))


class _Waiting(Generic[W]):
    def __init__(self, requester: Requester, long: bool) -> None:
        self.requester = requester
        self.long = long
        self.since = time.monotonic()
        self.given: asyncio.Future[W] = asyncio.get_running_loop().create_future()

    @property
    def patient(self) -> bool:
        """Whether it leaves a process free for the others."""
        return self.long or not self.requester.watched

    @property
    def last(self) -> bool:
        """Whether it goes last."""
        return not self.requester.watched and time.monotonic() - self.since < LONG


class _Loan(Struct, frozen=True):
    address: str
    patient: bool
    at: float


class FairPool(Generic[W]):
    """A pool of processes (or other scarce items), each lent to one requester at a time."""

    def __init__(self) -> None:
        """Start with none."""
        self.used = Used()
        self._free: list[W] = []
        self._lent: dict[W, _Loan] = {}
        self._waiting: list[_Waiting[W]] = []

    def add(self, one: W) -> None:
        """Add an item."""
        self._free.append(one)
        self._hand_out()

    async def borrow(self, requester: Requester, *, long: bool = False) -> W:
        """Wait for a free item; with `long` it may be away for many seconds."""
        waiting: _Waiting[W] = _Waiting(requester, long)
        self._waiting.append(waiting)
        self._hand_out()
        try:
            return await waiting.given
        except asyncio.CancelledError:
            if waiting.given.done() and not waiting.given.cancelled():
                self.give_back(waiting.given.result())
            raise
        finally:
            if waiting in self._waiting:
                self._waiting.remove(waiting)

    def give_back(self, one: W) -> None:
        """Return an item to the pool."""
        loan = self._lent.pop(one)
        self.used.add(loan.address, time.monotonic() - loan.at)
        self.add(one)

    def _hand_out(self) -> None:
        while self._free:
            chosen = self._next()
            if chosen is None:
                return
            self._waiting.remove(chosen)
            one = self._free.pop()
            self._lent[one] = _Loan(self.used.least(chosen.requester)[1], chosen.patient, time.monotonic())
            chosen.given.set_result(one)

    def _next(self) -> _Waiting[W] | None:
        """Return the requester that is next."""
        there = len(self._free) + len(self._lent)
        room_for_all = sum(loan.patient for loan in self._lent.values()) < max(1, there - 1)
        able = [one for one in self._waiting if not one.given.done() and (room_for_all or not one.patient)]
        return min(able, key=lambda one: (one.last, self.used.least(one.requester)[0], one.since), default=None)
