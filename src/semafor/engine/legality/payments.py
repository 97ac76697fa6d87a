"""All payments for a route from a hand, one after the other.

They can be thousands (a ferry on which any 3 cards stand in for a locomotive), so they are made lazily.
"""

from collections.abc import Iterator

from librt.vecs import vec
from mypy_extensions import i64

from semafor.model.cards import COLOUR_COUNT, GREY, KINDS, LOCOMOTIVE
from semafor.model.hooks import Shape
from semafor.model.numbers.layout import (
    SHAPE,
    SHAPE_FERRY_CARDS,
    SHAPE_LOCOMOTIVES,
    SHAPE_LOOSE,
    SHAPE_SAME,
    SHAPE_UNIT,
)
from semafor.model.state import State
from semafor.rules.paying import fits
from semafor.rules.payment import Purse


def payments(state: State, seat: i64, route: i64) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield (cards by kind, ferry cards) for every payment the hand allows: fewest ferry cards, then locomotives."""
    return payments_in_shapes(state, seat, route, state.board.shapes[state.board.route_class[route]])


def count_payments(state: State, seat: i64, route: i64, most: i64) -> i64:
    """Return how many payments the hand allows for a route, counted up to `most`."""
    board = state.board
    index = board.route_class[route]
    wanted = board.class_colour[index]
    held_locomotives = state.hand(seat, LOCOMOTIVE)
    held_ferry_cards = state.ferry_cards(seat)
    purse = Purse()
    purse.look(state, seat)
    choice = Choice(state, seat)
    numbers = board.shape_numbers
    start = board.shape_start[index] * SHAPE
    counted: i64 = 0
    last: i64 = -1
    """Where the last shape that was counted stands: those with the same numbers of cards follow each other."""
    for at in range(start, board.shape_start[index + 1] * SHAPE, SHAPE):
        ferry_cards = numbers[at + SHAPE_FERRY_CARDS]
        locomotives = numbers[at + SHAPE_LOCOMOTIVES]
        same = numbers[at + SHAPE_SAME]
        loose = numbers[at + SHAPE_LOOSE]
        if ferry_cards > held_ferry_cards or locomotives > held_locomotives:
            continue
        if not purse.meets(wanted, same, loose, numbers[at + SHAPE_UNIT]):
            continue
        if (
            last >= 0
            and numbers[last + SHAPE_FERRY_CARDS] == ferry_cards
            and numbers[last + SHAPE_LOCOMOTIVES] == locomotives
            and numbers[last + SHAPE_SAME] + numbers[last + SHAPE_LOOSE] == same + loose
        ):
            continue
        last = at
        if loose == 0:
            counted += _sets(state, seat, wanted, same)
            if counted >= most:
                return most
            continue
        more = choice.start(same + loose)
        while more:
            if fits(board, route, choice.counts, locomotives, ferry_cards):
                counted += 1
                if counted == most:
                    return counted
            more = choice.advance()
    return counted


def _sets(state: State, seat: i64, wanted: i64, same: i64) -> i64:
    """In how many colours the hand has so many cards for a route of a colour; with no cards at all, in one."""
    if same == 0:
        return 1
    found: i64 = 0
    for colour in range(i64(COLOUR_COUNT)):
        if wanted in (GREY, colour) and state.hand(seat, colour) >= same:
            found += 1
    return found


def payments_in_shapes(
    state: State, seat: i64, route: i64, shapes: list[Shape]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every payment once, shape by shape in the given order."""
    board = state.board
    wanted = board.route_colour[route]
    locomotives = state.hand(seat, LOCOMOTIVE)
    ferry_cards = state.ferry_cards(seat)
    purse = Purse()
    purse.look(state, seat)
    choice = Choice(state, seat)
    done: set[tuple[int, int, int]] = set()
    for shape in shapes:
        size = shape.same + shape.loose
        key = (shape.ferry_cards, shape.locomotives, size)
        if key in done or shape.ferry_cards > ferry_cards or shape.locomotives > locomotives:
            continue
        # Without this, all choices of so many cards would be looked at to find that none will do.
        if not purse.meets(wanted, shape.same, shape.loose, shape.unit):
            continue
        done.add(key)
        if shape.loose == 0:
            if shape.same == 0:
                yield _one_colour(0, 0, shape.locomotives), shape.ferry_cards
                continue
            for colour in range(COLOUR_COUNT):
                if wanted in (GREY, colour) and state.hand(seat, colour) >= shape.same:
                    yield _one_colour(colour, shape.same, shape.locomotives), shape.ferry_cards
            continue
        more = choice.start(size)
        while more:
            if fits(board, route, choice.counts, shape.locomotives, shape.ferry_cards):
                yield choice.cards(shape.locomotives), shape.ferry_cards
            more = choice.advance()


def _one_colour(colour: int, count: int, locomotives: int) -> tuple[int, ...]:
    cards = [0] * KINDS
    cards[colour] = count
    cards[LOCOMOTIVE] = locomotives
    return tuple(cards)


class Choice:
    """Walks through every choice of so many coloured cards from a hand, most cards of the first colours first."""

    hand: vec[i64]
    counts: vec[i64]

    def __init__(self, state: State, seat: i64) -> None:
        """Take the hand of a seat."""
        self.hand = vec[i64]([state.hand(seat, colour) for colour in range(COLOUR_COUNT)])
        self.counts = vec[i64]([0] * COLOUR_COUNT)

    def start(self, size: i64) -> bool:
        """Go to the first choice of so many cards; False if the hand has fewer."""
        return self._fill(0, size)

    def advance(self) -> bool:
        """Go to the next choice; False after the last."""
        room: i64 = 0  # how many more cards the colours after this one could take
        after: i64 = 0  # how many they have
        colour: i64 = COLOUR_COUNT - 1
        while colour >= 0:
            if self.counts[colour] > 0 and room > 0:
                self.counts[colour] -= 1
                return self._fill(colour + 1, after + 1)
            room += self.hand[colour] - self.counts[colour]
            after += self.counts[colour]
            colour -= 1
        return False

    def _fill(self, start: i64, size: i64) -> bool:
        """Take so many cards from the colours from `start` on, the first colours first."""
        left = size
        for colour in range(start, i64(COLOUR_COUNT)):
            count = min(self.hand[colour], left)
            self.counts[colour] = count
            left -= count
        return left == 0

    def cards(self, locomotives: int) -> tuple[int, ...]:
        """Return the chosen cards and so many locomotives, by kind."""
        counts = [int(count) for count in self.counts]
        counts.append(locomotives)
        return tuple(counts)
