"""The observation of a learner, field by field: the only definition of its layout.

A field knows its name, its axes, its largest number, its meaning, and how to write itself. It gets a `View`, which
holds only what the observer may know, so no field can reveal more. Everything is relative to the observer: seat 0 of a
field is the observer, seat 1 the next one in turn order, and so on.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.engine.kernel import MAX_FERRY_CARDS, NOT_YET, REMOVED
from semafor.engine.observation import View
from semafor.env.core.axes import SEAT_NUMBERS, Axes, Axis
from semafor.env.core.field import (
    ALWAYS,
    LARGEST,
    ON_PAYMENTS,
    ON_ROUTES,
    ON_TICKETS,
    ONCE,
    Field,
    copy_cards,
    from_observer,
    mark_tickets,
)
from semafor.model.bits import WORD, lowest
from semafor.model.board import Board
from semafor.model.cards import KINDS, NO_CARD
from semafor.model.network.connections import Network
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
    UNKNOWN,
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
    VIEW_STEP,
)

OBSERVATION_VERSION: Final = 1
"""Goes up whenever the encoding changes."""


class PendingDecision(Field):
    """One-hot."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Show a step of a payment to the payer; to others the seat is taking a turn."""
        self.clear(row, at)
        step = seen.numbers[VIEW_STEP]
        row[at + (step if step != 0 else seen.pending)] = 1


class ToAct(Field):
    """The seats that must decide."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Mark the seats."""
        self.clear(row, at)
        for seat in range(seen.players):
            if seen.must_act(seat):
                row[at + from_observer(seen, seat)] = 1


class FirstPlayer(Field):
    """One-hot."""

    def __init__(self, name: str, axes: list[Axis], largest: list[int], meaning: str) -> None:
        """Never write it again."""
        super().__init__(name, axes, largest, meaning)
        self.when = ONCE

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Mark the seat."""
        row[at + from_observer(seen, seen.first)] = 1


class Clock(Field):
    """How near the end is."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Write the numbers in the order of CLOCK."""
        if seen.turns_left != NOT_YET:
            row[at] = u8(seen.turns_left)
        row[at + 1] = u8(seen.passes)


class Piles(Field):
    """The sizes of face-down piles."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Write the sizes in the order of PILES."""
        row[at] = u8(seen.deck_size)
        row[at + 1] = u8(seen.ticket_count)
        row[at + 2] = u8(seen.removed_tickets)
        row[at + 3] = u8(seen.ferry_pile)


class Display(Field):
    """Displayed cards by kind: moves name the kind, not the slot."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Count the slots."""
        self.clear(row, at)
        numbers = seen.numbers
        for slot in range(VIEW_SHOWN, VIEW_SHOWN + seen.board.display_size):
            kind = numbers[slot]
            if kind != NO_CARD:
                row[at + kind] = u8(i64(row[at + kind]) + 1)


class Cards(Field):
    """Cards by kind, copied from the view."""

    def __init__(self, name: str, axes: list[Axis], largest: list[int], meaning: str, source: i64, when: i64) -> None:
        """`source` is the offset in the view's numbers."""
        super().__init__(name, axes, largest, meaning)
        self.source = source
        self.when = when

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Copy them."""
        copy_cards(seen, self.source, row, at)


class SeatNumbers(Field):
    """What everybody knows about each seat."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Write the numbers in the order of SEAT_NUMBERS, the observer first."""
        numbers = seen.numbers
        seat = seen.seat
        for _ in range(seen.players):
            source = VIEW_SEATS + seat * VIEW_SEAT
            points = numbers[source + SEEN_POINTS]
            row[at] = u8(numbers[source + SEEN_TRAINS])
            row[at + 1] = u8(points if points < LARGEST else LARGEST)
            row[at + 2] = u8(numbers[source + SEEN_HAND])
            row[at + 3] = u8(numbers[source + SEEN_TICKETS])
            row[at + 4] = u8(numbers[source + SEEN_DRAWN])
            row[at + 5] = u8(numbers[source + SEEN_FERRY_CARDS])
            row[at + 6] = u8(1 if numbers[source + SEEN_CHOSEN] != 0 else 0)
            at += len(SEAT_NUMBERS)
            seat = seat + 1 if seat + 1 < seen.players else i64(0)


