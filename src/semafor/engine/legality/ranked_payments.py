"""Payments in the order in which people would choose them: least waste first.

Waste is counted in locomotives, then in coloured cards, then in ferry cards. The sensible payments come first: for
every shape one in each colour, unless it spends all the cards of another payment and more. Then come all the others.
"""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.engine.legality.payments import payments_in_shapes
from semafor.model.bits import bit
from semafor.model.cards import COLOUR_COUNT, GREY, KINDS, LOCOMOTIVE
from semafor.model.hooks import Shape
from semafor.model.state import State

MOST_COMPARED: Final = 1000
"""Payments that are compared with each other; on built-in boards there are never so many."""
_FIELD: Final = 7
"""Bits per number of cards, which is at most 59, and one between the fields."""
_COLOUR_BITS: Final = sum(bit(field * _FIELD + _FIELD - 1) for field in range(i64(COLOUR_COUNT)))
_OTHER_BITS: Final = sum(bit(field * _FIELD + _FIELD - 1) for field in range(i64(2)))


def ranked_payments(state: State, seat: i64, route: i64, limit: int | None) -> list[tuple[tuple[int, ...], int]]:
    """List the first `limit` payments of a route (all without a limit) as (cards by kind, ferry cards), best first."""
    first = _sensible(state, seat, route)
    return list(islice(chain(first, _others(state, seat, route, set(first))), limit))


def best_payment(state: State, seat: i64, route: i64) -> tuple[tuple[int, ...], int] | None:
    """Return the payment that wastes least, or None if the hand can't pay for the route."""
    hand = _Hand(state, seat, route)
    for shape in state.board.priced_shapes[state.board.route_class[route]]:
        for cards in hand.fillings(shape):
            return cards, shape.ferry_cards
    return None


def _others(
    state: State, seat: i64, route: i64, known: set[tuple[tuple[int, ...], int]]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every payment that is not known yet, the least waste first."""
    shapes = state.board.priced_shapes[state.board.route_class[route]]
    for payment in payments_in_shapes(state, seat, route, shapes):
        if payment not in known:
            yield payment


def _sensible(state: State, seat: i64, route: i64) -> list[tuple[tuple[int, ...], int]]:
    """Return for each shape one payment in each colour, unless it spends more than another one.

    Substitutes for a locomotive can be chosen in thousands of ways (N-8, N-10, L-7): only one is listed.
    """
    found: dict[tuple[tuple[int, ...], int], None] = {}
    hand = _Hand(state, seat, route)
    for shape in state.board.priced_shapes[state.board.route_class[route]]:
        for cards in hand.fillings(shape):
            found[cards, shape.ferry_cards] = None
        if len(found) >= MOST_COMPARED:
            break
    return _least(list(found))


def _least(payments: list[tuple[tuple[int, ...], int]]) -> list[tuple[tuple[int, ...], int]]:
    """Return the payments that are not another one of them plus more cards.

    All numbers of a payment are fields of two integers, with a bit between them, so that one subtraction compares them.
    """
    colour_bits: i64 = _COLOUR_BITS
    other_bits: i64 = _OTHER_BITS
    colours = vec[i64]()
    others = vec[i64]()
    for cards, ferry_cards in payments:
        low: i64 = 0
        for colour in range(i64(COLOUR_COUNT)):
            low |= i64(cards[colour]) << (colour * _FIELD)
        colours = append(colours, low)
        others = append(others, i64(cards[LOCOMOTIVE]) | i64(ferry_cards) << _FIELD)
    count: i64 = len(payments)
    least: list[tuple[tuple[int, ...], int]] = []
    for one in range(count):
        low = colours[one] | colour_bits
        high = others[one] | other_bits
        spends_more = False
        for other in range(count):
            if (
                (low - colours[other]) & colour_bits == colour_bits
                and (high - others[other]) & other_bits == other_bits
                and other != one
            ):
                spends_more = True
                break
        if not spends_more:
            least.append(payments[one])
    return least


class _Hand:
    """A hand, as cards for a route are chosen from it."""

    def __init__(self, state: State, seat: i64, route: i64) -> None:
        """Count the cards of a seat."""
        self.counts = [int(state.hand(seat, colour)) for colour in range(COLOUR_COUNT)]
        self.coloured = sum(self.counts)
        self.locomotives = int(state.hand(seat, LOCOMOTIVE))
        self.ferry_cards = int(state.ferry_cards(seat))
        wanted = int(state.board.route_colour[route])
        colours = [colour for colour in range(COLOUR_COUNT) if wanted in (GREY, colour)]
        self.colours = sorted(colours, key=lambda one: -self.counts[one])

    def fillings(self, shape: Shape) -> list[tuple[int, ...]]:
        """Return cards for a shape, one choice per colour, or with loose cards one: the set from the colour held most.

        Empty if the hand does not have them.
        """
        found: list[tuple[int, ...]] = []
        if shape.ferry_cards > self.ferry_cards or shape.locomotives > self.locomotives:
            return found
        if self.coloured < shape.same + shape.loose:
            return found
        for colour in self.colours:
            if self.counts[colour] < shape.same:
                break
            cards = _filling(self.counts, colour, shape)
            if cards is not None:
                found.append(cards)
                if shape.loose > 0:
                    break
        return found


def _filling(hand: list[int], colour: int, shape: Shape) -> tuple[int, ...] | None:
    """Return cards for a shape with the set in a colour, or None if the hand lacks the loose ones."""
    left = hand[:]
    left[colour] -= shape.same
    cards = [0] * KINDS
    cards[colour] = shape.same
    cards[LOCOMOTIVE] = shape.locomotives
    loose = shape.loose
    while loose > 0:
        most = left.index(max(left))
        if left[most] < shape.unit:
            return None
        left[most] -= shape.unit
        cards[most] += shape.unit
        loose -= shape.unit
    return tuple(cards)
