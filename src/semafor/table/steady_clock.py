"""The time that a home gives its tables: that of the day, but without jumps.

It is set by the system's clock once, and goes on by one that only counts. So nobody's time at a table is lost or won
when the system's clock is set: by hand, by the network, or by a machine that did not know the date when it started.
"""

from __future__ import annotations

from collections.abc import Callable


class SteadyClock:
    """A clock that nobody sets while it runs."""

    def __init__(self, of_day: Callable[[], float], counting: Callable[[], float]) -> None:
        """Take the time of the day, and a clock that only counts."""
        self._counting = counting
        self._base = of_day() - counting()
        self.started = self.now()
        """When the clock was set."""

    def now(self) -> float:
        """Second since 1970, as far as the system knew when the clock was set."""
        return self._base + self._counting()

    def set(self, now: float) -> None:
        """Agree with the clock of another process; only before any table is kept by this one."""
        self._base = now - self._counting()
        self.started = now
