"""Ferries: locomotive symbols, and what may stand in for a locomotive (N-9, N-10, L-7, R-8)."""

import pytest

from semafor import Claim
from tests.games import allowed, discards, hand, payments, refused, routes, situation

NORDIC = "nordic-countries"
LIGHTS = "northern-lights"
STAVANGER = "kristiansand:stavanger:orange"
"""3 orange spaces, 1 symbol."""
NARVIK = "mo-i-rana:narvik:orange"
"""4 orange spaces, 2 symbols."""
SHORT = "umea:vaasa:grey"
"""1 grey space with a symbol."""
MO_I_RANA = "mo-i-rana:narvik:grey:1"
"""Northern Lights: 4 spaces, 2 symbols."""
GDANSK = "gdansk:karlskrona:grey"
"""Northern Lights: 2 spaces, 1 symbol."""


@pytest.mark.parametrize(
    "cards",
    [
        {"orange": 2, "locomotive": 1},
        {"orange": 1, "locomotive": 2},
        {"locomotive": 3},
    ],
)
def test_n_9_example_stavanger_kristiansand_takes_a_locomotive_with_orange_cards(cards: dict[str, int]) -> None:
    game = situation(NORDIC, {"hand": {"orange": 3, "locomotive": 3}}, {})
    assert allowed(game, 0, Claim(STAVANGER, cards))
    before = hand(game, 0)
    game.apply(0, Claim(STAVANGER, cards))
    assert routes(game, 0) == [STAVANGER]
    assert discards(game) == cards
    assert hand(game, 0) == {kind: n - cards.get(kind, 0) for kind, n in before.items() if n > cards.get(kind, 0)}


def test_n_9_example_without_a_locomotive_the_ferry_is_not_paid() -> None:
    game = situation(NORDIC, {"hand": {"orange": 3, "locomotive": 3}}, {})
    refusal = refused(game, 0, Claim(STAVANGER, {"orange": 3}))
    assert (refusal.code, refusal.rule) == ("too_few_locomotives", "N-9")
    assert refusal.message == (
        "kristiansand:stavanger:orange takes at least 1 locomotive (or any 3 coloured cards for each); 0 are played"
    )


def test_n_9_asks_for_a_locomotive_for_every_symbol() -> None:
    game = situation(NORDIC, {"hand": {"orange": 4, "locomotive": 2}}, {})
    refusal = refused(game, 0, Claim(NARVIK, {"orange": 3, "locomotive": 1}))
    assert (refusal.code, refusal.rule) == ("too_few_locomotives", "N-9")
    assert "at least 2 locomotives" in refusal.message
    assert allowed(game, 0, Claim(NARVIK, {"orange": 2, "locomotive": 2}))


def test_n_9_the_other_cards_have_the_colour_of_the_route() -> None:
    game = situation(NORDIC, {"hand": {"orange": 1, "blue": 2, "locomotive": 1}}, {})
    for cards in ({"blue": 2, "locomotive": 1}, {"blue": 1, "orange": 1, "locomotive": 1}):
        refusal = refused(game, 0, Claim(STAVANGER, cards))
        assert (refusal.code, refusal.rule) == ("wrong_colour", "N-9")
        assert refusal.message == "kristiansand:stavanger:orange takes orange cards, not blue"


def test_n_10_any_three_cards_stand_in_for_the_locomotive() -> None:
    game = situation(NORDIC, {"hand": {"orange": 2, "red": 1, "blue": 1, "white": 1}}, {})
    payment = {"orange": 2, "red": 1, "blue": 1, "white": 1}
    assert payments(game, STAVANGER) == [(named(payment), 0)]
    game.apply(0, Claim(STAVANGER, payment))
    assert hand(game, 0) == {}
    assert routes(game, 0) == [STAVANGER]


