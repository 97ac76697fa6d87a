"""Glicko-2 for the ladder: its properties, and the same numbers as the client's profile."""

from __future__ import annotations

import json
from math import isfinite
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semafor.contest.ratings import UNKNOWN, Score, Sitter, Strength, idle, rated, scores

CASES = json.loads((Path(__file__).parent / "ratings.json").read_text(encoding="utf-8"))
RATINGS = st.floats(-1500, 1500)
STRENGTHS = st.builds(Strength, RATINGS, st.floats(30, 350), st.floats(0.02, 0.1))
SCORES = st.builds(Score, RATINGS, st.floats(0, 350), st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.2, 1))
SITTERS = st.builds(Sitter, st.integers(-20, 200), st.booleans(), STRENGTHS, st.booleans())


def test_the_example_of_the_paper_comes_out() -> None:
    results = [Score(-100, 30, 1, 1), Score(50, 100, 0, 1), Score(200, 300, 0, 1)]
    after = rated(Strength(0, 200, 0.06), results)
    assert (round(after.rating, 1), round(after.deviation, 1), round(after.volatility, 5)) == (-35.9, 151.5, 0.06)


@pytest.mark.parametrize("case", CASES)
def test_the_client_gets_the_same_numbers(case: dict[str, dict[str, float]]) -> None:
    after = rated(Strength(**case["before"]), [Score(**one) for one in case["results"]])  # type: ignore[arg-type]
    expected = Strength(**case["after"])
    assert after.rating == pytest.approx(expected.rating, abs=1e-3)
    assert after.deviation == pytest.approx(expected.deviation, abs=1e-3)
    assert after.volatility == pytest.approx(expected.volatility, abs=1e-6)


@given(STRENGTHS, RATINGS, st.floats(0, 350))
def test_a_win_never_lowers_a_rating_and_a_loss_never_raises_it(before: Strength, rating: float, sure: float) -> None:
    assert rated(before, [Score(rating, sure, 1, 1)]).rating >= before.rating
    assert rated(before, [Score(rating, sure, 0, 1)]).rating <= before.rating


@given(STRENGTHS, st.lists(SCORES, max_size=6))
def test_the_order_within_a_period_does_not_matter(before: Strength, results: list[Score]) -> None:
    one, other = rated(before, results), rated(before, results[::-1])
    assert one.rating == pytest.approx(other.rating, abs=1e-4)
    assert all(isfinite(number) for number in (one.rating, one.deviation, one.volatility))
    assert 0 < one.deviation <= UNKNOWN.deviation


@given(STRENGTHS, st.floats(0, 1e9))
def test_time_without_games_makes_it_less_sure(before: Strength, seconds: float) -> None:
    after = idle(before, seconds)
    assert after.rating == before.rating
    assert before.deviation <= after.deviation + 1e-9 <= UNKNOWN.deviation + 1e-9


@given(st.lists(SITTERS, min_size=2, max_size=5))
def test_a_game_weighs_as_one_and_what_one_wins_another_loses(sitters: list[Sitter]) -> None:
    for seat, me in enumerate(sitters):
        found = scores(sitters, seat)
        assert sum(one.weight for one in found) == pytest.approx(1)
        if me.left:
            assert all(one.score == 0 for one in found)
    if len(sitters) == 2 and not (sitters[0].left and sitters[1].left):
        assert scores(sitters, 0)[0].score + scores(sitters, 1)[0].score == 1


def test_people_without_a_rating_count_for_nothing() -> None:
    sitters = [Sitter(90, True, UNKNOWN), Sitter(80, False, None)]
    assert scores(sitters, 0) == []
    assert rated(UNKNOWN, []) == UNKNOWN
