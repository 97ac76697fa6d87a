"""From a board file to an opponent: train a network, export it, and play against it in the browser.

    python -m training my-board.toml --minutes 20

Needs PyTorch (`pip install torch==2.13.0`). The network is kept in runs/, named by the board's id; the same command
trains it further. Options of `training.train` are passed on. In the browser, choose the board's file as the board and
the network, which has the board's name, as the opponent.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from semafor.engine.boards import load_board
from training import export, train


def main() -> None:
    """Train, export and play."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("board", help="the path of a board file, or the id of a board")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="where networks are kept (runs)")
    parser.add_argument("--players", nargs="+", default=["2"], help="players at the tables (2)")
    parser.add_argument(
        "--games", default="1024", help="games against each bot to measure the network, 0 for none (1024)"
    )
    parser.add_argument("--no-play", action="store_true", help="don't start the game, only print how to")
    options, others = parser.parse_known_args()
    common = ["--board", options.board, "--runs", str(options.runs), "--players", *options.players]
    file = options.runs / f"{load_board(options.board).id}.net"
    train.main([*common, *others])
    export.main([*common, "--test", options.games, str(file)])
    command = ["play", "--bot", f"net:weights={file}"]
    print("semafor", *command, flush=True)
    if not options.no_play:
        subprocess.run([sys.executable, "-m", "semafor", *command], check=True)


if __name__ == "__main__":
    main()
