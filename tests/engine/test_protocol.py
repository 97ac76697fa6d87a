"""The engine over a pipe: every op, every refusal, and no input that ends the conversation."""

import copy
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import click.testing
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from semafor.cli.main import cli
from semafor.engine.boards import load_board
from semafor.engine.loading import board_text, builtin_ids
from semafor.engine.protocol import MOST_PROBLEMS, OPS, Session
from semafor.model.events import PRIVATE_FIELDS
from tests.signals import hearing_ctrl_c

Answer = dict[str, Any]

NEW: Answer = {"op": "new", "board": "toy", "players": 2, "seed": 1}
PROGRAM = [sys.executable, "-W", "ignore", "-m", "semafor.cli.main", "engine"]


class Talk:
    """A conversation in which every answer is looked at: its form, its id, and that a refusal changes nothing."""

    def __init__(self) -> None:
        self.session = Session()

    def line(self, line: str) -> Answer:
        """Send a line and return the answer."""
        before = self.session.handle('{"op": "dump"}')
        text = self.session.handle(line)
        assert text.isascii()
        assert "\n" not in text
        answer = json.loads(text, parse_constant=pytest.fail)
        assert isinstance(answer, dict)
        if answer["ok"] is not True:
            assert answer["ok"] is False
            assert set(answer) <= {"ok", "error", "id"}
            assert set(answer["error"]) == {"code", "rule", "message"}
            assert re.fullmatch("[a-z_]+", answer["error"]["code"])
            assert answer["error"]["rule"] is None or re.fullmatch("[UNILR]-[0-9]+", answer["error"]["rule"])
            assert answer["error"]["message"]
            assert self.session.handle('{"op": "dump"}') == before
        return answer

    def ask(self, op: str, **fields: Any) -> Answer:
        """Send a request and return the answer."""
        return self.line(json.dumps({"op": op, **fields}))

    def good(self, op: str, **fields: Any) -> Answer:
        """Send a request that must be answered; return the answer without its `ok`."""
        answer = self.ask(op, **fields)
        assert answer.pop("ok"), answer
        return answer

    def bad(self, op: str, **fields: Any) -> Answer:
        """Send a request that must be refused; return the error."""
        answer = self.ask(op, **fields)
        assert not answer["ok"], answer
        error = answer["error"]
        assert isinstance(error, dict)
        return error

    def position(self) -> Answer:
        """Return the game as it is."""
        found = self.good("dump")["position"]
        assert isinstance(found, dict)
        return found


def talk(**fields: Any) -> Talk:
    """Return a conversation with a new game."""
    talking = Talk()
    talking.good(**{**NEW, **fields})
    return talking


