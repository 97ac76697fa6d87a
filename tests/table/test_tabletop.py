"""A game played at a real table scores the same as here, and impossible parts are reported."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import semafor
from semafor.table.finished.tabletop import score_tabletop
from semafor.table.wire.problems import Refused
from semafor.table.wire.tabletop_messages import Tabletop, TabletopSeat
from tests.play import new_game, play_on

BOARDS = [board for board in semafor.builtin_ids() if board != "toy"]


def described(game: semafor.Game) -> Tabletop:
    """Return what people would write down about a finished game."""
    position: Any = game.position()
    seats = [TabletopSeat(seat["routes"], seat["tickets"], seat["hand"]) for seat in position["seats"]]
    return Tabletop(game.board.id, seats, position.get("goals", []))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("players", [2, 3])
def test_the_score_is_that_of_the_game_itself(board: str, players: int) -> None:
    game = new_game(board, players, 5)
    for _ in play_on(game, Random(5)):
        pass
    reply = score_tabletop(described(game))
    assert reply.problems == []
    assert reply.view is not None
    assert reply.view.score == game.score_sheet().to_json()
    assert reply.view.observation["seats"][0]["trains"] == game.position()["seats"][0]["trains"]  # type: ignore[index]


def problems(*seats: TabletopSeat, board: str = "usa", goals: list[str] | None = None) -> list[dict[str, Any]]:
    """Return the problems of a game, without their empty fields."""
    reply = score_tabletop(Tabletop(board, list(seats), goals or []))
    assert (reply.view is None) == bool(reply.problems)
    fields = ("code", "rule", "seats", "routes", "tickets", "cards", "numbers")
    return [{name: value for name in fields if (value := getattr(one, name))} for one in reply.problems]


NOBODY = TabletopSeat()


def test_a_route_belongs_to_one_player() -> None:
    route = "montreal:new-york:blue"
    found = problems(TabletopSeat([route]), TabletopSeat([route]))
    assert found == [{"code": "route_twice", "rule": "U-17", "seats": [0, 1], "routes": [route]}]


def test_nobody_has_two_parallel_routes() -> None:
    lanes = ["boston:new-york:yellow", "boston:new-york:red"]
    found = problems(TabletopSeat(lanes), NOBODY, NOBODY, NOBODY)
    assert found == [{"code": "parallel_held", "rule": "U-19", "seats": [0], "routes": lanes}]


def test_with_few_players_one_parallel_route_stays_free() -> None:
    lanes = ["boston:new-york:yellow", "boston:new-york:red"]
    found = problems(TabletopSeat(lanes[:1]), TabletopSeat(lanes[1:]))
    numbers = {"players": 2, "most": 1}
    assert found == [{"code": "parallel_closed", "rule": "U-20", "routes": lanes, "numbers": numbers}]
    assert problems(TabletopSeat(lanes[:1]), TabletopSeat(lanes[1:]), NOBODY, NOBODY) == []


def test_nobody_has_more_trains_than_there_are() -> None:
    board = semafor.load_board("usa")
    long = [route.id for route in board.spec.routes if route.length == 6]
    singles = [id_ for id_ in long if not board.lanes(board.route_index[id_])][:8]
    found = problems(TabletopSeat(singles), NOBODY)
    numbers = {"used": 48, "trains": 45}
    assert found == [{"code": "too_many_trains", "rule": "U-18", "seats": [0], "numbers": numbers}]


def test_a_ticket_belongs_to_one_player() -> None:
    ticket = next(iter(semafor.load_board("usa").ticket_index))
    assert problems(TabletopSeat([], [ticket]), TabletopSeat([], [ticket])) == [
        {"code": "ticket_twice", "seats": [0, 1], "tickets": [ticket]}
    ]


def test_there_are_so_many_cards_and_goals() -> None:
    goals = list(semafor.load_board("northern-lights").goal_index)
    full = TabletopSeat(hand={"red": 99})
    found = problems(full, NOBODY, board="northern-lights", goals=goals[:2])
    cards, chosen = sorted(found, key=lambda one: str(one["code"]))
    assert (cards["code"], cards["cards"], cards["numbers"]["placed"]) == ("too_many_cards", ["red"], 99)
    wanted = int(semafor.load_board("northern-lights").number("goals", "face_up"))
    assert chosen == {"code": "wrong_number_of_goals", "rule": "L-3", "numbers": {"wanted": wanted, "got": 2}}
    assert problems(NOBODY, NOBODY, board="northern-lights", goals=goals[:wanted]) == []


def test_a_board_has_its_numbers_of_players() -> None:
    assert problems(NOBODY)[0]["code"] == "wrong_number_of_players"


@pytest.mark.parametrize(
    ("seat", "goals", "code", "where"),
    [
        (TabletopSeat(["a:b:red"]), [], "unknown_route", "seats[0].routes"),
        (TabletopSeat([], ["a:b"]), [], "unknown_ticket", "seats[0].tickets"),
        (TabletopSeat(hand={"pink": 1}), [], "unknown_card", "seats[0].hand"),
        (NOBODY, ["peace"], "unknown_goal", "goals"),
    ],
)
def test_what_the_board_does_not_have_is_refused(seat: TabletopSeat, goals: list[str], code: str, where: str) -> None:
    with pytest.raises(Refused) as refused:
        score_tabletop(Tabletop("usa", [seat, NOBODY], goals))
    assert (refused.value.info.code, refused.value.info.where) == (code, where)