def test_n_10_the_three_cards_may_have_one_colour_and_also_the_routes() -> None:
    game = situation(NORDIC, {"hand": {"orange": 5, "red": 1}}, {})
    assert payments(game, STAVANGER) == [({"orange": 5}, 0), ({"orange": 4, "red": 1}, 0)]
    game = situation(NORDIC, {"hand": {"orange": 2, "red": 3}}, {})
    assert payments(game, STAVANGER) == [({"orange": 2, "red": 3}, 0)]


def test_n_10_two_cards_do_not_stand_in_for_a_locomotive() -> None:
    game = situation(NORDIC, {"hand": {"orange": 2, "blue": 3, "locomotive": 1}}, {})
    refusal = refused(game, 0, Claim(STAVANGER, {"orange": 2, "blue": 2}))
    assert (refusal.code, refusal.rule) == ("wrong_number", "N-10")
    assert refusal.message == (
        "kristiansand:stavanger:orange has 3 spaces, and any 3 coloured cards stand in for one locomotive; "
        "4 cards are too few"
    )


def test_n_10_holds_on_ferries_only() -> None:
    game = situation(NORDIC, {"hand": {"green": 1, "blue": 3, "yellow": 1}}, {})
    # A green tunnel of 2, where a locomotive could be played, and a yellow route of 2.
    refusal = refused(game, 0, Claim("kristiansand:stavanger:green", {"green": 1, "blue": 3}))
    assert (refusal.code, refusal.rule) == ("wrong_colour", "N-5")
    refusal = refused(game, 0, Claim("imatra:lahti:yellow", {"yellow": 1, "blue": 3}))
    assert (refusal.code, refusal.rule) == ("wrong_colour", "N-5")


def test_r_8_the_three_cards_stand_in_for_locomotives_that_are_not_required_too() -> None:
    game = situation(NORDIC, {"hand": {"orange": 1, "blue": 6, "red": 3, "locomotive": 1}}, {})
    # The second locomotive of 1 orange + 2 locomotives, and all of 3 locomotives.
    assert allowed(game, 0, Claim(STAVANGER, {"orange": 1, "locomotive": 1, "blue": 3}))
    assert allowed(game, 0, Claim(STAVANGER, {"blue": 6, "red": 3}))
    assert allowed(game, 0, Claim(STAVANGER, {"blue": 6, "locomotive": 1}))


def test_r_8_the_three_cards_are_coloured() -> None:
    game = situation(NORDIC, {"hand": {"orange": 2, "blue": 2, "locomotive": 3}}, {})
    for cards in ({"blue": 2, "locomotive": 1}, {"blue": 1, "locomotive": 2}, {"locomotive": 3}):
        refusal = refused(game, 0, Claim(SHORT, cards))
        assert (refusal.code, refusal.rule) == ("wrong_number", "N-9")
    assert refusal.message == (
        "umea:vaasa:grey has 1 space, and any 3 coloured cards stand in for one locomotive; "
        "3 cards with 3 locomotives are too many"
    )
    assert allowed(game, 0, Claim(SHORT, {"locomotive": 1}))
    assert allowed(game, 0, Claim(SHORT, {"orange": 1, "blue": 2}))


@pytest.mark.parametrize(
    "cards",
    [
        {"red": 1, "locomotive": 1},
        {"locomotive": 2},
        {"red": 3},  # a pair of red and a red card
        {"blue": 2, "red": 1},
        {"red": 2, "locomotive": 1},  # a pair for the symbol, a locomotive for the other space
    ],
)
def test_l_7_example_one_symbol_takes_a_locomotive_or_a_pair(cards: dict[str, int]) -> None:
    game = situation(LIGHTS, {"hand": {"red": 3, "blue": 2, "locomotive": 2}}, {})
    assert allowed(game, 0, Claim(GDANSK, cards))
    game.apply(0, Claim(GDANSK, cards))
    assert routes(game, 0) == [GDANSK]
    assert discards(game) == named(cards)


