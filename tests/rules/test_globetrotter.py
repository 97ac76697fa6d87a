"""The Globetrotter bonus for the most completed tickets (N-17, R-9)."""

from tests.games import situation

NORDIC = "nordic-countries"
# A path from Oslo via Örebro to Stockholm, and tickets on and off it.
EAST = ["orebro:oslo:green", "orebro:stockholm:black"]
TO_STOCKHOLM = "oslo:stockholm"
# From Oslo to Göteborg and København.
SOUTH = ["goteborg:oslo:orange", "goteborg:kobenhavn:black"]
TO_KOBENHAVN = "kobenhavn:oslo"
FAILED = "kobenhavn:murmansk"


def test_n_17_most_completed_tickets_score_ten() -> None:
    game = situation(
        NORDIC,
        {"routes": EAST, "tickets": [TO_STOCKHOLM]},
        {"routes": SOUTH, "tickets": [FAILED]},
        decision="over",
    )
    first, second = game.score().seats
    assert first.bonuses == {"globetrotter": 10}
    assert first.bonus_counts == [("globetrotter", 1, 10)]
    assert second.bonuses == {}
    assert first.total == first.routes + 4 + 10


def test_n_17_counts_completed_tickets_and_not_their_points_or_number() -> None:
    # One completed ticket each, whatever it is worth and whatever else they hold: a tie.
    game = situation(
        NORDIC,
        {"routes": EAST, "tickets": [TO_STOCKHOLM, FAILED, "narvik:tallinn"]},
        {"routes": SOUTH, "tickets": [TO_KOBENHAVN]},
        decision="over",
    )
    assert [seat.bonuses for seat in game.score().seats] == [{"globetrotter": 10}, {"globetrotter": 10}]


def test_n_17_all_who_tie_score_it_and_the_third_does_not() -> None:
    game = situation(
        NORDIC,
        {"routes": EAST, "tickets": [TO_STOCKHOLM]},
        {"tickets": [FAILED]},
        {"routes": SOUTH, "tickets": [TO_KOBENHAVN]},
        decision="over",
    )
    assert [seat.bonuses for seat in game.score().seats] == [{"globetrotter": 10}, {}, {"globetrotter": 10}]


def test_n_17_a_tie_at_zero_scores_nothing() -> None:
    game = situation(NORDIC, {"routes": EAST, "tickets": [FAILED]}, {"routes": SOUTH}, decision="over")
    assert [seat.bonuses for seat in game.score().seats] == [{}, {}]
    assert [seat.total for seat in game.score().seats] == [4 - 24, 4]


def test_n_17_two_tickets_beat_one() -> None:
    routes = [*EAST, *SOUTH]
    game = situation(
        NORDIC,
        {"routes": routes, "tickets": [TO_STOCKHOLM, TO_KOBENHAVN, "kobenhavn:stockholm"]},
        {"routes": ["alborg:oslo:white"], "tickets": []},
        decision="over",
    )
    assert game.score().seats[0].bonus_counts == [("globetrotter", 3, 10)]
    assert game.score().seats[1].bonuses == {}
