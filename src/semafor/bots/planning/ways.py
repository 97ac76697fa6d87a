"""Paths through the map: the cheapest path for a seat, and a plan that connects all its tickets.

Costs are in hundredths of a turn. A seat's own routes cost nothing; routes it can't claim are impassable.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.engine.kernel import TRAINS, State
from semafor.model.bits import WORD, bit, lowest
from semafor.model.board import Board

TURN: Final = 100
NO_WAY: Final = 1000000
_NOWHERE: Final = -1


class Map:
    """The routes at every node and where they lead, laid out once per board."""

    def __init__(self, board: Board) -> None:
        """List for node n the routes routes[first[n]:first[n + 1]], and in `ends` the nodes at their other ends."""
        self.nodes = board.node_count
        self.first = vec[i64]([0])
        self.routes = vec[i64]()
        self.ends = vec[i64]()
        for node in range(board.node_count):
            for route in range(board.route_count):
                if board.route_node_a[route] == node or board.route_node_b[route] == node:
                    self.routes = append(self.routes, route)
                    self.ends = append(self.ends, board.route_node_a[route] + board.route_node_b[route] - node)
            self.first = append(self.first, len(self.routes))


class Sketch:
    """A saved plan, to be restored later."""

    plan: vec[i64]

    def __init__(self, plan: vec[i64], trains: i64, cost: i64, points: i64) -> None:
        """Take the routes and their totals."""
        self.plan = plan
        self.trains = trains
        self.cost = cost
        self.points = points


class Ways:
    """Cheapest paths of one seat. `price` the routes, then ask for paths; those of the plan are free, or `shared`."""

    board: Board
    map: Map

    def __init__(self, board: Board, layout: Map) -> None:
        """Allocate the working memory."""
        self.board = board
        self.map = layout
        self.prices = vec[i64]([NO_WAY] * board.route_count)
        self.distance = vec[i64]([NO_WAY] * board.node_count)
        self.arrived_by = vec[i64]([_NOWHERE] * board.node_count)
        self.goals = vec[i64]([0] * board.node_count)
        self.reached = vec[i64]([0] * board.node_count)
        self.unplanned_prices = vec[i64]([0] * board.route_count)
        self.plan = vec[i64]([0] * board.route_words)
        self.trains: i64 = 0
        self.cost: i64 = 0
        self.points: i64 = 0
        self.shared: i64 = 0
        """Percent of its price that a route of the plan costs another path."""

    def price(self, state: State, seat: i64, prices: vec[i64]) -> None:
        """Price every route for a seat, own ones at 0 and unavailable ones at NO_WAY; clear the plan."""
        board = self.board
        words = board.route_words
        priced = self.prices
        owners = state.owners
        trains = min(state.seats[TRAINS + seat], board.longest_route)
        for word in range(words):
            free = state.masks[word] & ~state.masks[(seat + 1) * words + word]
            free &= board.length_mask[trains * words + word]
            for route in range(word * WORD, min((word + 1) * WORD, board.route_count)):
                if free & 1 == 1:
                    priced[route] = prices[route]
                elif i64(owners[route]) == seat:
                    priced[route] = 0
                else:
                    priced[route] = NO_WAY
                free >>= 1
        self.clear()

    def clear(self) -> None:
        """Forget the plan, but not the prices."""
        for word in range(self.board.route_words):
            self.plan[word] = 0
        self.trains = 0
        self.cost = 0
        self.points = 0

    def sketch(self) -> Sketch:
        """Return the plan as it is now."""
        return Sketch(self.plan[:], self.trains, self.cost, self.points)

    def restore(self, sketch: Sketch) -> None:
        """Go back to a plan."""
        for word in range(self.board.route_words):
            self.plan[word] = sketch.plan[word]
        self.trains = sketch.trains
        self.cost = sketch.cost
        self.points = sketch.points

    def is_planned(self, route: i64) -> bool:
        """Return whether the route is in the plan."""
        return (self.plan[route // WORD] >> (route % WORD)) & 1 == 1

    def connect(self, place: i64, other: i64) -> i64:
        """Add the cheapest path between two places to the plan and return its cost; NO_WAY if there is none."""
        target = self.search(place, other)
        if target == _NOWHERE:
            return NO_WAY
        board = self.board
        plan = self.plan
        arrived_by = self.arrived_by
        cost: i64 = 0
        node = target
        while arrived_by[node] != _NOWHERE:
            route = arrived_by[node]
            if self.prices[route] > 0 and not self.is_planned(route):
                plan[route // WORD] |= bit(route % WORD)
                self.trains += board.route_length[route]
                self.points += board.route_points[route]
                cost += self.prices[route]
            node = board.route_node_a[route] + board.route_node_b[route] - node
        self.cost += cost
        return cost

    def search(self, place: i64, other: i64) -> i64:
        """Run Dijkstra from one place until the other is reached; return the node it was reached at, or -1.

        Ties between nodes are broken by the board's order.
        """
        board = self.board
        place_nodes = board.place_nodes
        distance = self.distance
        reached = self.reached
        goals = self.goals
        arrived_by = self.arrived_by
        prices = self.prices
        first = self.map.first
        routes = self.map.routes
        ends = self.map.ends
        for node in range(board.node_count):
            distance[node] = NO_WAY
        count: i64 = 0
        for i in range(board.place_node_start[place], board.place_node_start[place + 1]):
            start = place_nodes[i]
            distance[start] = 0
            arrived_by[start] = _NOWHERE
            reached[count] = start
            count += 1
        for i in range(board.place_node_start[other], board.place_node_start[other + 1]):
            goals[place_nodes[i]] = 1
        self._discount_planned()
        found: i64 = _NOWHERE
        while count > 0:
            at: i64 = 0
            nearest = reached[0]
            here = distance[nearest]
            for i in range(1, count):
                node = reached[i]
                if distance[node] < here or (distance[node] == here and node < nearest):
                    at = i
                    nearest = node
                    here = distance[node]
            if goals[nearest] == 1:
                found = nearest
                break
            count -= 1
            reached[at] = reached[count]
            for i in range(first[nearest], first[nearest + 1]):
                there = here + prices[routes[i]]  # at least NO_WAY if the route has no price
                node = ends[i]
                if there < distance[node]:
                    if distance[node] == NO_WAY:
                        reached[count] = node
                        count += 1
                    distance[node] = there
                    arrived_by[node] = routes[i]
        self._price_planned()
        for i in range(board.place_node_start[other], board.place_node_start[other + 1]):
            goals[place_nodes[i]] = 0
        return found

    def _discount_planned(self) -> None:
        """Lower the prices of planned routes during a search, and save the old ones."""
        prices = self.prices
        count: i64 = 0
        for word in range(self.board.route_words):
            planned = self.plan[word]
            while planned != 0:
                route = word * WORD + lowest(planned)
                self.unplanned_prices[count] = prices[route]
                prices[route] = prices[route] * self.shared // 100
                count += 1
                planned &= planned - 1

    def _price_planned(self) -> None:
        """Restore the prices of planned routes."""
        prices = self.prices
        count: i64 = 0
        for word in range(self.board.route_words):
            planned = self.plan[word]
            while planned != 0:
                prices[word * WORD + lowest(planned)] = self.unplanned_prices[count]
                count += 1
                planned &= planned - 1
