"""The score for people and protocols: the sources of each seat's points, and the winners."""

from mypy_extensions import mypyc_attr

from semafor.model.state import State
from semafor.model.tally import COMPLETED, FAILED, Tally


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatScore:
    """One seat's points."""

    def __init__(self, state: State, tally: Tally, seat: int) -> None:
        """Take them from a tally."""
        self.seat = seat
        self.routes = int(tally.routes[seat])
        self.completed = _tickets(state, tally, seat, COMPLETED)
        self.failed = _tickets(state, tally, seat, FAILED)
        self.ticket_points = int(tally.ticket_points[seat])
        self.bonuses: dict[str, int] = {}
        self.bonus_counts: list[tuple[str, int, int]] = []
        for bonus in tally.bonuses:
            if int(bonus.seat) == seat:
                self.bonuses[bonus.name] = self.bonuses.get(bonus.name, 0) + int(bonus.points)
                self.bonus_counts.append((bonus.name, int(bonus.value), int(bonus.points)))
        self.longest_path = int(tally.network.longest_path(seat))
        self.total = int(tally.totals[seat])
        self.trains = int(state.trains(seat))

    def to_json(self) -> dict[str, object]:
        """Return the points as the protocols write them."""
        return {
            "routes": self.routes,
            "tickets": {"completed": self.completed, "failed": self.failed, "points": self.ticket_points},
            "bonuses": self.bonuses,
            "longest_path": self.longest_path,
            "total": self.total,
        }


@mypyc_attr(allow_interpreted_subclasses=True)
class Score:
    """The points of all seats, as if the game ended now.

    `bonus_counts` of a seat lists every bonus with the number that earned it, e.g. ("regions", 9, 11).
    """

    def __init__(self, state: State, tally: Tally) -> None:
        """Take them from a tally."""
        self.seats = [SeatScore(state, tally, seat) for seat in range(state.players)]
        self.winners = list(tally.winners)

    def __repr__(self) -> str:
        """Return the totals and the winners."""
        return f"<Score {', '.join([str(seat.total) for seat in self.seats])}, won by {self.winners}>"

    def to_json(self) -> dict[str, object]:
        """Return the score as the protocols write it."""
        return {"seats": [seat.to_json() for seat in self.seats], "winners": self.winners}


def _tickets(state: State, tally: Tally, seat: int, outcome: int) -> list[str]:
    return [
        state.board.ticket_id(ticket)
        for ticket in range(state.board.ticket_total)
        if state.ticket_place(ticket) == seat and int(tally.outcomes[ticket]) == outcome
    ]