class TestBoards:
    def test_boards(self) -> None:
        boards = Talk().good("boards")["boards"]
        assert [board["id"] for board in boards] == builtin_ids()
        italy = next(board for board in boards if board["id"] == "italy")
        assert italy == {"id": "italy", "players": {"min": 2, "max": 5}, "revision": 1}

    @pytest.mark.parametrize("name", builtin_ids())
    def test_board(self, name: str) -> None:
        answer = Talk().good("board", board=name)
        assert set(answer) == {"definition"}
        definition = answer["definition"]
        spec = load_board(name).spec
        assert [route["id"] for route in definition["routes"]] == [route.id for route in spec.routes]
        assert [ticket["id"] for ticket in definition["tickets"]] == [ticket.id for ticket in spec.tickets]
        assert [place["id"] for place in definition["places"]] == [place.id for place in spec.places]
        assert [goal["id"] for goal in definition["goals"]] == [goal.id for goal in spec.goals]
        assert definition["rules"] == spec.rules
        assert definition["revision"] == spec.revision
        for route in definition["routes"]:
            assert route["id"].startswith(":".join(sorted(route["places"])) + ":" + route["colour"])
            for other in route["parallel_group"] or []:
                [lane] = [lane for lane in definition["routes"] if lane["id"] == other]
                assert lane["length"] == route["length"]
                assert route["id"] in lane["parallel_group"]

    def test_a_route_with_everything(self) -> None:
        routes = Talk().good("board", board="nordic-countries")["definition"]["routes"]
        by_id = {route["id"]: route for route in routes}
        assert by_id["lieksa:murmansk:grey"] == {
            "id": "lieksa:murmansk:grey",
            "places": by_id["lieksa:murmansk:grey"]["places"],
            "length": 9,
            "colour": "grey",
            "locomotives": 0,
            "waves": 0,
            "tunnel": False,
            "bonus_cards": 0,
            "any_cards_for_one": 4,
            "points": 27,
            "parallel_group": None,
        }
        assert any(route["tunnel"] for route in routes)
        assert any(route["locomotives"] for route in routes)

    def test_countries_are_at_no_spot(self) -> None:
        places = Talk().good("board", board="italy")["definition"]["places"]
        countries = [place for place in places if place["kind"] == "country"]
        assert countries
        assert all(place["lat"] is None and place["region"] is None for place in countries)
        assert all(place["lat"] and place["region"] for place in places if place["kind"] == "city")

    def test_an_unknown_board(self) -> None:
        for name in (
            "atlantis",
            "",
            ".",
            "/",
            "/dev/null",
            "/dev/zero",
            "a\0b",
            "\ud800",
            "x" * 100000,
            "/no/board.toml",
        ):
            error = Talk().bad("board", board=name)
            assert error["code"] == "unknown_board"
            assert "usa" in error["message"]
            assert len(error["message"]) < 300

    def test_a_board_file_plays_like_a_built_in_one(self, tmp_path: pathlib.Path) -> None:
        file = tmp_path / "mine.toml"
        # With the id of a built-in board, and yet another one.
        file.write_text(board_text("toy").replace('id = "toy"', 'id = "usa"'), encoding="utf-8")
        talking = Talk()
        assert talking.good("board", board=str(file))["definition"]["id"] == "usa"
        position = talking.good("new", board=str(file), players=2, seed=3)["position"]
        assert position["board"] == str(file)
        assert len(position["seats"][0]["drawn"]) == 2
        assert talking.good("load", position=position)["position"] == position
        assert talking.good("playout", seed=1)["winners"]

    def test_a_board_file_with_mistakes(self, tmp_path: pathlib.Path) -> None:
        file = tmp_path / "wrong.toml"
        file.write_text(board_text("toy").replace("length = 3", "length = 0"), encoding="utf-8")
        error = Talk().bad("board", board=str(file))
        assert error["code"] == "bad_board"
        assert "routes[0].length" in error["message"]
        assert "routes[9].length" in error["message"]
        file.write_bytes(b"\xff")
        assert Talk().bad("board", board=str(file))["code"] == "bad_board"


