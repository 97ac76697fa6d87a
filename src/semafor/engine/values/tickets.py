"""The state of a ticket."""

from typing import NamedTuple, TypedDict


class TicketWayJSON(TypedDict):
    """The state of a ticket of the observer.

    `routes` is the observer's own path if it is complete, else the path that needs the fewest trains, own routes
    included; `missing` are those still to claim. `drawn`: the observer must still keep it or give it back.
    """

    id: str
    points: int
    drawn: bool
    completed: bool
    possible: bool
    routes: list[str]
    missing: list[str]
    trains_needed: int


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

    def to_json(self) -> TicketWayJSON:
        """Return the state for JSON."""
        return {
            "id": self.id,
            "points": self.points,
            "drawn": self.drawn,
            "completed": self.completed,
            "possible": self.possible,
            "routes": list(self.routes),
            "missing": list(self.missing),
            "trains_needed": self.trains_needed,
        }
