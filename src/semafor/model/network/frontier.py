"""The width of a network: the order in which a line sweeps over its nodes, and how many nodes that line holds.

The width of a board is known when the board is loaded. Every network that a player can build on the board is at most
as wide, so it bounds the work of finding the longest path (see `sweep`).
"""

from typing import Final

_MOST_STARTS: Final = 40
"""How many starting nodes are tried; each gives another order."""


def line_up(neighbours: list[int]) -> tuple[list[int], int]:
    """Return an order of the nodes with a short line, and the length of that line.

    `neighbours` has a set of nodes for each node, as the bits of a number. The order is the best of a greedy choice
    from several starts, so it is good but perhaps not optimal.
    """
    count = len(neighbours)
    best: list[int] = []
    width = count + 1
    for start in range(0, count, 1 + count // _MOST_STARTS):
        order, widest = _greedy(neighbours, start, width)
        if widest < width:
            best = order
            width = widest
    return best, width if best else 0


def line_width(neighbours: list[int], order: list[int]) -> int:
    """Return how many nodes the line holds at most when it sweeps over the nodes in this order."""
    width = 0
    touched = 0
    done = 0
    for node in order:
        touched |= neighbours[node] | 1 << node
        width = max(width, (touched & ~done).bit_count())
        done |= 1 << node
    return width


def core_neighbours(count: int, ends: list[tuple[int, int]]) -> list[int]:
    """Return the neighbours of each of `count` nodes, from the ends of every route; dead ends have none.

    A dead end of the board is one in every network built there, and no sweep meets it (see `trails`).
    """
    routes = list(ends)
    while True:
        degree = [0] * count
        for a, b in routes:
            degree[a] += 1
            degree[b] += 1
        core = [(a, b) for a, b in routes if degree[a] > 1 and degree[b] > 1]
        if len(core) == len(routes):
            break
        routes = core
    neighbours = [0] * count
    for a, b in routes:
        neighbours[a] |= 1 << b
        neighbours[b] |= 1 << a
    return neighbours


def _greedy(neighbours: list[int], start: int, limit: int) -> tuple[list[int], int]:
    """Order the nodes from a start, always taking the one with the fewest new neighbours; stop at the limit."""
    left = (1 << len(neighbours)) - 1
    touched = 0
    order: list[int] = []
    width = 0
    chosen = start
    while True:
        touched |= neighbours[chosen] | 1 << chosen
        width = max(width, (touched & left).bit_count())
        left &= ~(1 << chosen)
        order.append(chosen)
        if width >= limit or not left:
            return order, width
        chosen = -1
        fewest = 0
        waiting = left
        while waiting:
            low = waiting & -waiting
            waiting ^= low
            node = low.bit_length() - 1
            new = ((neighbours[node] | low) & ~touched).bit_count()
            if chosen < 0 or new < fewest:
                chosen = node
                fewest = new
