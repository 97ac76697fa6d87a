"""Ferry cards, and the routes with waves that they pay for (I-4 to I-7, R-11)."""

import pytest

from semafor import Claim, DrawCard, DrawFerryCard
from tests.games import allowed, event, hand, payments, refused, routes, situation, types

ITALY = "italy"
FERRY = "ancona:venezia:grey"
"""4 spaces, 2 waves."""
LONG = "cagliari:napoli:grey"
"""6 spaces, 4 waves."""
THREE = "genova:sassari:grey"
"""6 spaces, 3 waves."""
SHORT = "messina:reggio-calabria:grey:1"
"""1 space, with a wave."""


def test_i_4_a_turn_is_one_of_four_actions() -> None:
    game = situation(ITALY, {"hand": {"blue": 2}}, {})
    assert {action.type for action in game.legal_actions(0)} == {
        "draw_card",
        "draw_ferry_card",
        "claim",
        "draw_tickets",
    }


def test_i_4_drawing_a_ferry_card_is_the_whole_turn() -> None:
    game = situation(ITALY, {}, {})
    events = game.apply(0, DrawFerryCard())
    assert types(events) == ["ferry_card_drawn"]
    assert (game.pending.name, game.pending.seats) == ("take_turn", [1])
    refusal = refused(game, 0, DrawFerryCard())
    assert (refusal.code, refusal.rule) == ("not_your_turn", "U-6")


def test_i_4_a_ferry_card_can_not_be_the_second_card_of_a_draw() -> None:
    game = situation(ITALY, {}, {})
    game.apply(0, DrawCard())
    refusal = refused(game, 0, DrawFerryCard())
    assert (refusal.code, refusal.rule) == ("second_card_pending", "R-1")


def test_i_5_takes_one_ferry_card_from_the_pile() -> None:
    game = situation(ITALY, {"ferry_cards": 1}, {})
    assert game.position()["ferry_pile"] == 9
    assert allowed(game, 0, DrawFerryCard())
    game.apply(0, DrawFerryCard())
    assert game.state.ferry_cards(0) == 2
    assert game.position()["ferry_pile"] == 8


def test_i_5_not_with_two_in_hand() -> None:
    game = situation(ITALY, {"ferry_cards": 2}, {})
    refusal = refused(game, 0, DrawFerryCard())
    assert (refusal.code, refusal.rule) == ("ferry_card_limit", "I-5")
    assert refusal.message == "you hold 2 ferry cards, which is the limit"
    assert {action.type for action in game.legal_actions(0)} == {"draw_card", "draw_tickets", "claim"}


def test_i_5_each_player_has_a_limit_of_their_own() -> None:
    game = situation(ITALY, {"ferry_cards": 2}, {}, {"ferry_cards": 2}, to_act=1)
    assert allowed(game, 1, DrawFerryCard())
    game.apply(1, DrawFerryCard())
    assert refused(game, 2, DrawFerryCard()).code == "ferry_card_limit"


def test_i_5_not_from_an_empty_pile() -> None:
    two: dict[str, object] = {"ferry_cards": 2}
    for first in (0, 1):
        game = situation(ITALY, {"ferry_cards": first}, two, two, two, two, ferry_pile=0)
        refusal = refused(game, 0, DrawFerryCard())
        assert (refusal.code, refusal.rule) == ("no_ferry_cards_left", "I-5")
        assert refusal.message == "there are no ferry cards left in the pile"


def test_i_5_only_where_the_board_has_ferry_cards() -> None:
    game = situation("usa", {}, {})
    refusal = refused(game, 0, DrawFerryCard())
    assert (refusal.code, refusal.rule) == ("not_on_this_board", None)
    assert refusal.message == "this board does not have that action"


@pytest.mark.parametrize(
    ("cards", "ferry_cards"),
    [
        ({"blue": 2}, 1),
        ({"blue": 1, "locomotive": 1}, 1),
        ({"locomotive": 4}, 0),
        ({"blue": 2, "locomotive": 2}, 0),
        ({"locomotive": 2}, 1),
    ],
)
def test_i_6_examples_a_ferry_of_four_spaces_with_two_waves(cards: dict[str, int], ferry_cards: int) -> None:
    game = situation(ITALY, {"hand": {"blue": 2, "locomotive": 4}, "ferry_cards": 2}, {})
    action = Claim(FERRY, cards, ferry_cards)
    assert allowed(game, 0, action)
    events = game.apply(0, action)
    claimed = event(events, "route_claimed")
    assert (claimed.fields["cards"], claimed.fields["ferry_cards"], claimed.fields["points"]) == (cards, ferry_cards, 7)
    assert routes(game, 0) == [FERRY]
    assert game.state.ferry_cards(0) == 2 - ferry_cards


def test_i_6_every_grey_route_is_a_ferry() -> None:
    for route in situation(ITALY, {}, {}).board.spec.routes:
        assert (route.colour == "grey") == (route.fields["waves"] > 0)
        assert route.fields["waves"] <= route.length


