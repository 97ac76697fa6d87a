"""The last round (U-25, N-16, L-11).

Example: at the end of a turn a player has 3 trains left. Every player, that one included, has one more turn;
then the game ends.
"""

from typing import ClassVar

from librt.vecs import append
from mypy_extensions import i64

from semafor.model.board import Board
from semafor.model.event_types import LastRound as Triggered
from semafor.model.hooks import Rule
from semafor.model.numbers.layout import NOT_YET
from semafor.model.reading import Table
from semafor.model.state import State
from semafor.rules.turns import end_game


class LastRound(Rule):
    """Counts the turns that are left once somebody is almost out of trains."""

    slug: ClassVar[str] = "last_round"
    required: ClassVar[bool] = True
    cited: ClassVar[dict[str, str]] = {"end": "U-25"}

    def __init__(self, table: Table) -> None:
        """Read the number of trains that triggers the last round."""
        super().__init__(table)
        self.trains: i64 = table.integer("trains", 0, 60)

    def prepare(self, board: Board) -> None:
        """Register for the end of turns."""
        board.turn_end_rules = append(board.turn_end_rules, self)

    def describe(self, board: Board, said: dict[str, object]) -> None:
        """Add the number of trains that triggers the last round."""
        said["last_round_trains"] = int(self.trains)

    def turn_ended(self, state: State, seat: i64) -> None:
        """Trigger the last round, or count it down."""
        if state.turns_left == NOT_YET:
            if state.trains(seat) <= self.trains:
                state.turns_left = state.players
                if state.journal is not None:
                    state.journal.write(Triggered(int(seat), int(state.trains(seat)), int(state.players)))
        else:
            state.turns_left -= 1
            if state.turns_left == 0:
                end_game(state, "last round played")
