"""Four ways of playing, after the descriptions of the agents of de Mesentier Silva, Lee, Togelius and Nealen (2017).

The goals are those of the four published agents, the implementation is our own. Diverse opponents keep a stronger
player from being good only against players like itself.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from semafor.bots.planning.prices import CARD
from semafor.bots.planning.ways import TURN
from semafor.bots.scripted import NO_ROUTE, Scripted
from semafor.engine.kernel import DRAW_TICKETS, TRAINS, Offers, State
from semafor.model.board import Board

_FOR_POINTS: Final = 12
"""The value of a point in hundredths of a turn, for styles that weigh points and tickets alike."""
_FOR_LENGTH: Final = 25
"""The same, for a style that takes detours over long routes."""
_HUNGRY_TURN: Final[i64] = 150
"""The cost of a turn in hundredths of a point when Hungry chooses tickets: low, so that it keeps many."""
_FAIR_TURN: Final[i64] = 250
_CARD_WORTH: Final[i64] = 100
"""The value of a card in hand, in hundredths of a point."""
_TURN_SAVED: Final[i64] = 450
"""The value of shortening the plan by a turn, in hundredths of a point."""


class Hungry(Scripted):
    """Draws tickets before it builds, keeps those that fit together, and draws more when all are completed."""

    def __init__(self, board: Board) -> None:
        """Price the routes."""
        super().__init__(board, _FOR_POINTS)

    def take_turn(self, state: State, seat: i64, offers: Offers) -> i64:
        """Draw tickets first, then claim their routes."""
        if self._is_hungry(state, seat) and offers.has(DRAW_TICKETS):
            return self.draw_tickets()
        best = self.best_planned(state, seat, offers)
        if best == NO_ROUTE and (not self.has_plan() or self.is_ending(state)):
            best = self.best_paying(state, seat, offers)
        return self.claim(best) if best != NO_ROUTE else self.draw(state, seat, offers)

    def keep(self, state: State, seat: i64, choices: i64) -> i64:
        """Keep the most valuable choice of tickets."""
        return self.most_worth(state, seat, choices, _HUNGRY_TURN)

    def _is_hungry(self, state: State, seat: i64) -> bool:
        """Return whether to draw tickets: the plan takes less than half of the trains, or later, is complete."""
        trains = state.seats[TRAINS + seat]
        if self.is_ending(state):
            return False
        if trains == self.board.trains:
            return self.ways.trains * 2 < trains
        return not self.has_plan() and trains * 3 > self.board.trains


class Path(Scripted):
    """Follows the path of its most valuable ticket, and builds nothing else before its tickets are completed."""

    def __init__(self, board: Board) -> None:
        """Price the routes by their cost alone: the shortest path is the best."""
        super().__init__(board, 0)

    def make_plan(self, state: State, seat: i64) -> None:
        """Plan the path of the most valuable ticket that is incomplete but still possible."""
        self.ways.price(state, seat, self.prices)
        for ticket in self.held(state, seat):
            self.add_ticket(state, seat, ticket)
            if self.has_plan():
                return

    def take_turn(self, state: State, seat: i64, offers: Offers) -> i64:
        """Return the next route of the path."""
        best = self.best_planned(state, seat, offers)
        if best == NO_ROUTE and (not self.has_plan() or self.is_ending(state)):
            best = self.best_paying(state, seat, offers)
        return self.claim(best) if best != NO_ROUTE else self.draw(state, seat, offers)

    def keep(self, state: State, seat: i64, choices: i64) -> i64:
        """Keep the tickets that are worth their turns."""
        return self.most_worth(state, seat, choices, _FAIR_TURN)


class OneStep(Scripted):
    """Evaluates the position after every action, and takes the best.

    The evaluation: points, plus a value for every card in hand, less the cost of the open tickets.
    """

    bonus_cards: vec[i64]

    def __init__(self, board: Board) -> None:
        """Price the routes by their cost alone."""
        super().__init__(board, 0)
        self.bonus_cards = board.route_values("bonus_cards")

    def take_turn(self, state: State, seat: i64, offers: Offers) -> i64:
        """Return the best claim, if it is better than two cards and better than tickets."""
        best = NO_ROUTE
        most = 2 * self._card_worth(state, seat)
        for route in range(self.board.route_count):
            if self.can_claim(state, seat, offers, route):
                gain = self._gain(state, seat, route)
                if gain > most:
                    most = gain
                    best = route
        if offers.has(DRAW_TICKETS) and self._gain_of_tickets(state, seat) > most:
            return self.draw_tickets()
        return self.claim(best) if best != NO_ROUTE else self.draw(state, seat, offers)

    def keep(self, state: State, seat: i64, choices: i64) -> i64:
        """Keep the tickets that are worth their turns."""
        return self.most_worth(state, seat, choices, _FAIR_TURN)

    def _card_worth(self, state: State, seat: i64) -> i64:
        """Return the value of one more card: less in a hand that pays for a third of all trains, nothing at the end."""
        if self.is_ending(state):
            return 0
        return _CARD_WORTH // 3 if state.hand_size(seat) * 3 > self.board.trains else _CARD_WORTH

    def _gain(self, state: State, seat: i64, route: i64) -> i64:
        """Return how much better the evaluation is after claiming a route."""
        length = self.board.route_length[route]
        gain = self.board.route_points[route] * 100 - length * self._card_worth(state, seat)
        gain += self.bonus_cards[route] * _CARD_WORTH
        if self.ways.is_planned(route):
            return gain + self.prices[route] * _TURN_SAVED // TURN
        if self.ways.trains + length > state.seats[TRAINS + seat] and not self.is_ending(state):
            return 0  # the trains would be missing for a ticket
        return gain

    def _gain_of_tickets(self, state: State, seat: i64) -> i64:
        """Return the expected gain of new tickets: 0 while there is a plan, or with few trains."""
        trains = state.seats[TRAINS + seat]
        if self.has_plan() or self.is_ending(state) or trains * 3 < self.board.trains:
            return 0
        points: i64 = 0
        for ticket in range(self.board.ticket_total):
            points += self.board.ticket_points[ticket]
        return points * 100 * trains // (self.board.ticket_total * self.board.trains)


class LongRoute(Scripted):
    """Wants the longest routes: on the paths of its tickets if possible, elsewhere if it has enough trains."""

    def __init__(self, board: Board) -> None:
        """Price the routes so that a long one is worth a detour."""
        super().__init__(board, _FOR_LENGTH)

    def look(self, state: State, seat: i64) -> None:
        """Wish for the plan and for the long route that needs the fewest more cards."""
        self.make_plan(state, seat)
        self.wishes.clear()
        target = self._longest_target(state, seat)
        if target != NO_ROUTE and not self.ways.is_planned(target):
            self.wishes.add(target)
        for route in range(self.board.route_count):
            if self.ways.is_planned(route):
                self.wishes.add(route)
        self.wishes.weigh(state, seat)

    def take_turn(self, state: State, seat: i64, offers: Offers) -> i64:
        """Prefer a long route, then the plan; near the end take anything that scores."""
        best = self._longest_claim(state, seat, offers)
        if best == NO_ROUTE:
            best = self.best_planned(state, seat, offers)
        if best == NO_ROUTE and self.is_ending(state):
            best = self.best_paying(state, seat, offers)
        return self.claim(best) if best != NO_ROUTE else self.draw(state, seat, offers)

    def _is_long(self, state: State, seat: i64, route: i64) -> bool:
        """Return whether a route is long: two thirds of the longest; outside the plan, only with spare trains."""
        trains = state.seats[TRAINS + seat]
        length = self.board.route_length[route]
        if length * 3 < min(self.board.longest_route, trains) * 2:
            return False
        return self.ways.is_planned(route) or self.ways.trains + length <= trains

    def _longest_target(self, state: State, seat: i64) -> i64:
        """Return the long route with the most points per missing card."""
        best = NO_ROUTE
        most: i64 = -1
        self.shortage.look_at_hand(state, seat)
        for route in range(self.board.route_count):
            if self.is_free(state, seat, route) and self._is_long(state, seat, route):
                turns = TURN + self.shortage.of(route) * CARD
                rate = self.board.route_points[route] * TURN * TURN // turns
                if rate > most:
                    most = rate
                    best = route
        return best

    def _longest_claim(self, state: State, seat: i64, offers: Offers) -> i64:
        """Return the longest of the long routes that can be claimed, planned ones first among equals."""
        best = NO_ROUTE
        most: i64 = 0
        for route in range(self.board.route_count):
            if self.can_claim(state, seat, offers, route) and self._is_long(state, seat, route):
                value = 2 * self.board.route_length[route] + (1 if self.ways.is_planned(route) else 0)
                if value > most:
                    most = value
                    best = route
        return best