class KnownCards(Field):
    """Cards that everybody has seen a seat take and not yet pay."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Write the counts by seat and kind."""
        for seat in range(seen.players):
            source = VIEW_SEATS + seat * VIEW_SEAT + SEEN_KNOWN
            copy_cards(seen, source, row, at + from_observer(seen, seat) * KINDS)


class OfRoutes(Field):
    """A field that changes with the routes."""

    def __init__(self, name: str, axes: list[Axis], largest: list[int], meaning: str) -> None:
        """Write it after a route was claimed or closed."""
        super().__init__(name, axes, largest, meaning)
        self.when = ON_ROUTES


class Owners(OfRoutes):
    """Claimed routes."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Mark the routes that are not open any more by owner; a route keeps its owner, so nothing need be cleared."""
        owners = seen.owners
        routes = seen.board.route_count
        for word in range(seen.board.route_words):
            closed = seen.masks_before[word] & ~seen.masks[word]
            while closed != 0:
                route = word * WORD + lowest(closed)
                closed &= closed - 1
                owner = i64(owners[route])
                if owner < seen.players:
                    row[at + from_observer(seen, owner) * routes + route] = 1


class OpenRoutes(OfRoutes):
    """Routes that are neither claimed nor closed, nor barred to the observer (U-19, U-20)."""

    def __init__(self, name: str, axes: list[Axis], largest: list[int], meaning: str) -> None:
        """Begin with all of them."""
        super().__init__(name, axes, largest, meaning)
        self.blank = 1

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Clear those that were open before."""
        words = seen.board.route_words
        masks = seen.masks
        before = seen.masks_before
        barred = (seen.seat + 1) * words
        for word in range(words):
            closed = before[word] & ~before[barred + word] & (~masks[word] | masks[barred + word])
            while closed != 0:
                row[at + word * WORD + lowest(closed)] = 0
                closed &= closed - 1


class Counts(OfRoutes):
    """What the rules count that offer it to learners (`Rule.counts`)."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """By award and seat."""
        network = Network(seen.board, seen.owners, seen.players)
        for rule in seen.board.counted_rules:
            counts = rule.counts(network)
            for seat in range(seen.players):
                count = counts[seat]
                row[at + from_observer(seen, seat)] = u8(count if count < LARGEST else LARGEST)
            at += seen.players


class Goals(Field):
    """The goals that are face up (L-3)."""

    def __init__(self, name: str, axes: list[Axis], largest: list[int], meaning: str) -> None:
        """Write them once: they never change."""
        super().__init__(name, axes, largest, meaning)
        self.when = ONCE

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Mark them bit by bit."""
        for goal in range(self.size):
            row[at + goal] = u8((seen.goals >> goal) & 1)


class OfTickets(Field):
    """A field that changes with the tickets."""

    def __init__(self, name: str, axes: list[Axis], largest: list[int], meaning: str) -> None:
        """Write it after tickets were drawn or kept."""
        super().__init__(name, axes, largest, meaning)
        self.when = ON_TICKETS


class OwnTickets(OfTickets):
    """The observer's tickets."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Mark them."""
        mark_tickets(seen, seen.seat, row, at)


class KnownRemoved(OfTickets):
    """The tickets that the observer gave back and that are out of the game (N-3, N-15)."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Mark them."""
        mark_tickets(seen, REMOVED, row, at)


class KnownInDeck(OfTickets):
    """The tickets that the observer gave back and whose place under the deck it remembers (U-22)."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Write the positions; the top of the deck is 1."""
        self.clear(row, at)
        under = seen.under
        for position in range(seen.ticket_count):
            ticket = i64(under[position])
            if ticket != UNKNOWN:
                row[at + ticket] = u8(position + 1)


class DrawnTickets(OfTickets):
    """The tickets that the observer is choosing from, by slot: a move that keeps tickets names slots."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Write a one-hot row for every slot."""
        self.clear(row, at)
        total = seen.board.ticket_total
        for slot in range(seen.number(seen.seat, SEEN_DRAWN)):
            row[at + slot * total + i64(seen.drawn[slot])] = 1


class KeepAtLeast(OfTickets):
    """How many of them must be kept."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Write the observer's number."""
        row[at] = u8(seen.number(seen.seat, SEEN_KEEP))


class OfPayments(Field):
    """A field that shows a payment."""

    def __init__(self, name: str, axes: list[Axis], largest: list[int], meaning: str) -> None:
        """Write it while there is a payment, and once more to clear it."""
        super().__init__(name, axes, largest, meaning)
        self.when = ON_PAYMENTS


