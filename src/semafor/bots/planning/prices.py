"""What routes cost: in cards and turns, from their payment shapes alone, so that it holds for any board."""

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
"""What a tunnel's extra costs on average, with the risk of a lost turn."""
_LEAST: Final = 10
_UNREACHABLE: Final = 99


def route_prices(board: Board, points_weight: int) -> vec[i64]:
    """For every route what it costs a player with no cards, less a share of the points it scores.

    `points_weight` is how many hundredths of a turn a point is taken to be worth.
    """
    prices = vec[i64]([0] * board.route_count)
    locomotive = 2 * CARD if board.locomotive_is_whole_draw else 3 * CARD // 2
    for route in range(board.route_count):
        cards = min(_cost(shape, locomotive) for shape in board.shapes[board.route_class[route]])
        if board.route_colour[route] == GREY:
            cards -= _GREY_DISCOUNT * int(board.route_length[route])
        price = TURN + cards - CARD * int(board.route_bonus[route]) - points_weight * int(board.route_points[route])
        if board.route_tunnel[route] == 1:
            price += _TUNNEL
        prices[route] = max(price, _LEAST)
    return prices


def _cost(shape: Shape, locomotive: int) -> int:
    """Loose cards are cheaper: they are what lies about in a hand. A ferry card takes a turn of its own."""
    return CARD * shape.same + locomotive * shape.locomotives + CARD * 2 // 3 * shape.loose + TURN * shape.ferry_cards


def points_per_turn(board: Board) -> int:
    """What a turn scores, in hundredths of a point, when two share the best routes of the board."""
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


def missing_cards(state: State, seat: i64, route: i64) -> i64:
    """How many cards the seat's hand is short of for a route, about; 0 only if it can pay."""
    return missing_from(state, seat, route, state.cards, HANDS + seat * KINDS)


def missing_from(state: State, seat: i64, route: i64, cards: vec[i64], hand: i64) -> i64:
    """The same for the nine numbers of cards that stand in a vector from `hand` on."""
    board = state.board
    index = board.route_class[route]
    colour = board.class_colour[index]
    numbers = board.shape_numbers
    locomotives = cards[hand + LOCOMOTIVE]
    ferry_cards = state.seats[FERRY_CARDS + seat]
    coloured: i64 = 0
    most: i64 = 0
    for i in range(COLOUR_COUNT):
        held = cards[hand + i]
        coloured += held
        most = max(most, held)
    if colour != GREY:
        most = cards[hand + colour]
    if board.class_plain[index] == 1:
        # The last shape has the most locomotives: none at all where they are not wild.
        wild = min(numbers[(board.shape_start[index + 1] - 1) * SHAPE + SHAPE_LOCOMOTIVES], locomotives)
        return _short(board.route_length[route], most + wild)
    least: i64 = _UNREACHABLE
    for shape in range(board.shape_start[index], board.shape_start[index + 1]):
        at = shape * SHAPE
        missing = _short(numbers[at + SHAPE_SAME], most)
        used = numbers[at + SHAPE_SAME] if numbers[at + SHAPE_SAME] < most else most
        missing += _short(numbers[at + SHAPE_LOOSE], coloured - used)
        missing += 2 * _short(numbers[at + SHAPE_LOCOMOTIVES], locomotives)
        missing += 2 * _short(numbers[at + SHAPE_FERRY_CARDS], ferry_cards)
        least = min(least, missing)
    return least


def _short(wanted: i64, held: i64) -> i64:
    return wanted - held if wanted > held else 0
