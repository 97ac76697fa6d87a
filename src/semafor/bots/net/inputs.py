"""The network's inputs: the position of a seat, with features from planning, as a row of small numbers.

Only what the seat may know is read, so that a state sampled from its observation gives the same row as the true one. A
row depends on the position alone, not on its history. The size depends on the board, not on the number of players: up
to four others have a slot each, and all routes of others are in one field.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.bots.planner import Planner
from semafor.bots.planning.endings import public_world
from semafor.bots.planning.prices import Shortage
from semafor.bots.planning.ways import NO_WAY
from semafor.bots.planning.weights import Weights
from semafor.engine.kernel import (
    ASKS_TICKETS,
    DISCARDS,
    DRAW_DECK,
    DRAW_FERRY_CARD,
    DRAW_SHOWN,
    DRAW_TICKETS,
    DRAWN,
    FERRY_CARDS,
    HANDS,
    KEEP,
    KNOWN,
    MAX_DRAWN,
    MAX_SEATS,
    NO_OWNER,
    NOT_YET,
    POINTS,
    ROUTES,
    SHOWN,
    TICKETS_HELD,
    TRAINS,
    Offers,
    State,
    count_points,
)
from semafor.model.bits import WORD, bit, lowest
from semafor.model.board import Board
from semafor.model.cards import KINDS, NO_CARD
from semafor.model.chance import Chance

INPUTS_VERSION: Final = 2
"""Goes up whenever the encoding changes."""

# The choices that a network scores: the moves up to DRAW_FERRY_CARD as they are, what to keep, and the routes.
KEEPS: Final[i64] = 13
"""+ a mask over the drawn tickets, 1 to 31, less 1."""
CLAIMS: Final[i64] = 44
"""+ a route."""

OWN: Final = (
    "trains",
    "points",
    "cards in hand",
    "ferry cards",
    "tickets held",
    "turns left, about",
    "turns to spare beside the plan",
    "trains of the plan",
    "cost of the plan",
    "points of the plan's routes",
    "cards missing for the plan",
    "routes of the plan",
    "points of tickets made",
    "points of tickets planned",
    "points of tickets given up",
    "promise of drawing tickets",
    "points of the target",
    "length of the target",
)
OTHER: Final = ("is there", "trains", "points", "cards in hand", "tickets held", "ferry cards")
ADVICE: Final = ("deck", "shown", "locomotive", "tickets", "ferry card", "claim on the plan", "claim beside it", "else")
# The places of ADVICE.
_DECK: Final[i64] = 0
_SHOWN: Final[i64] = 1
_LOCOMOTIVE: Final[i64] = 2
_TICKETS: Final[i64] = 3
_FERRY_CARD: Final[i64] = 4
_CLAIM_ON_PLAN: Final[i64] = 5
_CLAIM_BESIDE: Final[i64] = 6
_ELSE: Final[i64] = 7
_MIDDLE: Final[i64] = 128
_MOST: Final[i64] = 255
_NEAR: Final[i64] = 10
"""The value of a route with no card missing; one less for each missing card."""
_GAIN: Final[i64] = 20
"""Hundredths of a point in a step of a route's gain from awards."""


class Part:
    """A group of numbers in a row, divided by `largest` before the network sees them."""

    def __init__(self, name: str, start: int, size: int, largest: int) -> None:
        """Take the offset in the row."""
        self.name = name
        self.start: i64 = start
        self.size: i64 = size
        self.largest = largest


