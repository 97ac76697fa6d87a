"""Policies: compiled players that choose move after move.

A policy plays a seat of a state. A bot never has the true one: it samples a state from its observation
(`sample_state`), so that everything a policy can look at is either known to the seat or random. The same policies play
the playouts of a search.
"""

from mypy_extensions import i64

from semafor.bots.reasons import AT_RANDOM
from semafor.engine.kernel import OVER, WORDS_BEFORE_ROUTES, Offers, State, actor, count_points, make_move
from semafor.model.bits import WORD, nth, ones
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.tally import Tally


class Policy:
    """Chooses one of the legal moves of a seat. Make one per game: it may keep its plans."""

    def __init__(self, board: Board) -> None:
        """Take the board."""
        self.board = board

    def choose(self, state: State, seat: i64, offers: Offers, chance: Chance) -> i64:
        """Return the move to make; `offers` holds the legal ones."""
        return offers.pick(chance.below(offers.count))

    def forget(self) -> None:
        """Reset for another game, or another seat."""

    def reason(self) -> i64:
        """Return the number of the reason for the last choice."""
        return AT_RANDOM


class RandomPolicy(Policy):
    """Chooses a kind of action first, then one of that kind: uniform over moves would nearly always claim."""

    def choose(self, state: State, seat: i64, offers: Offers, chance: Chance) -> i64:
        """Claim half of the time if there is a choice, otherwise take any other move; uniform within the kind."""
        others = ones(offers.words[0]) + ones(offers.words[1]) + ones(offers.words[2])
        routes = offers.count - others
        if routes == 0 or others == 0:
            return offers.pick(chance.below(offers.count))
        if chance.below(2) == 0:
            return offers.pick(chance.below(others))
        return nth_route(offers, chance.below(routes))


def play_out(state: State, players: list[Policy], offers: Offers, luck: Chance) -> Tally:
    """Let a player for each seat, all without earlier plans, play the state to its end; return the final count."""
    for player in players:
        player.forget()
    while state.pending != OVER:
        seat = actor(state)
        offers.fill(state, seat)
        make_move(state, seat, players[seat].choose(state, seat, offers, luck))
    return count_points(state)


def nth_route(offers: Offers, n: i64) -> i64:
    """Return the n-th of the legal moves that begin a claim."""
    word: i64 = WORDS_BEFORE_ROUTES
    here = ones(offers.words[word])
    while n >= here:
        n -= here
        word += 1
        here = ones(offers.words[word])
    return word * WORD + nth(offers.words[word], n)
