"""All payments for a route from a hand, one after the other.

They can be thousands (a ferry on which any 3 cards stand in for a locomotive), so they are made lazily,
cheapest in locomotives first.
"""

from collections.abc import Iterator

from mypy_extensions import i64

from semafor.model.cards import COLOUR_COUNT, KINDS, LOCOMOTIVE
from semafor.model.state import State
from semafor.rules.paying import accepts
from semafor.rules.payment import Purse


def payments(state: State, seat: i64, route: i64) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yields (cards by kind, ferry cards) for every payment the seat's hand allows, each once."""
    board = state.board
    hand = [int(state.hand(seat, kind)) for kind in range(KINDS)]
    colours = [int(board.route_colour[route])]
    if colours[0] == COLOUR_COUNT:
        colours = list(range(COLOUR_COUNT))
    purse = Purse()
    purse.look(state, seat)
    keys: set[tuple[int, int, int]] = set()
    for shape in board.shapes[board.route_class[route]]:
        key = (shape.ferry_cards, shape.locomotives, shape.same + shape.loose)
        if key in keys or shape.ferry_cards > state.ferry_cards(seat) or shape.locomotives > hand[LOCOMOTIVE]:
            continue
        # Without this, all choices of so many cards would be looked at to find that none will do.
        if not purse.meets(board.route_colour[route], shape.same, shape.loose, shape.unit):
            continue
        keys.add(key)
        if shape.loose == 0:
            for colour in colours if shape.same else colours[:1]:
                if hand[colour] >= shape.same:
                    cards = [0] * KINDS
                    cards[colour] = shape.same
                    cards[LOCOMOTIVE] = shape.locomotives
                    yield tuple(cards), shape.ferry_cards
            continue
        for coloured in _multisets(hand[:COLOUR_COUNT], shape.same + shape.loose):
            cards = [*coloured, shape.locomotives]
            if accepts(board, route, tuple(cards), shape.ferry_cards):
                yield tuple(cards), shape.ferry_cards


def _multisets(hand: list[int], size: int) -> Iterator[list[int]]:
    """Every choice of so many cards from a hand, as counts by colour."""
    held = sum(hand)
    if not hand:
        if size == 0:
            yield []
        return
    rest = held - hand[0]
    for count in range(min(hand[0], size), max(0, size - rest) - 1, -1):
        for others in _multisets(hand[1:], size - count):
            yield [count, *others]
