"""The bonus for the longest path (U-27).

Example: two players tie with 34 trains; both score 10. A path may loop and pass a city again, but counts each
train once.
"""

from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.model.award import Award, Share
from semafor.model.board import Board
from semafor.model.gains import Gains
from semafor.model.hooks import Rule
from semafor.model.reading import Table
from semafor.model.state import State
from semafor.model.tally import Tally
from semafor.rules.paths import longest_path


class LongestPath(Rule):
    """Awards the longest path."""

    slug: ClassVar[str] = "longest_path"
    cited: ClassVar[dict[str, str]] = {"most": "U-27"}
    public: ClassVar[bool] = True

    def __init__(self, table: Table) -> None:
        """Read the points."""
        super().__init__(table)
        self.points: i64 = table.integer("points", 1, 1000)

    def prepare(self, board: Board) -> None:
        """Register for the final score."""
        board.award_rules = append(board.award_rules, self)

    def award(self, state: State, tally: Tally) -> None:
        """Award the bonus to all who tie for the longest path; without a route there is none (R-9)."""
        tally.award_most(self.slug, self.points, path_lengths(state, tally))

    def explain(self, state: State, tally: Tally) -> list[Award]:
        """Name the routes of the winners' longest paths."""
        shares = tally.shares(self.slug, path_lengths(state, tally))
        show_paths(state, shares)
        return [self.award_of(self.slug, self.points, shares)]

    def may_change(self, tally: Tally, seat: i64, route: i64) -> bool:
        """Return whether the seat does not have the longest path and might with the route."""
        network = tally.network
        own = network.longest_path(seat)
        longest: i64 = 0
        for other in range(tally.players):
            longest = max(longest, network.longest_path(other))
        if own > 0 and own == longest:
            return False
        ends = network.ends_at(seat, route)
        # A path through the route can go on at each end where the seat has routes: at one end, no further than before.
        return ends == 2 or network.board.route_length[route] + ends * own >= longest

    def gains(self, state: State, gains: Gains) -> None:
        """Add what a longer path can gain."""
        gains.lengthen += self.points


def path_lengths(state: State, tally: Tally) -> vec[i64]:
    """Return the length of every seat's longest path."""
    lengths = vec[i64]([0] * state.players)
    for seat in range(state.players):
        lengths[seat] = tally.network.longest_path(seat)
    return lengths


def show_paths(state: State, shares: list[Share]) -> None:
    """Name the longest path of every seat that scores it."""
    for share in shares:
        if share.points > 0:
            path = longest_path(state.board, state.owners, share.seat, state.players)
            share.path = path.places
            share.routes = path.routes