class TestGames:
    @pytest.mark.parametrize("board", builtin_ids())
    def test_new(self, board: str) -> None:
        answer = Talk().good("new", board=board, players=2, seed=7)
        assert set(answer) == {"position"}
        position = answer["position"]
        assert position["board"] == board
        assert position["decision"] == "keep_tickets"
        assert all(seat["drawn"] for seat in position["seats"])
        assert Talk().good("new", board=board, players=2, seed=7) == answer
        assert Talk().good("new", board=board, players=2, seed=8) != answer

    def test_the_first_player_may_be_named(self) -> None:
        for first in range(4):
            position = Talk().good("new", board="toy", players=4, seed=1, first=first)["position"]
            assert (position["first"], position["to_act"]) == (first, first)

    def test_seeds_of_any_size(self) -> None:
        seeds = [0, -1, 2**63, 2**64, 10**3000, "a", ""]
        positions = [json.dumps(Talk().good("new", board="usa", players=2, seed=seed)) for seed in seeds]
        assert len(set(positions)) == len(seeds)

    def test_load_completes_a_position(self) -> None:
        talking = Talk()
        position = talking.good("load", position={"board": "usa", "seats": [{}, {}]}, seed=5)["position"]
        assert len(position["display"]) == 5
        assert len(position["deck"]) == 105
        assert talking.position() == position
        assert talking.good("load", position={"board": "usa", "seats": [{}, {}]}, seed=6)["position"] != position

    def test_load_of_a_dump_is_the_same_game(self) -> None:
        talking = talk(board="nordic-countries")
        for _ in range(60):
            legal = talking.good("legal")
            action = legal["actions"][len(legal["actions"]) // 2]
            position = talking.position()
            twin = Talk()
            assert twin.good("load", position=position)["position"] == position
            assert twin.good("legal") == legal
            seat = legal["to_act"][0]
            assert twin.good("apply", seat=seat, action=action) == talking.good("apply", seat=seat, action=action)
            assert twin.position() == talking.position()

    def test_an_impossible_position_is_refused_with_every_problem(self) -> None:
        talking = talk()
        seats: list[Answer] = [{"routes": ["nowhere"], "trains": 99}, {"hand": {"red": 44}}]
        error = talking.bad("load", position={"board": "usa", "seats": seats, "to_act": 9})
        assert error["code"] == "bad_position"
        for part in ("seats[0].routes[0]", "seats[0].trains", "44 red cards", "to_act"):
            assert part in error["message"]
        assert talking.bad("load", position={"board": "atlantis", "seats": []})["code"] == "bad_position"
        nonsense: list[object] = [[], 7, "x", True]
        for position in nonsense:
            assert talking.bad("load", position=position)["code"] == "bad_position"

    def test_no_end_of_problems_is_cut_short(self) -> None:
        position: Answer = {
            "board": "usa",
            "seats": [{}, {}],
            **{f"field{number}": 0 for number in range(MOST_PROBLEMS + 5)},
        }
        message = Talk().bad("load", position=position)["message"]
        assert message.endswith("\nand 5 more")

    def test_without_a_game(self) -> None:
        action = {"type": "pass"}
        for op, fields in (
            ("dump", {}),
            ("legal", {}),
            ("legal", {"seat": 0}),
            ("check", {"seat": 0, "action": action}),
            ("apply", {"seat": 0, "action": action}),
            ("observe", {"seat": 0}),
            ("observe", {"seat": "spectator"}),
            ("score", {}),
            ("playout", {"seed": 1}),
        ):
            assert Talk().bad(op, **fields)["code"] == "no_game"


class TestPlay:
    def test_legal(self) -> None:
        talking = talk()
        legal = talking.good("legal")
        assert set(legal) == {"to_act", "decision", "actions", "truncated"}
        assert legal["to_act"] == [0, 1]
        assert legal["decision"] == "keep_tickets"
        assert [action["type"] for action in legal["actions"]] == ["keep_tickets"] * 3
        assert legal["truncated"] is False
        assert talking.good("legal", seat=0) == legal
        assert talking.good("legal", seat=1)["actions"] != legal["actions"]

    @pytest.mark.parametrize("limit", [0, 1, 2, 3, 4, 10**18, None])
    def test_a_limit(self, limit: int | None) -> None:
        talking = talk()
        every = talking.good("legal")["actions"]
        legal = talking.good("legal", limit=limit)
        assert legal["actions"] == every[:limit]
        assert legal["truncated"] == (limit is not None and limit < len(every))

    def test_a_hand_with_more_payments_than_the_limit(self) -> None:
        hand = {
            "purple": 5,
            "blue": 5,
            "orange": 5,
            "white": 5,
            "green": 5,
            "yellow": 5,
            "black": 5,
            "red": 5,
            "locomotive": 8,
        }
        talking = Talk()
        talking.good("load", position={"board": "nordic-countries", "seats": [{"hand": hand}, {}]})
        legal = talking.good("legal")
        assert len(legal["actions"]) == 10000
        assert legal["truncated"] is True
        assert talking.good("check", seat=0, action=legal["actions"][-1]) == {}

    def test_a_seat_that_is_not_to_act_has_no_actions(self) -> None:
        talking = Talk()
        talking.good("load", position={"board": "toy", "seats": [{}, {}]})
        assert talking.good("legal", seat=1) == {
            "to_act": [0],
            "decision": "take_turn",
            "actions": [],
            "truncated": False,
        }

    def test_check_and_apply_agree_with_legal(self) -> None:
        talking = talk(board="italy", players=3)
        while True:
            legal = talking.good("legal", limit=50)
            if not legal["to_act"]:
                break
            seat = legal["to_act"][0]
            action = legal["actions"][-1]
            assert talking.good("check", seat=seat, action=action) == {}
            other = (seat + 1) % 3
            if other not in legal["to_act"]:
                code = talking.bad("check", seat=other, action=action)["code"]
                assert code == "not_your_turn" or len(talking.position()["seats"][other].get("chosen", {})) > 0
            answer = talking.good("apply", seat=seat, action=action)
            assert set(answer) == {"events", "to_act", "over"}
            assert answer["to_act"] == talking.good("legal", limit=0)["to_act"]
            assert answer["over"] is (answer["to_act"] == [])
            assert answer["events"]
            for event in answer["events"]:
                # The process sees everything, private fields too.
                assert set(PRIVATE_FIELDS[event["type"]]) <= set(event)
        assert talking.position()["decision"] == "over"
        assert talking.good("legal") == {"to_act": [], "decision": "over", "actions": [], "truncated": False}
        assert talking.bad("apply", seat=0, action={"type": "pass"})["code"] == "game_over"

    def test_a_refusal_names_the_rule(self) -> None:
        talking = Talk()
        position = {"board": "usa", "seats": [{"hand": {"red": 2}}, {}], "display": ["red"] * 5}
        talking.good("load", position=position)
        action = {"type": "claim", "route": "calgary:vancouver:grey", "cards": {"red": 1}}
        for op in ("check", "apply"):
            error = talking.bad(op, seat=0, action=action)
            assert (error["code"], error["rule"]) == ("wrong_number", "U-16")

    def test_actions_of_the_protocol(self) -> None:
        for action in (
            {"type": "keep_tickets", "tickets": ["bergen:stockholm"], "order": ["helsinki:oslo"]},
            {"type": "draw_card", "from": "deck"},
            {"type": "draw_card", "from": "display", "card": "red"},
            {"type": "draw_ferry_card"},
            {"type": "draw_tickets"},
            {"type": "claim", "route": "bergen:oslo:blue", "cards": {"blue": 3, "locomotive": 1}, "ferry_cards": 0},
            {"type": "pay_tunnel", "cards": {"blue": 1}},
            {"type": "withdraw"},
            {"type": "pass"},
        ):
            talking = talk(board="nordic-countries")
            error = talking.bad("check", seat=0, action=action)
            assert error["code"] != "bad_action"
            assert error["code"] != "internal_error"

    @pytest.mark.parametrize(
        "action",
        [
            7,
            "pass",
            [],
            {},
            {"type": "fly"},
            {"type": 3},
            {"type": "pass", "card": "red"},
            {"type": "draw_card"},
            {"type": "draw_card", "from": "display", "card": "pink"},
            {"type": "claim", "route": "x"},
            {"type": "claim", "route": "x", "cards": {"red": True}},
            {"type": "claim", "route": "x", "cards": {"red": -1}},
            {"type": "claim", "route": "x", "cards": {"red": 10**30}},
            {"type": "claim", "route": "x", "cards": [], "ferry_cards": -1},
            {"type": "keep_tickets", "tickets": "all"},
        ],
    )
    def test_actions_that_are_none(self, action: object) -> None:
        talking = talk()
        for op in ("check", "apply"):
            error = talking.bad(op, seat=0, action=action)
            assert (error["code"], error["rule"]) == ("bad_action", None)

    def test_unknown_seats(self) -> None:
        talking = talk()
        action = {"type": "pass"}
        for seat in (-1, 2, 5, 10**15, -(10**15)):
            assert talking.bad("check", seat=seat, action=action)["code"] == "unknown_seat"
            assert talking.bad("apply", seat=seat, action=action)["code"] == "unknown_seat"
            assert talking.bad("legal", seat=seat)["code"] == "unknown_seat"
            assert talking.bad("observe", seat=seat)["code"] == "unknown_seat"
        assert talking.bad(**{**NEW, "first": 2})["code"] == "unknown_seat"

    def test_observe(self) -> None:
        talking = talk()
        position = talking.position()
        spectator = talking.good("observe", seat="spectator")["observation"]
        assert spectator["seat"] == "spectator"
        text = json.dumps(spectator)
        for seat in (0, 1):
            own = talking.good("observe", seat=seat)
            assert set(own) == {"observation"}
            assert own["observation"]["hand"] == position["seats"][seat]["hand"]
            for ticket in position["seats"][seat]["drawn"]:
                assert ticket not in text
                assert ticket in json.dumps(own)
                assert ticket not in json.dumps(talking.good("observe", seat=1 - seat))
        assert position["random"] not in text

    def test_score(self) -> None:
        talking = Talk()
        seat = {"routes": ["ambel:brack:red", "brack:cormo:blue"], "tickets": ["ambel:cormo", "brack:gild"]}
        talking.good("load", position={"board": "toy", "seats": [seat, {}]})
        assert talking.good("score") == {
            "seats": [
                {
                    "routes": 6,
                    "tickets": {"completed": ["ambel:cormo"], "failed": ["brack:gild"], "points": 1},
                    "bonuses": {"longest_path": 5},
                    "longest_path": 5,
                    "total": 12,
                },
                {
                    "routes": 0,
                    "tickets": {"completed": [], "failed": [], "points": 0},
                    "bonuses": {},
                    "longest_path": 0,
                    "total": 0,
                },
            ],
            "winners": [0],
        }

    @pytest.mark.parametrize("board", builtin_ids())
    def test_playout(self, board: str) -> None:
        first, again, other = (talk(board=board) for _ in range(3))
        answer = first.good("playout", seed=5)
        assert set(answer) == {"seats", "winners", "actions"}
        assert answer["actions"] > 10
        assert again.good("playout", seed=5) == answer
        assert again.position() == first.position()
        other.good("playout", seed=6)
        assert other.position() != first.position()
        # The game of the process has been played, and is over.
        assert first.position()["decision"] == "over"
        score = first.good("score")
        assert {**score, "actions": answer["actions"]} == answer
        assert first.good("playout", seed=1) == {**score, "actions": 0}

    def test_a_playout_counts_whole_actions(self) -> None:
        talking = Talk()
        position = {
            "board": "usa",
            "seats": [{"hand": {"red": 6, "locomotive": 6}, "trains": 6}, {}],
            "deck": [],
            "display": [],
            "ticket_deck": [],
            "turns_left": 1,
        }
        talking.good("load", position=position)
        assert talking.good("playout", seed=1)["actions"] == 1


BAD_LINES = [
    ("", "bad_json"),
    (" ", "bad_json"),
    ("hello", "bad_json"),
    ("{", "bad_json"),
    ('{"op": "dump"} {"op": "dump"}', "bad_json"),
    ("NaN", "bad_json"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": NaN}', "bad_json"),
    ('{"op": "new", "board": "toy", "players": Infinity, "seed": 1}', "bad_json"),
    ('{"op": "dump", "id": -Infinity}', "bad_json"),
    ('{"op": "dump", "id": 1e999}', "bad_json"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": ' + "9" * 100000 + "}", "bad_json"),
    ("[" * 100000, "bad_json"),
    ("[" * 100000 + "]" * 100000, "bad_json"),
    ('{"op": "dump", "id": ' + "[" * 100000 + "]" * 100000 + "}", "bad_json"),
    ('{"a":' * 100000, "bad_json"),
    ('{"op": "dump", "op": "dump"}', "bad_json"),
    ('{"op": "check", "seat": 0, "action": {"type": "pass", "type": "pass"}}', "bad_json"),
    ("'dump'", "bad_json"),
    ("{'op': 'dump'}", "bad_json"),
    ("null", "bad_request"),
    ("true", "bad_request"),
    ("7", "bad_request"),
    ('"dump"', "bad_request"),
    ("[]", "bad_request"),
    ("{}", "bad_request"),
    ('{"op": null}', "bad_request"),
    ('{"op": 7}', "bad_request"),
    ('{"op": ["dump"]}', "bad_request"),
    ('{"op": ""}', "unknown_op"),
    ('{"op": "DUMP"}', "unknown_op"),
    ('{"op": "\\ud800"}', "unknown_op"),
    ('{"op": "__init__"}', "unknown_op"),
    ('{"op": "new"}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2}', "bad_request"),
    ('{"op": "new", "board": "toy", "seed": 1}', "bad_request"),
    ('{"op": "new", "players": 2, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": 7, "players": 2, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": 1, "colour": "red"}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": "2", "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2.0, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": true, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 1, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 5, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": -2, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 99999999999999999999999, "seed": 1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": 1.5}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": true}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": null}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": "\\udfff"}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": 1, "first": -1}', "bad_request"),
    ('{"op": "new", "board": "toy", "players": 2, "seed": 1, "first": true}', "bad_request"),
    ('{"op": "new", "board": "atlantis", "players": 2, "seed": 1}', "unknown_board"),
    ('{"op": "board"}', "bad_request"),
    ('{"op": "boards", "board": "toy"}', "bad_request"),
    ('{"op": "dump", "seat": 0}', "bad_request"),
    ('{"op": "score", "seat": 0}', "bad_request"),
    ('{"op": "load"}', "bad_request"),
    ('{"op": "load", "position": null}', "bad_request"),
    ('{"op": "load", "position": {}, "seed": []}', "bad_request"),
    ('{"op": "load", "position": {}}', "bad_position"),
    ('{"op": "legal", "limit": -1}', "bad_request"),
    ('{"op": "legal", "limit": "all"}', "bad_request"),
    ('{"op": "legal", "seat": "spectator"}', "bad_request"),
    ('{"op": "legal", "seats": 0}', "bad_request"),
    ('{"op": "check", "seat": 0}', "bad_request"),
    ('{"op": "check", "action": {"type": "pass"}}', "bad_request"),
    ('{"op": "check", "seat": "0", "action": {"type": "pass"}}', "bad_request"),
    ('{"op": "apply", "seat": true, "action": {"type": "pass"}}', "bad_request"),
    ('{"op": "apply", "seat": 0, "action": {"type": "pass"}, "order": []}', "bad_request"),
    ('{"op": "observe"}', "bad_request"),
    ('{"op": "observe", "seat": "Spectator"}', "bad_request"),
    ('{"op": "observe", "seat": null}', "bad_request"),
    ('{"op": "observe", "seat": 0.0}', "bad_request"),
    ('{"op": "playout"}', "bad_request"),
    ('{"op": "playout", "seed": {}}', "bad_request"),
]


class TestBadInput:
    @pytest.mark.parametrize(("line", "code"), BAD_LINES, ids=[line[:60] for line, _ in BAD_LINES])
    def test_it_is_answered_and_changes_nothing(self, line: str, code: str) -> None:
        answer = talk().line(line)
        assert not answer["ok"]
        assert answer["error"]["code"] == code
        assert answer["error"]["rule"] is None
        assert len(answer["error"]["message"]) < 1000

    def test_all_problems_of_a_request_are_named(self) -> None:
        message = Talk().bad("new", board=7, players="two", sead=1)["message"]
        for part in (
            "board: must be a text",
            "players: must be",
            "seed: is missing",
            "sead: unknown key, did you mean seed?",
        ):
            assert part in message

    def test_an_unknown_op_is_told_of_the_others(self) -> None:
        message = Talk().bad("newgame")["message"]
        assert all(op in message for op in OPS)

    @pytest.mark.parametrize(
        "value",
        [0, -0.5, "", "ü\u2028\ud800", None, False, [], {}, {"a": [1, {"b": None}]}, 10**300, 1e300, "x" * 10000],
    )
    def test_the_id_is_echoed(self, value: object) -> None:
        talking = talk()
        assert talking.good("boards", id=value)["id"] == value
        for op in ("fly", "legal"):
            answer = talking.ask(op, id=value, nonsense=1)
            assert not answer["ok"]
            assert answer["id"] == value
        assert "id" not in talking.ask("boards")

    def test_the_id_comes_last_and_once(self) -> None:
        text = Session().handle('{"id": 3, "op": "boards"}')
        assert text.endswith(', "id": 3}')
        assert text.count('"id": 3') == 1

    def test_a_byte_order_mark_and_spaces_do_no_harm(self) -> None:
        assert Talk().line('\ufeff{"op": "boards"}')["ok"]
        assert Talk().line(' \t{"op": "boards"}\r\n')["ok"]

    def test_bytes_that_are_not_utf8(self) -> None:
        answer = json.loads(Session().handle_bytes(b'{"op": "boards", "id": "\xff"}\n'))
        assert answer["error"]["code"] == "bad_json"
        assert "UTF-8" in answer["error"]["message"]
        assert json.loads(Session().handle_bytes('{"op": "boards", "id": "é"}\n'.encode()))["id"] == "é"

    def test_an_error_of_the_engine_is_answered_and_changes_nothing(self) -> None:
        class Broken(Session):
            def _answer(self, request: Answer) -> Answer:
                if request["op"] == "score":
                    raise ZeroDivisionError("oh")
                return super()._answer(request)

        talking = talk()
        broken = Broken()
        broken.game = talking.session.game
        talking.session = broken
        error = talking.bad("score", id=7)
        assert error["code"] == "internal_error"
        assert "ZeroDivisionError: oh" in error["message"]


# Anything at all

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12)
    | st.sampled_from(
        ["red", "locomotive", "usa", "toy", "take_turn", "over", "keep_tickets", "ambel:cormo", "spectator"]
    ),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=6) | st.sampled_from(["op", "id", "seat", "hand", "type"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)
ANYTHING = settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))


