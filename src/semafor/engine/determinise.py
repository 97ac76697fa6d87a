"""Sampling a complete state that is consistent with what a seat knows.

Cards and tickets that the observer can't locate are shuffled by the caller's generator and dealt to the places where
they may be. Every assignment consistent with the observation is possible. The new state has its own generator: a search
never shares the game's.
"""

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.engine.observation import View
from semafor.model.bits import ones
from semafor.model.cards import KINDS, LOCOMOTIVE, NO_CARD
from semafor.model.chance import Chance
from semafor.model.numbers.layout import (
    CHOSEN,
    DISCARDS,
    DRAWN,
    DRAWN_BY,
    FERRY_CARDS,
    HANDS,
    IN_DECK,
    KEEP_AT_LEAST,
    KNOWN,
    NOWHERE,
    PAID,
    POINTS,
    REMOVED,
    REVEALED,
    SHOWN,
    TICKETS_HELD,
    TRAINS,
)
from semafor.model.numbers.view import (
    SEEN_CHOSEN,
    SEEN_DRAWN,
    SEEN_FERRY_CARDS,
    SEEN_HAND,
    SEEN_KEEP,
    SEEN_POINTS,
    SEEN_TICKETS,
    SEEN_TRAINS,
    UNKNOWN,
    VIEW_COLOUR,
    VIEW_DISCARDS,
    VIEW_EXTRA,
    VIEW_HAND,
    VIEW_PAID,
    VIEW_PUT,
    VIEW_PUT_COLOURED,
    VIEW_PUT_FERRY_CARDS,
    VIEW_PUT_ROUTE,
    VIEW_REVEALED,
    VIEW_ROUTE,
    VIEW_SHOWN,
    VIEW_STEP,
)
from semafor.model.state import State, empty_state


def sample_state(seen: View, chance: Chance) -> State:
    """Return a random state that is consistent with the observation."""
    state = empty_state(seen.board, seen.players, chance.split())
    state.pending = seen.pending
    state.seat = seen.acting
    state.first = seen.first
    state.turns_left = seen.turns_left
    state.passes = seen.passes
    state.ferry_pile = seen.ferry_pile
    state.goals = seen.goals
    state.owners = seen.owners[:]
    state.masks = seen.masks[:]
    state.pay_route = seen.numbers[VIEW_ROUTE]
    state.tunnel_extra = seen.numbers[VIEW_EXTRA]
    state.tunnel_colour = seen.numbers[VIEW_COLOUR]
    _lay_seats(seen, state)
    _deal_cards(seen, state, chance)
    _deal_tickets(seen, state, chance)
    if seen.numbers[VIEW_STEP] != 0:
        _go_on_paying(seen, state)
    return state


def _go_on_paying(seen: View, state: State) -> None:
    """Restore the observer's incomplete payment."""
    state.pending = seen.numbers[VIEW_STEP]
    state.pay_route = seen.numbers[VIEW_PUT_ROUTE]
    state.pay_ferry_cards = seen.numbers[VIEW_PUT_FERRY_CARDS]
    state.pay_coloured = seen.numbers[VIEW_PUT_COLOURED]
    for kind in range(KINDS):
        state.cards[PAID + kind] = seen.numbers[VIEW_PUT + kind]


def _lay_seats(seen: View, state: State) -> None:
    for seat in range(seen.players):
        state.seats[TRAINS + seat] = seen.number(seat, SEEN_TRAINS)
        state.seats[POINTS + seat] = seen.number(seat, SEEN_POINTS)
        state.seats[FERRY_CARDS + seat] = seen.number(seat, SEEN_FERRY_CARDS)
        state.seats[TICKETS_HELD + seat] = seen.number(seat, SEEN_TICKETS)
        state.seats[DRAWN + seat] = seen.number(seat, SEEN_DRAWN)
        state.seats[KEEP_AT_LEAST + seat] = seen.number(seat, SEEN_KEEP)


def _deal_cards(seen: View, state: State, chance: Chance) -> None:
    """Place the known cards, then deal the rest to the other hands and the deck."""
    board = seen.board
    for kind in range(KINDS):
        state.cards[DISCARDS + kind] = seen.numbers[VIEW_DISCARDS + kind]
        state.cards[PAID + kind] = seen.numbers[VIEW_PAID + kind]
        state.cards[REVEALED + kind] = seen.numbers[VIEW_REVEALED + kind]
        state.discarded += seen.numbers[VIEW_DISCARDS + kind]
        for seat in range(seen.players):
            known = seen.known(seat, kind)
            state.cards[KNOWN + seat * KINDS + kind] = known
            state.cards[HANDS + seat * KINDS + kind] = known
        if seen.seat >= 0:
            state.cards[HANDS + seen.seat * KINDS + kind] = seen.numbers[VIEW_HAND + kind]
    for slot in range(board.display_size):
        kind = seen.numbers[VIEW_SHOWN + slot]
        state.cards[SHOWN + slot] = kind
        if kind != NO_CARD:
            state.shown += 1
    _deal_unseen(seen, state, chance, unseen_cards(seen))


