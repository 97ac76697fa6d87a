"""CPU time of the event loop, charged to the client that caused it.

An address has a share of a core. When it is used up, the clients at the address wait until it refills, and take turns
while they wait. Others are not affected.

The event loop's thread time is measured, step by step: a request that waits (for the database, say) costs nothing, and
neither does a busy machine. Without it, the attack `many` lets a bystander's pings wait 357 ms (p99) instead of 44, and
`frames` 700 instead of 69 (docs/measurements/attacks.md).
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
_MOST_KEPT: Final = 10_000


class Budget:
    """CPU seconds of an address: a token bucket with a burst, refilled with a share of every second."""

    __slots__ = ("address", "at", "left", "line", "most", "resting", "share")

    def __init__(self, share: float, most: float, address: str = "") -> None:
        """Start full."""
        self.address = address
        self.share = share
        self.most = most
        self.left = most
        self.at = time.monotonic()
        self.line = asyncio.Lock()
        self.resting = False
        """Whether to yield to other addresses before the next connection of this one parses its input."""

    def rest(self) -> None:
        """Let others have their turn first; without it, `frames` keep the event loop for 155 ms instead of 22."""
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
        """Wait one after the other until the budget is positive; all at once, `many` take 2.1 s of CPU, not 1.4."""
        async with self.line:
            while (early := self.early()) > 0:
                await asyncio.sleep(early)

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for the turn, do the work, and pay for it."""
        try:
            await self.turn()
        except BaseException:
            work.close()
            raise
        return await Metered(work, self.charge)

    def _fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.share)
        self.at = now


NOBODY: Final = Budget(1.0, 1.0)
"""What is charged for the work of the server itself: nobody waits for it."""
PAYER: Final[ContextVar[Budget]] = ContextVar("payer", default=NOBODY)
"""Who pays for work in this context, and in the tasks started in it."""


class Budgets:
    """The budgets of all addresses, in an LRU cache."""

    def __init__(self, share: float) -> None:
        """Take the share of a core that each address has."""
        self._budget = lru_cache(_MOST_KEPT)(lambda address: Budget(share, share * AT_ONCE, address))

    def of(self, address: str) -> Budget:
        """Return the budget of an address."""
        return self._budget(address)


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
    return await Metered(work, PAYER.get().charge)


async def in_thread(work: Callable[[], T]) -> T:
    """Run a function in a thread, charged to the payer of this context."""
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
        PAYER.get().charge(spent)
