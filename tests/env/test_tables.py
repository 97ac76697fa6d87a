"""Games to train on: the caller decides for the learner and for other networks; scripted players decide themselves."""

import numpy as np
import pytest

from semafor.bots.planning.weights import ADVISER
from semafor.env.core.tables import MOST_DECISIONS, NETWORK, Tables
from tests.play import board_named


def numbers(values: list[int]) -> bytes:
    """Return numbers in the form that `step` takes."""
    return np.array(values, "<u2").tobytes()


def advised_step(tables: Tables) -> None:
    """Take the planner's action in every place."""
    count = int(tables.count)
    tables.step(numbers(list(range(count))), numbers([int(tables.advised[place]) for place in range(count)]))


@pytest.mark.parametrize("players", [2, 3])
def test_every_place_plays_game_after_game(players: int) -> None:
    names = ["planner", "greedy", "hungry", "path", "one-step", "long-route", NETWORK]
    tables = Tables(board_named("toy"), players, names, ADVISER)
    tables.reset(5)
    ended = [0] * len(names)
    decided: list[set[int]] = [set() for _ in names]
    for _ in range(400):
        for place in range(len(names)):
            decided[place].add(int((tables.seats[place] - tables.learners[place]) % players))
        advised_step(tables)
        for place in range(len(names)):
            ended[place] += int(tables.done[place])
            if int(tables.done[place]) == 1:
                assert -1 <= tables.wins[place] <= 1
    assert min(ended) > 3
    assert all(seats == {0} for seats in decided[:-1])
    assert decided[-1] == set(range(players))


def test_the_same_seed_deals_the_same_games() -> None:
    rows: list[bytes] = []
    for seed in (1, 1, 2):
        tables = Tables(board_named("toy"), 2, ["planner", NETWORK], ADVISER)
        tables.reset(seed)
        for _ in range(20):
            advised_step(tables)
        rows.append(bytes(tables.rows))
    assert rows[0] == rows[1] != rows[2]


def test_a_step_is_made_only_where_it_is_asked_for() -> None:
    tables = Tables(board_named("toy"), 2, ["planner", "planner"], ADVISER)
    tables.reset(3)
    before = bytes(tables.rows)
    half = len(before) // 2
    tables.step(numbers([1]), numbers([int(tables.advised[1])]))
    assert bytes(tables.rows)[:half] == before[:half]
    assert bytes(tables.rows)[half:] != before[half:]


def test_an_illegal_choice_and_an_unknown_opponent_are_refused() -> None:
    tables = Tables(board_named("toy"), 2, ["planner"], ADVISER)
    tables.reset(3)
    with pytest.raises(ValueError, match="choice 0 is not legal in place 0"):
        tables.step(numbers([0]), numbers([0]))
    with pytest.raises(ValueError, match="no scripted player 'nobody'"):
        Tables(board_named("toy"), 2, ["nobody"], ADVISER)


def test_a_game_that_would_never_end_is_counted_as_it_stands() -> None:
    """With one card left to turn up, which matches, the advised tunnel is given up again and again."""
    tables = Tables(board_named("toy"), 2, ["planner"], ADVISER)
    tables.reset(5_000_001_473)
    for decision in range(1, int(MOST_DECISIONS) + 1):
        advised_step(tables)
        assert int(tables.done[0]) == (decision == MOST_DECISIONS)
    advised_step(tables)
    assert int(tables.done[0]) == 0
    assert int(tables.numbers[0]) == 1
