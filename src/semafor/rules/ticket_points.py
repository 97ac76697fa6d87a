"""Tickets at the end: completed ones add their points, the others cost them (U-23, U-24, U-26, R-13).

Example: with Montréal-Atlanta (9) and New York-Atlanta (6) completed a player scores 15 more; with one of 8
completed and one of 4 not, 4 more.
"""

from typing import ClassVar

from librt.vecs import append
from mypy_extensions import i64, u8

from semafor.model.award import Award
from semafor.model.board import Board
from semafor.model.hooks import Rule
from semafor.model.state import State
from semafor.model.tally import COMPLETED, FAILED, Tally


class TicketPoints(Rule):
    """Scores every ticket that a player kept."""

    slug: ClassVar[str] = "ticket_points"
    required: ClassVar[bool] = True
    cited: ClassVar[dict[str, str]] = {"path": "U-24", "points": "U-26"}

    def prepare(self, board: Board) -> None:
        """Register for the final score."""
        board.award_rules = append(board.award_rules, self)

    def may_change(self, tally: Tally, seat: i64, route: i64) -> bool:
        """Return False: without tickets there is no award."""
        return False

    def explain(self, state: State, tally: Tally) -> list[Award]:
        """Return no awards: a score sheet lists tickets separately."""
        return []

    def award(self, state: State, tally: Tally) -> None:
        """Count the tickets that a path of the player's own routes completes (U-24)."""
        board = state.board
        places = state.tickets  # where each ticket is comes first in there
        players = state.players
        network = tally.network
        for ticket in range(board.ticket_total):
            seat = i64(places[ticket])
            if seat >= players:
                continue
            points = board.ticket_points[ticket]
            if network.connected(seat, board.ticket_from[ticket], board.ticket_to[ticket]):
                tally.completed[seat] += 1
                tally.outcomes[ticket] = u8(COMPLETED)
            else:
                points = -points
                tally.outcomes[ticket] = u8(FAILED)
            tally.ticket_points[seat] += points
            tally.totals[seat] += points
