"""Locomotives stand for any colour, in any number (U-15, U-16)."""

from pathlib import Path
from typing import Any

import pytest

from semafor import Claim, Refusal, load_board, load_position
from semafor.engine.definition import board_definition
from semafor.model.cards import COLOURS
from tests.games import allowed, discards, hand, payments, refused, routes, situation
from tests.toy import edited

PLENTY = dict.fromkeys(COLOURS, 6) | {"locomotive": 6}


def set_of(colour: str, count: int, locomotives: int) -> dict[str, int]:
    """Return a payment with some locomotives."""
    cards = {colour: count - locomotives, "locomotive": locomotives}
    return {name: number for name, number in cards.items() if number}


def test_u_15_locomotives_in_any_number_up_to_all() -> None:
    board = load_board("usa")
    game = situation("usa", {"hand": PLENTY}, {})
    for route in board.spec.routes:
        if route.colour == "grey":
            continue
        expected = [(set_of(route.colour, route.length, locomotives), 0) for locomotives in range(route.length + 1)]
        assert payments(game, route.id) == expected


def test_u_16_locomotives_on_grey_routes_go_with_any_one_colour_or_alone() -> None:
    board = load_board("usa")
    game = situation("usa", {"hand": PLENTY}, {})
    for route in board.spec.routes:
        if route.colour != "grey":
            continue
        found = payments(game, route.id)
        expected = [set_of(colour, route.length, n) for colour in COLOURS for n in range(route.length)]
        expected.append({"locomotive": route.length})
        assert len(found) == len(expected)
        assert all((cards, 0) in found for cards in expected)


@pytest.mark.parametrize("route", ["boston:new-york:red", "seattle:vancouver:grey:1"])
def test_u_15_no_more_locomotives_than_spaces_or_than_in_hand(route: str) -> None:
    game = situation("usa", {"hand": {"red": 1, "locomotive": 3}}, {})
    refusal = refused(game, 0, Claim(route, {"locomotive": 3}))
    assert refusal.code == "wrong_number"
    assert refusal.rule == ("U-16" if "grey" in route else "U-15")
    message = "you have 3 locomotive cards, not 4"
    claim = Claim(route, {"locomotive": 4})
    assert refused(game, 0, claim) == Refusal("cards_not_in_hand", "U-16" if "grey" in route else "U-15", message)


def test_u_15_a_hand_without_the_colour_pays_with_locomotives_alone() -> None:
    game = situation("usa", {"hand": {"blue": 3, "locomotive": 2}}, {})
    assert payments(game, "boston:new-york:red") == [({"locomotive": 2}, 0)]
    assert not allowed(game, 0, Claim("boston:new-york:red", {"blue": 1, "locomotive": 1}))
    game.apply(0, Claim("boston:new-york:red", {"locomotive": 2}))
    assert hand(game, 0) == {"blue": 3}
    assert discards(game) == {"locomotive": 2}


def test_u_15_all_locomotives_of_the_board_pay_for_a_route_of_as_many_spaces() -> None:
    # The toy board has 4 of them, and a grey route of 4 spaces.
    game = situation("toy", {"hand": {"locomotive": 4}}, {})
    assert payments(game, "gild:harro:grey") == [({"locomotive": 4}, 0)]
    assert allowed(game, 0, Claim("gild:harro:grey", {"locomotive": 4}))
    game.apply(0, Claim("gild:harro:grey", {"locomotive": 4}))
    assert routes(game, 0) == ["gild:harro:grey"]


@pytest.mark.parametrize("board", ["usa", "nordic-countries", "italy", "northern-lights"])
def test_n_5_a_board_says_where_locomotives_are_wild(board: str) -> None:
    spec = load_board(board).spec
    routes: Any = board_definition(load_board(board))["routes"]
    wild = {route.kind for route, said in zip(spec.routes, routes, strict=True) if said["wild"]}
    kinds = {route.kind for route in spec.routes}
    assert wild == (kinds - {"plain"} if board == "nordic-countries" else kinds)


def test_n_5_where_locomotives_are_not_wild_a_ferry_takes_no_more_than_it_has_symbols(tmp_path: Path) -> None:
    text = edited(('wild_on = ["plain", "ferry", "tunnel"]', 'wild_on = ["plain", "tunnel"]'))
    (tmp_path / "board.toml").write_text(text, encoding="utf-8")
    board = load_board(str(tmp_path / "board.toml"))
    game = load_position({"board": "toy", "seats": [{"hand": {"red": 2, "locomotive": 2}}, {}]}, board=board)
    refusal = refused(game, 0, Claim("fenn:harro:grey", {"red": 1, "locomotive": 2}))
    message = "at most 1 locomotive can be played on fenn:harro:grey"
    assert refusal == Refusal("locomotives_not_allowed", "N-5", message)
    assert allowed(game, 0, Claim("fenn:harro:grey", {"red": 2, "locomotive": 1}))
