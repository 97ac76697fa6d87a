"""Shared behaviour of scripted players: paying, drawing for a plan, choosing tickets, and fallbacks.

A style says what it looks for (`look`), what it does with a turn (`take_turn`) and which tickets it keeps
(`keep`). Everything is measured against the board: its trains, its longest route, its tickets.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.bots.planning.prices import Shortage, route_prices
from semafor.bots.planning.ways import NO_WAY, TURN, Map, Ways
from semafor.bots.planning.wishes import Wishes, most_ferry_cards
from semafor.bots.policy import Policy
from semafor.bots.reasons import (
    DRAWING,
    FERRY_CARD,
    FOR_POINTS,
    MORE_TICKETS,
    NOTHING_ELSE,
    ON_THE_WAY,
    TICKETS_KEPT,
    TUNNEL_LEFT,
    TUNNEL_PAID,
)
from semafor.engine.kernel import (
    ASKS_ANYTHING,
    ASKS_EXTRA,
    ASKS_PAYMENT,
    ASKS_TICKETS,
    ASKS_TURN,
    DRAW_FERRY_CARD,
    DRAW_TICKETS,
    DRAWN,
    KEEP,
    NOT_YET,
    PAID,
    PAY_COLOUR,
    PAY_FERRY_CARDS,
    PAY_LOCOMOTIVES,
    ROUTES,
    TICKETS_HELD,
    TRAINS,
    WITHDRAW,
    Offers,
    State,
)
from semafor.model.bits import bit, lowest, ones
from semafor.model.board import Board
from semafor.model.cards import KINDS
from semafor.model.chance import Chance

NO_ROUTE: Final[i64] = -1
_LIFETIME: Final[i64] = 1000 * TURN
"""An upper bound on the turns of a game."""


class Scripted(Policy):
    """A player that follows a script; a style overrides a few of its methods."""

    prices: vec[i64]

    def __init__(self, board: Board, points_weight: int) -> None:
        """Price the routes: a point takes `points_weight` hundredths of a turn off a route's price."""
        super().__init__(board)
        by_points = sorted(range(int(board.ticket_total)), key=lambda ticket: -int(board.ticket_points[ticket]))
        self.dearest_first = vec[i64](by_points)
        self.prices = route_prices(board, points_weight)
        self.ways = Ways(board, Map(board))
        self.wishes = Wishes(board)
        self.shortage = Shortage(board)
        self.planned_at: i64 = -1
        self.failed: i64 = NO_ROUTE
        self.failed_with: i64 = 0
        self.why: i64 = NOTHING_ELSE

    def forget(self) -> None:
        """Reset for another game or seat."""
        self.planned_at = -1
        self.failed = NO_ROUTE

    def choose(self, state: State, seat: i64, offers: Offers, chance: Chance) -> i64:
        """Answer the question of the pending decision, whichever rule asks it."""
        asked = state.question()
        if asked == ASKS_PAYMENT:
            return self._pay(state, seat, offers)
        if asked == ASKS_TICKETS:
            self.why = TICKETS_KEPT
            return KEEP + self.keep(state, seat, offers.words[0] >> KEEP)
        if asked == ASKS_EXTRA:
            return self._pay_extra(state, seat, offers)
        if asked == ASKS_ANYTHING:
            self.why = NOTHING_ELSE
            return offers.pick(0)
        self.look(state, seat)
        if asked == ASKS_TURN:
            return self.take_turn(state, seat, offers)
        return self.draw(state, seat, offers)

    def reason(self) -> i64:
        """Return the number of the reason for the last choice."""
        return self.why

    # What a style overrides

    def look(self, state: State, seat: i64) -> None:
        """Plan for the tickets and wish for the routes of the plan; without a plan, for the best target."""
        self.make_plan(state, seat)
        self.wishes.clear()
        planned = False
        for route in range(self.board.route_count):
            if self.ways.is_planned(route):
                self.wishes.add(route)
                planned = True
        if not planned:
            target = self.best_target(state, seat)
            if target != NO_ROUTE:
                self.wishes.add(target)
        self.wishes.weigh(state, seat)

    def take_turn(self, state: State, seat: i64, offers: Offers) -> i64:
        """Return the move of a turn."""
        return self.draw(state, seat, offers)

    def keep(self, state: State, seat: i64, choices: i64) -> i64:
        """Return which of the drawn tickets to keep, as a mask over them; `choices` has a bit for every legal mask."""
        return self.fewest(state, seat, choices)

    # Plans

    def make_plan(self, state: State, seat: i64) -> None:
        """Make a new plan if anybody has claimed a route or the seat's tickets have changed."""
        now: i64 = state.seats[TICKETS_HELD + seat]
        for player in range(state.players):
            now = now * 64 + state.seats[TRAINS + player]
        if now != self.planned_at:
            self.planned_at = now
            self.ways.price(state, seat, self.prices)
            for ticket in self.held(state, seat):
                self.add_ticket(state, seat, ticket)

    def held(self, state: State, seat: i64) -> vec[i64]:
        """Return the seat's tickets in planning order: the most valuable first."""
        tickets = vec[i64]()
        for ticket in self.dearest_first:
            if state.ticket_place(ticket) == seat:
                tickets = append(tickets, ticket)
        return tickets

    def drawn_slots(self, state: State, seat: i64) -> vec[i64]:
        """Return the slots of the tickets that the seat is choosing from, in the same order."""
        slots = vec[i64]()
        for slot in range(state.seats[DRAWN + seat]):
            points = self.board.ticket_points[state.drawn_ticket(seat, slot)]
            slots = append(slots, slot)
            at = slot
            while at > 0 and self.board.ticket_points[state.drawn_ticket(seat, slots[at - 1])] < points:
                slots[at] = slots[at - 1]
                at -= 1
            slots[at] = slot
        return slots

    def add_ticket(self, state: State, seat: i64, ticket: i64) -> i64:
        """Add a ticket to the plan; return its cost, or NO_WAY if there is no path or there are too few trains."""
        ways = self.ways
        before = ways.sketch()
        cost = ways.connect(self.board.ticket_from[ticket], self.board.ticket_to[ticket])
        if cost == NO_WAY or ways.trains > state.seats[TRAINS + seat]:
            ways.restore(before)
            return NO_WAY
        return cost

    def has_plan(self) -> bool:
        """Return whether any route is still planned."""
        return self.ways.trains > 0

    def best_target(self, state: State, seat: i64) -> i64:
        """Return the route with the most points per turn from here."""
        best = NO_ROUTE
        most: i64 = -1
        self.shortage.look_at_hand(state, seat)
        for route in range(self.board.route_count):
            if self.is_free(state, seat, route):
                turns = 1 + (self.shortage.of(route) + 1) // 2
                rate = self.board.route_points[route] * TURN // turns
                if rate > most:
                    most = rate
                    best = route
        return best

    def is_free(self, state: State, seat: i64, route: i64) -> bool:
        """Return whether the seat could claim a route if it had the cards."""
        return (
            state.is_open(route)
            and not state.is_barred(seat, route)
            and self.board.route_length[route] <= state.seats[TRAINS + seat]
        )

    def is_ending(self, state: State) -> bool:
        """Return whether somebody has placed nearly all trains: then immediate points count more than plans."""
        fewest = self.board.trains
        for player in range(state.players):
            fewest = min(fewest, state.seats[TRAINS + player])
        return state.turns_left != NOT_YET or fewest * 8 <= self.board.trains

    # Claims

    def can_claim(self, state: State, seat: i64, offers: Offers, route: i64) -> bool:
        """Return whether to consider a claim; a tunnel that just failed only with more cards for it."""
        return offers.has(ROUTES + route) and (route != self.failed or state.hand_size(seat) > self.failed_with)

    def best_planned(self, state: State, seat: i64, offers: Offers) -> i64:
        """Return the planned route with the most points that can be claimed now."""
        best = NO_ROUTE
        for route in range(self.board.route_count):
            if (
                self.ways.is_planned(route)
                and self.can_claim(state, seat, offers, route)
                and (best == NO_ROUTE or self.board.route_points[route] > self.board.route_points[best])
            ):
                best = route
        return best

    def best_paying(self, state: State, seat: i64, offers: Offers) -> i64:
        """Return the route with the most points that can be claimed now."""
        best = NO_ROUTE
        for route in range(self.board.route_count):
            if self.can_claim(state, seat, offers, route) and (
                best == NO_ROUTE or self.board.route_points[route] > self.board.route_points[best]
            ):
                best = route
        return best

    def claim(self, route: i64) -> i64:
        """Claim a route."""
        self.why = ON_THE_WAY if self.ways.is_planned(route) else FOR_POINTS
        return ROUTES + route

    # Cards and tickets

    def draw(self, state: State, seat: i64, offers: Offers) -> i64:
        """Draw the most wanted card; if there is nothing to draw, do anything else."""
        if offers.has(DRAW_FERRY_CARD) and self.wishes.ferry_cards > 0:
            self.why = FERRY_CARD
            return DRAW_FERRY_CARD
        if self.wishes.can_draw(offers):
            self.why = DRAWING
            return self.wishes.card(state, seat, offers)
        return self.anything(offers)

    def draw_tickets(self) -> i64:
        """Draw tickets."""
        self.why = MORE_TICKETS
        return DRAW_TICKETS

    def anything(self, offers: Offers) -> i64:
        """Return a move if no card can be drawn: the route with the most points, else any move, tickets last."""
        self.why = NOTHING_ELSE
        best = NO_ROUTE
        for route in range(self.board.route_count):
            if offers.has(ROUTES + route) and (
                best == NO_ROUTE or self.board.route_points[route] > self.board.route_points[best]
            ):
                best = route
        if best != NO_ROUTE:
            return ROUTES + best
        others = offers.words[0] & ~bit(DRAW_TICKETS)
        return DRAW_TICKETS if others == 0 else lowest(others)

    def fewest(self, state: State, seat: i64, choices: i64) -> i64:
        """Keep as few tickets as allowed: the choice that is cheapest to complete with the tickets held."""
        best: i64 = 0
        least: i64 = 0
        for chosen in range(1, bit(state.seats[DRAWN + seat])):
            if (choices >> chosen) & 1 == 1:
                lost = self._plan_with(state, seat, chosen)
                cost = ones(chosen) * _LIFETIME + self.ways.cost + lost * TURN
                if best == 0 or cost < least:
                    least = cost
                    best = chosen
        return best

    def most_worth(self, state: State, seat: i64, choices: i64, turn: i64) -> i64:
        """Return the most valuable choice of tickets if a turn costs `turn` hundredths of a point."""
        best: i64 = 0
        most: i64 = 0
        for chosen in range(1, bit(state.seats[DRAWN + seat])):
            if (choices >> chosen) & 1 == 1:
                lost = self._plan_with(state, seat, chosen)
                worth = (self._points(state, seat, chosen) - 2 * lost) * 100 - self.ways.cost * turn // TURN
                if best == 0 or worth > most:
                    most = worth
                    best = chosen
        return best

    def _plan_with(self, state: State, seat: i64, chosen: i64) -> i64:
        """Plan the tickets held and then those to keep; return the points of the latter that don't fit."""
        self.planned_at = -1
        self.ways.price(state, seat, self.prices)
        for ticket in self.held(state, seat):
            self.add_ticket(state, seat, ticket)
        lost: i64 = 0
        for slot in self.drawn_slots(state, seat):
            if (chosen >> slot) & 1 == 1:
                ticket = state.drawn_ticket(seat, slot)
                if self.add_ticket(state, seat, ticket) == NO_WAY:
                    lost += self.board.ticket_points[ticket]
        return lost

    def _points(self, state: State, seat: i64, chosen: i64) -> i64:
        """Return the points of all tickets of a choice."""
        points: i64 = 0
        for slot in range(state.seats[DRAWN + seat]):
            if (chosen >> slot) & 1 == 1:
                points += self.board.ticket_points[state.drawn_ticket(seat, slot)]
        return points

    def _pay(self, state: State, seat: i64, offers: Offers) -> i64:
        """Pay with ferry cards first, then with the colours that are wanted least; else with as few cards as it can."""
        colours = offers.words[0] >> PAY_COLOUR
        if colours != 0:
            return PAY_COLOUR + self.wishes.least_wanted(state, seat, colours)
        ferry_cards = offers.words[0] >> PAY_FERRY_CARDS
        return PAY_FERRY_CARDS + most_ferry_cards(ferry_cards) if ferry_cards != 0 else offers.pick(0)

    def _pay_extra(self, state: State, seat: i64, offers: Offers) -> i64:
        """Pay if possible; otherwise remember not to try again with the same hand."""
        if offers.words[1] != 0:
            self.why = TUNNEL_PAID
            return PAY_LOCOMOTIVES + lowest(offers.words[1])
        self.why = TUNNEL_LEFT
        self.failed = state.pay_route
        self.failed_with = state.hand_size(seat)
        for kind in range(KINDS):
            self.failed_with += state.cards[PAID + kind]
        return WITHDRAW
