"""Intervals, ratings and the sequential test, on simulated results with a known strength."""

import math
from collections.abc import Sequence
from itertools import combinations
from random import Random
from statistics import fmean

import pytest

from semafor.simulation.clock import Times
from semafor.simulation.statistics.intervals import mean_interval, share_interval, t_quantile
from semafor.simulation.statistics.ratings import (
    Wins,
    count_ranks,
    cycles,
    elo,
    elo_intervals,
    no_wins,
    sum_of,
    with_extra_games,
)
from semafor.simulation.statistics.sequential import LOWER, UPPER, SequentialTest, Verdict, expected_score


def made_up_blocks(share: float, count: int, seed: int, mirrored: float = 0.3) -> list[float]:
    """Return the mean scores of two-game blocks; in some the decks decide, and each bot wins one game."""
    random = Random(seed)
    blocks: list[float] = []
    for _ in range(count):
        if random.random() < mirrored:
            blocks.append(0.5)
        else:
            # The blocks not decided by the decks carry the whole edge.
            edge = 0.5 + (share - 0.5) / (1 - mirrored)
            blocks.append(fmean(float(random.random() < edge) for _ in range(2)))
    return blocks


# Intervals


def test_t_quantiles_are_those_of_the_tables() -> None:
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 20: 2.086, 60: 2.000, 120: 1.980}
    for freedom, value in table.items():
        assert t_quantile(freedom) == pytest.approx(value, abs=0.04 if freedom == 3 else 0.011)


def test_an_interval_holds_the_truth_nineteen_times_of_twenty() -> None:
    for share in (0.5, 0.55, 0.8):
        inside = 0
        for seed in range(400):
            low, high = share_interval(made_up_blocks(share, 60, seed), games=2)
            inside += low <= share <= high
        assert 0.92 <= inside / 400 <= 0.99, share


def test_a_planted_edge_of_55_per_cent_is_found() -> None:
    found = [share_interval(made_up_blocks(0.55, 1000, seed), games=2)[0] > 0.5 for seed in range(40)]
    assert sum(found) >= 38


def test_no_edge_is_found_where_there_is_none() -> None:
    found = [share_interval(made_up_blocks(0.5, 1000, seed), games=2) for seed in range(100)]
    wrong = sum(not low <= 0.5 <= high for low, high in found)
    assert wrong <= 11


def test_an_interval_knows_that_blocks_are_few_or_all_alike() -> None:
    assert share_interval([]) == (0.0, 1.0)
    low, high = share_interval([1.0] * 5)
    assert low < 0.6
    assert high == 1.0
    low, high = share_interval([0.5] * 100)
    assert 0.47 < low < 0.5 < high < 0.53
    assert mean_interval([7.0]) is None
    assert mean_interval([1.0, 2.0, 3.0]) == pytest.approx(
        (2 - 4.303 / math.sqrt(3), 2 + 4.303 / math.sqrt(3)), abs=0.01
    )


# Ratings


def made_up_tables(ratings: Sequence[float], blocks: int, seed: int) -> list[Wins]:
    """Return the results of blocks in which each pair meets twice, according to the given ratings."""
    random = Random(seed)
    tables: list[Wins] = []
    for _ in range(blocks):
        table = no_wins(len(ratings))
        for a, b in [*combinations(range(len(ratings)), 2)] * 2:
            won = random.random() < expected_score(ratings[a] - ratings[b])
            table[a if won else b][b if won else a] += 1
        tables.append(table)
    return tables


def test_ratings_are_found_again() -> None:
    truth = [120.0, 30.0, -40.0, -110.0]
    tables = made_up_tables(truth, 400, 1)
    found = elo(with_extra_games(sum_of(tables)))
    assert found == pytest.approx(truth, abs=20)
    assert sum(found) == pytest.approx(0, abs=1e-6)
    anchored = elo(with_extra_games(sum_of(tables)), anchor=2)
    assert anchored == pytest.approx([rating - found[2] for rating in found], abs=1e-3)


