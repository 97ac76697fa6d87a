"""Compare the speed of this checkout with another commit, round by round on the same machine.

    python benchmarks/compare.py main             # what `make bench-compare BASE=main` runs

The base is checked out and compiled under build/, beside the installed package. Both run `semafor bench` in turn, and
the best of all rounds counts: a busy machine makes a program look slower, never faster. The table is Markdown. The exit
status is 1 if a board is slower than the limit allows.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

SITUATIONS = [
    (board, players) for board in ("usa", "nordic-countries", "italy", "northern-lights") for players in (2, 3)
]
BUILD = Path("build/compare").resolve()


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


def games_per_second(package: Path | None, board: str, players: int, seconds: float) -> float:
    """Run `semafor bench` with the package in a folder, or with the installed one."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if package is not None:
        environment["PYTHONPATH"] = str(package)
    command = [sys.executable, "-m", "semafor", "bench", "--json", "--board", board, "--players", str(players)]
    # Not from the checkout: its src/ must not be on the path.
    output = subprocess.run(
        [*command, "--seconds", str(seconds)], cwd=BUILD, env=environment, check=True, capture_output=True, text=True
    ).stdout
    result = json.loads(output)
    if not result["compiled"]:
        raise SystemExit("semafor runs interpreted: nothing to compare")
    return float(result["games_per_s"])


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the speed of this checkout with another commit.")
    parser.add_argument("base", metavar="COMMIT", help="what to compare with, such as main or v0.2.0")
    parser.add_argument("--rounds", type=int, default=5, help="the best of so many counts (5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of every measurement (1)")
    parser.add_argument("--limit", type=float, default=0.05, help="how much slower a board may be (0.05)")
    options = parser.parse_args()

    base = install(options.base)
    before = dict.fromkeys(SITUATIONS, 0.0)
    after = dict.fromkeys(SITUATIONS, 0.0)
    for _ in range(options.rounds):
        for board, players in SITUATIONS:
            key = board, players
            before[key] = max(before[key], games_per_second(base, board, players, options.seconds))
            after[key] = max(after[key], games_per_second(None, board, players, options.seconds))

    print(f"| random games | {options.base}, games/s | now, games/s | change |\n| --- | ---: | ---: | ---: |")
    slower = []
    for board, players in SITUATIONS:
        change = after[board, players] / before[board, players] - 1
        print(f"| {board}, {players} | {before[board, players]:,.0f} | {after[board, players]:,.0f} | {change:+.1%} |")
        if change < -options.limit:
            slower.append(f"{board} with {players} players")
    if slower:
        raise SystemExit(f"slower than allowed ({options.limit:.0%}): {', '.join(slower)}")


if __name__ == "__main__":
    main()
