"""All payments for a route from a hand, lazily.

There can be thousands (a ferry on which any 3 cards replace a locomotive).
"""

from collections.abc import Iterator

from librt.vecs import vec
from mypy_extensions import i64

from semafor.model.cards import COLOUR_COUNT, GREY, KINDS, LOCOMOTIVE
from semafor.model.hooks import Shape
from semafor.model.numbers.layout import (
    HANDS,
    SHAPE,
    SHAPE_FERRY_CARDS,
    SHAPE_LOCOMOTIVES,
    SHAPE_LOOSE,
    SHAPE_SAME,
    SHAPE_UNIT,
)
from semafor.model.state import State
from semafor.rules.payment_steps import fits
from semafor.rules.shapes import PAIRS, Purse


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
    purse.look(state.cards, HANDS + seat * KINDS)
    choice = Choice(state, seat)
    numbers = board.shape_numbers
    start = board.shape_start[index] * SHAPE
    counted: i64 = 0
    last: i64 = -1
    """The index of the last shape counted: shapes with the same numbers of cards are adjacent."""
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
        pairs = numbers[at + SHAPE_UNIT] == PAIRS
        more = choice.start(same + loose, same, wanted, pairs)
        while more:
            if not pairs or fits(board, route, choice.counts, locomotives, ferry_cards):
                counted += 1
                if counted == most:
                    return counted
            more = choice.advance()
    return counted


def _sets(state: State, seat: i64, wanted: i64, same: i64) -> i64:
    """Return in how many colours the hand has `same` cards for a route of a colour; 1 if no cards are needed."""
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
    purse.look(state.cards, HANDS + seat * KINDS)
    choice = Choice(state, seat)
    done: set[tuple[int, int, int]] = set()
    for shape in shapes:
        size = shape.same + shape.loose
        key = (shape.ferry_cards, shape.locomotives, size)
        if key in done or shape.ferry_cards > ferry_cards or shape.locomotives > locomotives:
            continue
        # Without this check, all choices of cards would be tried in vain.
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
        pairs = shape.unit == PAIRS
        more = choice.start(size, shape.same, wanted, pairs)
        while more:
            if not pairs or fits(board, route, choice.counts, shape.locomotives, shape.ferry_cards):
                yield choice.cards(shape.locomotives), shape.ferry_cards
            more = choice.advance()


def _one_colour(colour: int, count: int, locomotives: int) -> tuple[int, ...]:
    cards = [0] * KINDS
    cards[colour] = count
    cards[LOCOMOTIVE] = locomotives
    return tuple(cards)


class Choice:
    """Iterates over choices of a number of coloured cards from a hand, most cards of the first colours first.

    A minimum, the set, may have to be of one colour, and all others may have to come in pairs. There are no dead ends:
    every step is a valid choice.
    """

    hand: vec[i64]
    counts: vec[i64]
    room: vec[i64]
    """The number of cards in a colour and those after it; with pairs, of cards in pairs."""
    longest: vec[i64]
    """The largest number of cards of one colour, among the set's possible colours from this one on."""
    spare: vec[i64]
    """With an odd set and pairs: by how many cards the set may exceed `room`; 1, or -1 if it breaks up a pair."""
    same: i64
    wanted: i64
    pairs: bool

    def __init__(self, state: State, seat: i64) -> None:
        """Take the hand of a seat."""
        self.hand = vec[i64]([state.hand(seat, colour) for colour in range(COLOUR_COUNT)])
        self.counts = vec[i64]([0] * COLOUR_COUNT)
        self.room = vec[i64]([0] * (COLOUR_COUNT + 1))
        self.longest = vec[i64]([0] * (COLOUR_COUNT + 1))
        self.spare = vec[i64]([0] * (COLOUR_COUNT + 1))
        self.same = 0
        self.wanted = GREY
        self.pairs = False

    def start(self, size: i64, same: i64, wanted: i64, pairs: bool) -> bool:
        """Go to the first choice of `size` cards, `same` of them of one colour (grey: any); False if there is none."""
        self.same = same
        self.wanted = wanted
        self.pairs = pairs
        self.longest[COLOUR_COUNT] = -1 if pairs else 0
        self.spare[COLOUR_COUNT] = -1
        for colour in range(i64(COLOUR_COUNT) - 1, i64(-1), -1):
            held = self.hand[colour]
            longest = held - ((held - same) & 1) if pairs else held
            if not self._may_be_set(colour):
                longest = -1 if pairs else 0
            self.room[colour] = self.room[colour + 1] + (held & ~1 if pairs else held)
            self.longest[colour] = max(self.longest[colour + 1], longest)
            self.spare[colour] = max(self.spare[colour + 1], 1 if held & 1 == 1 and longest >= same else -1)
        return self._fill(0, size, same == 0)

    def advance(self) -> bool:
        """Go to the next choice; False after the last."""
        after: i64 = 0  # how many cards the colours after this one have
        colour: i64 = COLOUR_COUNT - 1
        while colour >= 0:
            if self.counts[colour] > 0:
                met = self._met_before(colour)
                least = self.counts[colour] + after - self.room[colour + 1]
                if self.pairs:
                    least -= 1  # for an odd set
                for count in range(self.counts[colour] - 1, max(least, i64(0)) - 1, -1):
                    left = self.counts[colour] + after - count
                    if self._leads_on(colour, count, left, met):
                        met = met or self._is_set(colour, count)
                        self.counts[colour] = count
                        return self._fill(colour + 1, left, met)
            after += self.counts[colour]
            colour -= 1
        return False

    def _may_be_set(self, colour: i64) -> bool:
        return self.wanted in (GREY, colour)

    def _is_set(self, colour: i64, count: i64) -> bool:
        if self.pairs and (count - self.same) & 1 == 1:
            return False
        return count >= self.same and self._may_be_set(colour)

    def _met_before(self, colour: i64) -> bool:
        """Return whether a colour before this one already has the required number of cards."""
        met = self.same == 0
        for before in range(colour):
            met = met or self._is_set(before, self.counts[before])
        return met

    def _leads_on(self, colour: i64, count: i64, left: i64, met: bool) -> bool:
        """Return whether there is a choice with `count` cards of a colour, and `left` of those after it."""
        is_set = self._is_set(colour, count)
        if self.pairs and count & 1 == 1 and (met or not is_set):
            return False
        return self._possible(colour + 1, left, met or is_set)

    def _possible(self, start: i64, size: i64, met: bool) -> bool:
        """Return whether `size` cards can be chosen from the colours from `start` on, with the set unless it is met."""
        room = self.room[start]
        if self.pairs:
            if size & 1 != (0 if met else self.same & 1):
                return False
            if not met and self.same & 1 == 1:
                room += self.spare[start]
        if size > room:
            return False
        return met or self.longest[start] >= self.same <= size

    def _fill(self, start: i64, size: i64, met: bool) -> bool:
        """Take `size` cards from the colours from `start` on, the first colours first; False if impossible."""
        if not self._possible(start, size, met):
            return False
        left = size
        for colour in range(start, i64(COLOUR_COUNT)):
            count = min(self.hand[colour], left)
            while not self._leads_on(colour, count, left - count, met):
                count -= 1
            met = met or self._is_set(colour, count)
            self.counts[colour] = count
            left -= count
        return True

    def cards(self, locomotives: int) -> tuple[int, ...]:
        """Return the chosen cards and the locomotives, by kind."""
        counts = [int(count) for count in self.counts]
        counts.append(locomotives)
        return tuple(counts)
