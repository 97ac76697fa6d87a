"""Who wins (U-28, R-10)."""

import pytest

from semafor import Score
from tests.games import Seat, situation

# Chicago-New York completed (5 points, a path of 5), and two equal paths that are longer.
COMPLETED: Seat = {
    "tickets": ["chicago:new-york"],
    "routes": ["chicago:pittsburgh:orange", "new-york:pittsburgh:white"],
}
LONGER = ["calgary:winnipeg:white"]
AS_LONG = ["duluth:helena:orange"]


def final(*seats: Seat) -> Score:
    """Return the final score of a finished game; points are those after the last turn."""
    return situation("usa", *seats, decision="over").score()


def totals(score: Score) -> list[int]:
    """Return the points of all seats."""
    return [seat.total for seat in score.seats]


def test_u_28_most_points_win() -> None:
    score = final({"points": 31}, {"points": 32}, {"points": 30})
    assert totals(score) == [31, 32, 30]
    assert score.winners == [1]


def test_u_28_most_points_win_whatever_would_break_a_tie() -> None:
    score = final({**COMPLETED, "points": 10}, {"points": 26})
    assert totals(score) == [25, 26]
    assert score.winners == [1]


def test_u_28_points_may_be_negative() -> None:
    score = final({"tickets": ["los-angeles:new-york"]}, {"tickets": ["chicago:new-york"]})
    assert totals(score) == [-21, -5]
    assert score.winners == [1]


def test_u_28_a_tie_goes_to_more_completed_tickets() -> None:
    # Seat 1 holds the longest path, but tickets come first.
    score = final({**COMPLETED, "points": 20}, {"routes": LONGER, "points": 15})
    assert totals(score) == [25, 25]
    assert [len(seat.completed) for seat in score.seats] == [1, 0]
    assert score.seats[1].bonuses == {"longest_path": 10}
    assert score.winners == [0]


def test_u_28_failed_tickets_break_no_tie() -> None:
    failed: Seat = {"tickets": ["chicago:new-york", "denver:el-paso"], "points": 34}
    score = final(failed, {"routes": LONGER, "points": 15})
    assert totals(score) == [25, 25]
    assert score.winners == [1]


def test_u_28_then_to_the_holder_of_the_longest_path() -> None:
    completed: Seat = {"tickets": ["denver:el-paso"], "routes": ["denver:santa-fe:grey", "el-paso:santa-fe:grey"]}
    score = final({**completed, "points": 21}, {**COMPLETED, "points": 10})
    assert totals(score) == [25, 25]
    assert [len(seat.completed) for seat in score.seats] == [1, 1]
    assert [seat.longest_path for seat in score.seats] == [4, 5]
    assert score.winners == [1]


def test_u_28_the_length_of_a_path_that_scored_nothing_decides_nothing() -> None:
    # Seats 0 and 1 tie; seat 2 has the longest path. That seat 1's path is longer than seat 0's does not matter.
    score = final(
        {"routes": ["chicago:duluth:red"], "points": 30},
        {"routes": ["dallas:el-paso:red"], "points": 30},
        {"routes": LONGER, "points": 15},
    )
    assert totals(score) == [30, 30, 25]
    assert score.winners == [0, 1]


def test_u_28_if_that_decides_nothing_they_share_the_win() -> None:
    score = final({"routes": LONGER, "points": 15}, {"routes": AS_LONG, "points": 15}, {"points": 24})
    assert totals(score) == [25, 25, 24]
    assert score.winners == [0, 1]


def test_u_28_only_those_who_tie_for_the_most_points_are_compared() -> None:
    # Seat 2 has completed a ticket and holds the longest path, but one point less.
    best: Seat = {**COMPLETED, "points": 14}
    score = final({"points": 30}, {"points": 30}, best)
    assert totals(score) == [30, 30, 29]
    assert score.winners == [0, 1]


def test_u_28_each_tie_break_leaves_only_the_best() -> None:
    # Three tie. Tickets leave seats 1 and 2; seat 2 holds the longest path, shared with seat 0.
    score = final(
        {"routes": ["duluth:helena:orange", "duluth:omaha:grey:1"], "points": 20},
        {**COMPLETED, "points": 25},
        {
            "tickets": ["denver:el-paso"],
            "routes": ["denver:santa-fe:grey", "phoenix:santa-fe:grey", "el-paso:phoenix:grey"],
            "points": 16,
        },
    )
    assert totals(score) == [30, 30, 30]
    assert [seat.longest_path for seat in score.seats] == [8, 5, 8]
    assert [len(seat.completed) for seat in score.seats] == [0, 1, 1]
    assert score.winners == [2]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r_10_a_tie_that_nothing_breaks_is_a_shared_win(players: int) -> None:
    equal: Seat = {"points": 17}
    score = final(*[equal] * players)
    assert score.winners == list(range(players))


def test_r_10_only_the_tied_players_share() -> None:
    score = final({"points": 17}, {"points": 16}, {"points": 17}, {"points": 3}, {"points": 17})
    assert score.winners == [0, 2, 4]
