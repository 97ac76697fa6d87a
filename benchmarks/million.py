"""A million random games on every board, each checked at its end; how long they take, and whether memory grows.

    python -m benchmarks.million                                  # every board, a million games each
    python -m benchmarks.million --games 20000 --board usa        # a quick run

Run it from the root of the repository, with the compiled package installed (`make install`). The games of a board are
spread over all its numbers of players and over the cores. Every game is set up from its own seed, played with uniformly
random moves, scored, and checked: cards, trains, tickets and ferry cards are all there, and the score adds up. A
failure is printed with the seed that repeats it. The exit status is 1 if there was any, or if a process has grown by
more than a few megabytes after its first thousand games.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import semafor
from semafor import Chance
from semafor.engine.legality.offers import Offers
from semafor.engine.playout import play_out
from semafor.engine.scoring.counting import count_points
from semafor.engine.turn import ANY_FIRST_PLAYER, set_up
from tests.quick_check import Checker

WARM_UP = 1000
"""Games before the first measurement of memory: until then caches and arenas fill."""
MOST_GROWTH = 4.0
"""Megabytes that a process may gain without a leak."""


@dataclass
class Result:
    """The results of some games."""

    games: int
    decisions: int
    memory_before: float
    memory_after: float
    failures: list[str]

    @property
    def growth(self) -> float:
        """Megabytes gained after the first thousand games."""
        return self.memory_after - self.memory_before


def resident_megabytes() -> float:
    """Return the memory that this process uses now (0 if the system does not say)."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000


def play_share(name: str, first: int, games: int) -> Result:
    """Play games with the seeds from `first` on, in this process."""
    board = semafor.load_board(name)
    offers = Offers(board)
    counts = range(board.spec.min_players, board.spec.max_players + 1)
    result = Result(games, 0, 0.0, 0.0, [])
    for number in range(games):
        seed = first + number
        players = counts[seed % len(counts)]
        chance = Chance.seeded(seed)
        try:
            state = set_up(board, players, chance, ANY_FIRST_PLAYER, None)
            result.decisions += int(play_out(state, offers, chance))
            problems = Checker(state).problems(state, count_points(state))
        except Exception as error:
            problems = [repr(error)]
        result.failures += [f"{name}, {players} players, seed {seed}: {problem}" for problem in problems]
        if number + 1 == min(WARM_UP, games):
            result.memory_before = resident_megabytes()
    result.memory_after = resident_megabytes()
    return result


def play_board(name: str, games: int, processes: int) -> Result:
    """Play the games of one board, spread over processes."""
    share = -(-games // processes)
    starts = range(0, games, share)
    with ProcessPoolExecutor(processes) as pool:
        runs = [pool.submit(play_share, name, start, min(share, games - start)) for start in starts]
        results = [run.result() for run in runs]
    grown_most = max(results, key=lambda result: result.growth)
    return Result(
        sum(result.games for result in results),
        sum(result.decisions for result in results),
        grown_most.memory_before,
        grown_most.memory_after,
        [failure for result in results for failure in result.failures],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Many random games on every board, each checked at its end.")
    parser.add_argument("--games", type=int, default=1_000_000, help="games per board")
    parser.add_argument("--board", action="append", choices=sorted(semafor.builtin_ids()), help="only this board")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    wanted = parser.parse_args()
    print(f"{'compiled' if semafor.COMPILED else 'interpreted'}, {wanted.processes} processes")
    print(f"{'board':<18}{'games':>10}{'decisions':>14}{'seconds':>10}{'failures':>10}{'memory':>24}")
    failed = False
    for name in wanted.board or sorted(semafor.builtin_ids()):
        begun = time.perf_counter()
        result = play_board(name, wanted.games, wanted.processes)
        seconds = time.perf_counter() - begun
        played = f"{name:<18}{result.games:>10,}{result.decisions:>14,}{seconds:>10.1f}"
        memory = f"{result.memory_before:.1f} to {result.memory_after:.1f} MB"
        print(f"{played}{len(result.failures):>10}{memory:>24}", flush=True)
        for failure in result.failures[:20]:
            print(f"    {failure}")
        failed = failed or bool(result.failures) or result.growth > MOST_GROWTH
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
