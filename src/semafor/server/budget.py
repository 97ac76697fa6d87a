"""CPU time of the event loop, charged to the client that caused it.

An address has a share of a core, and so has each of its connections. A client that has used up its share waits until it
refills; the connections of an address take turns while they wait. Other clients are not affected.

The event loop's thread time is measured, step by step: a request that waits (for the database, say) costs nothing, and
neither does a busy machine.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")
AT_ONCE: Final = 1.0
"""How many seconds of its share an idle client accumulates."""
PREPAID: Final = 0.002
"""Seconds charged before each piece of work, so that waiting clients don't all start at once."""
OWN_PART: Final = 0.5
"""How much of the share of an address one of its connections may use."""
_MOST_KEPT: Final = 10_000


class Budget:
    """CPU seconds: a token bucket with a burst, refilled with a share of every second."""

    __slots__ = ("at", "left", "line", "most", "resting", "share")

    def __init__(self, share: float, most: float) -> None:
        """Start full."""
        self.share = share
        self.most = most
        self.left = most
        self.at = time.monotonic()
        self.line = asyncio.Lock()
        self.resting = False
        """Whether to yield to other addresses before the next connection of this one parses its input."""

    def rest(self) -> None:
        """Let others have their turn first."""
        self.resting = True
        asyncio.get_running_loop().call_soon(setattr, self, "resting", False)

    def charge(self, seconds: float) -> None:
        """Charge for work; a negative amount refunds an overcharge."""
        self._fill()
        self.left = min(self.most, self.left - seconds)

    def early(self) -> float:
        """Return the seconds until the budget is positive again; 0 if it is."""
        self._fill()
        return max(0.0, -self.left / self.share)

    async def turn(self) -> None:
        """Wait in turn until the budget is positive."""
        async with self.line:
            while (early := self.early()) > 0:
                await asyncio.sleep(early)

    def _fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.share)
        self.at = now


class Payer:
    """The budgets that pay for some work: an address, and perhaps one of its connections."""

    __slots__ = ("address", "budgets")

    def __init__(self, *budgets: Budget, address: str = "") -> None:
        """Take the budgets to charge, the narrowest first."""
        self.budgets = budgets
        self.address = address

    def charge(self, seconds: float) -> None:
        """Charge all budgets."""
        for budget in self.budgets:
            budget.charge(seconds)

    def early(self) -> float:
        """Return the seconds until work may continue."""
        return max((budget.early() for budget in self.budgets), default=0.0)

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for the turn, do the work, and pay for it."""
        try:
            for budget in self.budgets:
                await budget.turn()
        except BaseException:
            work.close()
            raise
        self.charge(PREPAID)
        try:
            return await Metered(work, self.charge)
        finally:
            self.charge(-PREPAID)


PAYER: Final[ContextVar[Payer | None]] = ContextVar("payer", default=None)
"""The payer for work in this context; tasks started in it inherit the payer."""


class Budgets:
    """The budgets of all addresses, in an LRU cache."""

    def __init__(self, share: float) -> None:
        """Take the share of a core that each address has."""
        self.share = share
        self._budget = lru_cache(_MOST_KEPT)(lambda _: Budget(share, share * AT_ONCE))

    def of(self, address: str) -> Budget:
        """Return the budget of an address."""
        return self._budget(address)

    def of_connection(self, address: str) -> Payer:
        """Return the payer for a new connection of an address."""
        share = self.share * OWN_PART
        return Payer(Budget(share, share * AT_ONCE), self.of(address), address=address)


class Metered(Generic[T]):
    """An awaitable that charges every step of its coroutine."""

    __slots__ = ("_charge", "_work")

    def __init__(self, work: Coroutine[Any, Any, T], charge: Callable[[float], None]) -> None:
        """Take the coroutine and the callback that is charged."""
        self._work = work
        self._charge = charge

    def __await__(self) -> Generator[Any, Any, T]:
        """Run the coroutine, as if it were awaited directly."""
        step: Callable[[Any], Any] = self._work.send
        given: Any = None
        while True:
            started = time.thread_time()
            try:
                waits_for = step(given)
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                self._charge(time.thread_time() - started)
            try:
                given = yield waits_for
                step = self._work.send
            except GeneratorExit:
                self._work.close()
                raise
            except BaseException as error:
                given = error
                step = self._work.throw


async def at_expense(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine, charged to the payer of this context."""
    payer = PAYER.get()
    return await work if payer is None else await Metered(work, payer.charge)


async def in_thread(work: Callable[[], T]) -> T:
    """Run a function in a thread, charged to the payer of this context."""
    payer = PAYER.get()
    spent = 0.0

    def timed() -> T:
        nonlocal spent
        started = time.thread_time()
        try:
            return work()
        finally:
            spent = time.thread_time() - started

    try:
        return await asyncio.to_thread(timed)
    finally:
        if payer is not None:
            payer.charge(spent)
