"""Compare the speed of this checkout with another commit, round by round on the same machine.

    python benchmarks/compare.py main             # what `make bench-compare BASE=main` runs
    python benchmarks/compare.py --packages A B   # two folders that hold compiled packages

The base is checked out and compiled under build/, beside the installed package. One process of each plays the same
games in turn: random ones and some between planners, for some hundredths of a second at a time. Only CPU time counts,
and only the best round: a busy machine makes a program look slower, never faster. The table is Markdown. The exit
status is 1 if one of its rows is slower than the limit allows.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from time import process_time

RANDOM = "random"
PLANNERS = "planners"
GAMES = {RANDOM: 300, PLANNERS: 4}
"""How many games a round has."""
SITUATIONS = [
    (kind, board, players)
    for kind in GAMES
    for board in ("usa", "nordic-countries", "italy", "northern-lights")
    for players in (2, 3)
]
BUILD = Path("build/compare").resolve()


# In the process that plays with one package


def play(kind: str, board: str, players: int) -> None:
    """Play the games of a round."""
    from semafor import Chance, load_board, new_game  # noqa: PLC0415 (the parent must not import it)
    from semafor.bots.registry import make_bot  # noqa: PLC0415
    from semafor.engine.playout import play_games  # noqa: PLC0415

    loaded = load_board(board)
    if kind == RANDOM:
        play_games(loaded, players, 1, GAMES[RANDOM])
        return
    legal_actions = import_module("semafor.bots.base").LegalActions  # where it has always been
    chance = Chance.seeded(1)
    for seed in range(GAMES[PLANNERS]):
        game = new_game(loaded, players, seed)
        bots = [make_bot("planner", loaded) for _ in range(players)]
        while not game.over:
            seat = game.pending.seats[0]
            seen = game.observe(seat)
            legal = seen.legal if hasattr(seen, "legal") else legal_actions(seen)
            game.apply(seat, bots[seat].choose(seen, legal, chance, 1.0))


def work() -> None:
    """Read situations, one per line, and answer each with the seconds that its games take."""
    import semafor  # noqa: PLC0415

    if not semafor.COMPILED:
        raise SystemExit("semafor runs interpreted: nothing to compare")
    for line in sys.stdin:
        kind, board, players = line.split()
        began = process_time()
        play(kind, board, int(players))
        print(process_time() - began, flush=True)


# In the process that compares


class Player:
    """A process that plays with one package."""

    def __init__(self, package: Path | None) -> None:
        """Start it with the package in a folder, or with the installed one."""
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        if package is not None:
            environment["PYTHONPATH"] = str(package.resolve())
        BUILD.mkdir(parents=True, exist_ok=True)
        # Not from the checkout: its src/ must not be on the path.
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), "--work"],
            cwd=BUILD,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def seconds(self, kind: str, board: str, players: int) -> float:
        """Let it play the games of a situation; return how long they took."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(kind, board, players, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit("one of the packages failed")
        return float(answer)


def install(base: str) -> Path:
    """Compile a commit and return the folder that holds the package."""
    checkout, target = BUILD / "checkout", BUILD / "base"
    shutil.rmtree(target, ignore_errors=True)
    subprocess.run(["git", "worktree", "remove", "--force", str(checkout)], check=False, capture_output=True)
    subprocess.run(["git", "worktree", "add", "--force", "--detach", str(checkout), base], check=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps"]
    try:
        subprocess.run([*pip, "--target", str(target), "."], cwd=checkout, check=True)
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", str(checkout)], check=True)
    return target


def compare(before: Player, now: Player, rounds: int) -> dict[tuple[str, str, int], tuple[float, float]]:
    """Return the best times of both in every situation."""
    best: dict[tuple[str, str, int], tuple[float, float]] = {}
    for situation in SITUATIONS:
        before.seconds(*situation)  # loads the board
        now.seconds(*situation)
        times: list[tuple[float, float]] = []
        for turn in range(rounds):
            if turn % 2 == 0:
                first = before.seconds(*situation)
                times.append((first, now.seconds(*situation)))
            else:
                second = now.seconds(*situation)
                times.append((before.seconds(*situation), second))
        best[situation] = min(time for time, _ in times), min(time for _, time in times)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the speed of this checkout with another commit.")
    parser.add_argument("base", metavar="COMMIT", nargs="?", default="main", help="what to compare with (main)")
    parser.add_argument("--packages", metavar="FOLDER", nargs=2, type=Path, help="compare what two folders hold")
    parser.add_argument("--rounds", type=int, default=60, help="rounds; the best one counts (60)")
    parser.add_argument("--limit", type=float, default=0.02, help="how much slower a row may be (0.02)")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work()
        return

    packages = options.packages or (install(options.base), None)
    times = compare(Player(packages[0]), Player(packages[1]), options.rounds)
    name = packages[0] if options.packages else options.base
    print(f"| games | {name}, games/s | now, games/s | change |\n| --- | ---: | ---: | ---: |")
    slower = []
    for (kind, board, players), (before, now) in times.items():
        change = before / now - 1
        row = f"{kind}, {board}, {players}"
        print(f"| {row} | {GAMES[kind] / before:,.0f} | {GAMES[kind] / now:,.0f} | {change:+.1%} |")
        if change < -options.limit:
            slower.append(row)
    if slower:
        raise SystemExit(f"slower than allowed ({options.limit:.0%}): {'; '.join(slower)}")


if __name__ == "__main__":
    main()
