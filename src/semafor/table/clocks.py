"""The clocks of a table: they follow from the times in the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from semafor.table.wire.messages import Clock, SeatClock

DAY: Final = 86_400.0
DEFAULT_SECONDS: Final = {"move": 90, "game": 1200}
LEAST_ON_RETURN: Final = 30.0
"""Seconds that somebody has at least who comes back to a seat whose time had run out."""


class Clocks:
    """What time each seat has left. A clock runs while its seat must decide and a person (or their bot) plays it."""

    def __init__(self, clock: Clock, players: int) -> None:
        """Start with full clocks, all stopped."""
        self.clock = clock
        self.allowance = _allowance(clock)
        self.left = [self.allowance] * players
        self.running: frozenset[int] = frozenset()
        self.since = 0.0

    def __copy__(self) -> Clocks:
        """Return the clocks that run on from here."""
        made = Clocks.__new__(Clocks)
        made.clock = self.clock
        made.allowance = self.allowance
        made.left = self.left[:]
        made.running = self.running
        made.since = self.since
        return made

    @property
    def used(self) -> bool:
        """Whether the table plays with clocks at all."""
        return self.clock.kind != "none"

    def advance(self, at: float) -> None:
        """Let time pass up to a moment; time never runs backwards, whatever the clocks of the machines say."""
        passed = max(0.0, at - self.since)
        for seat in self.running:
            self.left[seat] -= passed
        self.since = max(self.since, at)

    def decided(self, seat: int) -> None:
        """Note a decision of the seat: a clock per decision, or in days, is full again."""
        if self.clock.kind != "game":
            self.left[seat] = self.allowance

    def turn_ended(self, seat: int) -> None:
        """Note the end of the seat's turn: a clock per game gets its increment."""
        if self.clock.kind == "game":
            self.left[seat] += self.clock.increment or 0

    def returned(self, seat: int) -> None:
        """Somebody is back: there must be time to look around."""
        least = LEAST_ON_RETURN if self.clock.kind == "game" else self.allowance
        self.left[seat] = max(self.left[seat], least)

    def take_back(self, before: Clocks, seat: int) -> None:
        """Give a seat's action back: its clock is as it was, and so are those that started because of the action.

        The clocks that ran beside it (everybody chooses starting tickets at the same time) have gone on meanwhile.
        """
        for one, left in enumerate(before.left):
            if one == seat or one not in before.running:
                self.left[one] = left

    def run(self, seats: Iterable[int]) -> None:
        """From now on the clocks of these seats run."""
        self.running = frozenset(seats)

    def deadline(self) -> tuple[float, int] | None:
        """Return when the next clock runs out, and whose."""
        if not self.used or not self.running:
            return None
        seat = min(self.running, key=lambda one: (self.left[one], one))
        return self.since + self.left[seat], seat

    def shown(self, now: float, with_clock: Iterable[int]) -> list[SeatClock] | None:
        """Return the clocks for a view; None where the table has none."""
        if not self.used:
            return None
        kept = set(with_clock)
        passed = max(0.0, now - self.since)
        shown: list[SeatClock] = []
        for seat, left in enumerate(self.left):
            running = seat in self.running
            remaining = max(0, round((left - passed if running else left) * 1000))
            shown.append(SeatClock(remaining if seat in kept else None, running))
        return shown


def _allowance(clock: Clock) -> float:
    if clock.kind == "days":
        return (clock.days or 1) * DAY
    return float(clock.seconds or DEFAULT_SECONDS.get(clock.kind, 0))
