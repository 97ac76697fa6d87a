"""What one seat, or a spectator, may know: built from an allow-list, never by deleting from the state.

Two states that differ only in what a seat can't know give that seat equal observations.

Public: the display, the discards, sizes of deck, hands and ticket deck, ferry cards, trains, points, routes, goals,
whose decision is pending, a tunnel being decided, and which cards of a hand everybody has seen taken. Private to a
seat: its hand, its tickets, the tickets it is choosing from, the positions of tickets it gave back, and its incomplete
payment. When the game is over, all tickets are public. Tickets out of the game always are.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.model.bits import WORD, bit
from semafor.model.board import Board
from semafor.model.cards import KINDS
from semafor.model.numbers.layout import (
    CHOOSE_STARTING_TICKETS,
    CHOSEN,
    DISCARDS,
    DRAWN,
    FERRY_CARDS,
    HANDS,
    IN_DECK,
    KEEP_AT_LEAST,
    KNOWN,
    NO_OWNER,
    NOT_YET,
    NOWHERE,
    OVER,
    PAID,
    PAY_COLOURED_STEP,
    PAY_FERRY_CARDS_STEP,
    PAY_TUNNEL,
    POINTS,
    REVEALED,
    SHOWN,
    TAKE_TURN,
    TICKETS_HELD,
    TRAINS,
)
from semafor.model.numbers.questions import QUESTION_NAMES
from semafor.model.numbers.view import (
    SEEN_CHOSEN,
    SEEN_DRAWN,
    SEEN_FERRY_CARDS,
    SEEN_HAND,
    SEEN_KEEP,
    SEEN_KNOWN,
    SEEN_POINTS,
    SEEN_TICKETS,
    SEEN_TRAINS,
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
    VIEW_SEAT,
    VIEW_SEATS,
    VIEW_SHOWN,
    VIEW_SIZE,
    VIEW_STEP,
)
from semafor.model.state import State
from semafor.model.values.action_json import DecisionName

NOTHING_SEEN: Final[i64] = -1
"""The pending decision of a view before it is filled."""


def decision_name(board: Board, pending: i64) -> DecisionName:
    """Return what the API and the protocols call a pending decision: by what it asks."""
    return QUESTION_NAMES[board.questions[pending]]


class View:
    """A view of a game. `==` compares everything an observer can tell apart."""

    board: Board
    seat: i64
    players: i64
    pending: i64
    acting: i64
    first: i64
    turns_left: i64
    passes: i64
    deck_size: i64
    ferry_pile: i64
    goals: i64
    ticket_count: i64
    removed_tickets: i64
    numbers: vec[i64]
    """Everything else that is a number, by the offsets below."""
    owners: vec[u8]
    masks: vec[i64]
    masks_before: vec[i64]
    """The masks before routes last changed; at first those of a new game."""
    tickets: vec[u8]
    """The place of each ticket, as in the state, or UNKNOWN."""
    under: vec[u8]
    """The ticket deck from the top, with UNKNOWN tickets."""
    drawn: vec[u8]
    """The tickets that the observer is choosing from."""
    held: i64
    """The number of tickets in all hands together."""
    shows_payment: bool
    """Whether there is a tunnel being decided, or a payment of the observer's own."""
    routes_changed: bool
    """Whether routes were claimed or closed between the last two looks; True after the first."""
    tickets_changed: bool
    """The same for tickets."""

    def __init__(self, state: State, seat: i64) -> None:
        """Look at a state as a seat."""
        board = state.board
        self.board = board
        self.seat = seat
        self.players = state.players
        self.pending = NOTHING_SEEN
        self.acting = 0
        self.first = 0
        self.turns_left = NOT_YET
        self.passes = 0
        self.deck_size = 0
        self.ferry_pile = 0
        self.goals = 0
        self.ticket_count = 0
        self.removed_tickets = 0
        self.numbers = board.blank_view[:]
        # The board's blank vectors are shared, not copied: nobody changes them.
        self.owners = board.blank_owners
        self.masks = board.blank_masks
        self.masks_before = board.blank_masks
        self.tickets = board.unknown_tickets
        self.under = board.unknown_tickets
        self.drawn = board.unknown_drawn
        self.held = 0
        self.shows_payment = False
        self.routes_changed = True
        self.tickets_changed = True
        self.look(state)

    def look(self, state: State) -> None:
        """Update the view to a later state of the same game; expensive parts only if they have changed."""
        self.routes_changed = self.pending == NOTHING_SEEN or self._routes_differ(state)
        if self.routes_changed:
            self.owners = state.owners[:]
            self.masks_before = self.masks
            self.masks = state.masks[:]
        # Tickets are drawn, then kept: in both cases the deck shrinks or more tickets are held.
        held: i64 = 0
        for seat in range(TICKETS_HELD, TICKETS_HELD + state.players):
            held += state.seats[seat]
        self.tickets_changed = (
            self.pending == NOTHING_SEEN
            or held != self.held
            or state.ticket_count != self.ticket_count
            or state.pending == OVER
        )
        self.held = held
        self.pending = TAKE_TURN if state.is_paying() else state.pending
        self.acting = state.seat
        self.first = state.first
        self.turns_left = state.turns_left
        self.passes = state.passes
        self.deck_size = state.deck_size
        self.ferry_pile = state.ferry_pile
        self.goals = state.goals
        self.ticket_count = state.ticket_count
        self.removed_tickets = state.removed_tickets
        self._see_cards(state)
        self._see_seats(state)
        if self.tickets_changed:
            self._see_tickets(state)

    def _routes_differ(self, state: State) -> bool:
        """Return whether a route was claimed or closed since the last look, by comparing the open ones."""
        seen = self.masks
        masks = state.masks
        closed: i64 = 0
        for word in range(self.board.route_words):
            closed |= seen[word] & ~masks[word]
        return closed != 0

    def _see_cards(self, state: State) -> None:
        numbers = self.numbers
        cards = state.cards
        for i in range(i64(KINDS)):
            numbers[VIEW_DISCARDS + i] = cards[DISCARDS + i]
        for slot in range(state.board.display_size):
            numbers[VIEW_SHOWN + slot] = cards[SHOWN + slot]
        if self.seat >= 0:
            hand = HANDS + self.seat * KINDS
            for i in range(i64(KINDS)):
                numbers[VIEW_HAND + i] = cards[hand + i]
        if self.shows_payment:
            self._forget_payment()
        if state.pending == PAY_TUNNEL:
            self._see_tunnel(state)
        elif self.seat == state.seat and state.is_paying():
            self._see_own_payment(state)

    def _forget_payment(self) -> None:
        numbers = self.numbers
        for i in range(i64(VIEW_PAID), i64(VIEW_SHOWN)):
            numbers[i] = 0
        for i in range(i64(VIEW_ROUTE), i64(VIEW_SEATS)):
            numbers[i] = 0
        for i in range(i64(VIEW_STEP), i64(VIEW_SIZE)):
            numbers[i] = 0
        self.shows_payment = False

    def _see_tunnel(self, state: State) -> None:
        numbers = self.numbers
        numbers[VIEW_ROUTE] = state.pay_route
        numbers[VIEW_EXTRA] = state.tunnel_extra
        numbers[VIEW_COLOUR] = state.tunnel_colour
        for i in range(i64(KINDS)):
            numbers[VIEW_PAID + i] = state.cards[PAID + i]
            numbers[VIEW_REVEALED + i] = state.cards[REVEALED + i]
        self.shows_payment = True

    def _see_own_payment(self, state: State) -> None:
        """Hide a payment in progress from others: to them the seat is taking a turn."""
        numbers = self.numbers
        numbers[VIEW_STEP] = state.pending
        numbers[VIEW_PUT_ROUTE] = state.pay_route
        if state.pending > PAY_FERRY_CARDS_STEP:
            numbers[VIEW_PUT_FERRY_CARDS] = state.pay_ferry_cards
        if state.pending > PAY_COLOURED_STEP:
            numbers[VIEW_PUT_COLOURED] = state.pay_coloured
        for i in range(i64(KINDS)):
            numbers[VIEW_PUT + i] = state.cards[PAID + i]
        self.shows_payment = True

    def _see_seats(self, state: State) -> None:
        numbers = self.numbers
        cards = state.cards
        seats = state.seats
        for seat in range(state.players):
            at = VIEW_SEATS + seat * VIEW_SEAT
            numbers[at + SEEN_TRAINS] = seats[TRAINS + seat]
            numbers[at + SEEN_POINTS] = seats[POINTS + seat]
            numbers[at + SEEN_FERRY_CARDS] = seats[FERRY_CARDS + seat]
            numbers[at + SEEN_TICKETS] = seats[TICKETS_HELD + seat]
            drawn = seats[DRAWN + seat]
            numbers[at + SEEN_DRAWN] = drawn
            numbers[at + SEEN_KEEP] = seats[KEEP_AT_LEAST + seat] if drawn > 0 else i64(0)
            # Another player's starting tickets are secret; the fact that they have chosen is not (U-5).
            chosen = seats[CHOSEN + seat]
            numbers[at + SEEN_CHOSEN] = chosen if seat == self.seat or chosen == 0 else i64(1)
            size: i64 = 0
            hand = HANDS + seat * KINDS
            known = KNOWN + seat * KINDS
            for kind in range(i64(KINDS)):
                size += cards[hand + kind]
                numbers[at + SEEN_KNOWN + kind] = cards[known + kind]
            numbers[at + SEEN_HAND] = size

    def _see_tickets(self, state: State) -> None:
        board = state.board
        total = board.ticket_total
        places = state.tickets
        tickets = board.unknown_tickets[:]
        mine: i64 = 0
        if self.seat >= 0:
            mine = bit(self.seat)
        # At the end all tickets are public.
        laid_open = state.players if state.pending == OVER else i64(0)
        known_in_deck: i64 = 0
        for ticket in range(total):
            place = i64(places[ticket])
            if place < IN_DECK:
                if place == self.seat or place < laid_open:
                    tickets[ticket] = u8(place)
            # Everybody knows which tickets a position left out of the game.
            elif place == NOWHERE or i64(places[2 * total + ticket]) & mine != 0:
                tickets[ticket] = u8(place)
                if place == IN_DECK:
                    known_in_deck += 1
        self.tickets = tickets
        self.under = board.unknown_tickets
        if known_in_deck > 0:
            under = board.unknown_tickets[:]
            position = state.ticket_count
            while known_in_deck > 0:  # from the bottom, where they mostly are
                position -= 1
                ticket = state.deck_ticket(position)
                if i64(tickets[ticket]) == IN_DECK:
                    under[position] = u8(ticket)
                    known_in_deck -= 1
            self.under = under
        self.drawn = board.unknown_drawn
        if self.seat >= 0 and state.seats[DRAWN + self.seat] > 0:
            drawn = board.unknown_drawn[:]
            for slot in range(state.seats[DRAWN + self.seat]):
                drawn[slot] = u8(state.drawn_ticket(self.seat, slot))
            self.drawn = drawn

    def __eq__(self, other: object) -> bool:
        """Return whether an observer can't tell the two apart."""
        return isinstance(other, View) and self._everything() == other._everything()

    def _everything(self) -> tuple[object, ...]:
        """Return the whole view except the masks, which follow from the owners."""
        return (
            self.board.spec.digest,
            [
                self.seat,
                self.players,
                self.pending,
                self.acting,
                self.first,
                self.turns_left,
                self.passes,
                self.deck_size,
                self.ferry_pile,
                self.goals,
                self.ticket_count,
                self.removed_tickets,
            ],
            list(self.numbers),
            [list(numbers) for numbers in (self.owners, self.tickets, self.under, self.drawn)],
        )

    def __hash__(self) -> int:
        """Hash consistently with equality."""
        return hash((self.seat, self.pending, self.acting, self.deck_size))

    # Reading a view

    def number(self, seat: i64, what: i64) -> i64:
        """Return a public number of a seat: SEEN_TRAINS, SEEN_POINTS and so on."""
        return self.numbers[VIEW_SEATS + seat * VIEW_SEAT + what]

    def hand(self, kind: i64) -> i64:
        """Return how many cards of a kind the observer holds."""
        return self.numbers[VIEW_HAND + kind]

    def known(self, seat: i64, kind: i64) -> i64:
        """Return how many cards of a kind everybody knows a seat to hold."""
        return self.numbers[VIEW_SEATS + seat * VIEW_SEAT + SEEN_KNOWN + kind]

    def is_open(self, route: i64) -> bool:
        """Return whether a route is neither claimed nor closed."""
        return (self.masks[route // WORD] >> (route % WORD)) & 1 == 1

    def can_have(self, route: i64) -> bool:
        """Return whether the observer can still claim a route, if it has the trains and the cards (U-17, U-20)."""
        if self.seat < 0:
            return False
        barred = self.masks[(self.seat + 1) * self.board.route_words + route // WORD]
        return self.is_open(route) and (barred >> (route % WORD)) & 1 == 0

    def closed_routes(self) -> list[str]:
        """List the free routes that are closed because parallel ones are claimed (U-20, N-6, I-3, L-6)."""
        return [
            self.board.route_id(route)
            for route in range(self.board.route_count)
            if i64(self.owners[route]) == NO_OWNER and not self.is_open(route)
        ]

    def must_act(self, seat: i64) -> bool:
        """Return whether a seat must decide: at first all that have not chosen starting tickets (U-5), later one."""
        if self.pending == CHOOSE_STARTING_TICKETS:
            return self.number(seat, SEEN_DRAWN) > 0 and self.number(seat, SEEN_CHOSEN) == 0
        return seat == self.acting and self.pending != OVER

    def to_act(self) -> list[int]:
        """Return the seats that must decide."""
        return [int(seat) for seat in range(self.players) if self.must_act(seat)]