def test_many_bots_that_met_a_few_times_are_not_pulled_together() -> None:
    """The gap between the strongest and the weakest of twelve that met twice each is found, but for a tenth."""
    truth = [300.0 - 600.0 * place / 11 for place in range(12)]
    gaps = []
    for seed in range(20):
        found = elo(with_extra_games(sum_of(made_up_tables(truth, 1, seed))))
        gaps.append(found[0] + found[1] - found[-2] - found[-1])
    mean = sum(gaps) / len(gaps)
    assert mean == pytest.approx(truth[0] + truth[1] - truth[-2] - truth[-1], rel=0.1)


def test_the_interval_of_a_rating_holds_it() -> None:
    truth = [60.0, 0.0, -60.0]
    inside = 0
    for seed in range(25):
        tables = made_up_tables(truth, 40, seed)
        ratings = elo(with_extra_games(sum_of(tables)))
        inside += sum(
            low <= real <= high for real, (low, high) in zip(truth, elo_intervals(tables, ratings), strict=True)
        )
    assert 66 <= inside <= 75


def test_a_bot_that_never_lost_has_a_rating_and_a_wide_interval() -> None:
    tables: list[Wins] = [[[0, 2], [0, 0]]] * 10
    ratings = elo(with_extra_games(sum_of(tables)), anchor=1)
    assert ratings[0] == pytest.approx(400 * math.log10(20.5 / 0.5))
    low, high = elo_intervals(tables, ratings, 1)[0]
    assert low < ratings[0] - 50
    assert high > ratings[0] + 200


def test_a_game_of_three_counts_for_every_pair_and_ties_are_halved() -> None:
    table = no_wins(3)
    count_ranks(table, [2, 0, 1], [1, 2, 2])
    assert table == [[0, 0.5, 0], [0.5, 0, 0], [1, 1, 0]]


def test_a_bot_at_two_seats_has_no_result_against_itself() -> None:
    table = no_wins(2)
    count_ranks(table, [0, 1, 0], [1, 2, 3])
    assert table == [[0, 1], [1, 0]]


def test_cycles_are_found_in_either_direction() -> None:
    assert cycles([[0, 3, 0], [0, 0, 3], [3, 0, 0]]) == [(0, 1, 2)]
    assert cycles([[0, 0, 3], [3, 0, 0], [0, 3, 0]]) == [(0, 2, 1)]
    assert cycles([[0, 3, 3], [0, 0, 3], [0, 0, 0]]) == []


# The sequential test


def verdict(scores: Sequence[float]) -> Verdict:
    test = SequentialTest()
    for score in scores:
        test.add(score)
    return test.verdict


def test_a_stronger_version_is_recognised() -> None:
    answers = [verdict(made_up_blocks(0.55, 4000, seed)).answer for seed in range(60)]
    assert answers.count("stronger") >= 57


def test_an_equal_version_is_not_taken_for_stronger() -> None:
    answers = [verdict(made_up_blocks(0.5, 6000, seed)).answer for seed in range(60)]
    assert answers.count("stronger") <= 6
    assert answers.count("open") == 0


def test_the_answer_does_not_change_any_more() -> None:
    scores = made_up_blocks(0.65, 2000, 1)
    decided = verdict(scores)
    assert decided.answer == "stronger"
    assert decided.ratio >= UPPER
    assert decided.blocks < 500
    assert verdict(scores[: decided.blocks - 1]).answer == "open"
    assert verdict([*scores[: decided.blocks], *[0.0] * 500]) == decided


def test_a_weaker_version_is_recognised_soon() -> None:
    found = verdict(made_up_blocks(0.4, 2000, 1))
    assert (found.answer, found.ratio <= LOWER) == ("not stronger", True)
    assert found.blocks < 300


def test_few_blocks_decide_nothing_however_clear_they_are() -> None:
    assert verdict([1.0] * 9).answer == "open"


# Times


def test_quantiles_of_times_are_within_two_per_cent() -> None:
    random = Random(5)
    taken = sorted(random.lognormvariate(-6, 1.5) for _ in range(5000))
    one, other = Times(), Times()
    for position, seconds in enumerate(taken):
        (one if position % 3 else other).add(seconds)
    one.join(other)
    for share in (0.5, 0.9, 0.99):
        assert one.quantile(share) == pytest.approx(taken[math.ceil(share * 5000) - 1] * 1000, rel=0.02)
    assert one.quantile(1) <= one.longest * 1000 == taken[-1] * 1000
    assert Times().quantile(0.5) == 0