@pytest.mark.parametrize("cards", [{"red": 2}, {"red": 1}])
def test_l_7_without_locomotive_or_pair_the_symbol_is_not_paid(cards: dict[str, int]) -> None:
    game = situation(LIGHTS, {"hand": {"red": 4, "blue": 2, "locomotive": 2}}, {})
    refusal = refused(game, 0, Claim(GDANSK, cards))
    assert (refusal.code, refusal.rule) == ("too_few_locomotives", "L-7")
    assert refusal.message == (
        "gdansk:karlskrona:grey takes at least 1 locomotive (or 2 cards of one colour for each); 0 are played"
    )


@pytest.mark.parametrize("set_colour", ["red", "blue", "green"])
def test_l_7_example_mo_i_rana_narvik_a_locomotive_a_pair_and_two_cards_of_one_colour(set_colour: str) -> None:
    game = situation(LIGHTS, {"hand": {"red": 4, "blue": 2, "green": 2, "locomotive": 1}}, {})
    cards = {"locomotive": 1, "red": 2}
    cards[set_colour] = cards.get(set_colour, 0) + 2
    assert allowed(game, 0, Claim(MO_I_RANA, cards))
    game.apply(0, Claim(MO_I_RANA, cards))
    assert routes(game, 0) == [MO_I_RANA]


@pytest.mark.parametrize(
    "cards",
    [
        {"red": 2, "blue": 2, "green": 2},  # each pair has its own colour
        {"red": 4, "blue": 2},  # or the same
        {"red": 6},
        {"red": 3, "blue": 2, "locomotive": 1},  # a locomotive in the set
        {"red": 2, "locomotive": 3},
        {"locomotive": 4},
    ],
)
def test_l_7_pairs_for_both_symbols_and_locomotives_in_the_set(cards: dict[str, int]) -> None:
    game = situation(LIGHTS, {"hand": {"red": 6, "blue": 3, "green": 2, "locomotive": 4}}, {})
    assert allowed(game, 0, Claim(MO_I_RANA, cards))


@pytest.mark.parametrize(
    "cards",
    [
        {"red": 3, "blue": 3},  # no pair of the two odd cards
        {"red": 3, "blue": 2, "green": 1},
    ],
)
def test_l_7_two_cards_of_different_colours_are_no_pair(cards: dict[str, int]) -> None:
    game = situation(LIGHTS, {"hand": {"red": 7, "blue": 3, "green": 2, "locomotive": 2}}, {})
    refusal = refused(game, 0, Claim(MO_I_RANA, cards))
    assert (refusal.code, refusal.rule) == ("wrong_substitutes", "L-7")
    assert refusal.message == (
        "these cards do not pay for mo-i-rana:narvik:grey:1: 2 cards of one colour stand in for one locomotive"
    )


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ({"red": 1, "blue": 1, "green": 2, "locomotive": 2}, "6 cards with 2 locomotives are too many"),
        ({"red": 5}, "5 cards are too few"),  # a card short of two pairs and a set
        ({"red": 7}, "7 cards are too many"),
    ],
)
def test_l_7_a_card_too_many_or_too_few_is_just_that(cards: dict[str, int], wrong: str) -> None:
    game = situation(LIGHTS, {"hand": {"red": 7, "blue": 3, "green": 2, "locomotive": 2}}, {})
    refusal = refused(game, 0, Claim(MO_I_RANA, cards))
    assert (refusal.code, refusal.rule) == ("wrong_number", "L-7")
    assert refusal.message == (
        f"mo-i-rana:narvik:grey:1 has 4 spaces, and 2 cards of one colour stand in for one locomotive; {wrong}"
    )


def test_l_7_the_set_has_one_colour() -> None:
    game = situation(LIGHTS, {"hand": {"red": 1, "blue": 1, "locomotive": 2}}, {})
    refusal = refused(game, 0, Claim(MO_I_RANA, {"red": 1, "blue": 1, "locomotive": 2}))
    assert (refusal.code, refusal.rule) == ("mixed_colours", "L-7")
    assert refusal.message == ("mo-i-rana:narvik:grey:1 takes cards of any one colour, not blue and red together")


