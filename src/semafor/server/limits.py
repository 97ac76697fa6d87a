"""How much anybody may ask for: buckets that fill again with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

_MOST_KEPT: Final = 10_000


class Bucket:
    """So many at once, and so many per second after that."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        """Start full."""
        self.rate = rate
        self.most = most
        self.left = most
        self.at = time.monotonic()

    def take(self) -> float:
        """Take one; return how many seconds too early that is, 0 if it is not."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        self.left -= 1
        return max(0.0, -self.left / self.rate)

    def give_back(self) -> None:
        """Take the last one back: it was refused."""
        self.left += 1


class Buckets:
    """A bucket for each of many; those that have not been used for longest are forgotten."""

    def __init__(self, rate: float, most: float) -> None:
        """Take the size of each."""
        self.rate = rate
        self.most = most
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def allows(self, key: Hashable) -> bool:
        """Take one for somebody, if there is one."""
        bucket = self._buckets.pop(key, None) or Bucket(self.rate, self.most)
        self._buckets[key] = bucket
        if len(self._buckets) > _MOST_KEPT:
            self._buckets.popitem(last=False)
        if bucket.take() == 0.0:
            return True
        bucket.give_back()
        return False


class Counts:
    """How many of something each has at present."""

    def __init__(self, most: int) -> None:
        """Take how many each may have."""
        self.most = most
        self._counts: dict[Hashable, int] = {}

    def enter(self, key: Hashable) -> bool:
        """Count one more, if it may be."""
        if self._counts.get(key, 0) >= self.most:
            return False
        self._counts[key] = self._counts.get(key, 0) + 1
        return True

    def leave(self, key: Hashable) -> None:
        """Count one less."""
        self._counts[key] -= 1
        if self._counts[key] <= 0:
            del self._counts[key]


class Amounts:
    """How much of something each has under way."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._amounts: dict[Hashable, int] = {}

    def of(self, key: Hashable) -> int:
        """Return how much somebody has under way."""
        return self._amounts.get(key, 0)

    def add(self, key: Hashable, amount: int) -> None:
        """Count more, or less."""
        left = self.of(key) + amount
        if left > 0:
            self._amounts[key] = left
        else:
            self._amounts.pop(key, None)
