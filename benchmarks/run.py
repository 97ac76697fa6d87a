"""Measure the speed of the engine: the figures in docs/measurements/speed.md.

    python benchmarks/run.py                                      # what `make bench` runs
    python benchmarks/run.py --yardstick limit.c --json out.json  # beside a C program, for comparison

Random games on every board with every number of players, start to final score, on one core; copying, observing and
determinising in the middle of a game; memory. Times are CPU times, and every figure is the best of several
rounds: a busy machine makes a program look slower, never faster.

A yardstick is a C file that prints {"games_per_s": number, …} and measures CPU time as well. It is compiled with
`cc -O3 -march=native` and run in every round, between the measurements it is compared with.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path

import semafor
from semafor import Board, Chance, Game
from semafor.cli.bench import Speed, measure
from semafor.engine.playout import play_games

BOARDS = ("usa", "nordic-countries", "italy", "northern-lights")
GAMES_IN_PROGRESS = 40
REPEATS = 50
WARM_UP = 1000
"""Games before the first measurement of memory: until then caches and arenas fill."""


# Speed


def compile_yardstick(source: Path, directory: str) -> Path:
    program = Path(directory, "yardstick")
    subprocess.run(["cc", "-O3", "-march=native", str(source), "-o", str(program)], check=True)
    return program


def run_yardstick(program: Path) -> float:
    output = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
    return float(json.loads(output.splitlines()[-1])["games_per_s"])


def measure_speeds(
    boards: Sequence[Board], seconds: float, rounds: int, yardstick: Path | None
) -> tuple[dict[tuple[str, int], Speed], float]:
    """Measure everything in turn, several times, and keep the best of each."""
    best: dict[tuple[str, int], Speed] = {}
    limit = 0.0
    for _ in range(rounds):
        for board in boards:
            if yardstick is not None:
                limit = max(limit, run_yardstick(yardstick))
            for players in range(board.spec.min_players, board.spec.max_players + 1):
                speed = measure(board, players, seconds)
                key = (board.id, players)
                if key not in best or speed.decisions_per_second > best[key].decisions_per_second:
                    best[key] = speed
    return best, limit


# Copying, observing, determinising


def games_in_progress(board: Board, players: int) -> list[Game]:
    """Return random games, each stopped at a different point."""
    games = []
    for seed in range(GAMES_IN_PROGRESS):
        game = semafor.new_game(board, players, seed)
        chance = Chance.seeded(seed)
        for _ in range(4 * seed):
            if game.over:
                break
            moves = game.moves()
            game.play(moves[chance.below(len(moves))])
        games.append(game)
    return games


def microseconds(action: Callable[[Game], object], games: Sequence[Game], rounds: int) -> float:
    best = float("inf")
    for _ in range(rounds):
        began = time.process_time()
        for _ in range(REPEATS):
            for game in games:
                action(game)
        best = min(best, time.process_time() - began)
    return best / (REPEATS * len(games)) * 1e6


def measure_operations(board: Board, players: int, rounds: int) -> dict[str, float]:
    games = games_in_progress(board, players)
    seen = {game: game.observe(0) for game in games}
    chance = Chance.seeded(1)
    return {
        "clone": microseconds(lambda game: game.clone(), games, rounds),
        "clone_state": microseconds(lambda game: game.state.clone(), games, rounds),
        "observe": microseconds(lambda game: game.observe(0), games, rounds),
        "determinise": microseconds(lambda game: seen[game].determinise(chance), games, rounds),
    }


# Memory


def state_bytes(board: Board) -> int:
    """Return the memory of one game state, with everything that only it uses."""
    state = semafor.new_game(board, board.spec.max_players, 1).state
    kept = [state.clone()]
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept += [state.clone() for _ in range(1000)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) // 1000


def resident_kilobytes() -> float:
    """Return the memory that this process uses (0 if the system does not say)."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1000


def growth_kilobytes(board: Board, games: int) -> float:
    """Return how much the process grows by playing many games, after a warm-up."""
    play_games(board, board.spec.max_players, 1, WARM_UP)
    before = resident_kilobytes()
    play_games(board, board.spec.max_players, 1, games)
    return resident_kilobytes() - before


