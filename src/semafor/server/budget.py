"""Processor time of the event loop, charged to who caused the work.

An address has a share of a core, and so has each of its connections. Whoever has used up the share waits until time has
filled it again; the connections of an address take turns while they wait. Others go on meanwhile.

What is measured is the time of the thread that the loop runs in, step by step: a request that waits (for the database,
say) costs nothing, and neither does a busy machine.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")
AT_ONCE: Final = 1.0
"""For how many seconds a share is saved up."""
PREPAID: Final = 0.002
"""Seconds that each piece of work pays before it begins, so that not all who wait begin at the same moment."""
OWN_PART: Final = 0.5
"""How much of the share of an address one of its connections may use."""
_MOST_KEPT: Final = 10_000


class Budget:
    """Seconds of the processor: so many at once, and a share of every second after that."""

    __slots__ = ("at", "left", "line", "most", "share")

    def __init__(self, share: float, most: float) -> None:
        """Start full."""
        self.share = share
        self.most = most
        self.left = most
        self.at = time.monotonic()
        self.line = asyncio.Lock()

    def charge(self, seconds: float) -> None:
        """Pay for work that was done, or (less than nothing) give back what was paid too much."""
        self._fill()
        self.left = min(self.most, self.left - seconds)

    def early(self) -> float:
        """Return how many seconds it takes until there is something left; 0 if there is."""
        self._fill()
        return max(0.0, -self.left / self.share)

    async def turn(self) -> None:
        """Wait, one after the other, until there is something left."""
        async with self.line:
            while (early := self.early()) > 0:
                await asyncio.sleep(early)

    def _fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.share)
        self.at = now


class Payer:
    """Who pays for work: an address, and perhaps one of its connections by itself, too."""

    __slots__ = ("address", "budgets")

    def __init__(self, *budgets: Budget, address: str = "") -> None:
        """Take the budgets that are charged, the narrowest first."""
        self.budgets = budgets
        self.address = address

    def charge(self, seconds: float) -> None:
        """Pay for work that was done."""
        for budget in self.budgets:
            budget.charge(seconds)

    def early(self) -> float:
        """Return how many seconds it takes until work may go on."""
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
"""Who pays for what is done in this context; tasks that are started in it inherit it."""


class Budgets:
    """The budgets of all addresses; those that have not been used for longest are forgotten."""

    def __init__(self, share: float) -> None:
        """Take the share of a core that each address has."""
        self.share = share
        self._budgets: OrderedDict[str, Budget] = OrderedDict()

    def of(self, address: str) -> Budget:
        """Return the budget of an address."""
        budget = self._budgets.get(address)
        if budget is None:
            budget = self._budgets[address] = Budget(self.share, self.share * AT_ONCE)
            if len(self._budgets) > _MOST_KEPT:
                self._budgets.popitem(last=False)
        self._budgets.move_to_end(address)
        return budget

    def of_connection(self, address: str) -> Payer:
        """Return who pays for a new connection of an address."""
        share = self.share * OWN_PART
        return Payer(Budget(share, share * AT_ONCE), self.of(address), address=address)


class Metered(Generic[T]):
    """Work to be awaited, of which every step is charged."""

    __slots__ = ("_charge", "_work")

    def __init__(self, work: Coroutine[Any, Any, T], charge: Callable[[float], None]) -> None:
        """Take the work and who is told what it cost."""
        self._work = work
        self._charge = charge

    def __await__(self) -> Generator[Any, Any, T]:
        """Do the work, as if it were awaited itself."""
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
    """Do work at the expense of who pays in this context."""
    payer = PAYER.get()
    return await work if payer is None else await Metered(work, payer.charge)


async def in_thread(work: Callable[[], T]) -> T:
    """Do work in a thread, at the expense of who pays in this context."""
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
