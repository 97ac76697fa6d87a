"""Wall-clock time: interrupts bots that think too long, and measures how long bots think."""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Final

GRACE: Final = 0.1
"""Grace in seconds beyond the budget plus 10 %: a busy machine is not the bot's fault."""
_AGAIN: Final = 0.5
"""Seconds until the alarm repeats, for a bot that swallows it."""
_STEP: Final = math.log(1.02)
"""Times that differ by less than 2 % share a bucket."""


class OutOfTime(BaseException):
    """The alarm rang. Not an Exception, so that no bot swallows it by accident."""


def time_limit(seconds: float) -> float:
    """Return the time limit of a bot with this budget."""
    return seconds * 1.1 + GRACE


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in the block after some seconds, where the system supports it (POSIX, main thread)."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise OutOfTime


class Times:
    """A histogram of times, to within 2 %: small, and easily merged over many games.

    >>> times = Times()
    >>> for milliseconds in range(1, 101):
    ...     times.add(milliseconds / 1000)
    >>> round(times.quantile(0.5))
    50
    """

    def __init__(self, counts: Mapping[int, int] | None = None, longest: float = 0.0) -> None:
        """Start with counts by bucket, and the longest time in seconds."""
        self.counts = dict(counts or {})
        self.longest = longest

    def add(self, seconds: float) -> None:
        """Count one time."""
        bucket = round(math.log(max(seconds, 1e-7)) / _STEP)
        self.counts[bucket] = self.counts.get(bucket, 0) + 1
        self.longest = max(self.longest, seconds)

    def join(self, other: Times) -> None:
        """Merge another histogram into this one."""
        for bucket, count in other.counts.items():
            self.counts[bucket] = self.counts.get(bucket, 0) + count
        self.longest = max(self.longest, other.longest)

    def quantile(self, share: float) -> float:
        """Return the milliseconds that this share of the times does not exceed; 0 where there are none."""
        left = share * sum(self.counts.values())
        for bucket in sorted(self.counts):
            left -= self.counts[bucket]
            if left <= 0:
                return min(math.exp(bucket * _STEP), self.longest) * 1000
        return 0.0

    def to_json(self) -> dict[str, object]:
        """Write the counts for a journal."""
        return {"longest": self.longest, "counts": {str(bucket): self.counts[bucket] for bucket in sorted(self.counts)}}