# The tables


def machine() -> str:
    name = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{name}, Python {platform.python_version()}, {'compiled' if semafor.COMPILED else 'interpreted'}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast the engine is.")
    parser.add_argument("--board", action="append", metavar="ID|FILE", help="only this board; may be repeated")
    parser.add_argument("--seconds", type=float, default=0.25, help="of every measurement in every round (0.25)")
    parser.add_argument("--rounds", type=int, default=10, help="rounds; the best one counts (10)")
    parser.add_argument("--games", type=int, default=20_000, help="played to see whether memory grows (20,000)")
    parser.add_argument("--yardstick", type=Path, metavar="FILE.c", help="a C program to compare with")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures into a file")
    options = parser.parse_args()

    print(machine())
    boards = [semafor.load_board(name) for name in options.board or BOARDS]
    with tempfile.TemporaryDirectory() as directory:
        program = compile_yardstick(options.yardstick, directory) if options.yardstick else None
        speeds, limit = measure_speeds(boards, options.seconds, options.rounds, program)
    result: dict[str, object] = {"machine": machine(), "compiled": semafor.COMPILED}
    if program is not None:
        result["yardstick_games_per_s"] = limit
        print(f"yardstick: {limit:,.0f} games/s")
    result["speed"] = show_speeds(speeds, limit)
    result["operations_us"] = show_operations(boards, options.rounds)
    result["memory"] = show_memory(boards, options.games)
    if options.json is not None:
        options.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


def show_speeds(speeds: dict[tuple[str, int], Speed], limit: float) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    first = next(iter(speeds))
    reference = speeds.get(("usa", 2), speeds[first]).nanoseconds
    columns = f"{'games/s':>9}{'of C':>7}{'decisions/s':>13}{'ns each':>9}{'to USA, 2':>11}{'to 2 pl.':>10}"
    print(f"\n{'random games':<22}{columns}")
    for (board, players), speed in speeds.items():
        of_two = speed.nanoseconds / speeds.get((board, 2), speed).nanoseconds
        share = speed.games_per_second / limit if limit else None
        print(
            f"{board + ', ' + str(players):<22}{speed.games_per_second:>9,.0f}"
            f"{f'{share:.3f}' if share is not None else '–':>7}{speed.decisions_per_second:>13,.0f}"
            f"{speed.nanoseconds:>9,.0f}{speed.nanoseconds / reference:>10.2f}×{of_two:>9.2f}×"
        )
        rows.append(
            {
                "board": board,
                "players": players,
                "games_per_s": speed.games_per_second,
                "decisions_per_s": speed.decisions_per_second,
                "ns_per_decision": speed.nanoseconds,
                "of_yardstick": share,
                "to_usa_2": speed.nanoseconds / reference,
                "to_2_players": of_two,
            }
        )
    return rows


def show_operations(boards: Sequence[Board], rounds: int) -> dict[str, dict[str, float]]:
    """Time the operations of a search, with two players and with the most allowed."""
    print(f"\n{'microseconds':<22}{'clone':>9}{'observe':>9}{'determinise':>13}{'clone, state only':>19}")
    rows = {}
    for board in boards:
        for players in (2, board.spec.max_players):
            times = measure_operations(board, players, rounds)
            rows[f"{board.id}, {players}"] = times
            print(
                f"{board.id + ', ' + str(players):<22}{times['clone']:>9.2f}{times['observe']:>9.2f}"
                f"{times['determinise']:>13.2f}{times['clone_state']:>19.2f}"
            )
    return rows


def show_memory(boards: Sequence[Board], games: int) -> dict[str, dict[str, float]]:
    print(f"\n{'memory':<22}{'state, bytes':>14}{f'growth over {games:,} games, KB':>36}")
    rows = {}
    for board in boards:
        rows[board.id] = {"state_bytes": state_bytes(board), "growth_kb": growth_kilobytes(board, games)}
        print(f"{board.id:<22}{rows[board.id]['state_bytes']:>14,.0f}{rows[board.id]['growth_kb']:>36,.0f}")
    return rows


if __name__ == "__main__":
    main()
