"""`python -m semafor.env usa 2`: the layout of observations and actions of a board and a number of players."""

from __future__ import annotations

import argparse

from semafor.env.layout import Layout
from semafor.env.settings import find_board


def main() -> None:
    """Print the fields, the axes and the actions."""
    parser = argparse.ArgumentParser(prog="python -m semafor.env", description="Print the layout of observations.")
    parser.add_argument("board", help="the id of a board, or a board file")
    parser.add_argument("players", type=int, nargs="?", default=2)
    parser.add_argument("--planner", action="store_true", help="with the fields of the planner")
    options = parser.parse_args()
    try:
        layout = Layout(find_board(options.board, options.players), options.players, options.planner)
    except ValueError as error:
        parser.error(str(error))
    print(f"observation version {layout.version}: {layout.size} numbers, {layout.actions} actions\n")
    print(layout.table())
    for name, entries in layout.axes.items():
        print(f"\n{name}: " + "; ".join(f"{number} {entry}" for number, entry in enumerate(entries)))
    print("\nactions: " + "; ".join(f"{number} {name}" for number, name in enumerate(layout.action_names)))


if __name__ == "__main__":
    main()
