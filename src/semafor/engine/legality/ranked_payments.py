"""Payments in the order in which people would choose them: least waste first.

Waste is counted in locomotives, then in coloured cards, then in ferry cards. The sensible payments come first: for
every shape one in each colour, unless it spends all the cards of another payment and more. Then come all the others.
"""

from collections.abc import Iterator
from itertools import chain, islice

from mypy_extensions import i64

from semafor.engine.legality.payments import payments_in_shapes
from semafor.model.cards import COLOUR_COUNT, GREY, KINDS, LOCOMOTIVE
from semafor.model.hooks import Shape
from semafor.model.state import State


def ranked_payments(state: State, seat: i64, route: i64, limit: int | None) -> list[tuple[tuple[int, ...], int]]:
    """List the first `limit` payments of a route (all without a limit) as (cards by kind, ferry cards), best first."""
    first = _sensible(state, seat, route)
    return list(islice(chain(first, _others(state, seat, route, set(first))), limit))


def best_payment(state: State, seat: i64, route: i64) -> tuple[tuple[int, ...], int] | None:
    """Return the payment that wastes least, or None if the hand can't pay for the route."""
    for shape in state.board.priced_shapes[state.board.route_class[route]]:
        for cards in _fillings(state, seat, route, shape):
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
    for shape in state.board.priced_shapes[state.board.route_class[route]]:
        for cards in _fillings(state, seat, route, shape):
            found[cards, shape.ferry_cards] = None
            if shape.loose > 0:
                break
    return [one for one in found if not any(_spends_more(one, other) for other in found)]


def _spends_more(one: tuple[tuple[int, ...], int], other: tuple[tuple[int, ...], int]) -> bool:
    """Return whether a payment is another one plus more cards."""
    if one[1] < other[1]:
        return False
    more = one[1] > other[1]
    for kind in range(KINDS):
        if one[0][kind] < other[0][kind]:
            return False
        if one[0][kind] > other[0][kind]:
            more = True
    return more


def _fillings(state: State, seat: i64, route: i64, shape: Shape) -> list[tuple[int, ...]]:
    """Return cards for a shape, one choice per colour: the set from the colour held most, then loose cards.

    Empty if the hand does not have them.
    """
    if shape.ferry_cards > state.ferry_cards(seat) or shape.locomotives > state.hand(seat, LOCOMOTIVE):
        return []
    hand = [int(state.hand(seat, colour)) for colour in range(COLOUR_COUNT)]
    if sum(hand) < shape.same + shape.loose:
        return []
    wanted = int(state.board.route_colour[route])
    colours = [colour for colour in range(COLOUR_COUNT) if wanted in (GREY, colour) and hand[colour] >= shape.same]
    found: list[tuple[int, ...]] = []
    for colour in sorted(colours, key=lambda one: -hand[one]):
        cards = _filling(hand, colour, shape)
        if cards is not None:
            found.append(cards)
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
