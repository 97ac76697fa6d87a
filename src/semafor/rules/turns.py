"""Whose turn it is, passing, and the end of the game (U-6, R-4).

Example: with deck, discards and tickets gone and no route to pay for, a player passes. When all players have passed in
a row, nobody can ever act again, and the game is scored.
"""

from typing import ClassVar

from mypy_extensions import i64

from semafor.model.actions import Action, Pass
from semafor.model.bits import bit
from semafor.model.board import Board
from semafor.model.event_types import FirstPlayer, GameOver, Passed
from semafor.model.hooks import Rule
from semafor.model.numbers.layout import OVER, TAKE_TURN
from semafor.model.numbers.moves import PASS
from semafor.model.numbers.questions import ASKS_NOTHING, ASKS_TURN
from semafor.model.refusal import Refusal
from semafor.model.state import State


class Turns(Rule):
    """Clockwise turns from a random first player."""

    slug: ClassVar[str] = "turns"
    required: ClassVar[bool] = True
    cited: ClassVar[dict[str, str]] = {"order": "U-6", "pass": "R-4"}

    def prepare(self, board: Board) -> None:
        """Register for turns, for passing, and for the end."""
        board.ask(TAKE_TURN, self, ASKS_TURN, "take a turn")
        board.ask(OVER, self, ASKS_NOTHING, "over")
        board.own_deciders |= bit(OVER)
        board.handlers[PASS] = self
        board.action_rules["pass"] = self

    def possible_moves(self, board: Board) -> list[int]:
        """Return passing."""
        return [PASS]

    def move_name(self, board: Board, move: int) -> str:
        """Name the pass."""
        return "pass"

    def set_up(self, state: State) -> None:
        """Draw the first player (U-6), unless the caller has named one."""
        if state.first < 0:
            state.first = state.chance.below(state.players)
        state.seat = state.first
        if state.journal is not None:
            state.journal.write(FirstPlayer(int(state.first)))

    def act(self, state: State, seat: i64, move: i64) -> None:
        """Pass; when all players have passed in a row, the game is over (R-4)."""
        if state.journal is not None:
            state.journal.write(Passed(int(seat)))
        state.passes += 1
        if state.passes == state.players:
            end_game(state, "nobody can act")
        else:
            _next_seat(state)

    def deciders(self, state: State) -> i64:
        """Return the seat whose turn it is; nobody when the game is over."""
        return bit(state.seat) if state.pending == TAKE_TURN else i64(0)

    def refuse_kind(self, state: State, kind: str) -> Refusal | None:
        """Refuse actions that the board doesn't have, and answers to decisions that are not pending."""
        rules = state.board.action_rules
        if kind not in rules:
            return Refusal("not_on_this_board", None, "this board does not have that action")
        return rules[kind].refuse_early(kind)

    def action(self, state: State, seat: i64, move: i64) -> Action:
        """Return the pass."""
        return Pass()

    def move(self, state: State, seat: i64, action: Action) -> i64:
        """Return the move that passes."""
        return PASS

    def refuse(self, state: State, seat: i64, move: i64) -> Refusal | None:
        """Refuse to pass while another action is possible (R-4)."""
        message = "a player passes only when no other action can be taken"
        return Refusal("must_act", self.cites["pass"], message)


def end_turn(state: State) -> None:
    """End a turn in which the seat has acted."""
    state.passes = 0
    _next_seat(state)


def _next_seat(state: State) -> None:
    seat = state.seat
    for rule in state.board.turn_end_rules:
        rule.turn_ended(state, seat)
    if state.pending != OVER:
        state.pending = TAKE_TURN
        seat += 1
        state.seat = seat if seat < state.players else i64(0)


def end_game(state: State, reason: str) -> None:
    """End the game; it is scored from now on."""
    state.pending = OVER
    if state.journal is not None:
        state.journal.write(GameOver(-1, reason))
