"""Paths that complete tickets: over the routes of a seat, or over those that it can still claim.

>>> from semafor.engine.game import Game
>>> seats = [{"routes": ["ambel:brack:red"], "tickets": ["ambel:cormo"]}, {}]
>>> way = Game.from_position({"board": "toy", "seats": seats}).observe(0).tickets[0]
>>> way.completed, way.routes, way.missing, way.trains_needed
(False, ('ambel:brack:red', 'brack:cormo:blue'), ('brack:cormo:blue',), 2)
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from semafor.engine.observation import View
from semafor.engine.values.tickets import TicketWay
from semafor.model.board import Board
from semafor.model.numbers.view import SEEN_DRAWN, SEEN_TRAINS
from semafor.rules.paths import CLOSED, cheapest_path

_OWN: Final[i64] = 1
"""The cost of an own route: so low that it only breaks ties between paths that need the same trains."""
_TRAIN: Final[i64] = 1000


def ticket_ways(seen: View) -> list[TicketWay]:
    """Return the observer's tickets, then those it is choosing from, over routes it has or can still claim.

    The choice between paths of the same cost does not depend on any other route.
    """
    seat = seen.seat
    if seat < 0:
        return []
    board = seen.board
    held = [ticket for ticket in range(board.ticket_total) if i64(seen.tickets[ticket]) == seat]
    drawn = [int(seen.drawn[slot]) for slot in range(seen.number(seat, SEEN_DRAWN))]
    if not held and not drawn:
        return []
    trains = seen.number(seat, SEEN_TRAINS)
    costs = vec[i64]([CLOSED] * board.route_count)
    for route in range(board.route_count):
        if i64(seen.owners[route]) == seat:
            costs[route] = _OWN
        elif board.route_length[route] <= trains and seen.can_have(route):
            costs[route] = board.route_length[route] * _TRAIN
    ways = [_way(board, costs, trains, ticket, False) for ticket in held]
    return ways + [_way(board, costs, trains, ticket, True) for ticket in drawn]


def _way(board: Board, costs: vec[i64], trains: i64, ticket: i64, drawn: bool) -> TicketWay:
    spec = board.spec.tickets[ticket]
    path = cheapest_path(board, costs, ticket)
    missing = [route for route in path if costs[route] != _OWN]
    needed = sum([int(board.route_length[route]) for route in missing])
    if needed > trains:
        return TicketWay(spec.id, spec.points, drawn, (), (), 0)
    return TicketWay(
        spec.id,
        spec.points,
        drawn,
        tuple([board.route_id(route) for route in path]),
        tuple([board.route_id(route) for route in missing]),
        needed,
    )
