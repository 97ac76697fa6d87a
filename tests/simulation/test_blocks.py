"""Pairings: who meets whom, in which seats, with which decks."""

from collections import Counter

import pytest

import semafor
from semafor import Chance, Game
from semafor.simulation.blocks import Plan, rotations


def plan(
    players: int,
    *bots: str,
    blocks: int = 2,
    tuning: bool = False,
    seed: int | str = 1,
    line_ups: int | None = None,
) -> Plan:
    return Plan("usa", players, bots, blocks, seed, tuning=tuning, line_ups=line_ups)


@pytest.mark.parametrize(("players", "count"), [(2, 2), (2, 5), (3, 3), (4, 5), (5, 5), (3, 2), (4, 3), (5, 2), (4, 1)])
def test_every_bot_sits_equally_often_at_every_seat(players: int, count: int) -> None:
    seats = plan(players, *"abcdefg"[:count]).block_seats(0)
    for seat in range(players):
        taken = Counter(line_up[seat] for line_up in seats)
        assert set(taken) == set(range(count))
        assert len(set(taken.values())) == 1
    assert len(seats) == len(set(seats))


def test_all_choices_of_bots_meet() -> None:
    met = {frozenset(seats) for seats in plan(2, "a", "b", "c", "d").block_seats(0)}
    assert len(met) == 6
    assert len(plan(3, "a", "b", "c", "d").block_seats(0)) == 4 * 3


@pytest.mark.parametrize(("players", "count", "line_ups"), [(2, 15, 7), (2, 3, 2), (3, 7, 5), (5, 7, 3), (5, 15, 3)])
def test_drawn_line_ups_give_all_bots_the_same_number_of_games(players: int, count: int, line_ups: int) -> None:
    some = plan(players, *"abcdefghijklmno"[:count], blocks=60, line_ups=line_ups)
    seatings = list(some.seatings())
    assert [seating.number for seating in seatings] == list(range(60 * some.block_size))
    assert some.block_size == players * line_ups
    games = Counter(entry for seating in seatings for entry in seating.seats)
    assert set(games) == set(range(count))
    assert max(games.values()) <= 1.2 * min(games.values())
    blocks = [{seating.seats for seating in seatings if seating.block == block} for block in range(60)]
    assert all(len({frozenset(seats) for seats in block}) == line_ups for block in blocks)
    assert all(set(rotations(seats)) <= block for block in blocks for seats in block)
    assert len(set(map(frozenset, blocks))) > 1
    assert list(some.seatings()) == seatings


@pytest.mark.parametrize("line_ups", [6, 7, 1000])
def test_no_more_line_ups_are_drawn_than_there_are(line_ups: int) -> None:
    bots = "abcd"
    assert list(plan(2, *bots, line_ups=line_ups).seatings()) == list(plan(2, *bots).seatings())
    assert list(plan(5, *bots, line_ups=line_ups).seatings()) == list(plan(5, *bots).seatings())


def test_a_bot_alone_plays_itself() -> None:
    assert plan(2, "a").block_seats(0) == [(0, 0)]


def test_rotations_keep_the_order_round_the_table() -> None:
    assert rotations((0, 1, 2)) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_a_bot_entered_again_has_a_name_of_its_own() -> None:
    assert plan(2, "a", "b", "a", "a").names == ["a", "b", "a#2", "a#3"]


def test_games_of_a_block_have_the_same_decks_and_blocks_have_others() -> None:
    four = list(plan(2, "a", "b").seatings())
    assert [seating.block for seating in four] == [0, 0, 1, 1]
    assert [seating.number for seating in four] == [0, 1, 2, 3]
    board = semafor.load_board("usa")
    decks = [Game.new(board, 2, plan(2, "a", "b").deal_seed(block)).position()["deck"] for block in (0, 1)]
    assert decks[0] != decks[1]


@pytest.mark.parametrize("seed", [1, "1", "tuning 1", "test"])
def test_seeds_for_tuning_and_for_testing_have_nothing_in_common(seed: int | str) -> None:
    seeds = [
        {plan(2, "a", tuning=tuning, seed=seed).deal_seed(block) for block in range(50)} for tuning in (False, True)
    ]
    assert len(seeds[0]) == len(seeds[1]) == 50
    assert not seeds[0] & seeds[1]


def test_a_bots_generator_is_its_own_and_the_same_in_all_rotations() -> None:
    two = plan(2, "a", "b")
    first, second = list(two.seatings())[:2]
    assert two.bot_seed(first, 0) == two.bot_seed(second, 1)
    assert two.bot_seed(first, 0) != two.bot_seed(first, 1)
    assert two.bot_seed(first, 0) != two.deal_seed(0)
    alone = plan(2, "a")
    [only, _] = alone.seatings()
    assert alone.bot_seed(only, 0) != alone.bot_seed(only, 1)
    dealt = Game.new(semafor.load_board("usa"), 2, two.deal_seed(0)).start.chance.dump()
    assert Chance.seeded(two.bot_seed(first, 0)).dump() != dealt
