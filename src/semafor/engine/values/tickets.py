"""The state of a ticket."""

from typing import NamedTuple


class TicketWay(NamedTuple):
    """A ticket of a seat: the path that completes it, or the one that needs the fewest trains.

    `routes` and `missing` are ids of routes, `missing` those of the path that the seat does not have. A ticket that
    can't be completed any more is not `possible`, and has neither. A `drawn` one is still being chosen.
    """

    id: str
    points: int
    drawn: bool
    routes: tuple[str, ...]
    missing: tuple[str, ...]
    trains_needed: int

    @property
    def possible(self) -> bool:
        """Whether the ticket is completed or can be, with the trains that are left."""
        return len(self.routes) > 0

    @property
    def completed(self) -> bool:
        """Whether the seat has all routes of the path (U-24)."""
        return len(self.routes) > 0 and len(self.missing) == 0
