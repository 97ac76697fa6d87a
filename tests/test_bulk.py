"""Thousands of random games on every board, each checked at its end."""

import pytest

import semafor
from semafor import Chance
from semafor.engine.legality.offers import Offers
from semafor.engine.playout import play_out
from semafor.engine.scoring.counting import count_points
from semafor.engine.turn import ANY_FIRST_PLAYER, set_up
from tests.play import BOARDS, board_named
from tests.proof import PROOF
from tests.quick_check import Checker

GAMES = (10_000 if PROOF else 2_000) if semafor.COMPILED else 300
"""Per board. Interpreted the same games take minutes, so only some of them are played."""


@pytest.mark.parametrize("name", BOARDS)
def test_random_games_end_with_everything_in_its_place(name: str) -> None:
    board = board_named(name)
    offers = Offers(board)
    counts = range(board.spec.min_players, board.spec.max_players + 1)
    decisions = 0
    for seed in range(GAMES):
        chance = Chance.seeded(seed)
        state = set_up(board, counts[seed % len(counts)], chance, ANY_FIRST_PLAYER, None)
        decisions += int(play_out(state, offers, chance))
        assert Checker(state).problems(state, count_points(state)) == [], f"seed {seed}"
    assert decisions > 30 * GAMES
