"""The longest path (U-27): against brute force, against another algorithm, and on networks made to be hard.

The other algorithm knows nothing of walks: a set of routes is a trail if it is connected and has at most two nodes
of odd degree (Euler), so it goes through the sets of routes to leave out, lightest first.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from heapq import heappop, heappush

import pytest

import semafor
from semafor.model.network.connections import Network
from semafor.model.network.frontier import core_neighbours, line_width
from semafor.model.network.sweep import MAX_WIDTH, Sweep
from semafor.model.network.trails import MAX_ROUTES, PATIENCE, Trails

Route = tuple[int, int, int]
BOARDS = [name for name in semafor.builtin_ids() if name != "toy"]
SWEEP_ONLY = 0
"""The patience of a search that gives up at once."""
MANY_OUTLINES = 200_000
"""More than any map has; a sweep over this many takes some hundredths of a second."""


def longest(routes: list[Route], patience: int | None = None) -> int:
    """Return the engine's answer."""
    return measured(routes, patience).best


def measured(routes: list[Route], patience: int | None = None) -> Trails:
    trails = Trails(1 + max((max(a, b) for a, b, _ in routes), default=0), [])
    for a, b, length in routes:
        trails.add(a, b, length)
    if patience is not None:
        trails.patience = patience
    assert trails.longest() == trails.best
    return trails


def by_brute_force(routes: list[Route]) -> int:
    """Try every walk from every node."""

    def walk(node: int, used: int) -> int:
        best = 0
        for number, (a, b, length) in enumerate(routes):
            if not used >> number & 1 and node in (a, b):
                best = max(best, length + walk(a + b - node, used | 1 << number))
        return best

    return max((walk(node, 0) for a, b, _ in routes for node in (a, b)), default=0)


def by_leaving_out(routes: list[Route]) -> int:
    """Remove ever heavier sets of routes until one trail remains."""
    total = sum(length for _, _, length in routes)
    order = sorted(range(len(routes)), key=lambda number: routes[number][2])
    # (weight left out, position in the order of the last one, the set): every set once, lightest first.
    heap: list[tuple[int, int, frozenset[int]]] = [(0, -1, frozenset())]
    while heap:
        weight, last, left_out = heappop(heap)
        if is_trail([route for number, route in enumerate(routes) if number not in left_out]):
            return total - weight
        if last + 1 < len(order):
            following = order[last + 1]
            heappush(heap, (weight + routes[following][2], last + 1, left_out | {following}))
            if last >= 0:
                swapped = (left_out - {order[last]}) | {following}
                heappush(heap, (weight - routes[order[last]][2] + routes[following][2], last + 1, swapped))
    return 0


def is_trail(routes: list[Route]) -> bool:
    degrees: dict[int, int] = {}
    for a, b, _ in routes:
        degrees[a] = degrees.get(a, 0) + 1
        degrees[b] = degrees.get(b, 0) + 1
    if sum(degree % 2 for degree in degrees.values()) > 2:
        return False
    reached: set[int] = set()
    waiting = [routes[0][0]] if routes else []
    while waiting:
        node = waiting.pop()
        if node not in reached:
            reached.add(node)
            waiting += [a + b - node for a, b, _ in routes if node in (a, b)]
    return len(reached) == len(degrees)


# By hand


def test_no_route_is_no_path() -> None:
    assert longest([]) == 0
    assert Trails(36, []).longest() == 0


@pytest.mark.parametrize(
    ("routes", "expected"),
    [
        pytest.param([(0, 1, 5)], 5, id="one route"),
        pytest.param([(0, 1, 2), (1, 2, 3)], 5, id="two in a line"),
        pytest.param([(0, 1, 2), (2, 3, 3)], 3, id="two apart"),
        pytest.param([(0, 1, 1), (0, 2, 2), (0, 3, 3)], 5, id="a star: the two longest arms"),
        pytest.param([(0, 1, 1), (1, 2, 2), (2, 0, 3)], 6, id="a triangle: all of it"),
        pytest.param([(0, 1, 1), (1, 2, 2), (2, 0, 3), (0, 3, 4)], 10, id="a triangle with an arm: all of it"),
        pytest.param([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 4), (0, 4, 5)], 12, id="arms at one corner: in and out"),
        pytest.param([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 4), (1, 4, 5)], 11, id="arms at two corners"),
        pytest.param([(0, 1, 2), (0, 1, 3)], 5, id="parallel routes: there and back"),
        pytest.param([(0, 1, 2), (0, 1, 3), (0, 1, 4), (1, 2, 1)], 10, id="three parallel routes and on"),
        pytest.param([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 1), (3, 4, 1), (4, 5, 1), (5, 3, 1)], 7, id="dumb-bell"),
        pytest.param([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 1), (3, 4, 1), (4, 0, 1)], 6, id="a figure of eight"),
    ],
)
def test_small_networks(routes: list[Route], expected: int) -> None:
    assert longest(routes) == expected
    assert longest(routes, SWEEP_ONLY) == expected