def requests() -> list[Answer]:
    """Return good requests of every sort, for games on the boards that have most to say."""
    found: list[Answer] = [{"op": "boards"}, {"op": "board", "board": "toy"}, NEW, {**NEW, "first": 1, "id": 3}]
    drawing = {
        "board": "toy",
        "seats": [{"drawn": ["ambel:cormo"], "keep_at_least": 1}, {}],
        "decision": "keep_tickets",
    }
    digging = {
        "board": "toy",
        "seats": [{"hand": {"red": 1, "locomotive": 1}}, {"routes": ["ambel:brack:red"], "tickets": ["ambel:cormo"]}],
        "decision": "pay_tunnel",
        "tunnel": {"route": "eskar:fenn:grey", "paid": {"red": 2}, "revealed": ["blue", "locomotive"]},
    }
    talking = talk(board="toy")
    positions = [drawing, digging, talking.position()]
    talking.good("apply", seat=1, action=talking.good("legal", seat=1)["actions"][0])
    positions.append(talking.position())
    talking.good("apply", seat=0, action=talking.good("legal", seat=0)["actions"][0])
    positions.append(talking.position())
    for name in ("italy", "northern-lights"):
        positions.append(talk(board=name).position())
    for position in positions:
        found.append({"op": "load", "position": position, "seed": 4})
    for op in ("dump", "legal", "score"):
        found.append({"op": op})
    found += [
        {"op": "legal", "seat": 0, "limit": 5},
        {"op": "observe", "seat": 1},
        {"op": "observe", "seat": "spectator"},
    ]
    found.append({"op": "playout", "seed": 9})
    for action in (
        {"type": "keep_tickets", "tickets": ["ambel:cormo"], "order": []},
        {"type": "draw_card", "from": "deck"},
        {"type": "draw_card", "from": "display", "card": "red"},
        {"type": "claim", "route": "eskar:fenn:grey", "cards": {"red": 2}, "ferry_cards": 0},
        {"type": "pay_tunnel", "cards": {"red": 1, "locomotive": 1}},
        {"type": "withdraw"},
    ):
        found.append({"op": "check", "seat": 0, "action": action})
        found.append({"op": "apply", "seat": 0, "action": action})
    return found


