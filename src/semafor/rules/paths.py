"""The paths of awards and tickets, as routes and places: for explanations, not for counting."""

import heapq
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.model.board import Board
from semafor.model.network.connections import Network
from semafor.model.numbers.layout import NO_OWNER

CLOSED: Final[i64] = -1
"""The cost of a route that can't be used."""


class Path:
    """A path: its places in the order of travel, and its routes, by id."""

    def __init__(self, places: list[str], routes: list[str]) -> None:
        """Take the places and the routes; both are empty if there is no path."""
        self.places = places
        self.routes = routes


def place_of_node(board: Board) -> list[str]:
    """Return the place of each node of the network."""
    names = [""] * int(board.node_count)
    for index, place in enumerate(board.spec.places):
        for i in range(board.place_node_start[index], board.place_node_start[index + 1]):
            names[board.place_nodes[i]] = place.id
    return names


def routes_of(board: Board, owners: vec[u8], seat: int) -> list[int]:
    """Return the numbers of a seat's routes."""
    return [int(route) for route in range(board.route_count) if i64(owners[route]) == seat]


def ticket_path(board: Board, owners: vec[u8], seat: int, ticket: int) -> Path:
    """Return the seat's shortest path that completes a ticket; an empty one if there is none (U-24, R-13)."""
    costs = vec[i64]([CLOSED] * board.route_count)
    for route in routes_of(board, owners, seat):
        costs[route] = board.route_length[route]
    path = cheapest_path(board, costs, ticket)
    if not path:
        return Path([], [])
    place = board.spec.tickets[ticket].a
    places = [place]
    for number in path:
        spec = board.spec.routes[number]
        place = spec.b if spec.a == place else spec.a
        places.append(place)
    return Path(places, [board.route_id(route) for route in path])


def cheapest_path(board: Board, costs: vec[i64], ticket: i64) -> list[int]:
    """Return the routes of the cheapest path between the places of a ticket; empty if there is none.

    Any end of a country counts (R-13). Routes with negative costs are not used.
    """
    best = vec[i64]([CLOSED] * board.node_count)
    came = vec[i64]([CLOSED] * board.node_count)
    """The route by which each node was reached."""
    goals: set[int] = set()
    start = board.ticket_from[ticket]
    end = board.ticket_to[ticket]
    for i in range(board.place_node_start[end], board.place_node_start[end + 1]):
        goals.add(int(board.place_nodes[i]))
    queue: list[tuple[int, int]] = []
    for i in range(board.place_node_start[start], board.place_node_start[start + 1]):
        best[board.place_nodes[i]] = 0
        queue.append((0, int(board.place_nodes[i])))
    while queue:
        cost, node = heapq.heappop(queue)
        if cost > best[node]:
            continue
        if node in goals:
            return _walk_back(board, came, node)
        for at in range(board.node_route_start[node], board.node_route_start[node + 1]):
            route = board.node_routes[at]
            price = costs[route]
            if price < 0:
                continue
            other = board.route_node_a[route] + board.route_node_b[route] - node
            total = cost + price
            if best[other] < 0 or total < best[other]:
                best[other] = total
                came[other] = route
                heapq.heappush(queue, (int(total), int(other)))
    return []


def _walk_back(board: Board, came: vec[i64], node: i64) -> list[int]:
    """Return the routes by which a node was reached, from the first on."""
    path: list[int] = []
    while came[node] >= 0:
        route = came[node]
        path.append(int(route))
        node = board.route_node_a[route] + board.route_node_b[route] - node
    path.reverse()
    return path


def longest_path(board: Board, owners: vec[u8], seat: int, players: i64) -> Path:
    """Return a longest path of the seat (U-27); an empty one without a route.

    Remove routes, one after the other, as long as the longest path stays as long. All remaining routes are needed, so
    one walk covers them all (Euler).
    """
    left = owners[:]
    longest = Network(board, left, players).longest_path(seat)
    routes: list[int] = []
    for route in routes_of(board, owners, seat):
        left[route] = u8(NO_OWNER)
        if Network(board, left, players).longest_path(seat) < longest:
            left[route] = u8(seat)
            routes.append(route)
    names = place_of_node(board)
    return Path([names[node] for node in _euler_walk(board, routes)], [board.route_id(route) for route in routes])


def _euler_walk(board: Board, routes: list[int]) -> list[int]:
    """Return the nodes of a walk over all routes, each once (Hierholzer's algorithm)."""
    if not routes:
        return []
    ends: dict[int, list[int]] = {}
    for route in routes:
        for node in (int(board.route_node_a[route]), int(board.route_node_b[route])):
            ends.setdefault(node, []).append(route)
    odd = [node for node, at in ends.items() if len(at) % 2 == 1]
    stack = [odd[0] if odd else int(board.route_node_a[routes[0]])]
    used: set[int] = set()
    walk: list[int] = []
    while stack:
        node = stack[-1]
        onward = [route for route in ends[node] if route not in used]
        if not onward:
            walk.append(stack.pop())
            continue
        used.add(onward[0])
        a = int(board.route_node_a[onward[0]])
        b = int(board.route_node_b[onward[0]])
        stack.append(b if node == a else a)
    return walk
