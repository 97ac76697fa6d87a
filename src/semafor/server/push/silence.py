"""Back off from push hosts that do not answer, so that they don't occupy the few sender threads.

Endpoints come from guests, and even a known service may have a host that never answers.
"""

from __future__ import annotations

from typing import Final

FIRST_WAIT: Final = 60.0
MOST_TIMES: Final = 6
"""How often the wait is doubled: half an hour at most."""
_MOST_KEPT: Final = 1000


class Silences:
    """Exponential backoff for each silent host: one message at a time retries it."""

    def __init__(self) -> None:
        """Start with none."""
        self._silent: dict[str, tuple[float, int]] = {}

    def until(self, host: str, now: float) -> float:
        """Return when to try a host, in seconds since 1970: now only for one caller; the others wait for its result."""
        until, times = self._silent.get(host, (0.0, 0))
        if until > now:
            return until
        if times > 0:
            self._silent[host] = (now + FIRST_WAIT, times)
        return now

    def note(self, host: str, answered: bool, now: float) -> None:
        """Note whether a host has answered."""
        _, times = self._silent.pop(host, (0.0, 0))
        if not answered:
            if len(self._silent) >= _MOST_KEPT:
                self._silent.pop(next(iter(self._silent)))
            self._silent[host] = (now + FIRST_WAIT * 2 ** min(times, MOST_TIMES - 1), times + 1)