REQUESTS = requests()


def spots(value: object) -> Iterator[tuple[Any, Any]]:
    """Yield every place of a request where something can be changed: what holds it, and its key."""
    if isinstance(value, dict):
        for key in list(value):
            yield value, key
            yield from spots(value[key])
    elif isinstance(value, list):
        for index in range(len(value)):
            yield value, index
            yield from spots(value[index])


@st.composite
def mutated(draw: st.DrawFn) -> Answer:
    """A good request with up to three things in it changed, taken out, doubled or added."""
    request = copy.deepcopy(draw(st.sampled_from(REQUESTS)))
    for _ in range(draw(st.integers(0, 3))):
        places = list(spots(request))
        if not places:
            break
        holder, key = places[draw(st.integers(0, len(places) - 1))]
        match draw(st.integers(0, 3)):
            case 0:
                holder[key] = draw(JSON)
            case 1:
                del holder[key]
            case 2 if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[key]))
            case 2:
                holder[key] = copy.deepcopy(draw(st.sampled_from(places)))[1]
            case _ if isinstance(holder, dict):
                holder[draw(st.text(max_size=5))] = draw(JSON)
            case _:
                holder.insert(0, draw(JSON))
    return request


class TestAnything:
    @ANYTHING
    @given(st.lists(mutated(), min_size=1, max_size=6))
    def test_mutated_requests(self, found: list[Answer]) -> None:
        talking = talk()
        for request in found:
            answer = talking.line(json.dumps(request))
            if not answer["ok"]:
                assert answer["error"]["code"] != "internal_error", (request, answer)
            elif request["op"] in ("new", "load"):
                # Whatever was accepted can be played to its end, and loads again.
                position = talking.position()
                assert talking.good("load", position=position)["position"] == position
                legal = talking.good("legal", limit=3)
                assert bool(legal["actions"]) is (legal["decision"] != "over")
                for action in legal["actions"]:
                    assert talking.good("check", seat=legal["to_act"][0], action=action) == {}
                talking.good("playout", seed=2)
                talking.good("load", position=position)

    @ANYTHING
    @given(JSON)
    def test_any_json(self, value: object) -> None:
        assert not talk().line(json.dumps(value))["ok"]

    @ANYTHING
    @given(st.sampled_from(OPS), st.dictionaries(st.text(max_size=8), JSON, max_size=4))
    def test_any_fields(self, op: str, fields: Answer) -> None:
        answer = talk().line(json.dumps({**fields, "op": op}))
        assert answer["ok"] or answer["error"]["code"] == "bad_request"

    @ANYTHING
    @given(st.text() | st.text('{}[]":,0123456789eE+-.truefalsn \\u'))
    def test_any_text(self, line: str) -> None:
        talk().line(line)

    @ANYTHING
    @given(st.binary())
    def test_any_bytes(self, line: bytes) -> None:
        answer = json.loads(Session().handle_bytes(line))
        assert answer["ok"] is False

    @ANYTHING
    @given(st.sampled_from(REQUESTS), st.integers(0, 10000), st.characters())
    def test_a_letter_changed(self, request_: Answer, at: int, letter: str) -> None:
        line = json.dumps(request_)
        at %= len(line)
        answer = talk().line(line[:at] + letter + line[at + 1 :])
        assert answer["ok"] or answer["error"]["code"] != "internal_error"


