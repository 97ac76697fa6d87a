"""Measure the longest path (U-27) on networks made to be hard.

Run `python benchmarks/longest_path.py [SECONDS] [SEED]`.

Every network has at most 60 routes, as many as a seat can have trains, all of length 1 or 2. Prints for each family
the most outlines of a sweep and the longest time that any of its networks took.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from semafor.model.network.trails import MAX_ROUTES, Trails

Route = tuple[int, int, int]


def regular(chance: random.Random, degree: int) -> list[Route]:
    """Return a network with `degree` routes at each node, with as many nodes as 60 routes allow."""
    nodes = 2 * MAX_ROUTES // degree
    while True:
        halves = chance.sample([node for node in range(nodes) for _ in range(degree)], nodes * degree)
        pairs = [(halves[i], halves[i + 1]) for i in range(0, len(halves) - 1, 2)]
        if all(a != b for a, b in pairs):
            return [(a, b, 1) for a, b in pairs]


def grid(chance: random.Random) -> list[Route]:
    """Return a grid, some of its routes of length two, as large as fits."""
    height = chance.randint(3, 6)
    routes = []
    for node in range(MAX_ROUTES):
        if node % height + 1 < height:
            routes.append((node, node + 1, chance.choice([1, 1, 2])))
        routes.append((node, node + height, chance.choice([1, 1, 2])))
    return routes[:MAX_ROUTES]


def ladder(chance: random.Random) -> list[Route]:
    """Return a ladder with crossing rungs."""
    rungs = MAX_ROUTES // 3
    sides = [(2 * i + side, 2 * i + 2 + side, 1) for i in range(rungs - 1) for side in (0, 1)]
    return sides + [(2 * i, 2 * chance.randrange(rungs) + 1, 1) for i in range(rungs)]


def dense(chance: random.Random) -> list[Route]:
    """Return a complete core with routes out of it."""
    core = chance.randint(7, 11)
    routes = [(a, b, 1) for a in range(core) for b in range(a)]
    while len(routes) < MAX_ROUTES:
        routes.append((chance.randrange(core), chance.randrange(core, 16), 1))
    return routes[:MAX_ROUTES]


FAMILIES: dict[str, Callable[[random.Random], list[Route]]] = {
    "three at a node": lambda chance: regular(chance, 3),
    "four at a node": lambda chance: regular(chance, 4),
    "five at a node": lambda chance: regular(chance, 5),
    "grid": grid,
    "ladder": ladder,
    "dense core": dense,
}


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    chance = random.Random(sys.argv[2] if len(sys.argv) > 2 else "1")
    print(f"{'family':<18}{'networks':>9}{'outlines':>10}{'longest ms':>12}")
    for name, make in FAMILIES.items():
        networks = outlines = 0
        slowest = 0.0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            routes = make(chance)
            trails = Trails(1 + max(max(a, b) for a, b, _ in routes), [])
            for a, b, length in routes:
                trails.add(a, b, length)
            started = time.perf_counter()
            trails.longest()
            slowest = max(slowest, time.perf_counter() - started)
            networks += 1
            outlines = max(outlines, int(trails.swept))
        print(f"{name:<18}{networks:>9}{outlines:>10}{1000 * slowest:>12.1f}", flush=True)


if __name__ == "__main__":
    main()
