"""Hints for a seat that must decide: advice (`semafor.simulation.insight.advice`), and the way meant for each ticket.

All of it is made from the observation of the seat. The seed is the same for every game, so a hint follows from the
observation alone.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.json import encode

from semafor import Action, Claim, DrawCard, Observation, TicketWay
from semafor.model.board import Board
from semafor.simulation.insight.advice import Suggestion, advise
from semafor.simulation.jobs import Job


class Plan(Struct, frozen=True):
    """The way meant for a ticket; without routes, none is."""

    id: str
    points: int
    completed: bool
    routes: list[str]
    missing: list[str]
    trains_needed: int


class HintJob(Job, frozen=True, tag=True):
    """The job of giving the observer a hint."""

    seen: Observation

    def run(self) -> bytes:
        """Return the hint as JSON."""
        return encode(give_hint(self.seen))


def give_hint(seen: Observation) -> dict[str, object]:
    """Return what to do, why, and the plan: the way meant for every ticket, and the route wanted beside them."""
    board = seen.board
    advice = advise(seen)
    action = advice.action
    kept = getattr(action, "tickets", [])
    plans = [_plan(seen, way, advice) for way in (*seen.tickets, *seen.offered) if not way.drawn or way.id in kept]
    missing = {route for plan in plans for route in plan.missing}
    wanted = [route for route in advice.lacks if board.route_id(route) not in missing]
    return {
        "action": action.to_json(),
        "reason": advice.reason.to_json(),
        "tickets": [plan.id for plan in plans if isinstance(action, Claim) and action.route in plan.missing],
        "route": _route_for(board, action, advice),
        "plan": plans,
        "beside": board.route_id(wanted[0]) if wanted else None,
    }


def _route_for(board: Board, action: Action, advice: Suggestion) -> str | None:
    """Return the shortest wanted route that lacks the displayed card to take."""
    if not isinstance(action, DrawCard) or action.card is None:
        return None
    lacking = [route for route, cards in advice.lacks.items() if action.card in cards]
    return board.route_id(min(lacking, key=lambda one: board.route_length[one])) if lacking else None


def _plan(seen: Observation, way: TicketWay, advice: Suggestion) -> Plan:
    """Return the way meant for a ticket, as the seat has it or as it is planned."""
    if way.completed:
        return Plan(way.id, way.points, True, list(way.routes), [], 0)
    board = seen.board
    path = advice.ways.get(way.id, [])
    missing = [route for route in path if seen.owner(board.route_id(route)) != seen.seat]
    return Plan(
        way.id,
        way.points,
        False,
        [board.route_id(route) for route in path],
        [board.route_id(route) for route in missing],
        sum(int(board.route_length[route]) for route in missing),
    )
