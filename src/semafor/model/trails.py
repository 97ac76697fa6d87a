"""The longest path of one player: the longest trail in a network, exactly (U-27)."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.model.bits import bit

if TYPE_CHECKING:
    from semafor.model.board import Board

MAX_ROUTES: Final = 60
"""A seat has at most this many routes (it has no more trains), so a set of them fits one word."""
_NO_PART: Final = -1
_ENDLESS: Final = 1000000


class Trails:
    """The search for the longest trail.

    In each connected part: with no more than two nodes of odd degree, a trail uses every route (Euler).
    Otherwise a longest trail begins and ends at nodes of odd degree (at an even one there would be a route
    left to go on with), so the search starts only there. It turns back where even the best continuation, by a
    bound on what it must leave out, is no longer than the best trail.
    """

    length: vec[i64]
    end_a: vec[i64]
    end_b: vec[i64]
    first: vec[i64]
    links: vec[i64]
    degree: vec[i64]
    part: vec[i64]

    def __init__(self, board: "Board", owners: vec[u8], seat: i64) -> None:
        """Collects the seat's routes and, for each node, the routes that end there."""
        self.count: i64 = 0
        self.best: i64 = 0
        self.unused: i64 = 0
        self.has_loops = False
        self.nodes = board.node_count
        self.length = vec[i64]([0] * MAX_ROUTES)
        self.end_a = vec[i64]([0] * MAX_ROUTES)
        self.end_b = vec[i64]([0] * MAX_ROUTES)
        self.degree = vec[i64]([0] * self.nodes)
        self.part = vec[i64]([_NO_PART] * self.nodes)
        for route in range(board.route_count):
            if i64(owners[route]) == seat:
                self._add(board.route_node_a[route], board.route_node_b[route], board.route_length[route])
        self._link()

    def _add(self, a: i64, b: i64, length: i64) -> None:
        self.length[self.count] = length
        self.end_a[self.count] = a
        self.end_b[self.count] = b
        self.degree[a] += 1
        self.degree[b] += 1
        self.count += 1

    def _link(self) -> None:
        """Lists the routes at each node: those of node n are links[first[n]:first[n + 1]]."""
        self.first = vec[i64]([0] * (self.nodes + 1))
        for node in range(self.nodes):
            self.first[node + 1] = self.first[node] + self.degree[node]
        filled = vec[i64]([0] * self.nodes)
        self.links = vec[i64]([0] * (2 * self.count))
        for route in range(self.count):
            for node in (self.end_a[route], self.end_b[route]):
                self.links[self.first[node] + filled[node]] = route
                filled[node] += 1

    def longest(self) -> i64:
        """The longest trail over all parts."""
        parts: i64 = 0
        for route in range(self.count):
            if self.part[self.end_a[route]] == _NO_PART:
                self._mark(self.end_a[route], parts)
                self._search(parts)
                parts += 1
        return self.best

    def _mark(self, node: i64, part: i64) -> None:
        """Marks all that is connected with a node as one part."""
        self.part[node] = part
        for i in range(self.first[node], self.first[node + 1]):
            other = self._across(self.links[i], node)
            if self.part[other] == _NO_PART:
                self._mark(other, part)

    def _across(self, route: i64, node: i64) -> i64:
        """The other end of a route."""
        return self.end_a[route] + self.end_b[route] - node

    def _search(self, part: i64) -> None:
        total: i64 = 0
        routes: i64 = 0
        for route in range(self.count):
            if self.part[self.end_a[route]] == part:
                total += self.length[route]
                routes += 1
        if total <= self.best:
            return
        nodes: i64 = 0
        odd: i64 = 0
        for node in range(self.nodes):
            if self.part[node] == part:
                nodes += 1
                odd += self.degree[node] & 1
        if odd <= 2:
            self.best = total
            return
        self.has_loops = routes >= nodes
        self.unused = total
        for node in range(self.nodes):
            if self.part[node] == part and self.degree[node] & 1 == 1:
                self._walk(node, 0, 0, part)

    def _walk(self, node: i64, used: i64, walked: i64, part: i64) -> None:
        """Goes on from a node with the routes not yet used; remembers the longest walk."""
        self.best = max(self.best, walked)
        if walked + self.unused <= self.best:
            return
        if self.has_loops and walked + self.unused - self._left_out(node, used, part) <= self.best:
            return
        for i in range(self.first[node], self.first[node + 1]):
            route = self.links[i]
            taken = used | bit(route)
            if taken != used:
                other = self._across(route, node)
                self._use(route, node, other, -1)
                self._walk(other, taken, walked + self.length[route], part)
                self._use(route, node, other, 1)

    def _use(self, route: i64, node: i64, other: i64, change: i64) -> None:
        """Takes a route out of what is left (-1), or puts it back (1)."""
        self.unused += change * self.length[route]
        self.degree[node] += change
        self.degree[other] += change

    def _left_out(self, here: i64, used: i64, part: i64) -> i64:
        """A lower bound on the trains that every continuation from here leaves out.

        What is left of the trail has odd degree at both its ends only, or nowhere. So at every node but its
        far end the number of routes left out is odd if the node's degree is odd and it is not here, or if its
        degree is even and it is here: at least one route, at best the shortest. A route left out counts for
        at most two nodes.
        """
        missing: i64 = 0
        largest: i64 = 0
        for node in range(self.nodes):
            if self.part[node] != part:
                continue
            odd = self.degree[node] & 1
            if node == here:
                odd = 1 - odd
            if odd == 0 or self.degree[node] == 0:
                continue
            shortest: i64 = _ENDLESS
            for i in range(self.first[node], self.first[node + 1]):
                route = self.links[i]
                if used | bit(route) != used and self.length[route] < shortest:
                    shortest = self.length[route]
            missing += shortest
            largest = max(largest, shortest)
        return (missing - largest + 1) // 2
