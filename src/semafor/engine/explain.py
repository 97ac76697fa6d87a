"""Why not: the refusal of an action, or None for a legal one.

What is legal is decided in one place (`Offers`, and for the exact cards of a claim `accepts`); only when that
says no are the rules asked for the reason. So *legal* and *why not* can't disagree.
"""

from mypy_extensions import i64

from semafor.engine.offers import Offers
from semafor.model.actions import Action, Claim, DrawCard, KeepTickets, PayTunnel
from semafor.model.cards import CARD_KIND, CARDS, COLOUR_COUNT, KINDS, LOCOMOTIVE
from semafor.model.layout import (
    CHOOSE_STARTING_TICKETS,
    DRAWN,
    KEEP_TICKETS,
    OVER,
    PAY_TUNNEL,
    SECOND_CARD,
)
from semafor.model.moves import (
    DRAW_DECK,
    DRAW_FERRY_CARD,
    DRAW_SHOWN,
    DRAW_TICKETS,
    KEEP,
    PASS,
    PAY_LOCOMOTIVES,
    WITHDRAW,
)
from semafor.model.refusal import Refusal
from semafor.model.state import State
from semafor.rules.claiming import can_claim
from semafor.rules.paying import accepts

_TURN_ACTIONS = ["draw_card", "draw_tickets", "draw_ferry_card", "claim", "pass"]


def why_not(state: State, seat: int, action: Action) -> Refusal | None:
    """The reason why the seat can't take the action now; None if it can."""
    if not 0 <= seat < state.players:
        return Refusal("unknown_seat", None, f"there is no seat {seat}; the seats are 0 to {state.players - 1}")
    if state.pending == OVER:
        return Refusal("game_over", None, "the game is over")
    refusal = _wrong_time(state, seat, action)
    if refusal is not None:
        return refusal
    if isinstance(action, Claim):
        return _refuse_claim(state, seat, action)
    if isinstance(action, KeepTickets):
        return _refuse_keep(state, seat, action)
    if isinstance(action, PayTunnel):
        return _refuse_extra(state, seat, action)
    return _refuse_move(state, seat, simple_move(action))


def simple_move(action: Action) -> i64:
    """The move of an action that has no more to it than its type (and the card of a draw)."""
    if isinstance(action, DrawCard):
        return DRAW_DECK if action.card is None else DRAW_SHOWN + CARD_KIND[action.card]
    match action.type:
        case "draw_tickets":
            return DRAW_TICKETS
        case "draw_ferry_card":
            return DRAW_FERRY_CARD
        case "withdraw":
            return WITHDRAW
        case _:
            return PASS


def _wrong_time(state: State, seat: int, action: Action) -> Refusal | None:
    """Not this seat's turn, or not an answer to the pending decision."""
    opening = state.pending == CHOOSE_STARTING_TICKETS
    if not opening and seat != state.seat:
        rule = _cited(state, "turns", "order")
        return Refusal("not_your_turn", rule, f"it is the turn of seat {state.seat}, not of seat {seat}")
    if state.is_paying():
        message = "a payment is being put together move by move; finish it with moves"
        return Refusal("payment_in_progress", None, message)
    if opening or state.pending == KEEP_TICKETS:
        if action.type != "keep_tickets":
            rule = _cited(state, "starting_tickets", "keep") if opening else _cited(state, "ticket_draw", "decide")
            return Refusal("tickets_pending", rule, "first choose which of the tickets before you to keep")
    elif state.pending == SECOND_CARD:
        if action.type != "draw_card":
            rule = _cited(state, "card_market", "second")
            return Refusal("second_card_pending", rule, "the second card of the draw must be taken first")
    elif state.pending == PAY_TUNNEL:
        if action.type not in ("pay_tunnel", "withdraw"):
            rule = _cited(state, "tunnels", "withdraw")
            return Refusal("tunnel_pending", rule, "first pay the extra for the tunnel, or withdraw")
    elif action.type not in _TURN_ACTIONS:
        if action.type == "keep_tickets":
            rule = _cited(state, "ticket_draw", "keep")
            what = "are no tickets to choose from"
        else:
            rule = _cited(state, "tunnels", "surcharge" if action.type == "pay_tunnel" else "withdraw")
            what = "is no tunnel to pay for"
        return Refusal("nothing_pending", rule, f"there {what} now; a turn is to be taken")
    return None


def _cited(state: State, slug: str, reason: str) -> str | None:
    """What the board's rulebook calls a rule's reason; None on a board that is played without the rule."""
    rule = state.board.rule(slug)
    return None if rule is None else rule.cites[reason]


def _refuse_move(state: State, seat: i64, move: i64) -> Refusal | None:
    offers = Offers(state.board)
    offers.fill(state, seat)
    if offers.has(move):
        return None
    refusal = state.board.handlers[move].refuse(state, seat, move)
    if refusal is None:
        return Refusal("not_on_this_board", None, "this board is played without that action")
    return refusal


