"""Bonus cards: some routes let the player draw after claiming them (L-8, R-12)."""

import tomllib
from collections import Counter

import pytest

from semafor import SPECTATOR, Claim, Game
from semafor.engine.boards import make_board
from tests.games import deck, discards, display, event, hand, situation, types
from tests.toy import TOY, with_parts

LIGHTS = "northern-lights"
ONE = "narvik:tromso:grey:1"
"""2 spaces, 1 symbol, +1."""
TWO = "mo-i-rana:narvik:grey:1"
"""4 spaces, 2 symbols, +2."""
THREE = "mo-i-rana:trondheim:grey:1"
"""5 spaces, 2 symbols, +3."""
DISPLAY = ["red", "red", "blue", "white", "black"]
TOP = ["purple", "orange", "locomotive", "yellow", "green", "green"]


def claimed(route: str, cards: dict[str, int], top: list[str] | None = None) -> tuple[Game, list[str]]:
    """Return a game after a claim from these cards, and the deck before it."""
    before = TOP if top is None else top
    game = situation(LIGHTS, {"hand": cards}, {}, deck=before, display=DISPLAY)
    game.apply(0, Claim(route, cards))
    return game, before


@pytest.mark.parametrize(
    ("route", "cards", "bonus"),
    [
        (ONE, {"locomotive": 2}, 1),
        (TWO, {"locomotive": 2, "blue": 2}, 2),
        (THREE, {"locomotive": 2, "blue": 3}, 3),
    ],
)
def test_l_8_draws_from_the_deck_after_claiming(route: str, cards: dict[str, int], bonus: int) -> None:
    game, before = claimed(route, cards)
    assert hand(game, 0) == dict(Counter(before[:bonus]))
    assert deck(game) == before[bonus:]
    assert display(game) == DISPLAY
    assert discards(game) == cards
    assert (game.pending.name, game.pending.seats) == ("take_turn", [1])


def test_l_8_the_cards_are_drawn_unseen() -> None:
    game = situation(LIGHTS, {"hand": {"locomotive": 2, "blue": 2}}, {}, deck=TOP, display=DISPLAY)
    events = game.apply(0, Claim(TWO, {"locomotive": 2, "blue": 2}))
    assert types(events) == ["route_claimed", "bonus_cards_drawn"]
    drawn = event(events, "bonus_cards_drawn")
    public = {"type": "bonus_cards_drawn", "seat": 0, "count": 2}
    assert drawn.seen_by(0) == {**public, "cards": ["purple", "orange"]}
    assert drawn.seen_by(1) == public
    assert drawn.seen_by(SPECTATOR) == public
    seats = game.observe(1).to_json()["seats"]
    assert isinstance(seats, list)
    assert (seats[0]["hand"], seats[0]["known"]) == (2, {})


def test_l_8_routes_without_a_bonus_draw_nothing() -> None:
    game = situation(LIGHTS, {"hand": {"locomotive": 2}}, {}, deck=TOP, display=DISPLAY)
    events = game.apply(0, Claim("kirkenes:murmansk:grey", {"locomotive": 2}))
    assert types(events) == ["route_claimed"]
    assert deck(game) == TOP
    assert hand(game, 0) == {}


def test_l_8_the_bonus_can_not_help_to_pay_for_its_own_route() -> None:
    game = situation(LIGHTS, {"hand": {"locomotive": 1}}, {}, deck=["locomotive"] * 4, display=DISPLAY)
    refusal = game.why_not(0, Claim(ONE, {"locomotive": 2}))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("cards_not_in_hand", "L-7")


def test_r_12_the_payment_is_discarded_before_the_bonus_is_drawn() -> None:
    """With one card in the deck, the second bonus card comes from the payment."""
    game, _ = claimed(TWO, {"locomotive": 2, "blue": 2}, ["purple"])
    drawn = hand(game, 0)
    assert drawn.pop("purple") == 1
    assert drawn in ({"locomotive": 1}, {"blue": 1})
    assert len(deck(game)) == 3
    assert discards(game) == {}


def test_r_12_an_empty_deck_is_made_of_the_payment_first() -> None:
    game, _ = claimed(ONE, {"locomotive": 2}, [])
    assert hand(game, 0) == {"locomotive": 1}
    assert deck(game) == ["locomotive"]


def test_r_12_the_bonus_comes_before_the_display_is_filled() -> None:
    # The 6 cards paid are all that is left: 2 become the bonus, and 4 fill the display.
    cards = {"blue": 6}
    game = situation(LIGHTS, {"hand": cards}, {}, deck=[], display=[None] * 5)
    events = game.apply(0, Claim(TWO, cards))
    assert types(events) == ["route_claimed", "deck_reshuffled", "bonus_cards_drawn", *["display_filled"] * 4]
    assert event(events, "bonus_cards_drawn").fields == {"count": 2, "cards": ["blue", "blue"]}
    assert hand(game, 0) == {"blue": 2}
    assert display(game) == ["blue"] * 4 + [None]
    assert (deck(game), discards(game)) == ([], {})


def test_r_12_draws_as_many_as_there_are() -> None:
    # No route of the board costs fewer cards than its bonus, so change the toy board: pay 1 card, draw 3.
    routes = [{**route, "bonus_cards": 3} if route["length"] == 1 else route for route in tomllib.loads(TOY)["routes"]]
    board = make_board(with_parts({"bonus_cards": {}}, routes=routes), "toy")
    position = {
        "board": "toy",
        "seats": [{"hand": {"orange": 1}}, {}],
        "deck": [],
        "discards": {},
        "display": [None] * 5,
    }
    game = Game.from_position(position, board=board)
    events = game.apply(0, Claim("cormo:fenn:orange", {"orange": 1}))
    assert event(events, "bonus_cards_drawn").fields == {"count": 1, "cards": ["orange"]}
    assert (hand(game, 0), display(game), deck(game)) == ({"orange": 1}, [None] * 5, [])
