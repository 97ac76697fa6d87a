"""Drawing tickets in a turn (U-22, U-23, N-15, I-8, L-10, R-5).

Example: a player takes the top 3 tickets, keeps 1 and puts 2 under the deck in an order of their choice. Drawing the
tickets can't be undone.
"""

from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.model.actions import Action, DrawTickets
from semafor.model.board import Board
from semafor.model.event_types import TicketsDrawn
from semafor.model.hooks import Rule
from semafor.model.numbers.layout import KEEP_AT_LEAST, KEEP_TICKETS
from semafor.model.numbers.moves import DRAW_TICKETS, KEEP
from semafor.model.numbers.questions import ASKS_TICKETS
from semafor.model.reading import Table
from semafor.model.refusal import Refusal
from semafor.model.state import State
from semafor.rules.tickets import (
    GIVEN_BACK,
    carry_out_choice,
    check_choice,
    choice_move,
    choice_of,
    draw_tickets,
    keep_choices,
    keep_moves,
    keep_name,
    ticket_ids,
)
from semafor.rules.turns import end_turn


class TicketDraw(Rule):
    """Offers the ticket deck, and the choice among the tickets drawn."""

    slug: ClassVar[str] = "ticket_draw"
    cited: ClassVar[dict[str, str]] = {"keep": "U-22", "none_left": "U-22", "decide": "R-5"}

    def __init__(self, table: Table) -> None:
        """Read how many are drawn, how many must be kept, and where the others go."""
        super().__init__(table)
        self.drawn: i64 = table.integer("drawn", 1, 5)
        self.keep: i64 = table.integer("keep", 1, 5)
        self.given_back: i64 = GIVEN_BACK.index(table.choice("given_back", GIVEN_BACK[:2], "under"))

    def prepare(self, board: Board) -> None:
        """Register for drawing and keeping."""
        board.turn_rules = append(board.turn_rules, self)
        board.handlers[DRAW_TICKETS] = self
        board.ask(KEEP_TICKETS, self, ASKS_TICKETS, "keep tickets")
        board.action_rules["draw_tickets"] = self
        board.action_rules["keep_tickets"] = self

    def possible_moves(self, board: Board) -> list[int]:
        """Return drawing, and every choice among the tickets drawn."""
        return [DRAW_TICKETS, *keep_choices(int(self.drawn))]

    def move_name(self, board: Board, move: int) -> str:
        """Name the draw, or the choice."""
        return "draw tickets" if move == DRAW_TICKETS else keep_name(move)

    def offers(self, state: State, seat: i64) -> i64:
        """Offer tickets as long as there are any."""
        return 1 << DRAW_TICKETS if state.ticket_count > 0 else 0

    def act(self, state: State, seat: i64, move: i64) -> None:
        """Draw tickets, or keep some of those drawn."""
        if move == DRAW_TICKETS:
            draw_tickets(state, seat, self.drawn, self.keep)
            state.pending = KEEP_TICKETS
            if state.journal is not None:
                ids = ticket_ids(state, seat, -1)
                state.journal.write(TicketsDrawn(int(seat), len(ids), tuple(ids)))
            return
        carry_out_choice(state, seat, move - KEEP, self.given_back)
        end_turn(state)

    def answers(self, state: State, seat: i64, words: vec[i64]) -> i64:
        """Return the choices among the tickets drawn."""
        words[0] = keep_moves(state, seat)
        return 1

    def action(self, state: State, seat: i64, move: i64) -> Action:
        """Return the draw, or the choice."""
        return DrawTickets() if move == DRAW_TICKETS else choice_of(state, seat, move)

    def move(self, state: State, seat: i64, action: Action) -> i64:
        """Return the move of a draw or of a choice."""
        return DRAW_TICKETS if action.type == "draw_tickets" else choice_move(state, seat, action)

    def check(self, state: State, seat: i64, action: Action) -> Refusal | None:
        """Refuse tickets that were not drawn."""
        if action.type == "draw_tickets":
            return None
        return check_choice(state, seat, action, self.cites["keep"])

    def refuse_kind(self, state: State, kind: str) -> Refusal | None:
        """Refuse anything but a choice of tickets after a draw (R-5)."""
        if kind == "keep_tickets":
            return None
        message = "first choose which of the tickets before you to keep"
        return Refusal("tickets_pending", self.cites["decide"], message)

    def refuse_early(self, kind: str) -> Refusal | None:
        """Refuse a choice of tickets if nothing was drawn."""
        if kind == "draw_tickets":
            return None
        message = "there are no tickets to choose from now; take a turn"
        return Refusal("nothing_pending", self.cites["keep"], message)

    def refuse(self, state: State, seat: i64, move: i64) -> Refusal | None:
        """Refuse a draw from an empty deck, and too few kept tickets."""
        if move == DRAW_TICKETS:
            return Refusal("no_tickets_left", self.cites["none_left"], "there are no tickets left to draw")
        message = f"at least {state.seats[KEEP_AT_LEAST + seat]} of the tickets drawn must be kept"
        return Refusal("too_few_tickets", self.cites["keep"], message)
