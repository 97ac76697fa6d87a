"""The longest path (U-27, R-9)."""

import pytest

from semafor import Game
from tests.games import Seat, situation

TRIANGLE = ["atlanta:nashville:grey", "atlanta:raleigh:grey:1", "nashville:raleigh:black"]  # 1 + 2 + 3


def longest(*routes: str) -> int:
    """Return the longest path of a seat with these routes."""
    return situation("usa", {"routes": list(routes)}, {}).score().seats[0].longest_path


def bonuses(game: Game) -> list[int]:
    """Return what each seat scores for the longest path."""
    return [seat.bonuses.get("longest_path", 0) for seat in game.score().seats]


def test_u_27_the_longest_path_scores_ten() -> None:
    game = situation("usa", {"routes": ["calgary:winnipeg:white"]}, {"routes": ["duluth:winnipeg:black"]}, {})
    assert bonuses(game) == [10, 0, 0]
    assert [seat.longest_path for seat in game.score().seats] == [6, 4, 0]
    assert [seat.total for seat in game.score().seats] == [15 + 10, 7, 0]


def test_u_27_all_who_tie_score_ten() -> None:
    game = situation(
        "usa",
        {"routes": ["calgary:winnipeg:white"]},
        {"routes": ["chicago:duluth:red", "duluth:sault-ste-marie:grey"]},
        {"routes": ["duluth:winnipeg:black"]},
    )
    assert bonuses(game) == [10, 10, 0]


def test_u_27_trains_count_and_not_routes() -> None:
    short = ["seattle:vancouver:grey:1", "portland:seattle:grey:1"]
    game = situation("usa", {"routes": short}, {"routes": ["chicago:duluth:red"]})
    assert [seat.longest_path for seat in game.score().seats] == [2, 3]
    assert bonuses(game) == [0, 10]


def test_u_27_a_path_may_loop() -> None:
    assert longest(*TRIANGLE) == 6
    assert longest(*TRIANGLE, "nashville:saint-louis:grey") == 8


def test_u_27_a_path_may_pass_a_city_several_times() -> None:
    # Saint Louis - Nashville - Atlanta - Raleigh - Nashville - Little Rock
    assert longest(*TRIANGLE, "nashville:saint-louis:grey", "little-rock:nashville:white") == 2 + 6 + 3
    # Two loops that meet in one city are one path.
    second_loop = ["nashville:saint-louis:grey", "little-rock:nashville:white", "little-rock:saint-louis:grey"]
    assert longest(*TRIANGLE, *second_loop) == 6 + 7


def test_u_27_a_path_counts_each_train_once() -> None:
    # A star: the path goes in by one arm and out by another, and can't use an arm twice.
    star = ["nashville:saint-louis:grey", "little-rock:nashville:white", "nashville:pittsburgh:yellow"]
    assert longest(*star) == 4 + 3
    assert longest(star[0]) == 2


def test_u_27_a_branch_off_a_loop_is_left_out_where_it_does_not_fit() -> None:
    # Two tails leave the loop at different cities: one leg must be left out, the cheapest.
    tails = ["atlanta:miami:blue", "pittsburgh:raleigh:grey"]
    assert longest(*TRIANGLE, *tails) == 5 + 1 + 3 + 2


def test_u_27_separate_networks_do_not_add_up() -> None:
    assert longest("calgary:winnipeg:white", "miami:new-orleans:red", "chicago:duluth:red") == 6


def test_u_27_others_routes_do_not_join_ones_own() -> None:
    game = situation(
        "usa", {"routes": ["chicago:duluth:red", "denver:omaha:purple"]}, {"routes": ["chicago:omaha:blue"]}
    )
    assert [seat.longest_path for seat in game.score().seats] == [4, 4]
    assert bonuses(game) == [10, 10]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r_9_nobody_scores_for_a_shared_zero(players: int) -> None:
    seats: list[Seat] = [{} for _ in range(players)]
    game = situation("usa", *seats, decision="over")
    assert bonuses(game) == [0] * players
    assert [seat.total for seat in game.score().seats] == [0] * players


def test_r_9_one_train_is_enough() -> None:
    game = situation("usa", {}, {"routes": ["seattle:vancouver:grey:1"]}, {}, decision="over")
    assert bonuses(game) == [0, 10, 0]
