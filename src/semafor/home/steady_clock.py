"""The time that a home gives its tables: wall-clock time, but without jumps.

It is set from the system clock once, and then follows a monotonic clock. So no player gains or loses time when the
system clock is set: by hand, by the network, or on a machine that did not know the date when it started.
"""

from __future__ import annotations

from collections.abc import Callable


class SteadyClock:
    """A clock that nobody sets while it runs."""

    def __init__(self, of_day: Callable[[], float], counting: Callable[[], float]) -> None:
        """Take the system clock and a monotonic clock."""
        self._counting = counting
        self._base = of_day() - counting()
        self.started = self.now()
        """When the clock was set."""

    def now(self) -> float:
        """Return the seconds since 1970, as far as the system knew when the clock was set."""
        return self._base + self._counting()

    def set(self, now: float) -> None:
        """Adopt the time of another process; only before this one opens a table."""
        self._base = now - self._counting()
        self.started = now
