"""Between actions, which name whole payments, and moves, which put them together: both ways."""

from collections.abc import Iterator

from mypy_extensions import i64

from semafor.engine.explain import drawn_ids, keep_move, simple_move
from semafor.engine.offers import Offers
from semafor.engine.payments import payments
from semafor.engine.turn import make_move
from semafor.model.actions import (
    Action,
    Claim,
    DrawCard,
    DrawFerryCard,
    DrawTickets,
    KeepTickets,
    Pass,
    PayTunnel,
    Withdraw,
)
from semafor.model.cards import CARDS, COLOUR_COUNT, LOCOMOTIVE, named_cards
from semafor.model.layout import (
    DRAWN,
    PAID,
    PAY_COLOURED_STEP,
    PAY_FERRY_CARDS_STEP,
    PAY_LOCOMOTIVES_STEP,
)
from semafor.model.moves import (
    DRAW_DECK,
    DRAW_FERRY_CARD,
    DRAW_SHOWN,
    DRAW_TICKETS,
    KEEP,
    PAY_COLOUR,
    PAY_COLOURED,
    PAY_FERRY_CARDS,
    PAY_LOCOMOTIVES,
    ROUTES,
    WITHDRAW,
)
from semafor.model.state import State


def legal_actions(state: State, seat: i64) -> Iterator[Action]:
    """Yields every legal action of a seat that must decide, in a stable order.

    Of the orders in which tickets can be given back only the one in which they were drawn is listed; any
    other is legal too.
    """
    offers = Offers(state.board)
    offers.fill(state, seat)
    for move in offers.moves():
        if move < ROUTES:
            yield action_of(state, seat, move)
            continue
        route = move - ROUTES
        for cards, ferry_cards in payments(state, seat, route):
            yield Claim(state.board.route_id(route), named_cards(cards), ferry_cards)


def action_of(state: State, seat: i64, move: i64) -> Action:
    """The action that a legal move is, for moves that are a whole action."""
    if DRAW_SHOWN <= move < DRAW_TICKETS:
        return DrawCard(CARDS[move - DRAW_SHOWN])
    if KEEP <= move < PAY_FERRY_CARDS:
        chosen = int(move) - KEEP
        return KeepTickets([ticket for slot, ticket in enumerate(drawn_ids(state, seat)) if (chosen >> slot) & 1])
    if move >= PAY_LOCOMOTIVES:
        return PayTunnel(_extra(state, int(move) - PAY_LOCOMOTIVES))
    if move == DRAW_DECK:
        return DrawCard()
    if move == DRAW_TICKETS:
        return DrawTickets()
    if move == DRAW_FERRY_CARD:
        return DrawFerryCard()
    return Withdraw() if move == WITHDRAW else Pass()


def _extra(state: State, locomotives: int) -> dict[str, int]:
    """The cards of a tunnel's extra with so many locomotives."""
    cards: dict[str, int] = {}
    coloured = int(state.tunnel_extra) - locomotives
    if coloured:
        cards[CARDS[state.tunnel_colour]] = coloured
    if locomotives:
        cards[CARDS[LOCOMOTIVE]] = locomotives
    return cards


def carry_out(state: State, seat: i64, action: Action) -> list[int]:
    """Takes a legal action by its moves, and returns these."""
    if isinstance(action, Claim):
        return _claim(state, seat, action)
    if isinstance(action, KeepTickets):
        if action.order is not None:
            arrange_drawn(state, seat, action.tickets, action.order)
        move = keep_move(state, seat, action.tickets)
    elif isinstance(action, PayTunnel):
        move = PAY_LOCOMOTIVES + action.counts[LOCOMOTIVE]
    else:
        move = simple_move(action)
    make_move(state, seat, move)
    return [int(move)]


def _claim(state: State, seat: i64, action: Claim) -> list[int]:
    """The one sequence of moves that pays for a route with exactly these cards."""
    moves: list[int] = [ROUTES + state.board.route_index[action.route]]
    make_move(state, seat, moves[0])
    while state.is_paying():
        move = _next_step(state, action)
        moves.append(int(move))
        make_move(state, seat, move)
    return moves


def _next_step(state: State, action: Claim) -> i64:
    if state.pending == PAY_FERRY_CARDS_STEP:
        return PAY_FERRY_CARDS + action.ferry_cards
    if state.pending == PAY_LOCOMOTIVES_STEP:
        return PAY_LOCOMOTIVES + action.counts[LOCOMOTIVE]
    if state.pending == PAY_COLOURED_STEP:
        return PAY_COLOURED + sum(action.counts[:COLOUR_COUNT])
    colour = 0
    while state.cards[PAID + colour] >= action.counts[colour]:
        colour += 1
    return PAY_COLOUR + colour


def arrange_drawn(state: State, seat: i64, kept: list[str], given_back: list[str]) -> None:
    """Puts a seat's drawn tickets into another order: those to keep as they were drawn, then the others as named."""
    index = state.board.ticket_index
    slots = [ticket for ticket in drawn_ids(state, seat) if ticket in kept] + given_back
    for slot in range(state.seats[DRAWN + seat]):
        state.set_drawn_ticket(seat, slot, index[slots[slot]])
