"""The game loop: setting up a state, and making one legal move."""

from typing import Final

from mypy_extensions import i64

from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.events import Journal
from semafor.model.numbers.layout import TAKE_TURN
from semafor.model.numbers.moves import ROUTES
from semafor.model.state import State, empty_state
from semafor.rules.claiming import claim

ANY_FIRST_PLAYER: Final = -1


def set_up(board: Board, players: i64, chance: Chance, first: i64, journal: Journal | None) -> State:
    """Return a new game, dealt and waiting for everybody's starting tickets."""
    state = empty_state(board, players, chance)
    state.journal = journal
    state.first = first
    for rule in board.set_up_rules:
        rule.set_up(state)
    return state


def make_move(state: State, seat: i64, move: i64) -> None:
    """Make a move that is known to be legal for the seat, by the rule that offered it."""
    if state.pending != TAKE_TURN:
        state.board.decisions[state.pending].act(state, seat, move)
    elif move >= ROUTES:
        claim(state, seat, move - ROUTES)
    else:
        state.board.handlers[move].act(state, seat, move)