class PaidRoute(OfPayments):
    """The route that is being paid for: the observer's own payment, or a tunnel being decided (N-11)."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Write a one-hot row, or zeros."""
        self.clear(row, at)
        if seen.numbers[VIEW_STEP] != 0:
            row[at + seen.numbers[VIEW_PUT_ROUTE]] = 1
        elif seen.shows_payment:
            row[at + seen.numbers[VIEW_ROUTE]] = 1


class Paid(OfPayments):
    """The cards laid down for that route so far."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Write the observer's own payment, or the cards on the table for a tunnel."""
        copy_cards(seen, VIEW_PUT if seen.numbers[VIEW_STEP] != 0 else VIEW_PAID, row, at)


class PaymentNumbers(OfPayments):
    """The other numbers of the payment."""

    def write(self, seen: View, row: vec[u8], at: i64) -> None:
        """Write the numbers in the order of PAYMENT."""
        numbers = seen.numbers
        row[at] = u8(numbers[VIEW_PUT_FERRY_CARDS])
        row[at + 1] = u8(numbers[VIEW_PUT_COLOURED])
        row[at + 2] = u8(numbers[VIEW_EXTRA])


def fields_of(board: Board, players: int) -> list[Field]:
    """Return all fields of a board and a number of players, in their order."""
    axes = Axes(board, players)
    seats, cards, routes, tickets = axes.seats, axes.cards, axes.routes, axes.tickets
    deck = int(board.deck_total())
    of_a_kind = max(int(board.each_colour), int(board.locomotives))
    ticket_total = int(board.ticket_total)
    slots = len(axes.slots.entries)
    coloured = max(shape.same + shape.loose for shapes in board.shapes for shape in shapes)
    of_seat = [int(board.trains), int(LARGEST), deck, ticket_total, slots, MAX_FERRY_CARDS, 1]
    one = [1]
    piles = [deck, ticket_total, ticket_total, board.number("ferry_cards", "pile")]
    fields: list[Field] = [
        PendingDecision("decision", [axes.decisions], one, "what is to be decided; payments only of the observer"),
        ToAct("to_act", [seats], one, "who must decide"),
        FirstPlayer("first", [seats], one, "who had the first turn"),
        Clock("clock", [axes.clock], [players], "how near the end is"),
        Piles("piles", [axes.piles], piles, "how much is left"),
        Display("display", [cards], [int(board.display_size)], "displayed cards"),
        Cards("discards", [cards], [of_a_kind], "discarded cards", VIEW_DISCARDS, ALWAYS),
        Cards("hand", [cards], [of_a_kind], "cards in the observer's hand", VIEW_HAND, ALWAYS),
        SeatNumbers("seats", [seats, axes.of_seat], of_seat, "what everybody knows about each seat"),
        KnownCards("known", [seats, cards], [of_a_kind], "cards in hand that everybody has seen taken"),
        Owners("routes", [seats, routes], one, "claimed routes"),
        OpenRoutes("open", [routes], one, "routes that are neither claimed, closed, nor barred to the observer"),
        OwnTickets("tickets", [tickets], one, "tickets that the observer holds"),
        DrawnTickets("drawn", [axes.slots, tickets], one, "tickets that the observer is choosing from"),
        KeepAtLeast("keep_at_least", [], [slots], "how many of them it must keep"),
        KnownInDeck("known_deck", [tickets], [ticket_total], "place in the deck, from 1, of tickets given back"),
        KnownRemoved("known_removed", [tickets], one, "tickets that the observer gave back, out of the game"),
        PaidRoute("paid_route", [routes], one, "the route being paid for by the observer, or the tunnel being decided"),
        Paid("paid", [cards], [of_a_kind], "cards laid down for it so far"),
        PaymentNumbers("payment", [axes.payment], [MAX_FERRY_CARDS, coloured, 10], "what else is decided about it"),
        Cards("revealed", [cards], [of_a_kind], "cards turned up for the tunnel", VIEW_REVEALED, ON_PAYMENTS),
    ]
    if board.spec.goals:
        fields.append(Goals("goals", [axes.goals], one, "goals that are face up"))
    if axes.awards.entries:
        most = [int(LARGEST)]
        fields.append(Counts("awards", [axes.awards, seats], most, "what is counted for awards of own rules"))
    return fields
