"""The last turn of a seat: the final score after each claim that it can pay for, counted by the rules."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from semafor.engine.kernel import (
    HANDS,
    NO_OWNER,
    REMOVED,
    TRAINS,
    WORDS_BEFORE_ROUTES,
    Offers,
    State,
    count_points,
)
from semafor.model.bits import WORD, lowest
from semafor.model.board import Board
from semafor.model.cards import COLOUR_COUNT, GREY, KINDS, LOCOMOTIVE
from semafor.model.tally import Tally

_MATCHES: Final = 26
"""Train cards that match a tunnel: those of one colour and the locomotives."""
_DECK: Final = 110
_SURE: Final[i64] = 1000
_NO_ROUTE: Final[i64] = -1


def public_world(state: State) -> State:
    """Return a copy without tickets and hands: only what everybody can see is counted in it."""
    world = state.clone()
    for ticket in range(state.board.ticket_total):
        world.move_ticket(ticket, REMOVED)
    for i in range(HANDS, HANDS + state.players * KINDS):
        world.cards[i] = 0
    return world


class Endings:
    """Finds the best claim of a last turn.

    Counts only what the seat can know: routes, its own tickets, and public awards. Others' tickets and all hands are
    left out, and so are the awards that depend on them.
    """

    tunnel: vec[i64]

    def __init__(self, board: Board) -> None:
        """Compute the probability, in thousandths, that a tunnel costs at most 0, 1, 2... more cards."""
        self.board = board
        self.tunnel = board.route_values("tunnel")
        turned = board.number("tunnels", "revealed")
        odds = [1.0]
        for _ in range(turned):
            miss, hit = 1 - _MATCHES / _DECK, _MATCHES / _DECK
            odds = [
                (odds[i] * miss if i < len(odds) else 0.0) + (odds[i - 1] * hit if i else 0.0)
                for i in range(len(odds) + 1)
            ]
        self.chances = vec[i64]()
        total = 0.0
        for odd in odds:
            total += odd
            self.chances = append(self.chances, i64(int(1000 * total + 0.5)))

    def best_claim(self, state: State, seat: i64, offers: Offers) -> i64:
        """Return the affordable route after which the seat has the most points; -1 if there is none."""
        board = self.board
        world = public_world(state)
        now = count_points(world)
        open_tickets: list[int] = []
        for ticket in range(board.ticket_total):
            if state.ticket_place(ticket) == seat and not now.network.connected(
                seat, board.ticket_from[ticket], board.ticket_to[ticket]
            ):
                open_tickets.append(int(ticket))
        best = _NO_ROUTE
        most: i64 = -1
        for word in range(board.route_words):
            claimable = offers.words[WORDS_BEFORE_ROUTES + word]
            while claimable != 0:
                route = word * WORD + lowest(claimable)
                claimable &= claimable - 1
                gain = board.route_points[route] + self._awards(world, now, seat, route)
                for ticket in open_tickets:
                    if now.network.would_connect(seat, route, board.ticket_from[ticket], board.ticket_to[ticket]):
                        gain += 2 * board.ticket_points[ticket]
                gain *= self._chance(state, seat, route)
                if gain > most:
                    most = gain
                    best = route
        return best

    def _awards(self, world: State, now: Tally, seat: i64, route: i64) -> i64:
        """Return what a route would add to the seat's public awards."""
        board = self.board
        changes = False
        for rule in board.award_rules:
            changes = changes or rule.may_change(now, seat, route)
        if not changes:
            return 0
        world.owners[route] = u8(seat)
        world.seats[TRAINS + seat] -= board.route_length[route]
        then = count_points(world)
        world.owners[route] = u8(NO_OWNER)
        world.seats[TRAINS + seat] += board.route_length[route]
        return then.totals[seat] - now.totals[seat]

    def _chance(self, state: State, seat: i64, route: i64) -> i64:
        """Return the probability that a claim succeeds, in thousandths; only tunnels can fail."""
        board = self.board
        if self.tunnel[route] == 0:
            return _SURE
        colour = board.route_colour[route]
        held: i64 = 0
        for kind in range(COLOUR_COUNT):
            if colour in (GREY, kind):
                held = max(held, state.hand(seat, kind))
        more = held + state.hand(seat, LOCOMOTIVE) - board.route_length[route]
        most = i64(len(self.chances)) - 1
        return self.chances[0 if more < 0 else more if more < most else most]