def _refuse_claim(state: State, seat: i64, action: Claim) -> Refusal | None:
    board = state.board
    if action.route not in board.route_index:
        return Refusal("unknown_route", None, f"there is no route {action.route!r} on this board")
    route = board.route_index[action.route]
    if not can_claim(state, seat, route):
        for rule in board.rules:
            refusal = rule.refuse_claim(state, seat, route)
            if refusal is not None:
                return refusal
    # The rule that says what the route takes is the one that an empty payment breaks first.
    price = _refuse_payment(state, seat, route, (0,) * KINDS, 0).rule
    refusal = _not_in_hand(state, seat, action.counts, action.ferry_cards, price)
    if refusal is not None or accepts(board, route, action.counts, action.ferry_cards):
        return refusal
    return _refuse_payment(state, seat, route, action.counts, action.ferry_cards)


def _refuse_payment(state: State, seat: i64, route: i64, cards: tuple[int, ...], ferry_cards: int) -> Refusal:
    """What is wrong with a payment that the route does not accept."""
    for rule in state.board.rules:
        refusal = rule.refuse_payment(state, seat, route, cards, ferry_cards)
        if refusal is not None:
            return refusal
    raise AssertionError(f"no rule explains why {cards} and {ferry_cards} ferry cards are refused")


def _not_in_hand(
    state: State, seat: i64, cards: tuple[int, ...], ferry_cards: int, price: str | None
) -> Refusal | None:
    """Cards that the seat can't play because it does not hold them; price is the rule that asks for train cards."""
    for kind in range(KINDS):
        if cards[kind] < 0:
            return Refusal("negative_cards", None, f"{cards[kind]} {CARDS[kind]} cards can't be played")
        if cards[kind] > state.hand(seat, kind):
            held = int(state.hand(seat, kind))
            message = f"you have {held} {CARDS[kind]} {'card' if held == 1 else 'cards'}, not {cards[kind]}"
            return Refusal("cards_not_in_hand", price, message)
    if ferry_cards < 0:
        return Refusal("negative_cards", None, f"{ferry_cards} ferry cards can't be played")
    if ferry_cards > state.ferry_cards(seat):
        message = f"you have {state.ferry_cards(seat)} ferry cards, not {ferry_cards}"
        return Refusal("ferry_cards_not_in_hand", _cited(state, "ferry_cards", "waves"), message)
    return None


def _refuse_keep(state: State, seat: i64, action: KeepTickets) -> Refusal | None:
    board = state.board
    drawn = drawn_ids(state, seat)
    for ticket in [*action.tickets, *(action.order or [])]:
        if ticket not in board.ticket_index:
            return Refusal("unknown_ticket", None, f"there is no ticket {ticket!r} on this board")
    for ticket in action.tickets:
        if ticket not in drawn:
            return Refusal("ticket_not_drawn", _keep_rule(state), f"{ticket} is not among the tickets before you")
    if len(set(action.tickets)) < len(action.tickets):
        return Refusal("ticket_named_twice", None, "a ticket is named twice among those to keep")
    if action.order is not None and sorted(action.order) != sorted(set(drawn) - set(action.tickets)):
        message = "order must name each ticket given back once"
        return Refusal("wrong_order", _keep_rule(state), message)
    move = keep_move(state, seat, action.tickets)
    offers = Offers(board)
    offers.fill(state, seat)
    if offers.has(move):
        return None
    rule = board.opening_rule if state.pending == CHOOSE_STARTING_TICKETS else board.handlers[KEEP + 1]
    return rule.refuse(state, seat, move)


def _keep_rule(state: State) -> str | None:
    opening = state.pending == CHOOSE_STARTING_TICKETS
    return _cited(state, "starting_tickets" if opening else "ticket_draw", "keep")


def _refuse_extra(state: State, seat: i64, action: PayTunnel) -> Refusal | None:
    refusal = _not_in_hand(state, seat, action.counts, 0, _cited(state, "tunnels", "surcharge"))
    if refusal is not None:
        return refusal
    others = [kind for kind in range(COLOUR_COUNT) if action.counts[kind] > 0 and kind != state.tunnel_colour]
    offers = Offers(state.board)
    offers.fill(state, seat)
    if (
        not others
        and sum(action.counts) == state.tunnel_extra
        and offers.has(PAY_LOCOMOTIVES + action.counts[LOCOMOTIVE])
    ):
        return None
    return state.board.handlers[WITHDRAW].refuse(state, seat, PAY_LOCOMOTIVES)


def drawn_ids(state: State, seat: i64) -> list[str]:
    """The tickets that lie before a seat."""
    return [state.board.ticket_id(state.drawn_ticket(seat, slot)) for slot in range(state.seats[DRAWN + seat])]


def keep_move(state: State, seat: i64, tickets: list[str]) -> i64:
    """The move that keeps these tickets."""
    chosen = 0
    for slot, ticket in enumerate(drawn_ids(state, seat)):
        if ticket in tickets:
            chosen |= 1 << slot
    return KEEP + chosen
