"""What routes and tickets add beyond their own points: regions, paths, goals, the most tickets."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from semafor.bots.ways import Ways
from semafor.engine.kernel import State
from semafor.model.bits import WORD, bit, lowest, ones
from semafor.model.board import Board
from semafor.rules.globetrotter import Globetrotter
from semafor.rules.goals import Goals
from semafor.rules.longest_path import LongestPath
from semafor.rules.regions import Regions

_BUILT: Final[i64] = 0x800000000000000
"""Beside the regions of a network: it has a route."""
_OF_TICKETS: Final = ("tickets_at", "tickets_up_to")
_OF_ROUTES: Final = ("routes_at", "routes_of_length", "ferries")


class Awards:
    """What a seat could be awarded. `look` at its networks first, then ask for the gain of routes."""

    parents: vec[i64]
    regions: vec[i64]
    region_of: vec[i64]
    points: vec[i64]
    route_worth: vec[i64]
    ticket_worth: vec[i64]

    def __init__(self, board: Board, path_share: i64, ticket_share: i64, goal_share: i64) -> None:
        """Finds out what the board awards.

        A route that lengthens a network is worth `path_share` percent of the bonus for the longest path; a
        ticket `ticket_share` percent of the award for the most of them, and what counts for a goal `goal_share`.
        """
        self.board = board
        self.parents = vec[i64]([0] * board.node_count)
        self.regions = vec[i64]([0] * board.node_count)
        self.region_of = vec[i64]([-1] * board.node_count)
        self.points = vec[i64]([0])
        self.extend: i64 = 0
        self.each_ticket: i64 = 0
        self.goal_share = goal_share
        self.goals: Goals | None = None
        for rule in board.rules:
            if isinstance(rule, Regions):
                self.region_of = rule.region_of[:]
                self.points = rule.points[:]
            elif isinstance(rule, LongestPath):
                self.extend = rule.points * path_share
            elif isinstance(rule, Globetrotter):
                self.each_ticket = rule.points * ticket_share
            elif isinstance(rule, Goals):
                self.goals = rule
        self.has_networks = self.extend > 0 or len(self.points) > 1
        self.most_of_goals: i64 = 0
        self.looked_at: i64 = -1
        self.route_worth = vec[i64]([0] * board.route_count)
        self.ticket_worth = vec[i64]([self.each_ticket] * board.ticket_total)

    def look_at_goals(self, state: State) -> None:
        """Reads from the goals of the game what every route and ticket counts for."""
        goals = self.goals
        if goals is None or self.looked_at == state.goals:
            return
        self.looked_at = state.goals
        self.most_of_goals = 0
        for route in range(self.board.route_count):
            self.route_worth[route] = 0
        for ticket in range(self.board.ticket_total):
            self.ticket_worth[ticket] = self.each_ticket
        for number, spec in enumerate(self.board.spec.goals):
            if (state.goals >> i64(number)) & 1 == 0:
                continue
            goal = goals.goals[number]
            worth = goal.points * self.goal_share
            if spec.measure in _OF_ROUTES:
                self.most_of_goals += worth
                for route in range(self.board.route_count):
                    self.route_worth[route] += worth * i64(goal.routes[route])
            elif spec.measure in _OF_TICKETS:
                for ticket in range(self.board.ticket_total):
                    self.ticket_worth[ticket] += worth * i64(goal.tickets[ticket])

    def most_gain(self) -> i64:
        """More than no route can gain."""
        return self.extend + self.most_of_goals + 100 * self.points[len(self.points) - 1]

    def look(self, state: State, seat: i64, ways: Ways) -> None:
        """Joins what the seat's own and its planned routes connect."""
        if not self.has_networks:
            return
        board = self.board
        for node in range(board.node_count):
            self.parents[node] = node
            self.regions[node] = bit(self.region_of[node]) if self.region_of[node] >= 0 else i64(0)
        for word in range(board.route_words):
            planned = ways.plan[word]
            while planned != 0:
                self._join(word * WORD + lowest(planned))
                planned &= planned - 1
        for route in range(board.route_count):
            if i64(state.owners[route]) == seat:
                self._join(route)

    def gain(self, route: i64) -> i64:
        """What a route is worth beyond its own points, in hundredths of a point."""
        worth = self.route_worth[route]
        if not self.has_networks:
            return worth
        a = self._root(self.board.route_node_a[route])
        b = self._root(self.board.route_node_b[route])
        if a == b:
            return worth
        if len(self.points) > 1:
            both = self._points(self.regions[a] | self.regions[b])
            worth += 100 * (both - self._points(self.regions[a]) - self._points(self.regions[b]))
        if self.extend > 0 and (self.regions[a] | self.regions[b]) & _BUILT != 0:
            worth += self.extend
        return worth

    def _join(self, route: i64) -> None:
        a = self._root(self.board.route_node_a[route])
        b = self._root(self.board.route_node_b[route])
        self.parents[b] = a
        self.regions[a] |= self.regions[b] | _BUILT

    def _root(self, node: i64) -> i64:
        while self.parents[node] != node:
            self.parents[node] = self.parents[self.parents[node]]
            node = self.parents[node]
        return node

    def _points(self, regions: i64) -> i64:
        connected = ones(regions & ~_BUILT)
        most = i64(len(self.points)) - 1
        return self.points[connected if connected < most else most]
