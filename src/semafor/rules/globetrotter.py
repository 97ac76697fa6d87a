"""The Globetrotter bonus for the most completed tickets (N-17, R-9).

Example: with 5, 5 and 3 tickets completed, the first two players score 10 each; with none completed by
anybody, nobody does.
"""

from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from semafor.model.award import Award, Share
from semafor.model.board import Board
from semafor.model.gains import Gains
from semafor.model.hooks import Rule
from semafor.model.reading import Table
from semafor.model.state import State
from semafor.model.tally import COMPLETED, Tally
from semafor.rules.paths import ticket_path


class Globetrotter(Rule):
    """Awards the most completed tickets."""

    slug: ClassVar[str] = "globetrotter"
    cited: ClassVar[dict[str, str]] = {"most": "N-17"}

    def __init__(self, table: Table) -> None:
        """Read the points."""
        super().__init__(table)
        self.points: i64 = table.integer("points", 1, 1000)

    def prepare(self, board: Board) -> None:
        """Register for the final score, after the tickets."""
        board.award_rules = append(board.award_rules, self)

    def award(self, state: State, tally: Tally) -> None:
        """Award the bonus to all who tie."""
        tally.award_most(self.slug, self.points, tally.completed)

    def may_change(self, tally: Tally, seat: i64, route: i64) -> bool:
        """Return False: without tickets there is no award."""
        return False

    def explain(self, state: State, tally: Tally) -> list[Award]:
        """Name the winners' completed tickets."""
        shares = tally.shares(self.slug, tally.completed)
        show_tickets(state, tally, shares, all_tickets(state))
        return [self.award_of(self.slug, self.points, shares)]

    def gains(self, state: State, gains: Gains) -> None:
        """Add what more completed tickets can gain."""
        gains.tickets += self.points


def all_tickets(state: State) -> vec[u8]:
    """Return a mark for every ticket."""
    return vec[u8]([u8(1)] * state.board.ticket_total)


def show_tickets(state: State, tally: Tally, shares: list[Share], marked: vec[u8]) -> None:
    """Name the marked tickets that each winner has completed, their places, and the routes that complete them."""
    board = state.board
    for share in shares:
        if share.points == 0:
            continue
        for number, ticket in enumerate(board.spec.tickets):
            held = state.ticket_place(number) == share.seat and i64(tally.outcomes[number]) == COMPLETED
            if held and i64(marked[number]) == 1:
                routes = ticket_path(board, state.owners, share.seat, number).routes
                share.tickets.append(ticket.id)
                share.places += [place for place in (ticket.a, ticket.b) if place not in share.places]
                share.routes += [route for route in routes if route not in share.routes]
