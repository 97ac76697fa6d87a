"""The complete state of a game, including hidden information: flat integers, cheap to copy, private to the engine.

Numbers are in a few flat vectors rather than in many small ones, because copying takes one allocation per vector.
`layout` has the offsets; the methods here give them names.
"""

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.model.bits import WORD
from semafor.model.board import Board
from semafor.model.cards import KINDS
from semafor.model.chance import Chance
from semafor.model.events import Journal
from semafor.model.numbers.layout import (
    DISCARDS,
    FERRY_CARDS,
    HANDS,
    IN_DECK,
    KNOWN,
    NOT_YET,
    PAID,
    PAY_COLOUR_STEP,
    PAY_FERRY_CARDS_STEP,
    POINTS,
    TAKE_TURN,
    TRAINS,
)
from semafor.model.numbers.moves import MAX_DRAWN


class State:
    """Everything about a game in progress."""

    board: Board
    players: i64
    chance: Chance
    journal: Journal | None
    pending: i64
    seat: i64
    first: i64
    turns_left: i64
    passes: i64
    cards: vec[i64]
    seats: vec[i64]
    deck: vec[u8]
    deck_size: i64
    discarded: i64
    shown: i64
    ferry_pile: i64
    owners: vec[u8]
    masks: vec[i64]
    tickets: vec[u8]
    ticket_top: i64
    ticket_count: i64
    removed_tickets: i64
    goals: i64
    pay_route: i64
    pay_ferry_cards: i64
    pay_coloured: i64
    tunnel_extra: i64
    tunnel_colour: i64

    def __init__(
        self,
        board: Board,
        players: i64,
        chance: Chance,
        cards: vec[i64],
        seats: vec[i64],
        deck: vec[u8],
        owners: vec[u8],
        masks: vec[i64],
        tickets: vec[u8],
    ) -> None:
        """Take the vectors, and start with nothing decided.

        Every attribute is set here, and only once, so that compiled code need not check on every read that it exists.
        """
        self.board = board
        self.players = players
        self.chance = chance
        self.journal = None
        self.cards = cards
        self.seats = seats
        self.deck = deck
        self.owners = owners
        self.masks = masks
        self.tickets = tickets
        self.pending = TAKE_TURN
        self.seat = 0
        self.first = 0
        self.turns_left = NOT_YET
        self.passes = 0
        self.deck_size = 0
        self.discarded = 0
        self.shown = 0
        self.ferry_pile = 0
        self.ticket_top = 0
        self.ticket_count = 0
        self.removed_tickets = 0
        self.goals = 0
        self.pay_route = 0
        self.pay_ferry_cards = 0
        self.pay_coloured = 0
        self.tunnel_extra = 0
        self.tunnel_colour = 0

    def clone(self) -> "State":
        """Return an independent copy with the same future; it has no journal."""
        copy = State(
            self.board,
            self.players,
            self.chance.clone(),
            self.cards[:],
            self.seats[:],
            self.deck[:],
            self.owners[:],
            self.masks[:],
            self.tickets[:],
        )
        copy.pending = self.pending
        copy.seat = self.seat
        copy.first = self.first
        copy.turns_left = self.turns_left
        copy.passes = self.passes
        copy.deck_size = self.deck_size
        copy.discarded = self.discarded
        copy.shown = self.shown
        copy.ferry_pile = self.ferry_pile
        copy.ticket_top = self.ticket_top
        copy.ticket_count = self.ticket_count
        copy.removed_tickets = self.removed_tickets
        copy.goals = self.goals
        copy.pay_route = self.pay_route
        copy.pay_ferry_cards = self.pay_ferry_cards
        copy.pay_coloured = self.pay_coloured
        copy.tunnel_extra = self.tunnel_extra
        copy.tunnel_colour = self.tunnel_colour
        return copy

    # Cards

    def hand(self, seat: i64, kind: i64) -> i64:
        """Return how many cards of a kind the seat holds."""
        return self.cards[HANDS + seat * KINDS + kind]

    def hand_size(self, seat: i64) -> i64:
        """Return how many train cards the seat holds."""
        cards = self.cards
        total: i64 = 0
        start = HANDS + seat * KINDS
        for i in range(start, start + KINDS):
            total += cards[i]
        return total

    def give(self, seat: i64, kind: i64, openly: bool) -> None:
        """Add a card to a hand; if taken openly, it is public until it is paid."""
        cards = self.cards
        cards[HANDS + seat * KINDS + kind] += 1
        if openly:
            cards[KNOWN + seat * KINDS + kind] += 1

    def take(self, seat: i64, kind: i64, count: i64) -> None:
        """Remove cards from a hand openly."""
        cards = self.cards
        cards[HANDS + seat * KINDS + kind] -= count
        known = cards[KNOWN + seat * KINDS + kind] - count
        cards[KNOWN + seat * KINDS + kind] = known if known > 0 else i64(0)

    def discard(self, kind: i64, count: i64) -> None:
        """Add cards to the discards; the market then settles (R-2)."""
        self.cards[DISCARDS + kind] += count
        self.discarded += count

    # Payments. Most kinds have no cards in it, but a check for each would take longer than moving none.

    def take_payment(self, seat: i64) -> None:
        """Remove the cards of the payment from the hand openly."""
        cards = self.cards
        for kind in range(i64(KINDS)):
            paid = cards[PAID + kind]
            cards[HANDS + seat * KINDS + kind] -= paid
            known = cards[KNOWN + seat * KINDS + kind] - paid
            cards[KNOWN + seat * KINDS + kind] = known if known > 0 else i64(0)

    def discard_payment(self) -> None:
        """Discard the payment."""
        cards = self.cards
        for kind in range(i64(KINDS)):
            paid = cards[PAID + kind]
            cards[DISCARDS + kind] += paid
            self.discarded += paid
            cards[PAID + kind] = 0

    # Seats

    def trains(self, seat: i64) -> i64:
        """Return how many trains the seat has left."""
        return self.seats[TRAINS + seat]

    def points(self, seat: i64) -> i64:
        """Return the seat's points from routes so far."""
        return self.seats[POINTS + seat]

    def ferry_cards(self, seat: i64) -> i64:
        """Return how many ferry cards the seat holds."""
        return self.seats[FERRY_CARDS + seat]

    # Routes

    def is_open(self, route: i64) -> bool:
        """Return whether the route is neither claimed nor closed."""
        return (self.masks[route // WORD] >> (route % WORD)) & 1 == 1

    def is_barred(self, seat: i64, route: i64) -> bool:
        """Return whether the seat holds a parallel route of this one (U-19)."""
        words = self.board.route_words
        return (self.masks[(seat + 1) * words + route // WORD] >> (route % WORD)) & 1 == 1

    # Tickets: the place of each, then the deck as a ring buffer, then who knows each place, then the drawn ones.

    def ticket_place(self, ticket: i64) -> i64:
        """Return the place of a ticket: a seat, DRAWN_BY + a seat, IN_DECK, REMOVED or NOWHERE."""
        return i64(self.tickets[ticket])

    def move_ticket(self, ticket: i64, place: i64) -> None:
        """Set the place of a ticket."""
        self.tickets[ticket] = u8(place)

    def deck_ticket(self, position: i64) -> i64:
        """Return the ticket at a position of the ticket deck, 0 on top."""
        return i64(self.tickets[self.board.ticket_total + self._in_ring(self.ticket_top + position)])

    def put_under(self, ticket: i64) -> None:
        """Put a ticket under the deck."""
        at = self.board.ticket_total + self._in_ring(self.ticket_top + self.ticket_count)
        self.tickets[at] = u8(ticket)
        self.ticket_count += 1
        self.move_ticket(ticket, IN_DECK)

    def take_top_ticket(self) -> i64:
        """Take the top ticket; from now on only the seat that draws it knows its place."""
        ticket = self.deck_ticket(0)
        self.ticket_top = self._in_ring(self.ticket_top + 1)
        self.ticket_count -= 1
        self.set_known_by(ticket, 0)
        return ticket

    def _in_ring(self, position: i64) -> i64:
        """Wrap a position that is at most once past the end of the ring (a comparison is cheaper than a modulo)."""
        total = self.board.ticket_total
        return position - total if position >= total else position

    def known_by(self, ticket: i64) -> i64:
        """Return the mask of the seats that know a ticket's place, because they gave it back."""
        return i64(self.tickets[2 * self.board.ticket_total + ticket])

    def set_known_by(self, ticket: i64, seats: i64) -> None:
        """Set which seats know the ticket's place."""
        self.tickets[2 * self.board.ticket_total + ticket] = u8(seats)

    def drawn_ticket(self, seat: i64, slot: i64) -> i64:
        """Return one of the tickets the seat is choosing from."""
        return i64(self.tickets[3 * self.board.ticket_total + seat * MAX_DRAWN + slot])

    def set_drawn_ticket(self, seat: i64, slot: i64, ticket: i64) -> None:
        """Add a ticket to those the seat is choosing from."""
        self.tickets[3 * self.board.ticket_total + seat * MAX_DRAWN + slot] = u8(ticket)

    def question(self) -> i64:
        """Return what the pending decision asks."""
        return self.board.questions[self.pending]

    def is_paying(self) -> bool:
        """Return whether a payment is in progress, move by move."""
        return PAY_FERRY_CARDS_STEP <= self.pending <= PAY_COLOUR_STEP


def empty_state(board: Board, players: i64, chance: Chance) -> State:
    """Return an empty table: no cards anywhere, no route claimed, nothing decided. The rules set it up."""
    return State(
        board,
        players,
        chance,
        board.blank_cards[:],
        board.blank_seats[:],
        board.blank_deck[:],
        board.blank_owners[:],
        board.blank_masks[:],
        board.blank_tickets[:],
    )
