"""Which cards a plan still needs, and the card to draw for it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from semafor.bots.planning.prices import short
from semafor.engine.kernel import (
    ASKS_CARD,
    DRAW_DECK,
    DRAW_SHOWN,
    FERRY_CARDS,
    HANDS,
    MAX_FERRY_CARDS,
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
"""The value of the last missing card of a set; with n missing, each is worth an n-th of it."""


class Wishes:
    """A list of wanted routes, and from it a weight for every kind of card."""

    def __init__(self, board: Board) -> None:
        """Allocate the working memory."""
        self.board = board
        self.is_whole_draw = board.number("card_market", "locomotive_is_whole_draw") == 1
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
        """Forget all wishes."""
        weights = self.weights
        self.count = 0
        self.ferry_cards = 0
        self.wild = 0
        for kind in range(i64(KINDS)):
            weights[kind] = 0

    def add(self, route: i64) -> None:
        """Add a wanted route."""
        self.wanted[self.count] = route
        self.count += 1

    def add_beside(self, state: State, seat: i64, route: i64) -> None:
        """Add a wanted route after weighing, for the cards that the others leave."""
        self._weigh_route(state, seat, route)

    def weigh(self, state: State, seat: i64) -> None:
        """Allocate the hand to the wanted routes, coloured ones first, and weigh the cards that each still needs."""
        self.missing = 0
        spare = self.spare
        cards = state.cards
        wanted = self.wanted
        colours = self.board.route_colour
        hand = HANDS + seat * KINDS
        for kind in range(i64(KINDS)):
            spare[kind] = cards[hand + kind]
        for i in range(self.count):
            if colours[wanted[i]] != GREY:
                self._weigh_route(state, seat, wanted[i])
        for i in range(self.count):
            if colours[wanted[i]] == GREY:
                self._weigh_route(state, seat, wanted[i])

    def _weigh_route(self, state: State, seat: i64, route: i64) -> None:
        board = self.board
        spare = self.spare
        weights = self.weights
        index = board.route_class[route]
        colour = board.class_colour[index]
        coloured: i64 = 0
        most: i64 = 0
        for i in range(i64(COLOUR_COUNT)):
            coloured += spare[i]
            if spare[i] > spare[most]:
                most = i
        if colour == GREY:
            colour = most
        ferry_cards = state.seats[FERRY_CARDS + seat]
        at = self._closest(index, colour, coloured, ferry_cards)
        numbers = board.shape_numbers
        same = numbers[at + SHAPE_SAME]
        locomotives = numbers[at + SHAPE_LOCOMOTIVES]
        lacks = short(same, spare[colour]) + short(locomotives, spare[LOCOMOTIVE])
        loose = short(numbers[at + SHAPE_LOOSE], coloured - same)
        self.ferry_cards += short(numbers[at + SHAPE_FERRY_CARDS], ferry_cards)
        self.missing += lacks + loose
        if lacks + loose > 0:
            weight = (_NEAR + self.per_point * board.route_points[route]) // (lacks + loose)
            if spare[colour] < same:
                weights[colour] += weight
            if spare[LOCOMOTIVE] < locomotives:
                weights[LOCOMOTIVE] += weight
            elif board.class_locomotives[index] >> (locomotives + 1) != 0:
                self.wild = max(self.wild, weight)
            if loose > 0:
                for i in range(i64(COLOUR_COUNT)):
                    weights[i] += weight // 2
        spare[colour] -= min(same, spare[colour])
        spare[LOCOMOTIVE] -= min(locomotives, spare[LOCOMOTIVE])

    def _closest(self, index: i64, colour: i64, coloured: i64, ferry_cards: i64) -> i64:
        """Return the index of the shape that needs the fewest more cards; among equals, the fewest locomotives."""
        board = self.board
        numbers = board.shape_numbers
        held = self.spare[colour]
        locomotives = self.spare[LOCOMOTIVE]
        best = board.shape_start[index] * SHAPE
        least: i64 = _FAR
        for at in range(best, board.shape_start[index + 1] * SHAPE, SHAPE):
            same = numbers[at + SHAPE_SAME]
            lacks = short(same, held) + short(numbers[at + SHAPE_LOOSE], coloured - same)
            lacks += 2 * short(numbers[at + SHAPE_FERRY_CARDS], ferry_cards)
            lacks += 2 * short(numbers[at + SHAPE_LOCOMOTIVES], locomotives)
            if lacks < least:
                least = lacks
                best = at
        return best

    # Drawing and paying

    def can_draw(self, offers: Offers) -> bool:
        """Return whether a train card can be drawn."""
        return offers.words[0] & _ANY_CARD != 0

    def card(self, state: State, seat: i64, offers: Offers) -> i64:
        """Return the card to draw: the most wanted one in the display, unless the deck promises more."""
        best: i64 = -1
        most: i64 = 0
        second: i64 = 0
        shown = offers.words[0] >> DRAW_SHOWN
        weights = self.weights
        for colour in range(i64(COLOUR_COUNT)):
            if (shown >> colour) & 1 == 1 and weights[colour] > 0:
                if weights[colour] > most:
                    second = most
                    most = weights[colour]
                    best = colour
                elif weights[colour] > second:
                    second = weights[colour]
        unseen = self._average()
        if offers.has(DRAW_SHOWN + LOCOMOTIVE):
            gain = self._locomotive_gain()
            both = most if most > unseen else unseen
            if self.is_whole_draw and state.question() != ASKS_CARD:
                both += second if second > unseen else unseen
            if gain > both:
                return DRAW_SHOWN + LOCOMOTIVE
        if offers.has(DRAW_DECK) and (best < 0 or unseen > most):
            return DRAW_DECK
        if best >= 0:
            return DRAW_SHOWN + best
        return offers.pick(0)

    def _average(self) -> i64:
        """Return the value of an unseen card: about the mean over the colours."""
        weights = self.weights
        total: i64 = self._locomotive_gain()
        for colour in range(i64(COLOUR_COUNT)):
            total += weights[colour]
        return total * self.deck_share // (KINDS * 100)

    def _locomotive_gain(self) -> i64:
        """Return the value of a locomotive: its own, or that of the most wanted card it can replace, plus a bit."""
        return self.weights[LOCOMOTIVE] + self.wild * self.wild_share // 100

    def least_wanted(self, state: State, seat: i64, colours: i64) -> i64:
        """Return the offered colour that the other wishes need least."""
        best: i64 = -1
        least: i64 = 0
        for colour in range(i64(COLOUR_COUNT)):
            if (colours >> colour) & 1 == 1:
                want = self.weights[colour] * 4 - state.hand(seat, colour)
                if best < 0 or want < least:
                    least = want
                    best = colour
        return best


def most_ferry_cards(numbers: i64) -> i64:
    """Return the highest number of ferry cards offered: they have no other use."""
    most: i64 = MAX_FERRY_CARDS
    while (numbers >> most) & 1 == 0:
        most -= 1
    return most
