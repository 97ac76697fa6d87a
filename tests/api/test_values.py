"""Observations, boards and legal actions as typed values."""

from __future__ import annotations

import dataclasses
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import semafor as sf

BOARDS = sf.builtin_ids()
API = (Path(__file__).parents[2] / "docs/api.md").read_text(encoding="utf-8")


def middle(board: str, decisions: int = 60) -> sf.Game:
    """Return a game after some random decisions."""
    game = sf.new_game(board, players=2, seed=11)
    chance = sf.Chance.seeded(11)
    for _ in range(decisions):
        if not game.over:
            actions = game.legal_actions(limit=40)
            game.apply(actions[int(chance.below(len(actions)))])
    return game


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("decisions", [0, 1, 30, 90, 1000])
def test_the_values_say_what_the_json_says(board: str, decisions: int) -> None:
    game = middle(board, decisions)
    for seat in (sf.SPECTATOR, 0, 1):
        seen = game.observe(seat)
        data: dict[str, Any] = {**seen.to_json()}
        assert seen.hand == data.get("hand", {})
        assert seen.discards == data["discards"]
        assert list(seen.display) == data["display"]
        assert [way.id for way in seen.tickets] == data.get("tickets", [])
        assert [way.id for way in seen.offered] == data.get("drawn", [])
        assert list(seen.chosen) == data.get("chosen", [])
        assert seen.keep_at_least == data.get("keep_at_least", 0)
        assert (seen.decision, list(seen.to_act), seen.turns_left) == (
            data["decision"],
            data["to_act"],
            data["turns_left"],
        )
        assert (seen.deck, seen.ticket_deck, seen.passes) == (data["deck"], data["ticket_deck"], data["passes"])
        assert {str(place): ticket for place, ticket in seen.known_ticket_deck.items()} == data.get(
            "known_ticket_deck", {}
        )
        for view, other in zip(seen.seats, data["seats"], strict=True):
            assert (view.trains, view.points, view.hand, view.tickets, view.drawn) == (
                other["trains"],
                other["points"],
                other["hand"],
                other["tickets"],
                other["drawn"],
            )
            assert (view.known, list(view.routes)) == (other["known"], other["routes"])
            assert all(seen.owner(route) == view.seat for route in view.routes)
        assert pickle.loads(pickle.dumps(seen.seats)) == seen.seats
        assert {view.seat for view in seen.others} == {0, 1} - {seat}


def test_a_spectator_has_no_seat_and_no_hand() -> None:
    seen = middle("usa").observe(sf.SPECTATOR)
    assert not seen.hand
    assert not seen.legal
    assert seen.tickets == ()
    with pytest.raises(sf.GameError, match="a spectator has no seat"):
        _ = seen.me


def test_a_wrong_name_is_answered_with_the_right_ones() -> None:
    seen = middle("usa").observe(0)
    with pytest.raises(KeyError) as caught:
        _ = seen.hand["pink"]
    assert str(caught.value) == (
        "there is no card 'pink'; there are purple, blue, orange, white, green, yellow, black, red, locomotive"
    )
    for wrong in (seen.owner, seen.board.routes.__getitem__, seen.legal.payments):
        with pytest.raises(sf.UnknownName, match=r"did you mean chicago:duluth:red"):
            wrong("chicago:duluth:rde")
    with pytest.raises(sf.GameError, match="there is no seat 9"):
        middle("usa").legal_actions(9)


def test_open_routes_are_those_that_can_still_be_claimed() -> None:
    lanes = [route.id for route in sf.load_board("usa").between("denver", "kansas-city")]
    assert len(lanes) == 2
    game = sf.load_position({"board": "usa", "seats": [{"routes": lanes[:1]}, {}, {}, {}]})
    assert lanes[1] not in game.observe(0).open_routes()
    assert lanes[1] in game.observe(1).open_routes()
    assert lanes[0] not in game.observe(1).open_routes()


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_has_its_routes_places_and_cards_as_values(board: str) -> None:
    table = sf.load_board(board)
    assert list(table.routes) == [route.id for route in table.spec.routes]
    assert list(table.tickets) == [ticket.id for ticket in table.spec.tickets]
    for route in table.routes.values():
        one, other = route.places
        assert route in table.between(other, one)
        assert other in table.neighbours(one)
        assert all(route.id in table.routes[lane].parallel for lane in route.parallel)
        assert pickle.loads(pickle.dumps(route)) == route
    assert table.deck.total == int(table.deck_total())


