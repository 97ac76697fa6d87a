"""Work that several clients may request: done once for all of them, and its result cached for a while."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class SharedWork(Generic[K, V]):
    """Jobs by key; concurrent requests for a key wait for the same job.

    Nothing limits how many wait: the workers serve the address first that has used the least.
    """

    def __init__(self, kept: int) -> None:
        """Take the size of the cache."""
        self._kept = kept
        self._tasks: OrderedDict[K, asyncio.Task[V]] = OrderedDict()
        self._wanted: Counter[K] = Counter()
        """How many requests wait for a key."""

    async def of(self, key: K, work: Callable[[], Coroutine[Any, Any, V]]) -> V:
        """Return the result; failures are not cached.

        If all requests for a key are cancelled, so is the job.
        """
        task = self._tasks.get(key)
        if task is None or _failed(task):
            task = asyncio.create_task(work(), name=f"work on {key}")
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

    def stop(self) -> None:
        """Cancel all jobs."""
        for task in self._tasks.values():
            task.cancel()


def _failed(task: asyncio.Task[Any]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
