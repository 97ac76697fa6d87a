"""Who gets the next free process: whoever has used least of late, and games that somebody watches before the others.

A game asks for one decision at a time, so that the games of an address take turns. What is done for games that nobody
watches leaves one process free for the others; and who has waited long is not put last any more.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Hashable
from typing import Final, Generic, Protocol, TypeVar

from msgspec import Struct

HALF_LIFE: Final = 30.0
"""Seconds after which what somebody has used counts half."""
LONG: Final = 30.0
"""Seconds after which a game that nobody watches waits like any other."""
_MOST_KEPT: Final = 10_000
_FORGOTTEN: Final = 0.01

W = TypeVar("W", bound=Hashable)


class Claim(Protocol):
    """Who wants a process; asked again whenever one is free, because people come and go."""

    @property
    def addresses(self) -> Collection[str]:
        """For whom it is."""

    @property
    def watched(self) -> bool:
        """Whether somebody waits for it."""


class Asked(Struct, frozen=True):
    """Somebody at one address."""

    addresses: tuple[str, ...] = ()
    watched: bool = True


NOBODY: Final = Asked(watched=False)


class Used:
    """Seconds that each address has used, the latest counting most."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._used: dict[str, tuple[float, float]] = {}

    def of(self, address: str) -> float:
        """Return what an address has used."""
        seconds, at = self._used.get(address, (0.0, 0.0))
        return seconds * 0.5 ** ((time.monotonic() - at) / HALF_LIFE) if seconds else 0.0

    def add(self, address: str, seconds: float) -> None:
        """Count more."""
        self._used[address] = (self.of(address) + seconds, time.monotonic())
        if len(self._used) > _MOST_KEPT:
            self._used = {one: used for one, used in self._used.items() if self.of(one) > _FORGOTTEN}

    def least(self, claim: Claim) -> tuple[float, str]:
        """Return who of those that a claim is for has used least, and how much; a claim for nobody is for one more."""
        return min((self.of(address), address) for address in (claim.addresses or ("",)))


class _Waiting(Generic[W]):
    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.since = time.monotonic()
        self.given: asyncio.Future[W] = asyncio.get_running_loop().create_future()

    @property
    def last(self) -> bool:
        """Whether it waits until no other does."""
        return not self.claim.watched and time.monotonic() - self.since < LONG


class _Loan(Struct, frozen=True):
    address: str
    watched: bool
    at: float


class Turns(Generic[W]):
    """Processes (or whatever there are few of), each lent to one claim at a time."""

    def __init__(self) -> None:
        """Start with none."""
        self.used = Used()
        self._free: list[W] = []
        self._lent: dict[W, _Loan] = {}
        self._waiting: list[_Waiting[W]] = []

    def add(self, one: W) -> None:
        """Take one more."""
        self._free.append(one)
        self._hand_out()

    async def borrow(self, claim: Claim) -> W:
        """Wait for one."""
        waiting: _Waiting[W] = _Waiting(claim)
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
        """Mark it as free again."""
        self._settle(one)
        self.add(one)

    def lose(self, one: W) -> None:
        """Note that it is gone."""
        self._settle(one)

    def _settle(self, one: W) -> None:
        loan = self._lent.pop(one)
        self.used.add(loan.address, time.monotonic() - loan.at)

    def _hand_out(self) -> None:
        while self._free:
            chosen = self._next()
            if chosen is None:
                return
            self._waiting.remove(chosen)
            one = self._free.pop()
            self._lent[one] = _Loan(self.used.least(chosen.claim)[1], chosen.claim.watched, time.monotonic())
            chosen.given.set_result(one)

    def _next(self) -> _Waiting[W] | None:
        """Whose turn it is."""
        there = len(self._free) + len(self._lent)
        room_for_all = sum(not loan.watched for loan in self._lent.values()) < max(1, there - 1)
        able = [one for one in self._waiting if not one.given.done() and (room_for_all or one.claim.watched)]
        return min(able, key=lambda one: (one.last, self.used.least(one.claim)[0], one.since), default=None)