def test_legal_actions_are_counted_and_described() -> None:
    game = sf.load_position({"board": "toy", "seats": [{"hand": {"red": 3, "locomotive": 1}}, {}]})
    legal = game.legal
    assert legal
    assert legal.count() == len(list(legal)) == len(game.legal_actions())
    assert legal.count(limit=3) == 3
    assert repr(legal).startswith(f"<{legal.count()} actions: ")
    assert set(legal.claims) == {action.route for action in legal if isinstance(action, sf.Claim)}
    assert all(option.best in legal for option in legal.claims.values())
    assert game.turn == 0
    game.play_out(sf.Chance.seeded(1))
    assert game.turn == sf.SPECTATOR
    assert not game.legal


def test_old_names_warn_and_name_the_new_ones() -> None:
    seen = middle("toy").observe(0)
    with pytest.warns(DeprecationWarning, match=r"use observation\.legal$"):
        assert list(seen.legal_actions()) == list(seen.legal)
    with pytest.warns(DeprecationWarning, match=r"observation\.tickets and observation\.offered"):
        assert seen.ticket_ways() == [*seen.tickets, *seen.offered]
    with pytest.warns(DeprecationWarning, match="a mapping") as caught:
        assert seen.legal.claims() == list(seen.legal.claims.values())
    assert caught[0].filename == __file__


def test_everything_public_and_nothing_else_is_listed() -> None:
    assert dir(sf) == sorted(sf.__all__)
    for name in sf.__all__:
        value = getattr(sf, name)
        if isinstance(value, type):
            assert value.__module__ == "semafor", name
    with pytest.raises(AttributeError, match="has no attribute 'registr'"):
        _ = sf.registr  # type: ignore[attr-defined]
    assert issubclass(sf.BotError, sf.SemaforError)
    assert issubclass(sf.BoardError, sf.SemaforError)


def test_the_bots_are_loaded_when_they_are_needed() -> None:
    program = "import sys, semafor; print([name for name in sys.modules if name.startswith('semafor.bots')])"
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def problem() -> sf.Problem:
    with pytest.raises(sf.BadAction) as caught:
        sf.parse_action({"type": "claim", "cards": {}})
    return caught.value.problems[0]


VALUES: dict[str, Callable[[sf.Game], object]] = {
    "decision": lambda game: game.pending,
    "refusal": lambda game: game.why_not(game.turn, sf.Claim("ambel:brack:red", {"red": 1})),
    "problem": lambda _: problem(),
    "score": lambda game: game.score(),
    "score of a seat": lambda game: game.score().seats[0],
    "score sheet": lambda game: game.score_sheet(),
    "standing": lambda game: game.observe(0).standing(),
    "record": lambda game: game.record(),
    "step of a record": lambda game: game.record().steps[-1],
    "action": lambda game: game.record().steps[-1].action,
    "choice of tickets": lambda game: game.record().steps[0].action,
    "event": lambda game: game.events[-1],
    "observation": lambda game: game.observe(0),
    "cards": lambda game: game.observe(0).hand,
    "seat": lambda game: game.observe(0).me,
    "tickets": lambda game: game.observe(0).tickets,
    "claims": lambda game: game.legal.claims,
    "routes": lambda game: game.board.routes,
    "estimate": lambda game: game.observe(game.turn).estimate(next(iter(game.legal)), worlds=2),
}


@pytest.mark.parametrize("name", VALUES)
def test_values_are_compared_hashed_pickled_shown_and_frozen(name: str) -> None:
    value, same = VALUES[name](middle("toy", 20)), VALUES[name](middle("toy", 20))
    assert value == same
    assert hash(value) == hash(same)
    assert pickle.loads(pickle.dumps(value)) == value
    assert " object at " not in repr(value)
    for attribute in (one for one in dir(value) if not one.startswith("_")):
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, attribute, None)
        with pytest.raises((AttributeError, TypeError)):
            delattr(value, attribute)


ROWS: list[tuple[str, str]] = re.findall(r"^\| `([A-Z]\w+)` \| ([a-z_, ]+) \|$", API, re.MULTILINE)


@pytest.mark.parametrize(("name", "fields"), ROWS, ids=[name for name, _ in ROWS])
def test_the_page_lists_the_fields_of_values(name: str, fields: str) -> None:
    kind: Any = getattr(sf, name)
    examples = {type(make(middle("toy", 20))): make(middle("toy", 20)) for make in VALUES.values()}
    if hasattr(kind, "_fields"):
        names = kind._fields
    elif dataclasses.is_dataclass(kind):
        names = [field.name for field in dataclasses.fields(kind)]
    else:
        names = getattr(kind, "__mypyc_attrs__", None) or vars(examples[kind])
    derived = [name for name, value in vars(kind).items() if isinstance(value, property)]
    assert sorted(fields.split(", ")) == sorted([*names, *derived])


def test_boards_and_games_show_what_the_page_tells() -> None:
    game = sf.new_game("toy", players=2, seed=1)
    for value in (game, game.board):
        names = dir(value)
        assert "apply" in names or "routes" in names
        assert [name for name in names if not re.search(rf"\b{name}\b", API)] == []
