"""The winner (U-28, N-18, I-12, L-13, R-10).

Most points win. A tie goes through the board's tie-breaks in order; players still tied after the last share the win.

Example: two players have 120 points; one completed 6 tickets, the other 5: the first wins alone.
"""

from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from semafor.model.bits import bit
from semafor.model.board import Board
from semafor.model.hooks import Rule
from semafor.model.reading import Table
from semafor.model.state import State
from semafor.model.tally import Tally

TIE_BREAKS = ["completed_tickets", "longest_path_bonus", "longest_path", "goals"]


class TieBreak(Rule):
    """Names the tie-breaks of the board."""

    slug: ClassVar[str] = "tie_break"
    required: ClassVar[bool] = True
    cited: ClassVar[dict[str, str]] = {"order": "U-28"}

    def __init__(self, table: Table) -> None:
        """Read the order of the tie-breaks."""
        super().__init__(table)
        self.order = table.choices("order", TIE_BREAKS)


def winners(state: State, tally: Tally) -> list[int]:
    """Return the winning seats: one, or all that are still tied (R-10)."""
    tied = _highest(bit(state.players) - 1, tally.totals)
    for name in tie_breaks(state.board):
        if tied & (tied - 1) == 0:
            break
        tied = _highest(tied, tie_break_values(state, tally, name))
    return [int(seat) for seat in range(state.players) if (tied >> seat) & 1 == 1]


def tie_breaks(board: Board) -> list[str]:
    """Return the tie-breaks of a board, in their order."""
    rule = board.rule(TieBreak.slug)
    return rule.order if isinstance(rule, TieBreak) else []


def tie_break_values(state: State, tally: Tally, name: str) -> vec[i64]:
    """Return the values that a tie-break compares, by seat."""
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
    """Return how many bonuses of a kind the seat scored: the longest path, or goals."""
    count: i64 = 0
    for bonus in tally.bonuses:
        wanted = bonus.name in state.board.goal_index if name == "goals" else bonus.name == "longest_path"
        if bonus.seat == seat and wanted:
            count += 1
    return count


def _highest(seats: i64, values: vec[i64]) -> i64:
    """Return the seats of a set that have the highest value; both are masks."""
    best: i64 = 0
    highest: i64 = 0
    for seat in range(len(values)):
        if (seats >> seat) & 1 == 0:
            continue
        if best == 0 or values[seat] > highest:
            best = 0
            highest = values[seat]
        if values[seat] == highest:
            best |= bit(seat)
    return best
