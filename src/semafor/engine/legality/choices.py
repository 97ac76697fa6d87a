"""Conversion between actions, which name whole payments, and moves, which build them step by step."""

from collections.abc import Iterator

from mypy_extensions import i64

from semafor.engine.legality.explain import rule_of
from semafor.engine.legality.offers import Offers
from semafor.engine.legality.payments import payments
from semafor.engine.turn import make_move
from semafor.model.actions import Action, Claim, KeepTickets
from semafor.model.cards import named_cards
from semafor.model.numbers.layout import TAKE_TURN
from semafor.model.numbers.moves import ROUTES
from semafor.model.state import State
from semafor.rules.tickets import arrange_drawn


def legal_actions(state: State, seat: i64) -> Iterator[Action]:
    """Yield every legal action of a seat that must decide, in a stable order.

    Returned tickets are listed only in the order in which they were drawn; any other order is legal too.
    """
    offers = Offers(state.board)
    offers.fill(state, seat)
    for move in offers.moves():
        if move < ROUTES:
            yield action_of(state, seat, move)
            continue
        route = move - ROUTES
        for cards, ferry_cards in payments(state, seat, route):
            yield Claim(state.board.route_id(route), named_cards(cards), ferry_cards)


def action_of(state: State, seat: i64, move: i64) -> Action:
    """Return the action of a legal move, for moves that are a whole action."""
    board = state.board
    rule = board.handlers[move] if state.pending == TAKE_TURN else board.decisions[state.pending]
    return rule.action(state, seat, move)


def carry_out(state: State, seat: i64, action: Action) -> list[int]:
    """Make the moves of a legal action, and return them."""
    if isinstance(action, KeepTickets) and action.order is not None:
        arrange_drawn(state, seat, action.tickets, action.order)
    rule = rule_of(state, action)
    moves: list[int] = []
    while not moves or state.is_paying():
        move = rule.move(state, seat, action)
        moves.append(int(move))
        make_move(state, seat, move)
    return moves
