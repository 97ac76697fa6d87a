"""Questions about a position before an action is chosen: whether it is legal, and how a route can be paid for."""

from __future__ import annotations

from semafor import Action, BadAction, parse_action
from semafor.table.views.observed_game import ObservedGame
from semafor.table.views.seat_offers import list_payments
from semafor.table.wire.client_messages import Check, Payments
from semafor.table.wire.messages import Answer
from semafor.table.wire.problems import Refused

Question = Check | Payments


def reply(observed: ObservedGame, question: Question) -> Answer:
    """Answer a question, from what the observer may know; raise Refused with the reason if an action is not legal."""
    if isinstance(question, Check):
        legal_action(observed, question.action)
        return Answer(id=question.id, ok=True)
    if question.route not in observed.game.board.route_index:
        raise Refused("unknown_route", f"there is no route {question.route!r} on this board", None, "route", 422)
    found, truncated = list_payments(observed.legal, question.route, question.limit)
    return Answer(id=question.id, ok=True, payments=found, truncated=truncated)


def legal_action(observed: ObservedGame, data: object) -> Action:
    """Return a legal action from JSON; raise Refused if it is not one."""
    action = read_action(data)
    refusal = observed.legal.why_not(action)
    if refusal is not None:
        raise Refused(refusal.code, refusal.message, refusal.rule)
    return action


def read_action(data: object) -> Action:
    """Return an action from JSON; raise Refused with everything that is wrong with it."""
    try:
        return parse_action(data)
    except BadAction as error:
        raise Refused("bad_action", str(error), None, "action", 422) from None
