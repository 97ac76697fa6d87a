"""The watcher: a planner that guesses the others' tickets from what they build.

It first claims routes that others are likely to want. It also blocks a rival with a route outside its plan if that
costs the rival more than the turn is worth; with several rivals, only the leader.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from semafor.bots.planner import Planner
from semafor.bots.planning.beliefs import Beliefs
from semafor.bots.planning.ways import NO_WAY, Ways
from semafor.bots.planning.weights import Weights
from semafor.engine.kernel import ASKS_TURN, POINTS, ROUTES, TRAINS, Offers, State
from semafor.model.bits import WORD, lowest
from semafor.model.board import Board
from semafor.model.chance import Chance

_WORLDS: Final[i64] = 10
"""How often the others' tickets are guessed for a turn."""
_LIKELY: Final[i64] = 50
"""The percentage of guesses that must want a route before it is worth blocking."""


class Watcher(Planner):
    """A planner that also considers what the others want."""

    def __init__(self, board: Board, weights: Weights) -> None:
        """Allocate the working memory."""
        super().__init__(board, weights)
        self.beliefs = Beliefs(board, self.ways.map)
        self.theirs = Ways(board, self.ways.map)
        self.threats = vec[i64]([0] * board.route_count)
        self.harms = vec[i64]([0] * board.route_count)
        self.most_harm: i64 = 0

    def choose(self, state: State, seat: i64, offers: Offers, chance: Chance) -> i64:
        """Watch the others before taking a turn."""
        if state.question() == ASKS_TURN:
            self._watch(state, seat, offers, chance)
        return super().choose(state, seat, offers, chance)

    def claim_worth(self, route: i64) -> i64:
        """Return its points, plus a share that grows with the probability that somebody else claims it."""
        return self.board.route_points[route] * 100 + self.threats[route] * self.weights.threat

    def most_beside(self) -> i64:
        """Add the greatest harm to the planner's bound."""
        return super().most_beside() + self.most_harm

    def worth_beside(self, route: i64) -> i64:
        """Add the rival's loss to the planner's value."""
        return super().worth_beside(route) + self.harms[route]

    def _watch(self, state: State, seat: i64, offers: Offers, chance: Chance) -> None:
        """Compute for every route the percentage of guesses that want it, and the rival's loss without it."""
        for route in range(self.board.route_count):
            self.threats[route] = 0
            self.harms[route] = 0
        self.most_harm = 0
        world = state.clone()
        self.beliefs.look(world, seat)
        rival = self._rival(state, seat)
        for _ in range(_WORLDS):
            self.beliefs.deal(world, seat, chance)
            for other in range(state.players):
                if other != seat:
                    self._guess(world, other)
        if self.weights.harm > 0:
            for route in range(self.board.route_count):
                if self.threats[route] >= _LIKELY and offers.has(ROUTES + route):
                    self.harms[route] = self._harm(world, rival, route) * self.threats[route] // 100
                    self.most_harm = max(self.most_harm, self.harms[route])

    def _rival(self, state: State, seat: i64) -> i64:
        """Return the other player with the most points."""
        best: i64 = -1
        for other in range(state.players):
            if other != seat and (best < 0 or state.seats[POINTS + other] > state.seats[POINTS + best]):
                best = other
        return best

    def _guess(self, world: State, other: i64) -> None:
        """Plan a player's guessed tickets, and count the routes of the plan."""
        theirs = self.theirs
        theirs.price(world, other, self.board.route_length)
        for ticket in range(self.board.ticket_total):
            if world.ticket_place(ticket) == other:
                theirs.connect(self.board.ticket_from[ticket], self.board.ticket_to[ticket])
        if theirs.trains > world.seats[TRAINS + other]:
            return
        for word in range(self.board.route_words):
            planned = theirs.plan[word]
            while planned != 0:
                self.threats[word * WORD + lowest(planned)] += 100 // _WORLDS
                planned &= planned - 1

    def _harm(self, world: State, rival: i64, route: i64) -> i64:
        """Return what the rival would lose with a route by the last guess, in hundredths of a point."""
        theirs = self.theirs
        theirs.price(world, rival, self.board.route_length)
        before = theirs.prices[route]
        lost: i64 = 0
        for ticket in range(self.board.ticket_total):
            if world.ticket_place(ticket) != rival:
                continue
            theirs.prices[route] = before
            way = self._way(ticket)
            theirs.prices[route] = NO_WAY
            detour = self._way(ticket)
            if way in (NO_WAY, 0):
                continue
            if detour == NO_WAY or detour > world.seats[TRAINS + rival]:
                lost += 200 * self.board.ticket_points[ticket]
            else:
                lost += (detour - way) * self.turn_worth // 2
        return lost * self.weights.harm // 100

    def _way(self, ticket: i64) -> i64:
        """Return how many trains the rival needs for a ticket."""
        at = self.theirs.search(self.board.ticket_from[ticket], self.board.ticket_to[ticket])
        return NO_WAY if at < 0 else self.theirs.distance[at]
