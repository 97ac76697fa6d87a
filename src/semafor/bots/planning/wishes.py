"""Which cards a plan still lacks, and the card to draw for it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from semafor.engine.kernel import (
    DRAW_DECK,
    DRAW_SHOWN,
    FERRY_CARDS,
    HANDS,
    MAX_FERRY_CARDS,
    SECOND_CARD,
    SHAPE,
    SHAPE_FERRY_CARDS,
    SHAPE_LOCOMOTIVES,
    SHAPE_LOOSE,
    SHAPE_SAME,
    Offers,
    State,
)
from semafor.model.board import Board
from semafor.model.cards import COLOUR_COUNT, GREY, KINDS, LOCOMOTIVE

_FAR: Final = 99
_ANY_CARD: Final = 0x7FE
"""The moves that draw a train card, as bits: DRAW_DECK, and DRAW_SHOWN + each kind."""
_NEAR: Final = 60
"""What the last missing card of a set is worth; one of n missing is worth an n-th of it."""


class Wishes:
    """A list of wanted routes, and from it a weight for every kind of card."""

    weights: vec[i64]
    spare: vec[i64]
    wanted: vec[i64]

    def __init__(self, board: Board) -> None:
        """Makes room."""
        self.board = board
        self.per_point: i64 = 0
        self.deck_share: i64 = 100
        self.wild_share: i64 = 125
        self.wild: i64 = 0
        self.weights = vec[i64]([0] * KINDS)
        self.spare = vec[i64]([0] * KINDS)
        self.wanted = vec[i64]([0] * board.route_count)
        self.count: i64 = 0
        self.missing: i64 = 0
        self.ferry_cards: i64 = 0

    def clear(self) -> None:
        """Forgets all wishes."""
        self.count = 0
        self.ferry_cards = 0
        self.wild = 0
        for kind in range(KINDS):
            self.weights[kind] = 0

    def add(self, route: i64) -> None:
        """Wants a route."""
        self.wanted[self.count] = route
        self.count += 1

    def add_beside(self, state: State, seat: i64, route: i64) -> None:
        """Wants a route beside those weighed already, with what they leave."""
        self._weigh_route(state, seat, route)

    def weigh(self, state: State, seat: i64) -> None:
        """Shares the hand out among the wanted routes, coloured ones first, and weighs what each still lacks."""
        self.missing = 0
        for kind in range(KINDS):
            self.spare[kind] = state.cards[HANDS + seat * KINDS + kind]
        for i in range(self.count):
            if self.board.route_colour[self.wanted[i]] != GREY:
                self._weigh_route(state, seat, self.wanted[i])
        for i in range(self.count):
            if self.board.route_colour[self.wanted[i]] == GREY:
                self._weigh_route(state, seat, self.wanted[i])

    def _weigh_route(self, state: State, seat: i64, route: i64) -> None:
        board = self.board
        index = board.route_class[route]
        colour = board.class_colour[index]
        if colour == GREY:
            colour = self._most_spare()
        best = self._closest(state, seat, index, colour)
        at = best * SHAPE
        numbers = board.shape_numbers
        same = numbers[at + SHAPE_SAME]
        locomotives = numbers[at + SHAPE_LOCOMOTIVES]
        lacks = _short(same, self.spare[colour]) + _short(locomotives, self.spare[LOCOMOTIVE])
        loose = _short(numbers[at + SHAPE_LOOSE], self._spare_coloured() - same)
        self.ferry_cards += _short(numbers[at + SHAPE_FERRY_CARDS], state.seats[FERRY_CARDS + seat])
        self.missing += lacks + loose
        if lacks + loose > 0:
            weight = (_NEAR + self.per_point * board.route_points[route]) // (lacks + loose)
            if self.spare[colour] < same:
                self.weights[colour] += weight
            if self.spare[LOCOMOTIVE] < locomotives:
                self.weights[LOCOMOTIVE] += weight
            elif board.class_locomotives[index] >> (locomotives + 1) != 0:
                self.wild = max(self.wild, weight)
            if loose > 0:
                for i in range(COLOUR_COUNT):
                    self.weights[i] += weight // 2
        self.spare[colour] -= same if same < self.spare[colour] else self.spare[colour]
        self.spare[LOCOMOTIVE] -= locomotives if locomotives < self.spare[LOCOMOTIVE] else self.spare[LOCOMOTIVE]

    def _closest(self, state: State, seat: i64, index: i64, colour: i64) -> i64:
        """The shape of a class that lacks least, given what is spare; of equals the one with fewest locomotives."""
        board = self.board
        numbers = board.shape_numbers
        coloured = self._spare_coloured()
        ferry_cards = state.seats[FERRY_CARDS + seat]
        best = board.shape_start[index]
        least: i64 = _FAR
        for shape in range(board.shape_start[index], board.shape_start[index + 1]):
            at = shape * SHAPE
            lacks = (
                2 * _short(numbers[at + SHAPE_FERRY_CARDS], ferry_cards)
                + 2 * _short(numbers[at + SHAPE_LOCOMOTIVES], self.spare[LOCOMOTIVE])
                + _short(numbers[at + SHAPE_SAME], self.spare[colour])
                + _short(numbers[at + SHAPE_LOOSE], coloured - numbers[at + SHAPE_SAME])
            )
            if lacks < least:
                least = lacks
                best = shape
        return best

    def _most_spare(self) -> i64:
        best: i64 = 0
        for colour in range(COLOUR_COUNT):
            if self.spare[colour] > self.spare[best]:
                best = colour
        return best

    def _spare_coloured(self) -> i64:
        total: i64 = 0
        for colour in range(COLOUR_COUNT):
            total += self.spare[colour]
        return total

    # Drawing and paying

    def can_draw(self, offers: Offers) -> bool:
        """Whether a train card can be drawn at all."""
        return offers.words[0] & _ANY_CARD != 0

    def card(self, state: State, seat: i64, offers: Offers) -> i64:
        """The card to draw: the displayed one that is wanted most, unless the deck promises more."""
        best: i64 = -1
        most: i64 = 0
        second: i64 = 0
        for colour in range(COLOUR_COUNT):
            if offers.has(DRAW_SHOWN + colour) and self.weights[colour] > 0:
                if self.weights[colour] > most:
                    second = most
                    most = self.weights[colour]
                    best = colour
                elif self.weights[colour] > second:
                    second = self.weights[colour]
        unseen = self._average()
        if offers.has(DRAW_SHOWN + LOCOMOTIVE):
            gain = self._locomotive_gain()
            both = most if most > unseen else unseen
            if self.board.locomotive_is_whole_draw and state.pending != SECOND_CARD:
                both += second if second > unseen else unseen
            if gain > both:
                return DRAW_SHOWN + LOCOMOTIVE
        if offers.has(DRAW_DECK) and (best < 0 or unseen > most):
            return DRAW_DECK
        if best >= 0:
            return DRAW_SHOWN + best
        return offers.pick(0)

    def _average(self) -> i64:
        """What an unseen card is worth: about the mean over the colours."""
        total: i64 = self._locomotive_gain()
        for colour in range(COLOUR_COUNT):
            total += self.weights[colour]
        return total * self.deck_share // (KINDS * 100)

    def _locomotive_gain(self) -> i64:
        """A locomotive is wanted for itself, or stands for what is wanted most where it can, and is a bit better."""
        return self.weights[LOCOMOTIVE] + self.wild * self.wild_share // 100

    def least_wanted(self, state: State, seat: i64, colours: i64) -> i64:
        """Of the colours offered for a payment, the one that the other wishes miss least."""
        best: i64 = -1
        least: i64 = 0
        for colour in range(COLOUR_COUNT):
            if (colours >> colour) & 1 == 1:
                want = self.weights[colour] * 4 - state.hand(seat, colour)
                if best < 0 or want < least:
                    least = want
                    best = colour
        return best


def _short(wanted: i64, held: i64) -> i64:
    return wanted - held if wanted > held else 0


def most_ferry_cards(numbers: i64) -> i64:
    """The highest number of ferry cards offered: they are good for nothing else."""
    most: i64 = MAX_FERRY_CARDS
    while (numbers >> most) & 1 == 0:
        most -= 1
    return most
