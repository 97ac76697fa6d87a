"""Par of a deal: what bots score with it in the person's place.

A field of bots plays the deal a hundred times: a quarter each with the lapses of an apprentice, a guard and a
stationmaster, and a quarter with few. *Par* is the median of their points. It depends only on the deal, so everybody
gets the same par.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.json import encode

from semafor import Board, Chance, load_board
from semafor.bots.lapses import Inattentive
from semafor.bots.planner import Planner
from semafor.bots.planning.weights import Weights
from semafor.bots.policy import Policy
from semafor.engine.kernel import OVER, Offers, actor, count_points, make_move, state_of
from semafor.simulation.jobs import Job
from semafor.table.deals import PLAYER, Deal

GAMES: Final = 100
FIELD: Final = (60, 28, 12, 4)
"""Lapses, in percent of turns, of the bots that alternate in the person's place."""


class Par(Struct, frozen=True):
    """The bots' results of a deal: the points of every game, the best first."""

    points: list[int]

    @property
    def par(self) -> int:
        """The median, rounded down."""
        middle = len(self.points) // 2
        return (self.points[middle] + self.points[-middle - 1]) // 2

    def beaten(self, points: int) -> int:
        """Return how many of the games have fewer points."""
        return sum(one < points for one in self.points)

    def place(self, points: int) -> int:
        """Return the place among them: 1 if none has more."""
        return 1 + sum(one > points for one in self.points)


class FieldGames(Job, frozen=True, tag=True):
    """A job that plays some of the field's games elsewhere: in a server's process, or in a page's web worker."""

    deal: Deal
    first: int
    games: int

    def run(self) -> bytes:
        """Return the points as JSON."""
        return encode(field_points(self.deal, load_board(self.deal.board), self.first, self.games))


def par_of(deal: Deal, board: Board, games: int = GAMES) -> Par:
    """Let the bots play a deal."""
    return ranked(field_points(deal, board, 0, games))


def ranked(points: Iterable[int]) -> Par:
    """Return the par for the field's points."""
    return Par(sorted(points, reverse=True))


def field_points(deal: Deal, board: Board, first: int, games: int) -> list[int]:
    """Return the points in `games` games from number `first` on; they can be played anywhere, in any order."""
    offers = Offers(board)
    people = [Inattentive(Planner(board, Weights({})), lapses) for lapses in FIELD]
    players: list[Policy] = [Planner(board, Weights({})) for _ in range(deal.players)]
    points: list[int] = []
    for number in range(first, first + games):
        players[PLAYER] = people[number % len(people)]
        chances = [Chance.seeded(f"semafor par 1:{deal.seed}:{number}:{seat}") for seat in range(deal.players)]
        for player in players:
            player.forget()
        state = state_of(deal.begin(board))
        while state.pending != OVER:
            seat = actor(state)
            offers.fill(state, seat)
            make_move(state, seat, players[seat].choose(state, seat, offers, chances[seat]))
        points.append(int(count_points(state).totals[PLAYER]))
    return points
