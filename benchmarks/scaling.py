"""Simulate serving a million games at once, based on measured figures.

    python -m benchmarks.scaling [--games 1000000] [--every 15]

Games are assigned to *cells* by a hash of their ids. A cell is one PostgreSQL and some server processes. Cells share
nothing, so it is enough to simulate one. Actions arrive at random (Poisson); the process of a game handles them one
after another and commits what has arrived meanwhile in one batch. Notifications from the other processes of the cell
cost CPU time, too.
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Measured:
    """The measured costs (docs/scaling.md says how), in CPU seconds unless stated otherwise."""

    action: float = 1.05e-3
    """An action with four views, sockets and all, at a server process."""
    heard: float = 14e-6
    """A notification about a game that is not in memory here."""
    commit: float = 3e-3
    """Seconds that a commit waits for the disk."""
    database: float = 0.26e-3
    """An action, at PostgreSQL, in batches as small as two servers make them at 1,000 actions a second."""
    proxy: float = 0.12e-3
    """An action, at nginx, with what four clients receive."""
    memory: float = 167e3
    """Bytes per game with four clients."""
    empty: float = 105e6
    """Bytes of a process without games."""


@dataclass(frozen=True)
class Plan:
    """A layout: how many cells, with how many processes."""

    cells: int
    processes: int
    """Per cell."""
    rate: float
    """Actions per second and cell."""


def plan(games: int, every: float, measured: Measured, full: float, most: int) -> Plan:
    """Return the fewest cells that suffice, with no process and no database core busier than `full`.

    Args:
    games: Games at once.
    every: Seconds between two actions of a game.
    measured: The measured costs.
    full: The largest share of its core that a process may use.
    most: The largest number of processes of a cell.
    """
    rate = games / every
    for cells in range(1, games + 1):
        per_cell = rate / cells
        if per_cell * measured.database > full * 2:
            continue  # two cores of PostgreSQL; beyond that it waits for its own locks
        for processes in range(1, most + 1):
            busy = per_cell / processes * measured.action + per_cell * (1 - 1 / processes) * measured.heard
            if busy <= full:
                return Plan(cells, processes, per_cell)
    raise ValueError("no plan is enough")


def simulate(plan: Plan, measured: Measured, seconds: float, seed: int) -> list[float]:
    """Return how long each action of one cell took until its views were sent."""
    chance = random.Random(seed)
    waiting: list[list[tuple[float, float]]] = [[] for _ in range(plan.processes)]
    """Per process: handled actions that wait for the next commit."""
    free = [0.0] * plan.processes
    committing = [False] * plan.processes
    taken: list[float] = []
    events: list[tuple[float, int, int, float]] = []  # (time, event, process, time at which the action came)
    now = 0.0
    while now < seconds:
        now += chance.expovariate(plan.rate)
        events.append((now, 0, chance.randrange(plan.processes), now))
    heapq.heapify(events)
    slower = 1 + plan.rate * (1 - 1 / plan.processes) * measured.heard
    while events:
        when, what, process, came = heapq.heappop(events)
        if what == 0:
            # Some actions are twice as expensive as others.
            cost = measured.action * slower * chance.uniform(0.5, 1.5)
            free[process] = max(free[process], when) + cost
            heapq.heappush(events, (free[process], 1, process, came))
            continue
        if what == 1:
            waiting[process].append((came, when))
        else:
            committing[process] = False
        if waiting[process] and not committing[process]:
            batch, waiting[process] = waiting[process], []
            committing[process] = True
            done = when + measured.commit * chance.lognormvariate(0, 0.5) + len(batch) * measured.database
            taken += [done - came for came, _ in batch]
            heapq.heappush(events, (done, 2, process, 0.0))
    return sorted(taken)


def main() -> None:
    """Print the plans and the results of their simulation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--every", type=float, default=15.0, help="seconds between two actions of a game")
    parser.add_argument("--full", type=float, default=0.6, help="how busy a core may be")
    parser.add_argument("--most", type=int, default=16, help="processes per PostgreSQL")
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    measured = Measured()
    print(
        "| games | actions/s | cells | processes each | total | busy | action p50, p99 | memory | PostgreSQL | nginx |"
    )
    print("| ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: |")
    for games in options.games:
        found = plan(games, options.every, measured, options.full, options.most)
        times = simulate(found, measured, options.seconds, 1)
        count = found.cells * found.processes
        own, others = found.rate / found.processes, found.rate * (1 - 1 / found.processes)
        busy = own * measured.action + others * measured.heard
        memory = count * measured.empty + games * measured.memory
        cells = [
            f"{games:,}",
            f"{games / options.every:,.0f}",
            f"{found.cells}",
            f"{found.processes}",
            f"{count}",
            f"{100 * busy:.0f} %",
            f"{1000 * times[len(times) // 2]:.0f}, {1000 * times[math.floor(len(times) * 0.99)]:.0f} ms",
            f"{memory / 1e9:,.1f} GB",
            *(f"{games / options.every * cost:.2g} cores" for cost in (measured.database, measured.proxy)),
        ]
        print("| " + " | ".join(cells) + " |", flush=True)
    # Without cells every process hears of every entry.
    print(f"\nOne PostgreSQL for all: at {1 / measured.heard:,.0f} entries/s a process does nothing but hear of them.")


if __name__ == "__main__":
    main()
