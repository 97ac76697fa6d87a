"""The clocks of a table, computed from the times in the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from semafor.table.wire.messages import Clock, SeatClock

DAY: Final = 86_400.0
DEFAULT_SECONDS: Final = {"move": 90, "game": 1200}
LEAST_ON_RETURN: Final = 30.0
"""Minimum seconds for a player who returns to a seat whose time had run out."""


class Clocks:
    """The time that each seat has left. A clock runs while its seat must decide and is a person's."""

    def __init__(self, clock: Clock, players: int) -> None:
        """Start with full clocks, all stopped."""
        self.clock = clock
        self.allowance = _allowance(clock)
        self.left = [self.allowance] * players
        self.running: frozenset[int] = frozenset()
        self.since = 0.0

    def __copy__(self) -> Clocks:
        """Return an independent copy."""
        made = Clocks.__new__(Clocks)
        made.clock = self.clock
        made.allowance = self.allowance
        made.left = self.left[:]
        made.running = self.running
        made.since = self.since
        return made

    @property
    def used(self) -> bool:
        """Whether the table has clocks."""
        return self.clock.kind != "none"

    def advance(self, at: float) -> None:
        """Advance to a time; time never runs backwards, whatever the machines' clocks say."""
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
        """Note that a player is back, and make sure there is time to look around."""
        least = LEAST_ON_RETURN if self.clock.kind == "game" else self.allowance
        self.left[seat] = max(self.left[seat], least)

    def take_back(self, before: Clocks, seat: int) -> None:
        """Undo a seat's action: restore its clock, and those that started because of the action.

        Clocks that ran in parallel (everybody chooses starting tickets at the same time) keep running.
        """
        for one, left in enumerate(before.left):
            if one == seat or one not in before.running:
                self.left[one] = left

    def run(self, seats: Iterable[int]) -> None:
        """Start the clocks of these seats, and stop the others."""
        self.running = frozenset(seats)

    def deadline(self) -> tuple[float, int] | None:
        """Return when the next clock runs out, and its seat."""
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
