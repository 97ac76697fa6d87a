"""Murmansk-Lieksa: any 4 cards in place of one of the set (N-8, R-8)."""

import pytest

from semafor import Claim
from semafor.model.numbers.moves import ROUTES
from tests.games import allowed, discards, event, hand, payments, refused, routes, situation

NORDIC = "nordic-countries"
ROUTE = "lieksa:murmansk:grey"


def test_n_8_example_seven_green_and_eight_other_cards() -> None:
    others = {"blue": 3, "red": 2, "white": 1, "black": 1, "locomotive": 1}
    cards = {"green": 7, **others}
    game = situation(NORDIC, {"hand": {**cards, "yellow": 1}}, {})
    assert allowed(game, 0, Claim(ROUTE, cards))
    events = game.apply(0, Claim(ROUTE, cards))
    assert event(events, "route_claimed").fields["points"] == 27
    assert routes(game, 0) == [ROUTE]
    assert hand(game, 0) == {"yellow": 1}
    assert discards(game) == cards


def test_n_8_nine_cards_of_one_colour_need_no_substitutes() -> None:
    game = situation(NORDIC, {"hand": {"green": 9, "blue": 9}}, {})
    assert allowed(game, 0, Claim(ROUTE, {"green": 9}))
    assert allowed(game, 0, Claim(ROUTE, {"blue": 9}))


@pytest.mark.parametrize(
    "cards",
    [
        {"green": 8, "blue": 4},
        {"green": 12},  # the 4 may have the colour of the set
        {"green": 10, "blue": 2},
        {"green": 8, "locomotive": 4},
        {"green": 8, "blue": 2, "red": 1, "locomotive": 1},
        {"green": 7, "locomotive": 8},
        {"green": 6, "locomotive": 12},
        {"green": 5, "blue": 10, "red": 6},  # four times
        {"green": 2, "blue": 7, "red": 7, "black": 7, "locomotive": 7},  # seven times
    ],
)
def test_n_8_four_cards_replace_one_as_often_as_the_player_likes(cards: dict[str, int]) -> None:
    game = situation(NORDIC, {"hand": cards}, {})
    assert game.why_not(0, Claim(ROUTE, cards)) is None
    game.apply(0, Claim(ROUTE, cards))
    assert routes(game, 0) == [ROUTE]
    assert hand(game, 0) == {}


def test_n_8_all_nine_may_be_replaced() -> None:
    cards = dict.fromkeys(["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive"], 4)
    game = situation(NORDIC, {"hand": {**cards, "red": 7}}, {}, display=[], deck=[])
    assert game.why_not(0, Claim(ROUTE, cards)) is None
    # Ten would be too many.
    refusal = game.why_not(0, Claim(ROUTE, {**cards, "red": 7}))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("wrong_substitutes", "N-8")


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ({"green": 8, "locomotive": 1}, "among 9 cards at least 9 must be of one colour, not 8"),  # N-5
        ({"green": 8, "blue": 1}, "among 9 cards at least 9 must be of one colour, not 8"),
        ({"green": 8, "blue": 3}, "9, 12, 15, …, 36 cards, not 11"),
        ({"green": 8, "blue": 5}, "9, 12, 15, …, 36 cards, not 13"),
        ({"green": 6, "blue": 6}, "among 12 cards at least 8 must be of one colour, not 6"),
        ({"green": 7, "blue": 3, "locomotive": 2}, "among 12 cards at least 8 must be of one colour, not 7"),
        ({"green": 10}, "9, 12, 15, …, 36 cards, not 10"),
        ({"green": 1}, "9, 12, 15, …, 36 cards, not 1"),
    ],
)
def test_n_8_anything_else_is_refused(cards: dict[str, int], why: str) -> None:
    game = situation(NORDIC, {"hand": {"green": 10, "blue": 6, "locomotive": 5}}, {})
    refusal = game.why_not(0, Claim(ROUTE, cards))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("wrong_substitutes", "N-8")
    assert refusal.message == (
        f"lieksa:murmansk:grey takes 9 cards of one colour, and any 4 cards in place of each one that is missing: {why}"
    )


def test_n_8_is_about_this_route_only() -> None:
    game = situation(NORDIC, {"hand": {"yellow": 2, "blue": 4}}, {})
    # A grey route of 3.
    refusal = refused(game, 0, Claim("kuopio:oulu:grey", {"yellow": 2, "blue": 4}))
    assert (refusal.code, refusal.rule) == ("mixed_colours", "N-7")
    with_rule = [route.id for route in game.board.spec.routes if route.fields["any_cards_for_one"]]
    assert with_rule == [ROUTE]


def test_n_8_a_refused_payment_changes_nothing() -> None:
    game = situation(NORDIC, {"hand": {"green": 8, "blue": 1}}, {})
    assert refused(game, 0, Claim(ROUTE, {"green": 8, "blue": 1})).rule == "N-8"


def test_r_8_locomotives_may_be_among_the_four_cards() -> None:
    game = situation(NORDIC, {"hand": {"green": 8, "locomotive": 4, "red": 3}}, {})
    assert allowed(game, 0, Claim(ROUTE, {"green": 8, "locomotive": 4}))
    assert allowed(game, 0, Claim(ROUTE, {"green": 8, "locomotive": 1, "red": 3}))


def test_n_8_needs_nine_trains() -> None:
    game = situation(NORDIC, {"hand": {"green": 9}, "trains": 8}, {})
    refusal = refused(game, 0, Claim(ROUTE, {"green": 9}))
    assert (refusal.code, refusal.rule) == ("not_enough_trains", "U-18")


def test_n_8_a_single_locomotive_stands_for_no_card() -> None:
    game = situation(NORDIC, {"hand": {"green": 9, "locomotive": 1}}, {})
    assert payments(game, ROUTE) == [({"green": 9}, 0)]
    refusal = refused(game, 0, Claim(ROUTE, {"green": 8, "locomotive": 1}))
    assert (refusal.code, refusal.rule) == ("wrong_substitutes", "N-8")


def test_n_8_only_the_route_that_says_so_takes_substitutes() -> None:
    game = situation(NORDIC, {"hand": {"yellow": 1, "blue": 8}}, {})
    assert payments(game, "imatra:lahti:yellow") == []  # 2 yellow spaces
    assert payments(game, "bergen:oslo:blue") == [({"blue": 4}, 0)]


def test_n_8_a_hand_with_one_payment_leaves_nothing_to_choose() -> None:
    game = situation(NORDIC, {"hand": {"green": 9, "locomotive": 1}}, {})
    game.play(ROUTES + game.board.route_index[ROUTE])
    assert (routes(game, 0), game.pending.seats) == ([ROUTE], [1])
    assert hand(game, 0) == {"locomotive": 1}
