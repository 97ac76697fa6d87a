"""Points for a route, at once and by its length (U-21)."""

import pytest

from semafor import Claim, DrawCard, Observation, load_board
from tests.games import event, situation

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}


def points(seen: Observation) -> list[int]:
    """Return the points of all seats as everybody sees them."""
    return [seat.points for seat in seen.seats]


@pytest.mark.parametrize("length", POINTS)
def test_u_21_points_at_once_by_length(length: int) -> None:
    routes = [route.id for route in load_board("usa").spec.routes if route.length == length]
    assert routes
    for route in routes:
        game = situation("usa", {}, {"hand": {"locomotive": 6}}, to_act=1)
        events = game.apply(1, Claim(route, {"locomotive": length}))
        assert event(events, "route_claimed").fields["points"] == POINTS[length]
        assert points(game.observe(0)) == [0, POINTS[length]]


def test_u_21_points_add_up() -> None:
    game = situation("usa", {"hand": {"red": 8}}, {})
    game.apply(0, Claim("miami:new-orleans:red", {"red": 6}))
    game.apply(1, DrawCard())
    game.apply(1, DrawCard())
    assert points(game.observe(1)) == [15, 0]  # only a claim scores
    game.apply(0, Claim("boston:new-york:red", {"red": 2}))
    assert points(game.observe(1)) == [17, 0]


def test_u_21_a_position_scores_the_routes_it_names() -> None:
    routes = ["miami:new-orleans:red", "helena:omaha:red", "dallas:el-paso:red", "chicago:duluth:red"]
    game = situation("usa", {"routes": routes}, {})
    assert points(game.observe(0)) == [15 + 10 + 7 + 4, 0]
