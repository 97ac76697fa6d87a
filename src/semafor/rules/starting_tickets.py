"""Tickets at the start (U-5, N-3, I-2, L-5, R-15, R-19).

Example: each player is dealt 4 tickets and keeps at least 2. All choose at the same time: nothing is given
back, and nobody learns how many another keeps, until the last has chosen. Then the tickets given back go
under the deck in seat order, or shuffled among themselves, or out of the game, as the board says.
"""

from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.model.actions import Action
from semafor.model.bits import bit
from semafor.model.board import Board
from semafor.model.event_types import TicketsChosen, TicketsDealt
from semafor.model.hooks import Rule
from semafor.model.numbers.layout import CHOOSE_STARTING_TICKETS, CHOSEN, DRAWN, IN_DECK, KEEP_AT_LEAST, TAKE_TURN
from semafor.model.numbers.moves import KEEP
from semafor.model.numbers.questions import ASKS_TICKETS
from semafor.model.reading import Reader, Table
from semafor.model.refusal import Refusal
from semafor.model.spec import BoardSpec
from semafor.model.state import State
from semafor.rules.tickets import (
    GIVEN_BACK,
    SHUFFLED,
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


class StartingTickets(Rule):
    """Deals tickets and waits for everybody's choice."""

    slug: ClassVar[str] = "starting_tickets"
    required: ClassVar[bool] = True
    cited: ClassVar[dict[str, str]] = {"keep": "U-5"}

    def __init__(self, table: Table) -> None:
        """Read how many are dealt, how many must be kept, and where the others go."""
        super().__init__(table)
        self.dealt: i64 = table.integer("dealt", 1, 5)
        self.keep: i64 = table.integer("keep", 1, 5)
        self.given_back: i64 = GIVEN_BACK.index(table.choice("given_back", GIVEN_BACK, "under"))

    @classmethod
    def check_board(cls, spec: BoardSpec, reader: Reader) -> None:
        """Report too few tickets for the deal."""
        tickets, players, dealt = len(spec.tickets), spec.max_players, spec.number("starting_tickets", "dealt")
        if dealt is not None and players * dealt > tickets:
            few = "only {number}, but {players} players are dealt {dealt} each"
            reader.report("tickets", few, number=tickets, players=players, dealt=dealt)

    def prepare(self, board: Board) -> None:
        """Register for the choice before the first turn."""
        board.ask(CHOOSE_STARTING_TICKETS, self, ASKS_TICKETS, "choose starting tickets")
        board.own_deciders |= bit(CHOOSE_STARTING_TICKETS)

    def possible_moves(self, board: Board) -> list[int]:
        """Return every choice among the tickets dealt."""
        return keep_choices(int(self.dealt))

    def move_name(self, board: Board, move: int) -> str:
        """Name the choice."""
        return keep_name(move)

    def set_up(self, state: State) -> None:
        """Shuffle the tickets and deal them."""
        total = state.board.ticket_total
        tickets = state.tickets
        for ticket in range(total):
            tickets[ticket] = u8(IN_DECK)
            tickets[total + ticket] = u8(ticket)
        state.ticket_count = total
        state.chance.shuffle(tickets, total, total)
        for seat in range(state.players):
            draw_tickets(state, seat, self.dealt, self.keep)
            if state.journal is not None:
                ids = ticket_ids(state, seat, -1)
                state.journal.write(TicketsDealt(int(seat), len(ids), tuple(ids)))
        state.pending = CHOOSE_STARTING_TICKETS

    def deciders(self, state: State) -> i64:
        """Return the seats that have tickets to choose from and have not chosen."""
        seats: i64 = 0
        for seat in range(state.players):
            if state.seats[DRAWN + seat] > 0 and state.seats[CHOSEN + seat] == 0:
                seats |= bit(seat)
        return seats

    def answers(self, state: State, seat: i64, words: vec[i64]) -> i64:
        """Return the seat's choices; none once it has chosen."""
        if state.seats[CHOSEN + seat] == 0 and state.seats[DRAWN + seat] > 0:
            words[0] = keep_moves(state, seat)
        return 1

    def act(self, state: State, seat: i64, move: i64) -> None:
        """Store a seat's choice; after the last one, carry all out and begin the first turn."""
        chosen = move - KEEP
        state.seats[CHOSEN + seat] = chosen
        if state.journal is not None:
            kept, back = ticket_ids(state, seat, chosen), ticket_ids(state, seat, ~chosen)
            state.journal.write(TicketsChosen(int(seat), tuple(kept), tuple(back)))
        if self.deciders(state) == 0:
            self._carry_out(state)

    def _carry_out(self, state: State) -> None:
        under: i64 = state.ticket_count
        for seat in range(state.players):
            if state.seats[DRAWN + seat] > 0:
                carry_out_choice(state, seat, state.seats[CHOSEN + seat], self.given_back)
                state.seats[CHOSEN + seat] = 0
        if self.given_back == SHUFFLED:
            _shuffle_under(state, under)
        state.pending = TAKE_TURN
        state.seat = state.first

    def action(self, state: State, seat: i64, move: i64) -> Action:
        """Return the choice of a move."""
        return choice_of(state, seat, move)

    def move(self, state: State, seat: i64, action: Action) -> i64:
        """Return the move of a choice."""
        return choice_move(state, seat, action)

    def check(self, state: State, seat: i64, action: Action) -> Refusal | None:
        """Refuse tickets that were not dealt."""
        return check_choice(state, seat, action, self.cites["keep"])

    def refuse_seat(self, state: State, seat: i64) -> Refusal:
        """Refuse a seat that has already chosen."""
        message = f"seat {seat} has chosen its tickets; the others are still choosing"
        return Refusal("already_chosen", self.cites["keep"], message)

    def refuse_kind(self, state: State, kind: str) -> Refusal | None:
        """Refuse anything but a choice of tickets."""
        if kind == "keep_tickets":
            return None
        message = "first choose which of the tickets before you to keep"
        return Refusal("tickets_pending", self.cites["keep"], message)

    def refuse(self, state: State, seat: i64, move: i64) -> Refusal | None:
        """Refuse too few kept tickets."""
        message = f"at least {state.seats[KEEP_AT_LEAST + seat]} of the tickets dealt must be kept"
        return Refusal("too_few_tickets", self.cites["keep"], message)


def _shuffle_under(state: State, kept_above: i64) -> None:
    """Shuffle the tickets below a position of the deck (I-2); the deck may wrap around its ring buffer."""
    total = state.board.ticket_total
    i = state.ticket_count - kept_above - 1
    while i > 0:
        j = state.chance.below(i + 1)
        at = total + (state.ticket_top + kept_above + i) % total
        to = total + (state.ticket_top + kept_above + j) % total
        ticket = state.tickets[at]
        state.tickets[at] = u8(state.tickets[to])
        state.tickets[to] = ticket
        i -= 1
