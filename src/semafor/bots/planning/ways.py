"""Ways through the map: the cheapest path for a seat, and a plan that connects all its tickets.

Costs are in hundredths of a turn. A seat's own routes cost nothing; routes it can't have are no way at all.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.engine.kernel import TRAINS, State
from semafor.model.bits import WORD, bit
from semafor.model.board import Board

TURN: Final = 100
NO_WAY: Final = 1000000
_NOWHERE: Final = -1


class Map:
    """The routes at every node, laid out once per board."""

    first: vec[i64]
    routes: vec[i64]

    def __init__(self, board: Board) -> None:
        """Lists for node n the routes routes[first[n]:first[n + 1]]."""
        self.nodes = board.node_count
        self.first = vec[i64]([0])
        self.routes = vec[i64]()
        for node in range(board.node_count):
            for route in range(board.route_count):
                if board.route_node_a[route] == node or board.route_node_b[route] == node:
                    self.routes = append(self.routes, route)
            self.first = append(self.first, len(self.routes))


class Sketch:
    """A plan put aside, to come back to."""

    plan: vec[i64]

    def __init__(self, plan: vec[i64], trains: i64, cost: i64, points: i64) -> None:
        """Takes the routes, and what they come to."""
        self.plan = plan
        self.trains = trains
        self.cost = cost
        self.points = points


class Ways:
    """Cheapest paths of one seat. `price` the routes, then ask for paths; routes put into the plan become free."""

    board: Board
    map: Map
    prices: vec[i64]
    distance: vec[i64]
    arrived_by: vec[i64]
    done: vec[i64]
    reached: vec[i64]
    plan: vec[i64]

    def __init__(self, board: Board, layout: Map) -> None:
        """Makes room."""
        self.board = board
        self.map = layout
        self.prices = vec[i64]([NO_WAY] * board.route_count)
        self.distance = vec[i64]([NO_WAY] * board.node_count)
        self.arrived_by = vec[i64]([_NOWHERE] * board.node_count)
        self.done = vec[i64]([0] * board.node_count)
        self.reached = vec[i64]([0] * board.node_count)
        self.reached_count: i64 = 0
        self.plan = vec[i64]([0] * board.route_words)
        self.trains: i64 = 0
        self.cost: i64 = 0
        self.points: i64 = 0

    def price(self, state: State, seat: i64, prices: vec[i64]) -> None:
        """Prices every route for a seat: its own are free, closed ones have no price; clears the plan."""
        trains = state.seats[TRAINS + seat]
        for route in range(self.board.route_count):
            if i64(state.owners[route]) == seat:
                self.prices[route] = 0
            elif state.is_open(route) and not state.is_barred(seat, route) and self.board.route_length[route] <= trains:
                self.prices[route] = prices[route]
            else:
                self.prices[route] = NO_WAY
        self.clear()

    def clear(self) -> None:
        """Forgets the plan, but not the prices."""
        for word in range(self.board.route_words):
            self.plan[word] = 0
        self.trains = 0
        self.cost = 0
        self.points = 0

    def sketch(self) -> Sketch:
        """The plan as it is now."""
        return Sketch(self.plan[:], self.trains, self.cost, self.points)

    def restore(self, sketch: Sketch) -> None:
        """Goes back to a plan."""
        for word in range(self.board.route_words):
            self.plan[word] = sketch.plan[word]
        self.trains = sketch.trains
        self.cost = sketch.cost
        self.points = sketch.points

    def is_planned(self, route: i64) -> bool:
        """Whether the plan has the route."""
        return (self.plan[route // WORD] >> (route % WORD)) & 1 == 1

    def connect(self, place: i64, other: i64) -> i64:
        """Adds the cheapest path between two places to the plan and returns its cost; NO_WAY if there is none."""
        target = self.search(place, other)
        if target == _NOWHERE:
            return NO_WAY
        board = self.board
        cost = self.distance[target]
        node = target
        while self.arrived_by[node] != _NOWHERE:
            route = self.arrived_by[node]
            if self.prices[route] > 0 and not self.is_planned(route):
                self.plan[route // WORD] |= bit(route % WORD)
                self.trains += board.route_length[route]
                self.points += board.route_points[route]
            node = board.route_node_a[route] + board.route_node_b[route] - node
        self.cost += cost
        return cost

    def search(self, place: i64, other: i64) -> i64:
        """Dijkstra from one place until the other is reached; returns the node it was reached at, or -1."""
        board = self.board
        for node in range(board.node_count):
            self.distance[node] = NO_WAY
            self.arrived_by[node] = _NOWHERE
            self.done[node] = 0
        self.reached_count = 0
        for i in range(board.place_node_start[place], board.place_node_start[place + 1]):
            self._reach(board.place_nodes[i], 0)
        for i in range(board.place_node_start[other], board.place_node_start[other + 1]):
            self.done[board.place_nodes[i]] = 2  # a goal, not yet reached
        while True:
            node = self._nearest()
            if node == _NOWHERE or self.done[node] == 2:
                return node
            self.done[node] = 1
            self._relax(node)

    def _reach(self, node: i64, distance: i64) -> None:
        """Notes a shorter way to a node, and the node among those to go on from if it is new there."""
        if self.distance[node] == NO_WAY:
            self.reached[self.reached_count] = node
            self.reached_count += 1
        self.distance[node] = distance

    def _nearest(self) -> i64:
        """Takes the nearest of the nodes to go on from; of equals the first in the board's order."""
        best: i64 = NO_WAY
        nearest: i64 = _NOWHERE
        at: i64 = 0
        for i in range(self.reached_count):
            node = self.reached[i]
            distance = self.distance[node]
            if distance < best or (distance == best and node < nearest):
                best = distance
                nearest = node
                at = i
        if nearest != _NOWHERE:
            self.reached_count -= 1
            self.reached[at] = self.reached[self.reached_count]
        return nearest

    def _relax(self, node: i64) -> None:
        board = self.board
        routes = self.map.routes
        here = self.distance[node]
        for i in range(self.map.first[node], self.map.first[node + 1]):
            route = routes[i]
            price = self.prices[route]
            if price == NO_WAY:
                continue
            if (self.plan[route // WORD] >> (route % WORD)) & 1 == 1:
                price = 0
            other = board.route_node_a[route] + board.route_node_b[route] - node
            if here + price < self.distance[other]:
                self._reach(other, here + price)
                self.arrived_by[other] = route