def test_i_6_a_ferry_card_covers_one_or_two_waves_as_the_player_likes() -> None:
    game = situation(ITALY, {"hand": {"blue": 2, "locomotive": 1}, "ferry_cards": 2}, {})
    # 1 wave under the card and 1 paid with the locomotive; 2 cards with a wave each.
    assert allowed(game, 0, Claim(FERRY, {"blue": 2, "locomotive": 1}, 1))
    assert allowed(game, 0, Claim(FERRY, {"blue": 2}, 2))


def test_i_6_two_ferry_cards_cover_up_to_four_waves() -> None:
    game = situation(ITALY, {"hand": {"red": 2, "locomotive": 2}, "ferry_cards": 2}, {})
    assert ({"red": 2}, 2) in payments(game, LONG)
    # With one card, 2 waves are left for locomotives.
    assert ({"red": 2, "locomotive": 2}, 1) in payments(game, LONG)


def test_i_6_waves_left_over_take_locomotives() -> None:
    game = situation(ITALY, {"hand": {"red": 4, "locomotive": 1}, "ferry_cards": 1}, {})
    refusal = refused(game, 0, Claim(THREE, {"red": 4}, 1))
    assert (refusal.code, refusal.rule) == ("too_few_locomotives", "I-6")
    assert refusal.message == (
        "genova:sassari:grey has 3 waves: each takes a locomotive, or a ferry card covers up to 2; "
        "0 locomotives and 1 ferry card are played"
    )
    assert allowed(game, 0, Claim(THREE, {"red": 3, "locomotive": 1}, 1))


def test_i_6_without_ferry_cards_every_wave_takes_a_locomotive() -> None:
    game = situation(ITALY, {"hand": {"blue": 4, "locomotive": 1}}, {})
    for cards in ({"blue": 4}, {"blue": 3, "locomotive": 1}):
        refusal = refused(game, 0, Claim(FERRY, cards))
        assert (refusal.code, refusal.rule) == ("too_few_locomotives", "I-6")
    assert payments(game, FERRY) == []


def test_i_6_the_other_spaces_take_one_colour() -> None:
    game = situation(ITALY, {"hand": {"blue": 1, "red": 1, "locomotive": 2}, "ferry_cards": 1}, {})
    refusal = refused(game, 0, Claim(FERRY, {"blue": 1, "red": 1}, 1))
    assert (refusal.code, refusal.rule) == ("mixed_colours", "I-6")
    assert refusal.message == "ancona:venezia:grey takes cards of any one colour, not blue and red together"


def test_i_6_ferry_cards_must_be_in_hand() -> None:
    game = situation(ITALY, {"hand": {"blue": 2}, "ferry_cards": 0}, {"ferry_cards": 2})
    refusal = refused(game, 0, Claim(FERRY, {"blue": 2}, 1))
    assert (refusal.code, refusal.rule) == ("ferry_cards_not_in_hand", "I-6")
    assert refusal.message == "you have 0 ferry cards, not 1"


def test_i_7_not_on_other_routes() -> None:
    game = situation(ITALY, {"hand": {"blue": 2, "locomotive": 1}, "ferry_cards": 2}, {})
    for cards in ({"blue": 1}, {"blue": 2}, {}):
        refusal = refused(game, 0, Claim("aosta:francia:blue", cards, 1))
        assert (refusal.code, refusal.rule) == ("ferry_card_not_allowed", "I-7")
        assert refusal.message == "a ferry card pays for waves only; aosta:francia:blue has no waves"


@pytest.mark.parametrize(
    ("cards", "ferry_cards"), [({"blue": 1}, 1), ({"blue": 1}, 2), ({}, 2), ({"locomotive": 1}, 2)]
)
def test_i_7_not_for_spaces_without_a_wave(cards: dict[str, int], ferry_cards: int) -> None:
    game = situation(ITALY, {"hand": {"blue": 2, "locomotive": 1}, "ferry_cards": 2}, {})
    refusal = refused(game, 0, Claim(FERRY, cards, ferry_cards))
    assert (refusal.code, refusal.rule) == ("ferry_card_not_allowed", "I-7")
    played = "1 ferry card" if ferry_cards == 1 else "2 ferry cards"
    assert refusal.message == (
        "ferry cards cover waves only: ancona:venezia:grey has 4 spaces, 2 with a wave, "
        f"and takes at least 2 other cards beside {played}, not {sum(cards.values())}"
    )


def test_i_7_waves_that_no_ferry_card_covers_take_cards_too() -> None:
    # 6 spaces, 3 waves: a ferry card covers 2, so 4 spaces are left.
    game = situation(ITALY, {"hand": {"red": 4, "locomotive": 2}, "ferry_cards": 1}, {})
    refusal = refused(game, 0, Claim(THREE, {"red": 2, "locomotive": 1}, 1))
    assert (refusal.code, refusal.rule) == ("ferry_card_not_allowed", "I-7")
    assert refusal.message == (
        "ferry cards cover waves only: genova:sassari:grey has 6 spaces, 3 with a wave, "
        "and takes at least 4 other cards beside 1 ferry card, not 3"
    )


