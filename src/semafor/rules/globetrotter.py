"""The Globetrotter bonus for the most completed tickets (N-17, R-9).

Example: with 5, 5 and 3 tickets completed, the first two players score 10 each; with none completed by
anybody, nobody does.
"""

from typing import ClassVar

from librt.vecs import append
from mypy_extensions import i64

from semafor.model.board import Board
from semafor.model.hooks import Rule
from semafor.model.reading import Table
from semafor.model.state import State
from semafor.model.tally import Tally


class Globetrotter(Rule):
    """Awards the most completed tickets."""

    slug: ClassVar[str] = "globetrotter"
    cited: ClassVar[dict[str, str]] = {"most": "N-17"}

    def __init__(self, table: Table) -> None:
        """Reads the points."""
        super().__init__(table)
        self.points: i64 = table.integer("points", 1, 1000)

    def prepare(self, board: Board) -> None:
        """Registers for the final score, after the tickets."""
        board.award_rules = append(board.award_rules, self)

    def award(self, state: State, tally: Tally) -> None:
        """All who tie score it."""
        tally.award_most(self.slug, self.points, tally.completed)
