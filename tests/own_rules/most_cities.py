"""The bonus for the most cities in one network (H-2).

Example: with `points = 7` the player whose largest network has the most cities scores 7 more; all who tie do.
"""

from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.model.award import Award
from semafor.model.board import Board
from semafor.model.gains import Gains
from semafor.model.hooks import Rule
from semafor.model.network.connections import Network
from semafor.model.reading import Table
from semafor.model.state import State
from semafor.model.tally import Tally


class MostCities(Rule):
    """Award the largest network, counted in cities."""

    slug: ClassVar[str] = "most_cities"
    cited: ClassVar[dict[str, str]] = {"most": "H-2"}
    public: ClassVar[bool] = True
    names: ClassVar[dict[str, str]] = {"en": "Most cities", "pl": "Najwięcej miast"}
    about: ClassVar[dict[str, str]] = {"en": "Most cities in one network", "pl": "Najwięcej miast w jednej sieci"}

    def __init__(self, table: Table) -> None:
        """Read the points."""
        super().__init__(table)
        self.points = table.integer("points", 1, 1000)

    def prepare(self, board: Board) -> None:
        """Register for the final score and for what learners see."""
        board.award_rules = append(board.award_rules, self)
        board.counted_rules = append(board.counted_rules, self)

    def award(self, state: State, tally: Tally) -> None:
        """All who tie score it; nobody does without a route (R-9)."""
        tally.award_most(self.slug, self.points, self.counts(tally.network))

    def explain(self, state: State, tally: Tally) -> list[Award]:
        """Name the routes and cities of everybody's largest network."""
        shares = tally.shares(self.slug, self.counts(tally.network))
        for share in shares:
            share.routes, share.places = _largest(tally.network, share.seat)
        return [self.award_of(self.slug, self.points, shares)]

    def gains(self, state: State, gains: Gains) -> None:
        """Add what a larger network can win."""
        gains.lengthen += self.points

    def counts(self, network: Network) -> vec[i64]:
        """Count the cities of everybody's largest network."""
        return vec[i64]([len(_largest(network, seat)[1]) for seat in range(int(network.players))])


def _largest(network: Network, seat: int) -> tuple[list[str], list[str]]:
    """Return routes and cities of the seat's largest network."""
    board = network.board
    networks: dict[int, tuple[list[str], list[str]]] = {}
    for number in network.routes(seat):
        route = board.spec.routes[number]
        root = int(network.root(seat * board.node_count + board.route_node_a[number]))
        routes, places = networks.setdefault(root, ([], []))
        routes.append(route.id)
        places += [place for place in (route.a, route.b) if place not in places]
    return max(networks.values(), key=lambda network: len(network[1]), default=([], []))
