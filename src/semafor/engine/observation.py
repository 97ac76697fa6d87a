"""What one seat, or a spectator, may know: built from an allow-list, never by deleting from the state.

Two states that differ only in what a seat can't know give that seat equal observations.

Public: the display, the discards, sizes of deck, hands and ticket deck, ferry cards, trains, points, routes,
goals, whose decision is pending, a tunnel being decided, and which cards of a hand everybody has seen taken.
Private to a seat: its hand, its tickets, the tickets it is choosing from, and where the tickets are that it
gave back. When the game is over, all tickets are public.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.model.bits import bit
from semafor.model.board import Board
from semafor.model.cards import CARDS, KINDS, NO_CARD
from semafor.model.layout import (
    CHOOSE_STARTING_TICKETS,
    CHOSEN,
    DISCARDS,
    DRAWN,
    FERRY_CARDS,
    HANDS,
    IN_DECK,
    KEEP_AT_LEAST,
    KNOWN,
    NOT_YET,
    OVER,
    PAID,
    PAY_TUNNEL,
    POINTS,
    REMOVED,
    REVEALED,
    SHOWN,
    TAKE_TURN,
    TICKETS_HELD,
    TRAINS,
)
from semafor.model.state import State
from semafor.model.view import (
    SEEN_CHOSEN,
    SEEN_DRAWN,
    SEEN_FERRY_CARDS,
    SEEN_HAND,
    SEEN_KEEP,
    SEEN_KNOWN,
    SEEN_POINTS,
    SEEN_TICKETS,
    SEEN_TRAINS,
    UNKNOWN,
    VIEW_COLOUR,
    VIEW_DISCARDS,
    VIEW_EXTRA,
    VIEW_HAND,
    VIEW_PAID,
    VIEW_REVEALED,
    VIEW_ROUTE,
    VIEW_SEAT,
    VIEW_SEATS,
    VIEW_SHOWN,
)

DECISIONS: Final = ("keep_tickets", "take_turn", "second_card", "keep_tickets", "pay_tunnel")


def decision_name(pending: i64) -> str:
    """The name of a pending decision in the protocols; a payment being put together is still part of taking a turn."""
    if pending == OVER:
        return "over"
    return DECISIONS[pending] if pending <= PAY_TUNNEL else "take_turn"


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
    tickets: vec[u8]
    """Where each ticket is, as far as known: as in the state, or UNKNOWN."""
    under: vec[u8]
    """The ticket deck from the top, UNKNOWN where not known."""
    drawn: vec[u8]
    """The tickets before the observer."""

    def __init__(self, state: State, seat: i64) -> None:
        """Looks at a state with the eyes of a seat."""
        self.board = state.board
        self.seat = seat
        self.players = state.players
        self.pending = _public_pending(state, seat)
        self.acting = state.seat
        self.first = state.first
        self.turns_left = state.turns_left
        self.passes = state.passes
        self.deck_size = state.deck_size
        self.ferry_pile = state.ferry_pile
        self.goals = state.goals
        self.ticket_count = state.ticket_count
        self.removed_tickets = state.removed_tickets
        self.owners = state.owners[:]
        self.masks = state.masks[:]
        self.numbers = state.board.blank_view[:]
        self._see_cards(state)
        self._see_seats(state)
        self._see_tickets(state)

    def _see_cards(self, state: State) -> None:
        numbers = self.numbers
        for i in range(KINDS):
            numbers[VIEW_DISCARDS + i] = state.cards[DISCARDS + i]
            if state.pending == PAY_TUNNEL:
                numbers[VIEW_PAID + i] = state.cards[PAID + i]
                numbers[VIEW_REVEALED + i] = state.cards[REVEALED + i]
        for slot in range(state.board.display_size):
            numbers[VIEW_SHOWN + slot] = state.cards[SHOWN + slot]
        if state.pending == PAY_TUNNEL:
            numbers[VIEW_ROUTE] = state.pay_route
            numbers[VIEW_EXTRA] = state.tunnel_extra
            numbers[VIEW_COLOUR] = state.tunnel_colour
        if self.seat >= 0:
            for i in range(KINDS):
                numbers[VIEW_HAND + i] = state.cards[HANDS + self.seat * KINDS + i]

    def _see_seats(self, state: State) -> None:
        numbers = self.numbers
        for seat in range(state.players):
            at = VIEW_SEATS + seat * VIEW_SEAT
            numbers[at + SEEN_TRAINS] = state.seats[TRAINS + seat]
            numbers[at + SEEN_POINTS] = state.seats[POINTS + seat]
            numbers[at + SEEN_FERRY_CARDS] = state.seats[FERRY_CARDS + seat]
            numbers[at + SEEN_TICKETS] = state.seats[TICKETS_HELD + seat]
            numbers[at + SEEN_DRAWN] = state.seats[DRAWN + seat]
            numbers[at + SEEN_KEEP] = state.seats[KEEP_AT_LEAST + seat] if state.seats[DRAWN + seat] > 0 else 0
            # What another has chosen at the start is secret; that it has chosen is not (U-5).
            chosen = state.seats[CHOSEN + seat]
            numbers[at + SEEN_CHOSEN] = chosen if seat == self.seat else (1 if chosen != 0 else 0)
            size: i64 = 0
            for kind in range(KINDS):
                size += state.cards[HANDS + seat * KINDS + kind]
                numbers[at + SEEN_KNOWN + kind] = state.cards[KNOWN + seat * KINDS + kind]
            numbers[at + SEEN_HAND] = size

    def _see_tickets(self, state: State) -> None:
        board = state.board
        over = state.pending == OVER
        mine = bit(self.seat) if self.seat >= 0 else 0
        self.tickets = board.unknown_tickets[:]
        for ticket in range(board.ticket_total):
            place = state.ticket_place(ticket)
            if (
                place == self.seat
                or (over and place < state.players)
                or (place in (IN_DECK, REMOVED) and state.known_by(ticket) & mine != 0)
            ):
                self.tickets[ticket] = u8(place)
        self.under = board.unknown_tickets[:]
        for position in range(state.ticket_count):
            ticket = state.deck_ticket(position)
            if state.known_by(ticket) & mine != 0:
                self.under[position] = u8(ticket)
        self.drawn = board.unknown_drawn[:]
        if self.seat >= 0:
            for slot in range(state.seats[DRAWN + self.seat]):
                self.drawn[slot] = u8(state.drawn_ticket(self.seat, slot))

    def __eq__(self, other: object) -> bool:
        """Equal when an observer could not tell the two apart."""
        return isinstance(other, View) and self._everything() == other._everything()

    def _everything(self) -> tuple[object, ...]:
        """All that the view holds, but for the masks, which follow from the owners."""
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
        """Consistent with equality."""
        return hash((self.seat, self.pending, self.acting, self.deck_size))

    # Reading a view

    def number(self, seat: i64, what: i64) -> i64:
        """A public number of a seat: SEEN_TRAINS, SEEN_POINTS and so on."""
        return self.numbers[VIEW_SEATS + seat * VIEW_SEAT + what]

    def hand(self, kind: i64) -> i64:
        """How many cards of a kind the observer holds."""
        return self.numbers[VIEW_HAND + kind]

    def known(self, seat: i64, kind: i64) -> i64:
        """How many cards of a kind everybody knows a seat to hold."""
        return self.numbers[VIEW_SEATS + seat * VIEW_SEAT + SEEN_KNOWN + kind]

    def to_act(self) -> list[int]:
        """The seats that must decide."""
        if self.pending == OVER:
            return []
        if self.pending != CHOOSE_STARTING_TICKETS:
            return [int(self.acting)]
        return [
            int(seat)
            for seat in range(self.players)
            if self.number(seat, SEEN_DRAWN) > 0 and self.number(seat, SEEN_CHOSEN) == 0
        ]

    def to_json(self) -> dict[str, object]:
        """The view as the protocols send it."""
        data: dict[str, object] = {
            "board": self.board.id,
            "seat": int(self.seat) if self.seat >= 0 else "spectator",
            "decision": decision_name(self.pending),
            "to_act": self.to_act(),
            "first": int(self.first),
            "turns_left": None if self.turns_left == NOT_YET else int(self.turns_left),
            "passes": int(self.passes),
            "display": [
                None if self.numbers[VIEW_SHOWN + slot] == NO_CARD else CARDS[self.numbers[VIEW_SHOWN + slot]]
                for slot in range(self.board.display_size)
            ],
            "deck": int(self.deck_size),
            "discards": self._cards(VIEW_DISCARDS),
            "ticket_deck": int(self.ticket_count),
            "removed_tickets": int(self.removed_tickets),
            "seats": [self._seat_json(seat) for seat in range(self.players)],
        }
        if self.board.ferry_pile > 0:
            data["ferry_pile"] = int(self.ferry_pile)
        if self.board.spec.goals:
            data["goals"] = [
                goal.id for number, goal in enumerate(self.board.spec.goals) if (int(self.goals) >> number) & 1
            ]
        if self.pending == PAY_TUNNEL:
            data["tunnel"] = {
                "route": self.board.route_id(self.numbers[VIEW_ROUTE]),
                "paid": self._cards(VIEW_PAID),
                "revealed": self._cards(VIEW_REVEALED),
                "extra": int(self.numbers[VIEW_EXTRA]),
            }
        if self.seat >= 0:
            data["hand"] = self._cards(VIEW_HAND)
            self._tickets_json(data)
        return data

    def _seat_json(self, seat: i64) -> dict[str, object]:
        at = VIEW_SEATS + seat * VIEW_SEAT
        data: dict[str, object] = {
            "trains": int(self.numbers[at + SEEN_TRAINS]),
            "points": int(self.numbers[at + SEEN_POINTS]),
            "hand": int(self.numbers[at + SEEN_HAND]),
            "known": self._cards(at + SEEN_KNOWN),
            "tickets": int(self.numbers[at + SEEN_TICKETS]),
            "drawn": int(self.numbers[at + SEEN_DRAWN]),
            "routes": [
                self.board.route_id(route) for route in range(self.board.route_count) if i64(self.owners[route]) == seat
            ],
        }
        if self.board.ferry_pile > 0:
            data["ferry_cards"] = int(self.numbers[at + SEEN_FERRY_CARDS])
        if self.pending == CHOOSE_STARTING_TICKETS:
            data["chosen"] = self.numbers[at + SEEN_CHOSEN] != 0
        if self.pending == OVER:
            data["shown_tickets"] = self._ticket_ids(seat)
        return data

    def _tickets_json(self, data: dict[str, object]) -> None:
        data["tickets"] = self._ticket_ids(self.seat)
        drawn = [self.board.ticket_id(i64(self.drawn[slot])) for slot in range(self.number(self.seat, SEEN_DRAWN))]
        if drawn:
            data["drawn"] = drawn
            data["keep_at_least"] = int(self.number(self.seat, SEEN_KEEP))
            chosen = int(self.number(self.seat, SEEN_CHOSEN))
            if chosen:
                data["chosen"] = [ticket for slot, ticket in enumerate(drawn) if (chosen >> slot) & 1]
        data["known_ticket_deck"] = {
            str(position): self.board.ticket_id(i64(self.under[position]))
            for position in range(self.ticket_count)
            if i64(self.under[position]) != UNKNOWN
        }
        data["known_removed"] = self._ticket_ids(REMOVED)

    def _ticket_ids(self, place: i64) -> list[str]:
        return [
            self.board.ticket_id(ticket)
            for ticket in range(self.board.ticket_total)
            if i64(self.tickets[ticket]) == place
        ]

    def _cards(self, at: i64) -> dict[str, int]:
        return {CARDS[kind]: int(self.numbers[at + kind]) for kind in range(KINDS) if self.numbers[at + kind] > 0}


def _public_pending(state: State, seat: i64) -> i64:
    """The pending decision as all may see it: a payment being put together is nobody else's business."""
    if state.is_paying():
        return TAKE_TURN
    return state.pending
