"""Shared code for choosing tickets at the start and in a turn.

Drawing them, the possible choices, and what is wrong with a choice.
"""

from typing import Final

from mypy_extensions import i64

from semafor.model.actions import Action, KeepTickets
from semafor.model.bits import bit, ones
from semafor.model.event_types import TicketsKept
from semafor.model.numbers.layout import DRAWN, DRAWN_BY, KEEP_AT_LEAST, REMOVED, TICKETS_HELD
from semafor.model.numbers.moves import KEEP, MAX_DRAWN
from semafor.model.refusal import Refusal
from semafor.model.state import State

UNDER: Final = 0
TAKEN_OUT: Final = 1
SHUFFLED: Final = 2
GIVEN_BACK = ["under", "removed", "shuffled"]
"""The keywords of board files for where returned tickets go, in the order of the three numbers above."""


def draw_tickets(state: State, seat: i64, count: i64, keep: i64) -> None:
    """Give a seat the top tickets, of which it must keep at least `keep`; if the deck is short, all that are left."""
    count = min(count, state.ticket_count)
    for slot in range(count):
        ticket = state.take_top_ticket()
        state.set_drawn_ticket(seat, slot, ticket)
        state.move_ticket(ticket, DRAWN_BY + seat)
    state.seats[DRAWN + seat] = count
    state.seats[KEEP_AT_LEAST + seat] = keep if keep < count else count


def keep_moves(state: State, seat: i64) -> i64:
    """Return the seat's choices among its drawn tickets, as bits of moves."""
    drawn = state.seats[DRAWN + seat]
    at_least = state.seats[KEEP_AT_LEAST + seat]
    bits: i64 = 0
    for chosen in range(1, bit(drawn)):
        if ones(chosen) >= at_least:
            bits |= bit(KEEP + chosen)
    return bits


def keep_choices(count: int) -> list[int]:
    """Return every possible choice among `count` tickets, as moves."""
    return [KEEP + chosen for chosen in range(1, 2**count)]


def keep_name(move: int) -> str:
    """Name the tickets, counted from 1, that a choice keeps."""
    slots = [str(slot + 1) for slot in range(MAX_DRAWN) if ((move - KEEP) >> slot) & 1]
    return f"keep {' '.join(slots)}"


def carry_out_choice(state: State, seat: i64, chosen: i64, where: i64) -> None:
    """Keep a seat's chosen tickets (U-23) and return the others.

    The seat knows where those are, unless they are shuffled.
    """
    if state.journal is not None:
        kept = ticket_ids(state, seat, chosen)
        back = ticket_ids(state, seat, ~chosen)
        state.journal.write(TicketsKept(int(seat), len(kept), len(back), tuple(kept), tuple(back)))
    for slot in range(state.seats[DRAWN + seat]):
        ticket = state.drawn_ticket(seat, slot)
        if (chosen >> slot) & 1 == 1:
            state.move_ticket(ticket, seat)
            state.seats[TICKETS_HELD + seat] += 1
            continue
        if where == TAKEN_OUT:
            state.move_ticket(ticket, REMOVED)
            state.removed_tickets += 1
        else:
            state.put_under(ticket)
        state.set_known_by(ticket, bit(seat) if where != SHUFFLED else i64(0))
    state.seats[DRAWN + seat] = 0


def check_choice(state: State, seat: i64, action: Action, cited: str) -> Refusal | None:
    """Return what is wrong with the tickets of a choice, except whether they are enough."""
    assert isinstance(action, KeepTickets)
    drawn = ticket_ids(state, seat, -1)
    order = action.order
    for ticket in [*action.tickets, *(order or [])]:
        if ticket not in state.board.ticket_index:
            return Refusal("unknown_ticket", None, f"there is no ticket {ticket!r} on this board")
    for ticket in action.tickets:
        if ticket not in drawn:
            return Refusal("ticket_not_drawn", cited, f"{ticket} is not among the tickets before you")
    if len(set(action.tickets)) < len(action.tickets):
        return Refusal("ticket_named_twice", None, "a ticket is named twice among those to keep")
    if order is not None and sorted(order) != sorted(set(drawn) - set(action.tickets)):
        return Refusal("wrong_order", cited, "order must name each ticket given back once")
    return None


def choice_move(state: State, seat: i64, action: Action) -> i64:
    """Return the move that keeps the tickets of an action."""
    assert isinstance(action, KeepTickets)
    return keep_move(state, seat, action.tickets)


def keep_move(state: State, seat: i64, tickets: list[str]) -> i64:
    """Return the move that keeps these tickets."""
    chosen = 0
    for slot, ticket in enumerate(ticket_ids(state, seat, -1)):
        if ticket in tickets:
            chosen |= 1 << slot
    return KEEP + chosen


def choice_of(state: State, seat: i64, move: i64) -> Action:
    """Return the action of a move that keeps tickets."""
    return KeepTickets(ticket_ids(state, seat, move - KEEP))


def arrange_drawn(state: State, seat: i64, kept: list[str], given_back: list[str]) -> None:
    """Reorder a seat's drawn tickets: those to keep as they were drawn, then the others as named."""
    index = state.board.ticket_index
    slots = [ticket for ticket in ticket_ids(state, seat, -1) if ticket in kept] + given_back
    for slot in range(state.seats[DRAWN + seat]):
        state.set_drawn_ticket(seat, slot, index[slots[slot]])


def ticket_ids(state: State, seat: i64, chosen: i64) -> list[str]:
    """Return the ids of the drawn tickets in a set of slots."""
    return [
        state.board.ticket_id(state.drawn_ticket(seat, slot))
        for slot in range(state.seats[DRAWN + seat])
        if (chosen >> slot) & 1 == 1
    ]
