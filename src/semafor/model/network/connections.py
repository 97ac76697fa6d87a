"""The players' networks: connections, and the longest path."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.model.network.trails import Trails

if TYPE_CHECKING:
    from semafor.model.board import Board

NO_ROUTE: Final[i64] = -1
_NOT_MEASURED: Final[i64] = -1


class Network:
    """Which nodes each seat has connected (a disjoint-set forest per seat, in one vector).

    The routes of a seat are a linked list: `first_route[seat]`, then `next_route[route]`, until NO_ROUTE.
    """

    board: "Board"
    parents: vec[i64]

    def __init__(self, board: "Board", owners: vec[u8], players: i64) -> None:
        """Link the routes of every seat and join their ends."""
        self.board = board
        self.players = players
        self.nodes = board.node_count
        self.parents = board.own_parents[: players * board.node_count]
        self.first_route = vec[i64]([NO_ROUTE] * players)
        self.next_route = vec[i64]([NO_ROUTE] * board.route_count)
        self.paths = vec[i64]([_NOT_MEASURED] * players)
        self.trails: Trails | None = None
        ends_a = board.route_node_a
        ends_b = board.route_node_b
        next_route = self.next_route
        first_route = self.first_route
        for route in range(board.route_count):
            owner = i64(owners[route])
            if owner < players:
                next_route[route] = first_route[owner]
                first_route[owner] = route
                base = owner * board.node_count
                self.join(base + ends_a[route], base + ends_b[route])

    def root(self, i: i64) -> i64:
        """Return the representative of a node's set, with path halving."""
        parents = self.parents
        while parents[i] != i:
            parents[i] = parents[parents[i]]
            i = parents[i]
        return i

    def join(self, i: i64, j: i64) -> None:
        """Join two sets."""
        parents = self.parents
        while parents[i] != i:
            i = parents[i]
        while parents[j] != j:
            j = parents[j]
        parents[j] = i

    def routes(self, seat: i64) -> list[int]:
        """Return the seat's routes in the order of the board file."""
        found: list[int] = []
        route = self.first_route[seat]
        while route != NO_ROUTE:
            found.append(int(route))
            route = self.next_route[route]
        found.reverse()
        return found

    def connected(self, seat: i64, place: i64, other: i64) -> bool:
        """Return whether the seat's routes connect two places; for a country, any of its ends counts (R-13)."""
        board = self.board
        nodes = board.place_nodes
        starts = board.place_node_start
        base = seat * self.nodes
        for i in range(starts[place], starts[place + 1]):
            root = self.root(base + nodes[i])
            for j in range(starts[other], starts[other + 1]):
                if self.root(base + nodes[j]) == root:
                    return True
        return False

    def would_connect(self, seat: i64, route: i64, place: i64, other: i64) -> bool:
        """Return whether one more route would connect two places that the seat has not connected."""
        board = self.board
        nodes = board.place_nodes
        starts = board.place_node_start
        base = seat * self.nodes
        a = self.root(base + board.route_node_a[route])
        b = self.root(base + board.route_node_b[route])
        for i in range(starts[place], starts[place + 1]):
            root = self.root(base + nodes[i])
            if root not in (a, b):
                continue
            for j in range(starts[other], starts[other + 1]):
                if self.root(base + nodes[j]) == a + b - root:
                    return True
        return False

    def ends_at(self, seat: i64, route: i64) -> i64:
        """Return at how many ends of a route the seat has routes."""
        ends_a = self.board.route_node_a
        ends_b = self.board.route_node_b
        a, b = ends_a[route], ends_b[route]
        at_a: i64 = 0
        at_b: i64 = 0
        own = self.first_route[seat]
        while own != NO_ROUTE:
            if ends_a[own] == a or ends_b[own] == a:
                at_a = 1
            if ends_a[own] == b or ends_b[own] == b:
                at_b = 1
            own = self.next_route[own]
        return at_a + at_b

    def longest_path(self, seat: i64) -> i64:
        """Return the length of the seat's longest path in trains; it may revisit cities but not routes (U-27)."""
        if self.paths[seat] == _NOT_MEASURED:
            self.paths[seat] = self._measure(seat)
        return self.paths[seat]

    def _measure(self, seat: i64) -> i64:
        trails = self.trails
        if trails is None:
            trails = Trails(self.nodes, self.board.line())
            self.trails = trails
        else:
            trails.clear()
        ends_a = self.board.route_node_a
        ends_b = self.board.route_node_b
        lengths = self.board.route_length
        route = self.first_route[seat]
        while route != NO_ROUTE:
            trails.add(ends_a[route], ends_b[route], lengths[route])
            route = self.next_route[route]
        return trails.longest()
