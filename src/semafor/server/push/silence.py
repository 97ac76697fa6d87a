"""Hosts of push services that do not answer: they must not hold the few threads that send to all others.

An endpoint comes from a guest, and at a known service, too, there may be a host where nobody answers.
"""

from __future__ import annotations

from typing import Final

FIRST_WAIT: Final = 60.0
MOST_TIMES: Final = 6
"""How often the wait is doubled: half an hour at most."""
_MOST_KEPT: Final = 1000


class Silences:
    """Notes which hosts are silent; one message at a time tries each again, later and later."""

    def __init__(self) -> None:
        """Start with none."""
        self._silent: dict[str, tuple[float, int]] = {}

    def until(self, host: str, now: float) -> float:
        """Return when to try a host, in seconds since 1970; now, if whoever asks may try, and others wait for that."""
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
