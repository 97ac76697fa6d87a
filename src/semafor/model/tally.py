"""The final score while it is being counted: the rules that award points add to it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.model.award import Share
from semafor.model.network.connections import Network
from semafor.model.numbers.layout import POINTS
from semafor.model.state import State

NOT_HELD: Final = 0
FAILED: Final = 1
COMPLETED: Final = 2


class Bonus:
    """Points beyond routes and tickets: the name, the seat, the points, and the count that earned them."""

    def __init__(self, name: str, seat: i64, points: i64, value: i64) -> None:
        """Take the name of the bonus, the seat, its points and its count."""
        self.name = name
        self.seat = seat
        self.points = points
        self.value = value


class Count:
    """What every seat has of something whose most is awarded."""

    values: vec[i64]

    def __init__(self, name: str, values: vec[i64]) -> None:
        """Take the name of the bonus and a count for each seat."""
        self.name = name
        self.values = values


class Tally:
    """The points of every seat, and their sources."""

    network: Network
    bonuses: list[Bonus]
    counts: list[Count]
    winners: list[int]

    def __init__(self, state: State) -> None:
        """Start with the points from routes."""
        self.players = state.players
        self.totals = vec[i64]([0] * state.players)
        self.routes = vec[i64]([0] * state.players)
        self.ticket_points = vec[i64]([0] * state.players)
        self.completed = vec[i64]([0] * state.players)
        self.outcomes = vec[u8]([u8(NOT_HELD)] * state.board.ticket_total)
        self.network = Network(state.board, state.owners, state.players)
        self.bonuses = []
        self.counts = []
        self.winners = []
        for seat in range(state.players):
            points = state.seats[POINTS + seat]
            self.routes[seat] = points
            self.totals[seat] = points

    def bonus(self, name: str, seat: i64, points: i64, value: i64) -> None:
        """Award a bonus."""
        self.totals[seat] += points
        self.bonuses.append(Bonus(name, seat, points, value))

    def award_most(self, name: str, points: i64, values: vec[i64]) -> None:
        """Award a bonus to all who tie for the most; a count of zero never scores (R-9)."""
        self.counts.append(Count(name, values))
        most: i64 = 0
        for seat in range(self.players):
            most = max(most, values[seat])
        if most == 0:
            return
        for seat in range(self.players):
            if values[seat] == most:
                self.bonus(name, seat, points, most)

    def shares(self, name: str, values: vec[i64]) -> list[Share]:
        """Return every seat's share of a bonus for the most: its count, and the points it was awarded."""
        points = {int(bonus.seat): int(bonus.points) for bonus in self.bonuses if bonus.name == name}
        return [Share(seat, int(values[seat]), points.get(seat, 0)) for seat in range(int(self.players))]