# The program


def run(data: bytes) -> list[Answer]:
    """Give the program its whole input and return its answers; it must end well and say nothing else."""
    done = subprocess.run(PROGRAM, input=data, capture_output=True, timeout=120, check=True)
    assert done.stderr == b""
    assert done.stdout.endswith(b"\n") or not done.stdout
    return [json.loads(line) for line in done.stdout.splitlines()]


def encoded(*found: Answer) -> bytes:
    return b"".join(json.dumps(request).encode() + b"\n" for request in found)


class TestProgram:
    def test_one_answer_per_line_in_order(self) -> None:
        talking = Session()
        expected = [json.loads(talking.handle(json.dumps(request))) for request in REQUESTS]
        assert run(encoded(*REQUESTS)) == expected

    def test_it_survives_everything(self) -> None:
        lines = [line.encode(errors="replace") for line, _ in BAD_LINES] + [
            b"\xff\xfe",
            b"\x00",
            b"\r",
            b"\xed\xa0\x80",
        ]
        answers = run(b"\n".join(lines) + b"\n" + encoded({"op": "boards", "id": "still here"}))
        assert len(answers) == len(lines) + 1
        assert not any(answer["ok"] for answer in answers[:-1])
        assert answers[-1]["id"] == "still here"

    def test_no_input(self) -> None:
        assert run(b"") == []

    def test_a_last_line_without_an_end(self) -> None:
        assert [answer["ok"] for answer in run(b'{"op": "boards"}')] == [True]

    def test_only_a_line_feed_ends_a_line(self) -> None:
        text = '{"op": "boards", "id": "a\u2028b\u0085c"}'
        assert [answer["id"] for answer in run(text.encode())] == ["a\u2028b\u0085c"]

    def test_it_answers_at_once(self) -> None:
        with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for request in (NEW, {"op": "legal"}, {"op": "fly"}):
                process.stdin.write(encoded(request))
                process.stdin.flush()
                # Without flushing this would wait for ever.
                assert json.loads(process.stdout.readline())["ok"] is (request["op"] != "fly")
            process.stdin.close()
            assert process.wait(60) == 0

    def test_a_reader_that_goes_away(self) -> None:
        with subprocess.Popen(
            PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdin.write(encoded(NEW))
            process.stdin.flush()
            process.stdout.readline()
            process.stdout.close()
            try:
                process.stdin.write(encoded(NEW) * 2)
                process.stdin.close()
            except BrokenPipeError:
                pass
            assert process.stderr.read() == b""
            process.wait(60)

    @pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
    def test_an_interrupt(self) -> None:
        with subprocess.Popen(
            hearing_ctrl_c(PROGRAM), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdin.write(encoded(NEW))
            process.stdin.flush()
            process.stdout.readline()
            process.send_signal(signal.SIGINT)
            assert process.wait(60) in (130, -signal.SIGINT)
            assert b"Traceback" not in process.stderr.read()

    def test_help_has_an_example(self) -> None:
        result = click.testing.CliRunner().invoke(cli, ["engine", "--help"])
        assert result.exit_code == 0
        assert '{"op": "new", "board": "usa", "players": 2, "seed": 7}' in result.output
        assert all(op in result.output for op in OPS)


# The description


class TestDescription:
    TEXT = (pathlib.Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")

    def test_its_conversation_takes_place_as_written(self) -> None:
        [conversation] = re.findall(r"```\n(→.*?)```", self.TEXT, re.DOTALL)
        lines = conversation.splitlines()
        talking = Talk()
        for asked, answered in zip(lines[::2], lines[1::2], strict=True):
            answer = json.dumps(talking.line(asked.removeprefix("→ ")))
            expected = answered.removeprefix("← ")
            if expected.endswith("…"):
                assert answer.startswith(expected.removesuffix("…"))
            else:
                assert answer == expected

    def test_its_position_loads(self) -> None:
        [position] = re.findall(r"```json\n(\{\"board.*?)```", self.TEXT, re.DOTALL)
        Talk().good("load", position=json.loads(position))

    def test_it_has_every_code_op_and_event(self) -> None:
        source = pathlib.Path(__file__).parents[2] / "src" / "semafor"
        code = re.compile(r"\b(?:Refusal|_refusal|_refused)\(\s*\"([a-z_]+)\"")
        codes = {found for file in source.rglob("*.py") for found in code.findall(file.read_text(encoding="utf-8"))}
        assert len(codes) > 40
        for name in [*codes, *OPS, *PRIVATE_FIELDS]:
            assert f"`{name}`" in self.TEXT, name
