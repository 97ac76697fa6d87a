"""Work that several clients may request: done once for all of them, and its result cached for a while."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Final, Generic, TypeVar

from semafor.table.wire.problems import Refused

K = TypeVar("K")
V = TypeVar("V")
_WAITING: Final = 64
"""Jobs running or waiting; more are refused."""
_OF_ADDRESS: Final = 3
"""The same for one address, so that nobody keeps the others from being served."""


class SharedWork(Generic[K, V]):
    """Jobs by key; concurrent requests for a key wait for the same job."""

    def __init__(self, kept: int, busy: str) -> None:
        """Take the size of the cache, and the message of the refusal when too many jobs wait."""
        self._kept = kept
        self._busy = busy
        self._tasks: OrderedDict[K, asyncio.Task[V]] = OrderedDict()
        self._waiting: Counter[str] = Counter()
        self._wanted: Counter[K] = Counter()
        """How many requests wait for a key."""

    async def of(self, key: K, address: str, work: Callable[[], Coroutine[Any, Any, V]]) -> V:
        """Return the result for a client at an address; failures are not cached.

        If all requests for a key are cancelled, so is the job.
        """
        task = self._tasks.get(key)
        if task is None or _failed(task):
            if self._waiting[address] >= _OF_ADDRESS or self._waiting.total() >= _WAITING:
                raise Refused("too_fast", self._busy, status=429)
            self._waiting[address] += 1
            task = asyncio.create_task(work(), name=f"work on {key}")
            task.add_done_callback(lambda _: self._done(address))
            self._tasks[key] = task
        self._tasks.move_to_end(key)
        while len(self._tasks) > self._kept:
            self._tasks.popitem(last=False)
        self._wanted[key] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._wanted[key] -= 1
            if self._wanted[key] == 0:
                del self._wanted[key]
                if not task.done():
                    task.cancel()
                    self._tasks.pop(key, None)

    def _done(self, address: str) -> None:
        self._waiting[address] -= 1
        if self._waiting[address] == 0:
            del self._waiting[address]

    def stop(self) -> None:
        """Cancel all jobs."""
        for task in self._tasks.values():
            task.cancel()


def _failed(task: asyncio.Task[Any]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
