"""Why not: the refusal of an action, or None for a legal one.

One place decides what is legal (`Offers`, and for the exact cards of a claim `accepts`); only if that says no, the
rules are asked for the reason. So *legal* and *why not* can't disagree.
"""

from semafor.engine.legality.offers import Offers
from semafor.model.actions import Action
from semafor.model.hooks import Rule
from semafor.model.numbers.layout import OVER, TAKE_TURN
from semafor.model.refusal import Refusal
from semafor.model.state import State


def why_not(state: State, seat: int, action: Action) -> Refusal | None:
    """Return the reason why the seat can't take the action now; None if it can."""
    if not 0 <= seat < state.players:
        return Refusal("unknown_seat", None, f"there is no seat {seat}; the seats are 0 to {state.players - 1}")
    if state.pending == OVER:
        return Refusal("game_over", None, "the game is over")
    pending = state.board.decisions[state.pending]
    if (pending.deciders(state) >> seat) & 1 == 0:
        return pending.refuse_seat(state, seat)
    refusal = pending.refuse_kind(state, action.type)
    if refusal is not None:
        return refusal
    rule = rule_of(state, action)
    refusal = rule.check(state, seat, action)
    if refusal is not None:
        return refusal
    move = rule.move(state, seat, action)
    offers = Offers(state.board)
    offers.fill(state, seat)
    return None if offers.has(move) else rule.refuse(state, seat, move)


def rule_of(state: State, action: Action) -> Rule:
    """Return the rule that handles an action: that of the pending decision, or in a turn that of the action."""
    if state.pending != TAKE_TURN:
        return state.board.decisions[state.pending]
    return state.board.action_rules[action.type]
