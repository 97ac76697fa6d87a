"""The game loop: setting up a state, and making one legal move."""

from typing import Final

from mypy_extensions import i64

from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.events import Journal
from semafor.model.layout import (
    CHOOSE_STARTING_TICKETS,
    PAY_COLOUR_STEP,
    PAY_COLOURED_STEP,
    PAY_FERRY_CARDS_STEP,
    PAY_LOCOMOTIVES_STEP,
    PAY_TUNNEL,
)
from semafor.model.moves import (
    PAY_COLOUR,
    PAY_COLOURED,
    PAY_FERRY_CARDS,
    PAY_LOCOMOTIVES,
    ROUTES,
    WITHDRAW,
)
from semafor.model.state import State, empty_state
from semafor.rules.claiming import complete
from semafor.rules.paying import begin, choose_colour, choose_coloured, choose_ferry_cards, choose_locomotives

ANY_FIRST_PLAYER: Final = -1


def set_up(board: Board, players: i64, chance: Chance, first: i64, journal: Journal | None) -> State:
    """A new game, dealt and waiting for everybody's starting tickets."""
    state = empty_state(board, players, chance)
    state.journal = journal
    state.first = first
    for rule in board.set_up_rules:
        rule.set_up(state)
    return state


def make_move(state: State, seat: i64, move: i64) -> None:
    """Makes a move that is known to be legal for the seat."""
    pending = state.pending
    if move >= ROUTES:
        if begin(state, seat, move - ROUTES):
            complete(state, seat)
    elif pending == CHOOSE_STARTING_TICKETS:
        state.board.opening_rule.act(state, seat, move)
    elif pending == PAY_TUNNEL:
        state.board.handlers[WITHDRAW].act(state, seat, move)
    elif PAY_FERRY_CARDS_STEP <= pending <= PAY_COLOUR_STEP:
        if _pay(state, seat, move):
            complete(state, seat)
    else:
        state.board.handlers[move].act(state, seat, move)


def _pay(state: State, seat: i64, move: i64) -> bool:
    """Takes the next step of a payment; says whether it is complete."""
    if state.pending == PAY_FERRY_CARDS_STEP:
        return choose_ferry_cards(state, seat, move - PAY_FERRY_CARDS)
    if state.pending == PAY_LOCOMOTIVES_STEP:
        return choose_locomotives(state, seat, move - PAY_LOCOMOTIVES)
    if state.pending == PAY_COLOURED_STEP:
        return choose_coloured(state, seat, move - PAY_COLOURED)
    return choose_colour(state, seat, move - PAY_COLOUR)