class Inputs:
    """Writes rows for a board, and knows what the planner would do."""

    lack: vec[i64]
    touched: vec[u8]

    def __init__(self, board: Board, adviser: dict[str, int]) -> None:
        """Lay out the row: first the inputs of the layers, then the features of single routes.

        `adviser` are the weights of the planner that plans and advises. They are part of what a network was trained on,
        so they are in its file.
        """
        self.board = board
        self.planner = Planner(board, Weights(adviser))
        self.by_hand = Shortage(board)
        self.by_spare = Shortage(board)
        self.routes: i64 = board.route_count
        self.tickets: i64 = board.ticket_total
        self.choices: i64 = CLAIMS + board.route_count
        self.parts: list[Part] = []
        self.size: i64 = 0
        # What awards are counted by during the game; those that depend on tickets or hands count nothing then.
        self.awards = [rule.slug for rule in board.award_rules if rule.public]
        self.awards += [goal.id for goal in board.spec.goals]
        routes = int(board.route_count)
        tickets = int(board.ticket_total)
        others = int(MAX_SEATS) - 1
        self.decision = self._part("decision", 4, 1)
        self.players = self._part("players", 4, 1)
        self.clock = self._part("clock", 2, 5)
        self.own = self._part("own", len(OWN), 50)
        self.others = self._part("others", others * len(OTHER), 50)
        self.piles = self._part("piles", 2, 50)
        self.display = self._part("display", KINDS, 5)
        self.discards = self._part("discards", KINDS, 14)
        self.hand = self._part("hand", KINDS, 7)
        self.known = self._part("known", others * KINDS, 7)
        self.wishes = self._part("wishes", KINDS, 100)
        self.spare = self._part("spare", KINDS, 7)
        self.advice = self._part("advice", len(ADVICE), 1)
        self.goals = self._part("goals", len(board.spec.goals), 1)
        self.open_tickets = self._part("open tickets", tickets, 1)
        self.made_tickets = self._part("made tickets", tickets, 1)
        self.ticket_costs = self._part("ticket costs", tickets, 100)
        self.drawn = self._part("drawn", tickets, 1)
        self.promises = self._part("promises", (1 << MAX_DRAWN) - 1, 100)
        self.mine = self._part("mine", routes, 1)
        self.theirs = self._part("theirs", routes, 1)
        self.near = self._part("near", routes, int(_NEAR))
        self.plan = self._part("plan", routes, 1)
        self.standings = self._part("standings", int(MAX_SEATS), 25)
        self.counts = self._part("counts", 2 * len(self.awards), 20)
        self.seen_by_layers: i64 = self.size
        self.target = self._part("target", routes, 1)
        self.gain = self._part("gain", routes, 50)
        self.spare_near = self._part("spare near", routes, int(_NEAR))
        self.my_ends = self._part("my ends", routes, 2)
        self.their_ends = self._part("their ends", routes, 2)
        self.blank = vec[u8]([u8(0)] * self.size)
        self.touched = vec[u8]([u8(0)] * board.node_count)
        self.advised: i64 = 0
        self.chance = Chance.seeded("inputs")

    def _part(self, name: str, size: int, largest: int) -> i64:
        start = self.size
        self.parts.append(Part(name, int(start), size, largest))
        self.size += size
        return start

    # Choices

    def choice_of(self, move: i64) -> i64:
        """Return the number of a move that the network decides about."""
        if move >= ROUTES:
            return CLAIMS + move - ROUTES
        return KEEPS + move - KEEP - 1 if move >= KEEP else move

    def move_of(self, choice: i64) -> i64:
        """Return the move of a choice."""
        if choice >= CLAIMS:
            return ROUTES + choice - CLAIMS
        return KEEP + choice - KEEPS + 1 if choice >= KEEPS else choice

    def mark(self, offers: Offers, marked: vec[u8], at: i64) -> None:
        """Mark the legal choices from `marked[at]` on, and clear the others."""
        for i in range(at, at + self.choices):
            marked[i] = 0
        words = offers.words
        for index in range(offers.used):
            word = words[index]
            while word != 0:
                marked[at + self.choice_of(index * WORD + lowest(word))] = 1
                word &= word - 1

    def script(self, state: State, seat: i64, offers: Offers) -> i64:
        """Return the planner's move for decisions that the network does not make: payments and tunnels."""
        planner = self.planner
        planner.forget()
        if state.is_paying():
            planner.look(state, seat)
        return planner.choose(state, seat, offers, self.chance)

    # Rows

    def write(self, state: State, seat: i64, offers: Offers, row: vec[u8], at: i64) -> None:
        """Write the row of a seat that must decide from `row[at]` on; sets `advised` to the planner's choice."""
        for i in range(at, at + self.size):
            row[i] = 0
        planner = self.planner
        planner.forget()
        planner.promise = 0
        row[at + self.decision + state.pending] = 1
        row[at + self.players + state.players - 2] = 1
        if state.turns_left != NOT_YET:
            row[at + self.clock] = 5
            row[at + self.clock + 1] = u8(state.turns_left)
        self._write_seats(state, seat, row, at)
        if len(self.awards) > 0:
            self._write_awards(state, seat, row, at)
        self._write_cards(state, seat, row, at)
        if state.question() == ASKS_TICKETS:
            self._write_drawn(state, seat, offers, row, at)
            planner.forget()
            planner.look(state, seat)
        else:
            move = planner.choose(state, seat, offers, self.chance)
            self.advised = self.choice_of(move)
            self._write_advice(move, row, at + self.advice)
        self._write_plan(state, seat, row, at)
        self._write_routes(state, seat, row, at)

    def _write_seats(self, state: State, seat: i64, row: vec[u8], at: i64) -> None:
        seats = state.seats
        to = at + self.others
        other = seat
        for _ in range(state.players - 1):
            other = other + 1 if other + 1 < state.players else i64(0)
            # In the order of OTHER.
            values = vec[i64](
                [
                    50,
                    seats[TRAINS + other],
                    seats[POINTS + other],
                    state.hand_size(other),
                    seats[TICKETS_HELD + other] * 5,
                    seats[FERRY_CARDS + other] * 20,
                ]
            )
            write_bytes(values, row, to)
            to += len(OTHER)
        for goal in range(i64(len(self.board.spec.goals))):
            row[at + self.goals + goal] = u8((state.goals >> goal) & 1)

    def _write_awards(self, state: State, seat: i64, row: vec[u8], at: i64) -> None:
        """Write what the awards would score now, and for each what the seat and the best of the others have."""
        tally = count_points(public_world(state))
        other = seat
        for slot in range(state.players):
            row[at + self.standings + slot] = byte(tally.totals[other] - tally.routes[other])
            other = other + 1 if other + 1 < state.players else i64(0)
        for count in tally.counts:
            for player in range(state.players):
                self._raise_count(count.name, player == seat, count.values[player], row, at)
        for bonus in tally.bonuses:
            self._raise_count(bonus.name, bonus.seat == seat, bonus.value, row, at)

    def _raise_count(self, name: str, own: bool, value: i64, row: vec[u8], at: i64) -> None:
        """Write what a player has of an award, if it is more than what is written there."""
        if name in self.awards:
            to = at + self.counts + 2 * i64(self.awards.index(name)) + (0 if own else 1)
            row[to] = max(row[to], byte(value))

    def _write_cards(self, state: State, seat: i64, row: vec[u8], at: i64) -> None:
        cards = state.cards
        row[at + self.piles] = byte(state.deck_size)
        row[at + self.piles + 1] = byte(state.ticket_count)
        for slot in range(SHOWN, SHOWN + self.board.display_size):
            kind = cards[slot]
            if kind != NO_CARD:
                to = at + self.display + kind
                row[to] = u8(i64(row[to]) + 1)
        for kind in range(i64(KINDS)):
            row[at + self.discards + kind] = byte(cards[DISCARDS + kind])
            row[at + self.hand + kind] = byte(cards[HANDS + seat * KINDS + kind])
        to = at + self.known
        other = seat
        for _ in range(state.players - 1):
            other = other + 1 if other + 1 < state.players else i64(0)
            for kind in range(i64(KINDS)):
                row[to + kind] = byte(cards[KNOWN + other * KINDS + kind])
            to += KINDS

    def _write_drawn(self, state: State, seat: i64, offers: Offers, row: vec[u8], at: i64) -> None:
        """Write the tickets to choose from, and the planner's value of each choice."""
        most: i64 = -1000000
        for slot in range(state.seats[DRAWN + seat]):
            row[at + self.drawn + state.drawn_ticket(seat, slot)] = 1
        choices = offers.words[0] >> KEEP
        for chosen in range(1, bit(state.seats[DRAWN + seat])):
            if (choices >> chosen) & 1 == 1:
                promise: i64 = self.planner.promise_of_tickets(state, seat, chosen)
                row[at + self.promises + chosen - 1] = byte(promise // 25 + _MIDDLE)
                if promise > most:
                    most = promise
                    self.advised = KEEPS + chosen - 1

    def _write_advice(self, move: i64, row: vec[u8], at: i64) -> None:
        advice: i64 = _ELSE
        if move >= ROUTES:
            advice = _CLAIM_ON_PLAN if self.planner.has_planned(move - ROUTES) else _CLAIM_BESIDE
        elif move == DRAW_DECK:
            advice = _DECK
        elif move == DRAW_SHOWN + KINDS - 1:
            advice = _LOCOMOTIVE
        elif DRAW_SHOWN <= move < DRAW_SHOWN + KINDS:
            advice = _SHOWN
        elif move == DRAW_TICKETS:
            advice = _TICKETS
        elif move == DRAW_FERRY_CARD:
            advice = _FERRY_CARD
        row[at + advice] = 1

    def _write_plan(self, state: State, seat: i64, row: vec[u8], at: i64) -> None:
        """Write the plan's totals, and how far each ticket is from completion."""
        planner = self.planner
        ways = planner.ways
        board = self.board
        made: i64 = 0
        planned: i64 = 0
        lost: i64 = 0
        sketch = ways.sketch()
        for ticket in range(self.tickets):
            if state.ticket_place(ticket) != seat:
                continue
            points = board.ticket_points[ticket]
            start, end = board.ticket_from[ticket], board.ticket_to[ticket]
            if ways.search(start, end) < 0 or ways.distance[self._end_of(end)] > 0:
                lost += points
            else:
                planned += points
            ways.clear()
            reached = ways.search(start, end)
            cost: i64 = NO_WAY if reached < 0 else ways.distance[reached]
            ways.restore(sketch)
            if cost == 0:
                made += points
                planned -= points
                row[at + self.made_tickets + ticket] = 1
            else:
                row[at + self.open_tickets + ticket] = 1
                row[at + self.ticket_costs + ticket] = byte(cost // 10)
        wishes = planner.wishes
        target = planner.target
        # In the order of OWN.
        values = vec[i64](
            [
                state.seats[TRAINS + seat],
                state.seats[POINTS + seat],
                state.hand_size(seat),
                state.seats[FERRY_CARDS + seat] * 20,
                state.seats[TICKETS_HELD + seat] * 5,
                planner.turns * 2,
                planner.slack // 50 + _MIDDLE,
                ways.trains,
                ways.cost // 50,
                ways.points,
                wishes.missing * 2,
                wishes.count * 5,
                made,
                planned,
                lost,
                planner.promise // 20 + _MIDDLE,
                board.route_points[target] * 3 if target >= 0 else i64(0),
                board.route_length[target] * 5 if target >= 0 else i64(0),
            ]
        )
        write_bytes(values, row, at + self.own)
        if target >= 0:
            row[at + self.target + target] = 1
        for kind in range(i64(KINDS)):
            row[at + self.wishes + kind] = byte(wishes.weights[kind])
            row[at + self.spare + kind] = byte(wishes.spare[kind])

    def _end_of(self, place: i64) -> i64:
        """Return the node of a place that the last search found nearest."""
        board = self.board
        best = board.place_nodes[board.place_node_start[place]]
        for i in range(board.place_node_start[place], board.place_node_start[place + 1]):
            if self.planner.ways.distance[board.place_nodes[i]] < self.planner.ways.distance[best]:
                best = board.place_nodes[i]
        return best

    def _write_routes(self, state: State, seat: i64, row: vec[u8], at: i64) -> None:
        board = self.board
        touched = self.touched
        planner = self.planner
        for node in range(board.node_count):
            touched[node] = 0
        for route in range(self.routes):
            owner = i64(state.owners[route])
            if owner == NO_OWNER:
                continue
            whose: i64 = 1 if owner == seat else 2
            row[at + (self.mine if owner == seat else self.theirs) + route] = 1
            a, b = board.route_node_a[route], board.route_node_b[route]
            touched[a] = u8(i64(touched[a]) | whose)
            touched[b] = u8(i64(touched[b]) | whose)
        by_hand, by_spare = self.by_hand, self.by_spare
        by_hand.look_at_hand(state, seat)
        by_spare.look(state, seat, planner.wishes.spare, 0)
        planner.awards.look(state, seat, planner.ways)
        for route in range(self.routes):
            if not planner.is_free(state, seat, route):
                continue
            missing = by_hand.of(route)
            row[at + self.near + route] = u8(_NEAR - missing if missing < _NEAR else i64(0))
            if missing < _NEAR:
                missing = by_spare.of(route)
                row[at + self.spare_near + route] = u8(_NEAR - missing if missing < _NEAR else i64(0))
            ends = i64(touched[board.route_node_a[route]]), i64(touched[board.route_node_b[route]])
            row[at + self.my_ends + route] = u8((ends[0] & 1) + (ends[1] & 1))
            row[at + self.their_ends + route] = u8((ends[0] >> 1) + (ends[1] >> 1))
            row[at + self.gain + route] = byte(planner.awards.gain(route) // _GAIN)
            if planner.has_planned(route):
                row[at + self.plan + route] = 1


def byte(number: i64) -> u8:
    """Clip a number to a byte."""
    if number < 0:
        return 0
    return u8(number) if number < _MOST else u8(_MOST)


def write_bytes(numbers: vec[i64], row: vec[u8], at: i64) -> None:
    """Write numbers, clipped to bytes, from `row[at]` on."""
    for i in range(i64(len(numbers))):
        row[at + i] = byte(numbers[i])