def test_l_7_a_card_and_a_locomotive_are_no_pair() -> None:
    # 1 space, 1 symbol.
    game = situation(LIGHTS, {"hand": {"red": 2, "locomotive": 2}}, {})
    route = "helsinki:tallinn:grey:1"
    assert payments(game, route) == [({"red": 2}, 0), ({"locomotive": 1}, 0)]
    refusal = refused(game, 0, Claim(route, {"red": 1, "locomotive": 1}))
    assert (refusal.code, refusal.rule) == ("wrong_number", "L-7")
    assert refusal.message == (
        "helsinki:tallinn:grey:1 has 1 space, and 2 cards of one colour stand in for one locomotive; "
        "2 cards with 1 locomotive are too many"
    )


def test_r_8_a_pair_stands_in_for_a_symbol_only() -> None:
    game = situation(LIGHTS, {"hand": {"red": 4, "blue": 2, "locomotive": 2}}, {})
    # A locomotive for the symbol and a pair for the other space; two pairs.
    for cards in ({"locomotive": 1, "red": 1, "blue": 2}, {"red": 2, "blue": 2}):
        assert refused(game, 0, Claim(GDANSK, cards)).code == "wrong_number"
    # A pair for the symbol and a locomotive for the other space: the second locomotive is one too many.
    refusal = refused(game, 0, Claim(GDANSK, {"locomotive": 2, "red": 2}))
    assert (refusal.code, refusal.rule) == ("wrong_number", "L-7")
    assert refusal.message.endswith("; 4 cards with 2 locomotives are too many")
    # Nor does it on a route without symbols.
    refusal = refused(game, 0, Claim("norrkoping:stockholm:purple", {"red": 2}))
    assert (refusal.code, refusal.rule) == ("wrong_colour", "U-15")


def named(cards: dict[str, int]) -> dict[str, int]:
    return {kind: count for kind, count in cards.items() if count}


# Where nothing stands in for a locomotive: the toy board's ferry of 3 grey spaces with a symbol.

PLAIN_FERRY = "fenn:harro:grey"


@pytest.mark.parametrize("cards", [{"red": 2}, {"red": 3}, {"red": 3, "blue": 1}, {"red": 3, "blue": 2}])
def test_n_9_without_substitutes_only_a_locomotive_pays_for_the_symbol(cards: dict[str, int]) -> None:
    game = situation("toy", {"hand": {"red": 3, "blue": 2, "locomotive": 1}}, {})
    refusal = refused(game, 0, Claim(PLAIN_FERRY, cards))
    assert (refusal.code, refusal.rule) == ("too_few_locomotives", "N-9")
    assert refusal.message == "fenn:harro:grey takes at least 1 locomotive; 0 are played"


def test_n_9_without_substitutes_a_card_too_many_is_just_that() -> None:
    game = situation("toy", {"hand": {"red": 3, "locomotive": 1}}, {})
    refusal = refused(game, 0, Claim(PLAIN_FERRY, {"red": 3, "locomotive": 1}))
    assert (refusal.code, refusal.rule) == ("wrong_number", "N-9")
    assert refusal.message == "fenn:harro:grey has 3 spaces; 4 cards are too many"
    assert allowed(game, 0, Claim(PLAIN_FERRY, {"red": 2, "locomotive": 1}))


def test_l_7_one_locomotive_of_two_is_counted_in_words() -> None:
    game = situation(LIGHTS, {"hand": {"red": 4, "locomotive": 1}}, {})
    refusal = refused(game, 0, Claim(MO_I_RANA, {"red": 3, "locomotive": 1}))
    assert (refusal.code, refusal.rule) == ("too_few_locomotives", "L-7")
    assert refusal.message == (
        "mo-i-rana:narvik:grey:1 takes at least 2 locomotives (or 2 cards of one colour for each); 1 is played"
    )
