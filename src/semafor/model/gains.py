"""What routes and tickets can gain from the awards of a board, in points, for bots."""

from librt.vecs import vec
from mypy_extensions import i64

NO_REGION: i64 = -1


class Gains:
    """Filled in by every rule that awards something (`Rule.gains`).

    `lengthen` is the gain for routes that lengthen a network, `tickets` for completed tickets, `by_route` and
    `by_ticket` for the routes and tickets that count; `most_by_route` is the total of all awards that count routes. A
    network of n different regions (`region_of` each node) scores `network_points[n]`, the last entry also for more.
    """

    def __init__(self, nodes: i64, routes: i64, tickets: i64) -> None:
        """Start with no gains."""
        self.lengthen: i64 = 0
        self.tickets: i64 = 0
        self.most_by_route: i64 = 0
        self.by_route = vec[i64]([0] * routes)
        self.by_ticket = vec[i64]([0] * tickets)
        self.region_of = vec[i64]([NO_REGION] * nodes)
        self.network_points = vec[i64]([0])
