"""Success rates of tickets and routes, and where games were lost: the numbers behind the maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from semafor.model.board import Board
from semafor.simulation.journal import GameLine
from semafor.simulation.match import SeatResult

MANY_TRAINS = 7
"""With this many trains left, a bot has missed a turn or two."""


@dataclass
class Success:
    """How often a ticket or route was held, how often it was completed, and how often its owner won."""

    name: str
    had: int
    made: int
    won: float


def of_tickets(board: Board, seats: Sequence[SeatResult]) -> list[Success]:
    """Return the tickets kept, the most frequent first: how many were completed, and their owners' wins."""
    found: list[Success] = []
    for number, ticket in enumerate(board.spec.tickets):
        owners = [seat for seat in seats if number in seat.made or number in seat.failed]
        if owners:
            made = sum(number in seat.made for seat in owners)
            name = f"{ticket.a} – {ticket.b} ({ticket.points})"
            found.append(Success(name, len(owners), made, fmean(seat.share for seat in owners)))
    return sorted(found, key=lambda one: -one.had)


def of_routes(board: Board, seats: Sequence[SeatResult]) -> list[Success]:
    """Return the routes claimed, the most frequent first, and their owners' wins."""
    found: list[Success] = []
    for number, route in enumerate(board.spec.routes):
        owners = [seat for seat in seats if number in seat.routes]
        if owners:
            name = f"{route.a} – {route.b}, {route.colour} {route.length}"
            found.append(Success(name, len(owners), len(owners), fmean(seat.share for seat in owners)))
    return sorted(found, key=lambda one: -one.had)


@dataclass
class Losses:
    """The games that a bot lost, and what could have changed the result."""

    games: int = 0
    margin: float = 0.0
    by_tickets: int = 0
    """Games won had the failed tickets been completed: each costs twice its points."""
    by_trains: int = 0
    """Games that ended with many trains left."""
    trains: float = 0.0
    cards: float = 0.0
    """Cards drawn and never played; two are a turn."""


def losses(board: Board, games: Sequence[GameLine], entry: int) -> Losses:
    """Examine the games that an entry lost without a failure."""
    found = Losses()
    margins: list[int] = []
    lost: list[SeatResult] = []
    for game in games:
        for seat in game.seats:
            if seat.entry != entry or seat.share > 0 or seat.failure is not None:
                continue
            behind = max(other.points for other in game.seats if other is not seat) - seat.points
            cost = 2 * sum(int(board.ticket_points[ticket]) for ticket in seat.failed)
            found.by_tickets += 0 < behind < cost
            found.by_trains += seat.trains_left >= MANY_TRAINS
            margins.append(behind)
            lost.append(seat)
    if lost:
        found.games = len(lost)
        found.margin = fmean(margins)
        found.trains = fmean(seat.trains_left for seat in lost)
        found.cards = fmean(seat.cards_left for seat in lost)
    return found
