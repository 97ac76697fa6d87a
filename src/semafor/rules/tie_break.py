"""Who wins (U-28, N-18, I-12, L-13, R-10).

Most points win. A tie goes through the board's tie-breaks in order; players still tied after the last share the win.

Example: two players have 120 points; one completed 6 tickets, the other 5: the first wins alone.
"""

from librt.vecs import vec
from mypy_extensions import i64

from semafor.model.board import Board
from semafor.model.hooks import Rule
from semafor.model.reading import Table
from semafor.model.state import State
from semafor.model.tally import Tally
from semafor.rules.citations import read_cites

TIE_BREAKS = ["completed_tickets", "longest_path_bonus", "longest_path", "goals"]


class TieBreak(Rule):
    """Names the tie-breaks of the board."""

    def __init__(self, table: Table) -> None:
        """Reads their order."""
        super().__init__("tie_break", read_cites(table, {"order": "U-28"}))
        self.order = table.texts("order")
        for name in self.order:
            if name not in TIE_BREAKS:
                table.report("order", f"must be a list of {', '.join(TIE_BREAKS)}, got {name}")

    def prepare(self, board: Board) -> None:
        """Lets the board know the order."""
        board.tie_breaks = self.order


def winners(state: State, tally: Tally) -> list[int]:
    """The winning seats: one, or all that nothing tells apart (R-10)."""
    tied = _highest([int(seat) for seat in range(state.players)], tally.totals)
    for name in state.board.tie_breaks:
        if len(tied) == 1:
            break
        tied = _highest(tied, tie_break_values(state, tally, name))
    return tied


def tie_break_values(state: State, tally: Tally, name: str) -> vec[i64]:
    """What a tie-break compares, by seat."""
    values = vec[i64]([0] * state.players)
    for seat in range(state.players):
        if name == "completed_tickets":
            values[seat] = tally.completed[seat]
        elif name == "longest_path":
            values[seat] = tally.network.longest_path(seat)
        else:
            values[seat] = _bonuses(state, tally, seat, name)
    return values


def _bonuses(state: State, tally: Tally, seat: i64, name: str) -> i64:
    """How many bonuses of a sort the seat scored: the longest path, or goals."""
    count: i64 = 0
    for bonus in tally.bonuses:
        wanted = bonus.name in state.board.goal_index if name == "goals" else bonus.name == "longest_path"
        if bonus.seat == seat and wanted:
            count += 1
    return count


def _highest(seats: list[int], values: vec[i64]) -> list[int]:
    most = max([int(values[seat]) for seat in seats])
    return [seat for seat in seats if int(values[seat]) == most]
