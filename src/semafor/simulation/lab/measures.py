"""The number that tells how bad a problem is, before and after a change that was tried."""

from __future__ import annotations

from collections.abc import Sequence

from semafor.model.board import Board
from semafor.simulation.lab.figures import Mean, route_effect, share_of, table_of, ticket_effect
from semafor.simulation.lab.report import Interval, LabProblem
from semafor.simulation.lab.sums import Sums

Measure = tuple[float, Interval]


def measure(board: Board, tables: Sequence[Sums], problem: LabProblem) -> Measure:
    """Return the number of a problem, and its interval: what it is says the sentence of the kind (`MEASURES`)."""
    games = max(1, sum(sums.games for sums in tables))
    match problem.kind:
        case "ticket" | "hopeless":
            effect, _ = ticket_effect(tables, board.ticket_index[problem.tickets[0]])
            return effect.value, effect.interval()
        case "city" if problem.tickets:
            parts = [sums.tickets[board.ticket_index[id]] for sums in tables for id in problem.tickets]
            dealt = sum(one.dealt for one in parts)
            done = sum(one.dealt_completed for one in parts)
            return done / max(1, dealt), share_of(done, dealt)
        case "city":
            number = [place.id for place in board.spec.places].index(problem.cities[0])
            reached = sum(sums.reached[number] for sums in tables)
            return reached / games, share_of(reached, games)
        case "corridor" | "prize":
            between = set(problem.routes[0].split(":")[:2])
            return _owners(board, tables, between)
        case "seat":
            players, number = int(problem.said.values["players"]), int(problem.said.values["number"]) - 1
            sums = next(one for one in tables if one.players == players)
            seat = table_of(sums).seats[number]
            return seat.share, seat.share_interval
        case "colour" | "unused":
            wanted = {
                number
                for number, route in enumerate(board.spec.routes)
                if (route.colour == problem.colour if problem.colour else _same(problem.routes, route.id))
            }
            claims = sum(sums.routes[number].claims for sums in tables for number in wanted)
            return claims / games / max(1, len(wanted)), share_of(claims, games * max(1, len(wanted)))
        case "surprise":
            last, surprised = sum(one.last_rounds for one in tables), sum(one.surprises for one in tables)
            return surprised / max(1, last), share_of(surprised, last)
    turns = sum(turn * count for sums in tables for turn, count in sums.turns.items())
    squares = sum(turn * turn * count for sums in tables for turn, count in sums.turns.items())
    length = Mean(turns, squares, games)
    return length.value, length.interval()


def _same(routes: list[str], id: str) -> bool:
    """Return whether a route is one of those, whatever its colour has become."""
    return any(one.split(":")[:2] == id.split(":")[:2] for one in routes)


def _owners(board: Board, tables: Sequence[Sums], between: set[str]) -> Measure:
    """Return how much more often than fair the owners of the routes between two places win."""
    total = weight = 0.0
    error = 0.0
    for number, route in enumerate(board.spec.routes):
        if {route.a, route.b} == between:
            effect = route_effect(tables, number)
            if effect.count > 1:
                total += effect.value * effect.count
                weight += effect.count
                error += (effect.error * effect.count) ** 2
    if not weight:
        return 0.0, (-1.0, 1.0)
    middle, reach = total / weight, 1.96 * error**0.5 / weight
    return middle, (middle - reach, middle + reach)


MEASURES = {
    "ticket": "points further ahead than with another ticket",
    "hopeless": "points further ahead than with another ticket",
    "city": "share of its tickets that are delivered",
    "corridor": "how much more often than fair its owner wins",
    "prize": "how much more often than fair its owner wins",
    "seat": "share of the wins",
    "colour": "share of its routes that are claimed",
    "unused": "share of these routes that are claimed",
    "surprise": "share of the last rounds that surprise",
    "rule": "turns of a game",
    "luck": "turns of a game",
}
"""What the number of each kind of problem is."""
