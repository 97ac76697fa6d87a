"""What would put a wrong payment right, by brute force over the covers of `oracles/payments.py`.

Space after space is covered with cards of the payment or with new ones. What is left of the payment at the end must be
taken away, and the new cards must be put down.
"""

from typing import NamedTuple

from semafor.model.spec import RouteSpec
from tests.oracles.payments import COLOURS, KINDS, LOCOMOTIVE, Cards, Payment, covers


class Repair(NamedTuple):
    """Cards to take away, and new ones to put down."""

    away: Cards
    ferry_cards_away: int
    locomotives: int
    coloured: int
    ferry_cards: int

    def takes(self) -> int:
        """Return how many cards to take away."""
        return sum(self.away) + self.ferry_cards_away

    def puts(self) -> int:
        """Return how many cards to put down."""
        return self.locomotives + self.coloured + self.ferry_cards

    def size(self) -> int:
        """Return how many cards are wrong: those to exchange count once."""
        return max(self.takes(), self.puts())


def repairs(board: str, route: RouteSpec, payment: Payment, ferry_cards: int) -> set[Repair]:
    """Return the ways to make a payment legal with at most this many ferry cards."""
    cards, laid = payment
    found: set[Repair] = set()
    for colour in COLOURS if route.colour == "grey" else (route.colour,):
        for spaces, played in covers(board, route, colour, ferry_cards):
            partly = {(cards, 0, 0)}
            for space in spaces:
                partly = {further for done in partly for cover in space for further in _lay(done, cover)}
            found |= {
                Repair(left, max(0, laid - played), locomotives, coloured, max(0, played - laid))
                for left, locomotives, coloured in partly
            }
    return found


def _lay(done: tuple[Cards, int, int], cover: list[tuple[str, ...]]) -> set[tuple[Cards, int, int]]:
    """Return what is left of the payment, new locomotives and new coloured cards after one more cover."""
    partly = {done}
    for kinds in cover:
        further: set[tuple[Cards, int, int]] = set()
        for left, locomotives, coloured in partly:
            for kind in map(KINDS.index, kinds):
                if left[kind]:
                    further.add(((*left[:kind], left[kind] - 1, *left[kind + 1 :]), locomotives, coloured))
            if LOCOMOTIVE in kinds:
                further.add((left, locomotives + 1, coloured))
            if kinds != (LOCOMOTIVE,):
                further.add((left, locomotives, coloured + 1))
        partly = further
    return partly
