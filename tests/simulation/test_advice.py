"""Advice: its reason follows from the plan that is shown, and hint and analysis give the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from semafor import Game, Observation, load_board, load_position, new_game, parse_action
from semafor.bots.registry import make_bot
from semafor.simulation.insight.analysis import Study
from semafor.simulation.insight.hints import give_hint
from tests.bots.playing import ask

BOARDS = ["usa", "nordic-countries", "italy", "northern-lights"]
GAMES = 6


def obeyed(board: str, number: int) -> Iterator[tuple[Game, Observation, dict[str, Any]]]:
    """Play a game in which seat 0 obeys every hint; yield what it sees and the hint, before it obeys."""
    game = new_game(load_board(board), 2, seed=f"obeyed {number}")
    rival = make_bot("planner:lapses=9", game.board)
    while not game.over:
        seat = game.pending.seats[0]
        if seat == 1:
            game.apply(1, ask(game, 1, rival, len(game.history)))
            continue
        seen = game.observe(0)
        hint: Any = give_hint(seen)
        yield game, seen, hint
        game.apply(0, parse_action(hint["action"]))


def hints(board: str) -> Iterator[tuple[Game, Observation, dict[str, Any]]]:
    for number in range(GAMES):
        yield from obeyed(board, number)


def wanted(hint: dict[str, Any]) -> set[str]:
    """Return the routes that the plan on the screen asks for."""
    return {route for plan in hint["plan"] for route in plan.missing} | ({hint["beside"]} - {None})


@pytest.mark.parametrize("board", BOARDS)
def test_a_card_is_taken_for_a_route_of_the_plan_that_it_pays_for(board: str) -> None:
    cards = 0
    for game, _, hint in hints(board):
        card = hint["action"].get("card")
        if card is None or hint["reason"]["code"] != "drawing":
            continue
        cards += 1
        assert hint["route"] in wanted(hint)
        route = game.board.spec.routes[game.board.route_index[hint["route"]]]
        assert card in {route.colour, "locomotive"} or route.colour == "grey" or takes_any_card(game, hint["route"])
    assert cards > 10


def takes_any_card(game: Game, route: str) -> bool:
    shapes = game.board.shapes[game.board.route_class[game.board.route_index[route]]]
    return any(shape.loose > 0 for shape in shapes)


@pytest.mark.parametrize("board", BOARDS)
def test_the_deck_is_advised_only_if_no_displayed_card_helps(board: str) -> None:
    """No displayed card then has a colour of which the plan needs more than the hand has."""
    decks = 0
    for game, seen, hint in hints(board):
        if hint["action"].get("from") != "deck" or hint["reason"]["code"] != "drawing":
            continue
        decks += 1
        routes = [game.board.spec.routes[game.board.route_index[route]] for route in wanted(hint)]
        for card in {one for one in seen.display if one not in (None, "locomotive")}:
            needed = sum(
                route.length for route in routes if route.colour == card and not takes_any_card(game, route.id)
            )
            assert needed <= seen.hand[card] + seen.hand["locomotive"]
    assert decks > 5


def test_cards_help_as_long_as_the_hand_has_too_few_pairs() -> None:
    """Mo i Rana – Narvik takes two pairs and two cards of one colour: these seven cards are enough, but lack a pair."""
    hand = {"purple": 2, "orange": 2, "green": 1, "yellow": 1, "red": 1}
    seats = [{"hand": hand, "tickets": ["mo-i-rana:tromso"], "routes": ["narvik:tromso:grey:1"]}, {}]
    display = ["black", "white", "white", "yellow", "blue"]
    position = {"board": "northern-lights", "seats": seats, "to_act": 0, "display": display}
    hint: Any = give_hint(load_position(position, seed=1).observe(0))
    assert (hint["action"]["card"], hint["reason"]["code"]) == ("yellow", "drawing")
    assert hint["route"].startswith("mo-i-rana:narvik")


@pytest.mark.parametrize("board", BOARDS)
def test_nobody_is_told_to_collect_when_nothing_can_be_claimed_any_more(board: str) -> None:
    ends = 0
    for _, seen, hint in hints(board):
        if seen.turns_left is not None or seen.seats[0].trains == 0:
            ends += 1
            assert hint["reason"]["code"] != "drawing"
            assert hint["route"] is None
    assert ends >= GAMES


def test_on_the_last_turn_without_trains_no_card_is_called_useful() -> None:
    seats = [{"hand": {"red": 3}, "tickets": ["duluth:houston"], "trains": 0}, {}]
    position = {"board": "usa", "seats": seats, "to_act": 0, "turns_left": 1, "display": ["red"] * 3 + ["blue"] * 2}
    hint: Any = give_hint(load_position(position, seed=1).observe(0))
    assert hint["action"]["type"] == "draw_card"
    assert hint["reason"]["code"] == "nothing_else"
    assert (hint["route"], hint["beside"]) == (None, None)


@pytest.mark.parametrize("board", BOARDS)
def test_a_claim_on_the_way_is_on_the_way_of_a_ticket(board: str) -> None:
    claims = 0
    for _, _, hint in hints(board):
        if hint["reason"]["code"] == "on_the_way":
            claims += 1
            assert hint["tickets"]
    assert claims > 20


def test_a_short_ticket_is_not_sent_round_the_map_because_a_long_one_goes_there() -> None:
    """Duluth – Houston takes 8 trains; with some other tickets it was planned over Toronto, or with up to 33."""
    others = [ticket.id for ticket in load_board("usa").spec.tickets if ticket.id != "duluth:houston"]
    for other in others:
        seats = [{"hand": {}, "tickets": ["duluth:houston", other]}, {}]
        hint: Any = give_hint(load_position({"board": "usa", "seats": seats, "to_act": 0}, seed=1).observe(0))
        [trains] = [plan.trains_needed for plan in hint["plan"] if plan.id == "duluth:houston"]
        assert trains <= 12


@pytest.mark.parametrize("board", BOARDS)
def test_the_analysis_advises_what_the_hints_did(board: str) -> None:
    for game, _, _ in obeyed(board, GAMES):
        played = game
    study = Study(played.record(), played.board)
    mine = [one for one in study.advice() if one.seat == 0]
    assert len(mine) > 10
    assert all(one.same for one in mine)