def unseen_cards(seen: View) -> vec[i64]:
    """Return how many cards of each kind the observer can't locate."""
    board = seen.board
    numbers = seen.numbers
    unseen = vec[i64]([board.each_colour] * KINDS)
    unseen[LOCOMOTIVE] = board.locomotives
    for kind in range(i64(KINDS)):
        unseen[kind] -= (
            numbers[VIEW_DISCARDS + kind]
            + numbers[VIEW_PAID + kind]
            + numbers[VIEW_REVEALED + kind]
            + numbers[VIEW_HAND + kind]
        )
        for seat in range(seen.players):
            if seat != seen.seat:
                unseen[kind] -= seen.known(seat, kind)
    for slot in range(board.display_size):
        kind = numbers[VIEW_SHOWN + slot]
        if kind != NO_CARD:
            unseen[kind] -= 1
    return unseen


def _deal_unseen(seen: View, state: State, chance: Chance, unseen: vec[i64]) -> None:
    pool = seen.board.blank_deck[:]
    left: i64 = 0
    for kind in range(KINDS):
        for _ in range(unseen[kind]):
            pool[left] = u8(kind)
            left += 1
    chance.shuffle(pool, 0, left)
    for seat in range(seen.players):
        if seat != seen.seat:
            missing = seen.number(seat, SEEN_HAND) - state.hand_size(seat)
            for _ in range(missing):
                left -= 1
                state.cards[HANDS + seat * KINDS + i64(pool[left])] += 1
    for i in range(seen.deck_size):
        left -= 1
        state.deck[i] = pool[left]
    state.deck_size = seen.deck_size


def _deal_tickets(seen: View, state: State, chance: Chance) -> None:
    """Place the known tickets, then deal the rest to hands, deck and out of the game."""
    board = seen.board
    total = board.ticket_total
    pool = board.unknown_tickets[:]
    left: i64 = 0
    mine = seen.seat
    for ticket in range(total):
        place = i64(seen.tickets[ticket])
        state.move_ticket(ticket, place if place != UNKNOWN else NOWHERE)
    if mine >= 0:
        for slot in range(seen.number(mine, SEEN_DRAWN)):
            ticket = i64(seen.drawn[slot])
            state.set_drawn_ticket(mine, slot, ticket)
            state.move_ticket(ticket, DRAWN_BY + mine)
    removed: i64 = 0
    for ticket in range(total):
        place = state.ticket_place(ticket)
        if place == NOWHERE and i64(seen.tickets[ticket]) == UNKNOWN:
            pool[left] = u8(ticket)
            left += 1
        elif place in (IN_DECK, REMOVED):
            state.set_known_by(ticket, 1 << mine)
            removed += 1 if place == REMOVED else 0
    chance.shuffle(pool, 0, left)
    for seat in range(seen.players):
        if seat == mine:
            state.seats[CHOSEN + seat] = seen.number(seat, SEEN_CHOSEN)
            continue
        held: i64 = 0
        for ticket in range(total):
            if state.ticket_place(ticket) == seat:
                held += 1
        for _ in range(seen.number(seat, SEEN_TICKETS) - held):
            left -= 1
            state.move_ticket(i64(pool[left]), seat)
        for slot in range(seen.number(seat, SEEN_DRAWN)):
            left -= 1
            state.set_drawn_ticket(seat, slot, i64(pool[left]))
            state.move_ticket(i64(pool[left]), DRAWN_BY + seat)
        if seen.number(seat, SEEN_CHOSEN) != 0:
            state.seats[CHOSEN + seat] = _some_choice(state, seat, chance)
    for position in range(seen.ticket_count):
        ticket = i64(seen.under[position])
        if ticket == UNKNOWN:
            left -= 1
            ticket = i64(pool[left])
        state.put_under(ticket)
    state.removed_tickets = seen.removed_tickets
    for _ in range(seen.removed_tickets - removed):
        left -= 1
        state.move_ticket(i64(pool[left]), REMOVED)


def _some_choice(state: State, seat: i64, chance: Chance) -> i64:
    """Return a random choice of starting tickets that keeps enough."""
    choices = (1 << state.seats[DRAWN + seat]) - 1
    chosen = chance.below(choices) + 1
    while ones(chosen) < state.seats[KEEP_AT_LEAST + seat]:
        chosen = chance.below(choices) + 1
    return chosen
