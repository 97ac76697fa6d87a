"""Invented boards can be played, are the same from the same seed, and differ in what boards can differ in."""

from functools import cache

import pytest

import semafor
from semafor import Chance
from semafor.engine.boards import make_board
from semafor.model.board import Board
from semafor.simulation.inventing import HELD_OUT, invented_board

SEEDS = range(40)


@cache
def board_of(seed: int) -> Board:
    return make_board(invented_board(seed), "an invented board")


@pytest.mark.parametrize("seed", SEEDS)
def test_games_on_an_invented_board_end(seed: int) -> None:
    board = board_of(seed)
    for players in (2, int(board.spec.max_players)):
        game = semafor.new_game(board, players=players, seed=seed)
        game.play_out(Chance.seeded(seed))
        assert game.over
        assert sum(seat.routes for seat in game.score().seats) > 0, "somebody claims a route"


def test_a_seed_gives_one_board_and_another_seed_another() -> None:
    assert invented_board(1) == invented_board(1)
    assert len({board_of(seed).spec.digest for seed in SEEDS}) == len(SEEDS)


def test_a_seed_gives_the_same_board_in_every_version_and_on_every_machine() -> None:
    """Networks are compared on the boards of fixed seeds; change the digest only with a reason in the changelog."""
    assert board_of(1).spec.digest == "12c422da7667bfd6"


def test_the_boards_that_nobody_trains_on_are_of_all_kinds() -> None:
    boards = [board_of(seed) for seed in HELD_OUT]
    assert len({board.spec.digest for board in boards}) == 20
    assert {int(board.spec.max_players) for board in boards} == {2, 3, 4, 5}


def test_every_optional_rule_and_size_of_table_comes_up() -> None:
    boards = [board_of(seed) for seed in SEEDS]
    rules = {rule.slug for board in boards for rule in board.rules}
    assert {"bonus_cards", "ferries", "ferry_cards", "globetrotter", "goals", "longest_path", "regions"} <= rules
    assert {"tunnels", "parallel_routes", "locomotives"} <= rules
    assert {int(board.spec.max_players) for board in boards} >= {2, 3, 4, 5}
    sizes = [len(board.spec.places) for board in boards]
    assert min(sizes) < 20
    assert max(sizes) > 40
    assert {bool(board.sweep_at) for board in boards} == {True, False}
    assert {board.number("card_market", "locomotive_is_whole_draw") > 0 for board in boards} == {True, False}
    assert {board.spec.rules["ferries"]["substitute"] for board in boards if "ferries" in board.spec.rules} == {
        "none",
        "any",
        "pair",
    }


def test_every_ticket_can_be_completed_and_is_worth_about_its_way() -> None:
    """The loader refuses tickets without a way; points are the shortest way, give or take one, and at least 2."""
    board = board_of(2)
    assert min(ticket.points for ticket in board.spec.tickets) >= 2
    assert int(board.ticket_total) >= 6 * int(board.spec.max_players)
