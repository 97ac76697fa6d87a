"""Beliefs about the others' tickets, based on what they have built.

A sampled state deals unknown tickets at random. Here they are exchanged, a few at a time, for other unknown ones: the
more of a ticket's path a player has already built, the more likely it is that player's (the Metropolis rule). Only
public information and the observer's own is used.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.bots.planning.ways import NO_WAY, Map, Ways
from semafor.engine.kernel import IN_DECK, MAX_SEATS, REMOVED, State
from semafor.model.board import Board
from semafor.model.chance import Chance

_BUILT_WHOLE: Final[i64] = 140
"""Log-likelihood ratio, in tenths, of a ticket whose whole path is built to one with no route built."""
_NO_LONGER: Final[i64] = -70
"""The same for a ticket that can't be completed any more: it was probably given back, or never kept."""
_ROUNDS: Final[i64] = 36
"""Exchanges tried for each ticket."""
_SCALE: Final[i64] = 4096


class Beliefs:
    """How well each ticket fits each opponent. `look` once per decision, then `deal` in every sampled state."""

    lengths: vec[i64]

    def __init__(self, board: Board, layout: Map) -> None:
        """Measure the path of every ticket on the empty board."""
        self.board = board
        self.ways = Ways(board, layout)
        self.lengths = board.route_length[:]
        self.fits = vec[i64]([0] * (MAX_SEATS * board.ticket_total))
        self.whole = vec[i64]([0] * board.ticket_total)
        # The probability, in parts of _SCALE, to accept an exchange that fits worse by this many tenths.
        self.odds = vec[i64]([int(4096 * 0.904837418**tenths) for tenths in range(128)])
        for route in range(board.route_count):
            self.ways.prices[route] = self.lengths[route]
        for ticket in range(board.ticket_total):
            self.whole[ticket] = self._length(ticket)

    def _length(self, ticket: i64) -> i64:
        """Return how many trains a ticket takes at the current prices."""
        at = self.ways.search(self.board.ticket_from[ticket], self.board.ticket_to[ticket])
        return NO_WAY if at < 0 else self.ways.distance[at]

    def look(self, state: State, seat: i64) -> None:
        """Compute how much of every ticket's path each opponent has built."""
        for other in range(state.players):
            if other == seat:
                continue
            self.ways.price(state, other, self.lengths)
            for ticket in range(self.board.ticket_total):
                left = self._length(ticket)
                fit = _NO_LONGER
                if left < NO_WAY:
                    fit = _BUILT_WHOLE * (self.whole[ticket] - left) // self.whole[ticket]
                self.fits[other * self.board.ticket_total + ticket] = fit

    def fit(self, other: i64, ticket: i64) -> i64:
        """Return how well a ticket fits another player, as a log-likelihood in tenths."""
        return self.fits[other * self.board.ticket_total + ticket]

    def deal(self, state: State, seat: i64, chance: Chance) -> None:
        """Exchange the opponents' tickets in a sampled state for some that fit them better."""
        total = self.board.ticket_total
        for ticket in range(total):
            other = state.ticket_place(ticket)
            if other >= state.players or other == seat:
                continue
            mine = ticket
            for _ in range(_ROUNDS):
                swapped = chance.below(total)
                place = state.ticket_place(swapped)
                if place not in (IN_DECK, REMOVED) or (state.known_by(swapped) >> seat) & 1 == 1:
                    continue
                worse = self.fit(other, mine) - self.fit(other, swapped)
                if worse <= 0 or (worse < i64(len(self.odds)) and chance.below(_SCALE) < self.odds[worse]):
                    _exchange(state, mine, swapped)
                    mine = swapped


def _exchange(state: State, one: i64, other: i64) -> None:
    """Swap two tickets, in the deck too."""
    total = state.board.ticket_total
    place = state.ticket_place(one)
    state.move_ticket(one, state.ticket_place(other))
    state.move_ticket(other, place)
    for at in range(total, 2 * total):
        ticket = i64(state.tickets[at])
        if ticket == one:
            state.tickets[at] = u8(other)
        elif ticket == other:
            state.tickets[at] = u8(one)
