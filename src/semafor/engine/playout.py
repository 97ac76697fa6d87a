"""Compiled random play: whole games without events, for benchmarks, tests and searches."""

from mypy_extensions import i64

from semafor.engine.legality.offers import Offers, actor
from semafor.engine.scoring.counting import count_points
from semafor.engine.turn import ANY_FIRST_PLAYER, make_move, set_up
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.numbers.layout import OVER
from semafor.model.state import State


def play_out(state: State, offers: Offers, chance: Chance) -> i64:
    """Play uniformly random legal moves to the end; return the number of decisions."""
    decisions: i64 = 0
    while state.pending != OVER:
        seat = actor(state)
        offers.fill(state, seat)
        make_move(state, seat, offers.pick(chance.below(offers.count)))
        decisions += 1
    return decisions


def play_games(board: Board, players: int, first_seed: int, games: int) -> tuple[int, int]:
    """Play whole random games, from the deal to the final score; return decisions and the sum of all points."""
    offers = Offers(board)
    decisions: i64 = 0
    points: i64 = 0
    for seed in range(first_seed, first_seed + games):
        chance = Chance.seeded(seed)
        state = set_up(board, players, chance, ANY_FIRST_PLAYER, None)
        decisions += play_out(state, offers, chance)
        tally = count_points(state)
        for seat in range(players):
            points += tally.totals[seat]
    return decisions, points
