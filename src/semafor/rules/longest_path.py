"""The bonus for the longest path (U-27).

Example: two players tie with 34 trains; both score 10. A path may loop and pass a city again, but counts each
train once.
"""

from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.model.board import Board
from semafor.model.hooks import Rule
from semafor.model.reading import Table
from semafor.model.state import State
from semafor.model.tally import Tally


class LongestPath(Rule):
    """Awards the longest path."""

    slug: ClassVar[str] = "longest_path"
    cited: ClassVar[dict[str, str]] = {"most": "U-27"}

    def __init__(self, table: Table) -> None:
        """Reads the points."""
        super().__init__(table)
        self.points: i64 = table.integer("points", 1, 1000)

    def prepare(self, board: Board) -> None:
        """Registers for the final score."""
        board.award_rules = append(board.award_rules, self)

    def award(self, state: State, tally: Tally) -> None:
        """All who tie for the longest path score it; without a route there is none (R-9)."""
        lengths = vec[i64]([0] * state.players)
        for seat in range(state.players):
            lengths[seat] = tally.network.longest_path(seat)
        tally.award_most(self.slug, self.points, lengths)
