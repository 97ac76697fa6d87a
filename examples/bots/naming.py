"""Every way to name a bot, each playing a few games against `random` on the toy board.

    python examples/bots/naming.py

The strings are also what `semafor arena --bots`, `semafor play --terminal --seats` and `semafor play --bot` take.
"""

import sys
from pathlib import Path

import semafor as sf

HERE = Path(__file__).parent


def first(seen: sf.Observation, legal: sf.LegalActions, chance: sf.Chance, seconds: float) -> sf.Action:
    """Take the first action in the list."""
    return next(iter(legal))


class Claimer:
    """Claims whenever it can."""

    def __init__(self, board: sf.Board) -> None:
        """Remember the lengths of the board's routes; a class without a constructor will do as well."""
        self.lengths = {route.id: route.length for route in board.routes.values()}

    def choose(self, seen: sf.Observation, legal: sf.LegalActions, chance: sf.Chance, seconds: float) -> sf.Action:
        """Return the claim of the longest route, or a card from the deck."""
        if legal.claims:
            return max(legal.claims.values(), key=lambda option: self.lengths[option.route]).best
        return sf.DrawCard() if sf.DrawCard() in legal else next(iter(legal))

    def explain(self) -> str:
        """Say why, where people see it."""
        return "It claims whenever it can."


def names(network: Path | None = None) -> dict[str, sf.AnyBot]:
    """Return a bot for each way of naming one; for a network of one's own, its file is needed."""
    bots: dict[str, sf.AnyBot] = {
        "an id": "greedy",
        "an id with options": "planner:lapses=10",
        "a function": first,
        "a class": Claimer,
        "an object": Claimer(sf.load_board("toy")),
        "a class in a file": f"{HERE / 'naming.py'}:Claimer",
        "a function in a file": f"{HERE / 'naming.py'}:first",
        "a program": f"exec:{sys.executable} {HERE / 'random_bot.py'}",
    }
    if network:
        bots["a network"] = f"net:weights={network}"  # python -m training toy --minutes 2 writes runs/toy.net
    return bots


if __name__ == "__main__":
    for way, bot in names(*map(Path, sys.argv[1:])).items():
        print(f"{way}: {sf.match(bot, 'random', games=4, board='toy')}")