# Against brute force and the other algorithm


def random_network(chance: random.Random, nodes: int, count: int, lengths: list[int]) -> list[Route]:
    routes = []
    for _ in range(count):
        a, b = chance.sample(range(nodes), 2)
        routes.append((a, b, chance.choice(lengths)))
    return routes


@pytest.mark.parametrize("seed", range(8))
def test_equals_brute_force_on_small_networks(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        nodes = chance.randint(3, 8)
        routes = random_network(chance, nodes, chance.randint(1, 7 if nodes < 6 else 9), [1, 1, 2, 3, 4, 6])
        expected = by_brute_force(routes)
        for patience in (None, SWEEP_ONLY, 3):
            assert longest(routes, patience) == expected, (routes, patience)


@pytest.mark.parametrize("seed", range(4))
def test_equals_the_other_algorithm_on_larger_networks(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(5):
        # Dense ones: few routes are left out, so the other algorithm finishes in time.
        nodes = chance.randint(5, 7)
        routes = random_network(chance, nodes, chance.randint(14, 24), [1, 2, 3, 4, 5, 6])
        expected = by_leaving_out(routes)
        assert longest(routes) == expected, routes
        assert longest(routes, SWEEP_ONLY) == expected, routes


def board_routes(name: str) -> tuple[int, list[Route]]:
    """Return a player's number of trains, and all routes."""
    board = semafor.load_board(name)
    ends = zip(board.route_node_a, board.route_node_b, board.route_length, strict=True)
    return int(board.trains), [(int(a), int(b), int(length)) for a, b, length in ends]


def grown_network(chance: random.Random, trains: int, routes: list[Route]) -> list[Route]:
    """Return a connected network that a player could build, with more loops than usual."""
    order = chance.sample(routes, len(routes))
    grown = [order.pop()]
    places = set(grown[0][:2])
    while True:
        left = trains - sum(length for _, _, length in grown)
        near = [route for route in order if route[2] <= left and (route[0] in places or route[1] in places)]
        if not near:
            return grown
        inner = [route for route in near if route[0] in places and route[1] in places]
        grown.append(chance.choice(inner if inner and chance.random() < 0.8 else near))
        order.remove(grown[-1])
        places.update(grown[-1][:2])


@pytest.mark.parametrize("name", BOARDS)
def test_walks_and_sweep_agree_on_networks_of_every_board(name: str) -> None:
    chance = random.Random(7)
    trains, routes = board_routes(name)
    for _ in range(15 if not semafor.COMPILED else 150):
        network = grown_network(chance, trains, routes)
        walked = measured(network, 1_000_000 if semafor.COMPILED else 20_000)
        if walked.steps <= walked.patience:
            assert longest(network, SWEEP_ONLY) == walked.best, network
        assert longest(network) >= walked.best


# Made to be hard


def grid(width: int, height: int) -> Iterator[tuple[int, int]]:
    for x in range(width):
        for y in range(height):
            if x + 1 < width:
                yield x * height + y, (x + 1) * height + y
            if y + 1 < height:
                yield x * height + y, x * height + y + 1


HARD: dict[str, tuple[list[Route], int]] = {
    "grid of 5 by 5": ([(a, b, 1) for a, b in grid(5, 5)], 34),
    "grid of 4 by 7": ([(a, b, 1) for a, b in grid(4, 7)], 39),
    "ladder of 20": ([(a, b, 1) for a, b in grid(20, 2)], 41),
    "every lane doubled": ([(a, b, 1) for a, b in grid(4, 5) for _ in range(2)][:60], 60),
    "all among ten": ([(a, b, 1) for a in range(10) for b in range(a)], 41),
    "prism of 20": (
        [(i, (i + 1) % 20, 1) for i in range(20)]
        + [(20 + i, 20 + (i + 1) % 20, 1) for i in range(20)]
        + [(i, 20 + i, 1) for i in range(20)],
        41,
    ),
    "triangles in a row": (
        [edge for i in range(15) for edge in ((3 * i, 3 * i + 1, 1), (3 * i + 1, 3 * i + 2, 1), (3 * i + 2, 3 * i, 1))]
        + [(3 * i, 3 * i + 3, 1) for i in range(14)],
        59,
    ),
}


@pytest.mark.parametrize("name", HARD)
def test_hard_networks_take_a_limited_number_of_steps(name: str) -> None:
    routes, expected = HARD[name]
    assert len(routes) <= MAX_ROUTES
    trails = measured(routes)
    assert trails.best == expected
    # Each start may take one more step after the search has given up.
    assert trails.steps <= PATIENCE + MAX_ROUTES
    assert trails.swept <= MANY_OUTLINES
    assert longest(routes, SWEEP_ONLY) == expected


def test_the_search_gives_up_on_a_grid_and_leaves_it_to_the_sweep() -> None:
    routes, _ = HARD["grid of 5 by 5"]
    assert measured(routes).swept > 0
    assert measured(routes[:12]).swept == 0


def cubic(nodes: int, chance: random.Random) -> list[Route]:
    """Return a random network with three routes at every node: wide and full of loops."""
    while True:
        halves = chance.sample([node for node in range(nodes) for _ in range(3)], 3 * nodes)
        pairs = [(halves[i], halves[i + 1]) for i in range(0, 3 * nodes, 2)]
        if all(a != b for a, b in pairs):
            return [(a, b, 1) for a, b in pairs]


@pytest.mark.parametrize("seed", range(12 if semafor.COMPILED else 2))
def test_wide_networks_are_measured_exactly_and_soon(seed: int) -> None:
    """A sweep line of seven or more nodes needs outlines of more than 32 bits, compiled or not."""
    chance = random.Random(seed)
    nodes = 2 * chance.randint(13, 20)
    routes = cubic(nodes, chance)
    trails = measured(routes)
    # Every node but the two ends leaves out a route, and a route left out counts for two nodes.
    most = len(routes) - (nodes - 2) // 2
    assert trails.best <= most
    assert trails.swept <= 10 * MANY_OUTLINES
    # The order must not matter.
    shuffled = chance.sample(range(nodes), nodes)
    again = [(shuffled[a], shuffled[b], length) for a, b, length in chance.sample(routes, len(routes))]
    assert longest(again, SWEEP_ONLY) == trails.best


def test_a_network_too_wide_to_sweep_is_refused() -> None:
    everybody = [(a, b, 1) for a in range(13) for b in range(a)]
    sweep = Sweep(13, 0)
    for a, b, length in everybody:
        sweep.add(a, b, length)
    with pytest.raises(ValueError, match="13 nodes wide, and at most 11"):
        sweep.plan([])


def test_a_network_is_never_wider_than_its_board() -> None:
    chance = random.Random(11)
    for name in BOARDS:
        board = semafor.load_board(name)
        ends = [(int(a), int(b)) for a, b in zip(board.route_node_a, board.route_node_b, strict=True)]
        whole = core_neighbours(int(board.node_count), ends)
        width = line_width(whole, board.line())
        assert width <= MAX_WIDTH
        for _ in range(20):
            part = core_neighbours(int(board.node_count), chance.sample(ends, 40))
            assert line_width(part, board.line()) <= width


@pytest.mark.parametrize("seed", range(5))
def test_grids_with_random_lengths(seed: int) -> None:
    chance = random.Random(seed)
    routes = [(a, b, chance.randint(1, 6)) for a, b in grid(4, 4)]
    trails = measured(routes, SWEEP_ONLY)
    assert trails.best == longest(routes, 1 << 40)


@pytest.mark.parametrize("name", BOARDS)
def test_no_network_of_a_board_takes_long(name: str) -> None:
    """Count steps, not seconds: a machine may be slow or busy."""
    chance = random.Random(3)
    trains, routes = board_routes(name)
    short = sorted(routes, key=lambda route: route[2])[: MAX_ROUTES + 20]
    for _ in range(200 if semafor.COMPILED else 15):
        for network in (grown_network(chance, trains, routes), grown_network(chance, 60, short)):
            trails = measured(network[:MAX_ROUTES])
            assert trails.steps <= PATIENCE + MAX_ROUTES
            assert trails.swept <= MANY_OUTLINES, network


# In a game


def test_each_seat_has_its_own_path() -> None:
    board = semafor.load_board("usa")
    game = semafor.new_game(board, players=2, seed=3)
    game.play_out(semafor.Chance.seeded(3))
    network = Network(board, game.state.owners, 2)
    for seat in range(2):
        mine = [
            (int(board.route_node_a[route]), int(board.route_node_b[route]), int(board.route_length[route]))
            for route in range(board.route_count)
            if game.state.owners[route] == seat
        ]
        assert network.longest_path(seat) == longest(mine) == network.longest_path(seat)
