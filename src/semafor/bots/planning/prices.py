"""Prices of routes in cards and turns, from their payment shapes alone, so that they work on any board."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from semafor.bots.planning.ways import TURN
from semafor.engine.kernel import (
    FERRY_CARDS,
    HANDS,
    SHAPE,
    SHAPE_FERRY_CARDS,
    SHAPE_LOCOMOTIVES,
    SHAPE_LOOSE,
    SHAPE_SAME,
    State,
)
from semafor.model.board import Board
from semafor.model.cards import COLOUR_COUNT, GREY, KINDS, LOCOMOTIVE
from semafor.model.hooks import Shape

CARD: Final = 50
"""A card is half a turn: two are drawn at once."""
_GREY_DISCOUNT: Final = 7
_TUNNEL: Final = 35
"""The average extra cost of a tunnel, with the risk of a lost turn."""
_LEAST: Final = 10
_UNREACHABLE: Final = 99


def route_prices(board: Board, points_weight: int) -> vec[i64]:
    """Return the cost of every route for a player with no cards, less a share of its points.

    `points_weight` is the value of a point in hundredths of a turn.
    """
    prices = vec[i64]([0] * board.route_count)
    locomotive = 2 * CARD if board.number("card_market", "locomotive_is_whole_draw") else 3 * CARD // 2
    for route in range(board.route_count):
        cards = min(_cost(shape, locomotive) for shape in board.shapes[board.route_class[route]])
        if board.route_colour[route] == GREY:
            cards -= _GREY_DISCOUNT * int(board.route_length[route])
        fields = board.spec.routes[route].fields
        price = TURN + cards - CARD * fields["bonus_cards"] - points_weight * int(board.route_points[route])
        if fields["tunnel"]:
            price += _TUNNEL
        prices[route] = max(price, _LEAST)
    return prices


def _cost(shape: Shape, locomotive: int) -> int:
    """Return the cost of a shape. Loose cards are cheaper, as a hand usually has some; a ferry card takes a turn."""
    return CARD * shape.same + locomotive * shape.locomotives + CARD * 2 // 3 * shape.loose + TURN * shape.ferry_cards


def points_per_turn(board: Board) -> int:
    """Return the points per turn, in hundredths, if two players share the best routes of the board."""
    prices = route_prices(board, 0)
    rates = [int(board.route_points[route] * 10000 // prices[route]) for route in range(board.route_count)]
    trains = 2 * int(board.trains)
    points = 0
    turns = 0
    for route in sorted(range(int(board.route_count)), key=lambda route: -rates[route]):
        if board.route_length[route] <= trains:
            trains -= int(board.route_length[route])
            points += int(board.route_points[route])
            turns += int(prices[route])
    return points * 100 * TURN // turns


class Shortage:
    """How many cards a hand lacks for routes. `look` at the cards, then ask about routes.

    Routes of one claim class have the same price, so it is computed once for each class.
    """

    def __init__(self, board: Board) -> None:
        """Allocate the working memory."""
        self.board = board
        self.short_of = vec[i64]([0] * len(board.shapes))
        self.looked = vec[i64]([0] * len(board.shapes))
        self.cards = vec[i64]()
        self.hand: i64 = 0
        self.looks: i64 = 0
        self.coloured: i64 = 0
        self.most: i64 = 0
        self.ferry_cards: i64 = 0

    def look(self, state: State, seat: i64, cards: vec[i64], hand: i64) -> None:
        """Look at the nine card counts in a vector from `hand` on, and at the seat's ferry cards."""
        coloured: i64 = 0
        most: i64 = 0
        for i in range(hand, hand + COLOUR_COUNT):
            held = cards[i]
            coloured += held
            most = max(most, held)
        self.cards = cards
        self.hand = hand
        self.coloured = coloured
        self.most = most
        self.ferry_cards = state.seats[FERRY_CARDS + seat]
        self.looks += 1

    def look_at_hand(self, state: State, seat: i64) -> None:
        """Look at the seat's hand."""
        self.look(state, seat, state.cards, HANDS + seat * KINDS)

    def of(self, route: i64) -> i64:
        """Return about how many cards are missing for a route; 0 only if the hand can pay for it."""
        index = self.board.route_class[route]
        if self.looked[index] != self.looks:
            self.looked[index] = self.looks
            self.short_of[index] = self._missing(index, self.board.route_length[route])
        return self.short_of[index]

    def _missing(self, index: i64, length: i64) -> i64:
        """Compute it for a class of routes of this length."""
        board = self.board
        numbers = board.shape_numbers
        colour = board.class_colour[index]
        most = self.most if colour == GREY else self.cards[self.hand + colour]
        locomotives = self.cards[self.hand + LOCOMOTIVE]
        if board.class_plain[index] == 1:
            # The last shape has the most locomotives; none if they are not wild.
            wild = min(numbers[(board.shape_start[index + 1] - 1) * SHAPE + SHAPE_LOCOMOTIVES], locomotives)
            return short(length, most + wild)
        coloured = self.coloured
        ferry_cards = self.ferry_cards
        least: i64 = _UNREACHABLE
        for at in range(board.shape_start[index] * SHAPE, board.shape_start[index + 1] * SHAPE, SHAPE):
            same = numbers[at + SHAPE_SAME]
            missing = short(same, most)
            missing += short(numbers[at + SHAPE_LOOSE], coloured - min(same, most))
            missing += 2 * short(numbers[at + SHAPE_LOCOMOTIVES], locomotives)
            missing += 2 * short(numbers[at + SHAPE_FERRY_CARDS], ferry_cards)
            least = min(least, missing)
        return least


def short(wanted: i64, held: i64) -> i64:
    """Return how many are missing."""
    return wanted - held if wanted > held else i64(0)