def test_i_7_every_ferry_card_played_covers_a_wave() -> None:
    game = situation(ITALY, {"hand": {"blue": 4, "locomotive": 4}, "ferry_cards": 2}, {})
    refusal = refused(game, 0, Claim(SHORT, {}, 2))
    assert (refusal.code, refusal.rule) == ("ferry_card_not_allowed", "I-7")
    assert refusal.message == "a ferry card pays for waves only; messina:reggio-calabria:grey:1 has 1 wave"
    assert payments(game, SHORT) == [({"locomotive": 1}, 0), ({}, 1)]
    # Both waves are already paid with locomotives.
    refusal = refused(game, 0, Claim(FERRY, {"blue": 2, "locomotive": 2}, 1))
    assert (refusal.code, refusal.rule) == ("wrong_number", "I-6")
    assert refusal.message == "ancona:venezia:grey has 4 spaces; 4 cards and 1 ferry card are too many"


def test_i_7_too_many_cards_without_ferry_cards_are_the_wrong_number() -> None:
    game = situation(ITALY, {"hand": {"blue": 4, "locomotive": 2}, "ferry_cards": 2}, {})
    refusal = refused(game, 0, Claim(FERRY, {"blue": 3, "locomotive": 2}))
    assert (refusal.code, refusal.rule) == ("wrong_number", "I-6")


def test_i_7_a_ferry_card_alone_pays_for_a_single_wave() -> None:
    game = situation(ITALY, {"ferry_cards": 1}, {})
    game.apply(0, Claim(SHORT, {}, 1))
    assert routes(game, 0) == [SHORT]
    assert hand(game, 0) == {}


def test_r_11_played_ferry_cards_go_back_to_the_pile() -> None:
    game = situation(ITALY, {"hand": {"red": 2}, "ferry_cards": 2}, {"ferry_cards": 1})
    assert game.position()["ferry_pile"] == 7
    game.apply(0, Claim(LONG, {"red": 2}, 2))
    assert game.position()["ferry_pile"] == 9
    assert (game.state.ferry_cards(0), game.state.ferry_cards(1)) == (0, 1)


def test_r_11_a_played_ferry_card_can_be_drawn_again() -> None:
    two: dict[str, object] = {"ferry_cards": 2}
    game = situation(ITALY, {"ferry_cards": 2, "hand": {"blue": 2}}, {"ferry_cards": 1}, two, two, two, ferry_pile=0)
    assert game.why_not(0, Claim(FERRY, {"blue": 2}, 1)) is None
    game.apply(0, Claim(FERRY, {"blue": 2}, 1))
    assert game.position()["ferry_pile"] == 1
    game.apply(1, DrawFerryCard())
    assert game.position()["ferry_pile"] == 0
    assert game.state.ferry_cards(1) == 2


@pytest.mark.parametrize("cards", [{"blue": 1, "red": 1}, {"blue": 2, "red": 1}])
def test_i_7_the_right_number_of_cards_of_two_colours_is_refused_for_the_colours(cards: dict[str, int]) -> None:
    # With a ferry card, which covers 1 or 2 of the 2 waves, the 4 spaces take 2 or 3 cards.
    game = situation(ITALY, {"hand": {"blue": 2, "red": 1, "locomotive": 1}, "ferry_cards": 1}, {})
    refusal = refused(game, 0, Claim(FERRY, cards, 1))
    assert (refusal.code, refusal.rule) == ("mixed_colours", "I-6")


@pytest.mark.parametrize("cards", [{"blue": 3, "locomotive": 1}, {"blue": 4}])
def test_i_6_a_card_too_many_beside_a_ferry_card_is_just_that(cards: dict[str, int]) -> None:
    game = situation(ITALY, {"hand": cards, "ferry_cards": 1}, {})
    refusal = refused(game, 0, Claim(FERRY, cards, 1))
    assert (refusal.code, refusal.rule) == ("wrong_number", "I-6")
    assert refusal.message == f"{FERRY} has 4 spaces; 4 cards and 1 ferry card are too many"


def test_i_6_coloured_cards_do_not_pay_for_waves() -> None:
    # As many cards as spaces, but only 2 of these are without a wave.
    game = situation(ITALY, {"hand": {"blue": 3}, "ferry_cards": 1}, {})
    refusal = refused(game, 0, Claim(FERRY, {"blue": 3}, 1))
    assert (refusal.code, refusal.rule) == ("too_few_locomotives", "I-6")
    assert refusal.message == (
        f"{FERRY} has 2 waves: each takes a locomotive, or a ferry card covers up to 2; "
        "the 2 other spaces can't take 3 coloured cards"
    )
