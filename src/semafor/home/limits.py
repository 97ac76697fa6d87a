"""Rate limits: token buckets, counts and amounts per client."""

from __future__ import annotations

import time
from collections.abc import Hashable
from functools import lru_cache
from typing import Final

_MOST_KEPT: Final = 10_000


class Bucket:
    """A token bucket: a burst, refilled at a rate per second."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        """Start full."""
        self.rate = rate
        self.most = most
        self.left = most
        self.at = time.monotonic()

    def take(self) -> float:
        """Take a token; return how many seconds too early that is, or 0."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        self.left -= 1
        return max(0.0, -self.left / self.rate)

    def give_back(self) -> None:
        """Put the last token back: the request was refused."""
        self.left += 1


class Buckets:
    """A bucket for each key, in an LRU cache."""

    def __init__(self, rate: float, most: float) -> None:
        """Take the rate and the burst of each bucket."""
        self._bucket = lru_cache(_MOST_KEPT)(lambda _: Bucket(rate, most))

    def allows(self, key: Hashable) -> bool:
        """Take a token for a key, if there is one."""
        bucket = self._bucket(key)
        if bucket.take() == 0.0:
            return True
        bucket.give_back()
        return False


class Counts:
    """A limited count for each key."""

    def __init__(self, most: int) -> None:
        """Take the limit for each key."""
        self.most = most
        self._counts: dict[Hashable, int] = {}

    def enter(self, key: Hashable) -> bool:
        """Count one more, if the limit allows it."""
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
    """An amount in flight for each key."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._amounts: dict[Hashable, int] = {}

    def of(self, key: Hashable) -> int:
        """Return the amount in flight for a key."""
        return self._amounts.get(key, 0)

    def add(self, key: Hashable, amount: int) -> None:
        """Add an amount, or subtract a negative one."""
        left = self.of(key) + amount
        if left > 0:
            self._amounts[key] = left
        else:
            self._amounts.pop(key, None)
