"""The value of routes and tickets beyond their own points: regions, paths, goals, the most tickets."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from semafor.bots.planning.ways import Ways
from semafor.engine.kernel import State
from semafor.model.bits import WORD, bit, lowest, ones
from semafor.model.board import Board
from semafor.model.gains import Gains

_BUILT: Final[i64] = 0x800000000000000
"""The bit, besides the regions of a network, that says it has a route."""
_NOT_READ: Final[i64] = -1


class Awards:
    """Possible awards of a seat. `read` the board's awards, `look` at the seat's networks, then ask for gains."""

    def __init__(self, board: Board, path_share: i64, ticket_share: i64, goal_share: i64) -> None:
        """Take the weights.

        A route that lengthens a network is worth `path_share` percent of the award for longer paths, a ticket
        `ticket_share` percent of the award for more tickets, and anything that counts for a goal `goal_share` percent
        of that goal.
        """
        self.board = board
        self.path_share = path_share
        self.ticket_share = ticket_share
        self.goal_share = goal_share
        self.parents = vec[i64]([0] * board.node_count)
        self.regions = vec[i64]([0] * board.node_count)
        self.region_of = vec[i64]([-1] * board.node_count)
        self.points = vec[i64]([0])
        self.extend: i64 = 0
        self.has_networks = False
        self.most_by_route: i64 = 0
        self.read_for: i64 = _NOT_READ
        self.route_worth = vec[i64]([0] * board.route_count)
        self.ticket_worth = vec[i64]([0] * board.ticket_total)

    def read(self, state: State) -> None:
        """Ask the rules for the possible gains of every route and ticket; once for each set of goals."""
        if self.read_for == state.goals:
            return
        self.read_for = state.goals
        board = self.board
        gains = Gains(board.node_count, board.route_count, board.ticket_total)
        for rule in board.award_rules:
            rule.gains(state, gains)
        self.region_of = gains.region_of[:]
        self.points = gains.network_points[:]
        self.extend = gains.lengthen * self.path_share
        self.has_networks = self.extend > 0 or len(self.points) > 1
        self.most_by_route = gains.most_by_route * self.goal_share
        each_ticket = gains.tickets * self.ticket_share
        for route in range(board.route_count):
            self.route_worth[route] = gains.by_route[route] * self.goal_share
        for ticket in range(board.ticket_total):
            self.ticket_worth[ticket] = each_ticket + gains.by_ticket[ticket] * self.goal_share

    def most_gain(self) -> i64:
        """Return an upper bound on `gain`."""
        return self.extend + self.most_by_route + 100 * self.points[len(self.points) - 1]

    def look(self, state: State, seat: i64, ways: Ways) -> None:
        """Join the networks of the seat's own and planned routes."""
        self.read(state)
        if not self.has_networks:
            return
        board = self.board
        parents = self.parents
        regions = self.regions
        region_of = self.region_of
        owners = state.owners
        for node in range(board.node_count):
            parents[node] = node
            regions[node] = bit(region_of[node]) if region_of[node] >= 0 else i64(0)
        for word in range(board.route_words):
            planned = ways.plan[word]
            while planned != 0:
                self._join(word * WORD + lowest(planned))
                planned &= planned - 1
        for route in range(board.route_count):
            if i64(owners[route]) == seat:
                self._join(route)
        for node in range(board.node_count):
            parents[node] = self._root(node)  # so that `gain` need not search for it

    def gain(self, route: i64) -> i64:
        """Return the value of a route beyond its own points, in hundredths of a point."""
        worth = self.route_worth[route]
        if not self.has_networks:
            return worth
        a = self.parents[self.board.route_node_a[route]]
        b = self.parents[self.board.route_node_b[route]]
        if a == b:
            return worth
        regions = self.regions
        if len(self.points) > 1:
            both = self._points(regions[a] | regions[b])
            worth += 100 * (both - self._points(regions[a]) - self._points(regions[b]))
        if self.extend > 0 and (regions[a] | regions[b]) & _BUILT != 0:
            worth += self.extend
        return worth

    def _join(self, route: i64) -> None:
        a = self._root(self.board.route_node_a[route])
        b = self._root(self.board.route_node_b[route])
        self.parents[b] = a
        self.regions[a] |= self.regions[b] | _BUILT

    def _root(self, node: i64) -> i64:
        parents = self.parents
        while parents[node] != node:
            parents[node] = parents[parents[node]]
            node = parents[node]
        return node

    def _points(self, regions: i64) -> i64:
        connected = ones(regions & ~_BUILT)
        most = i64(len(self.points)) - 1
        return self.points[connected if connected < most else most]
