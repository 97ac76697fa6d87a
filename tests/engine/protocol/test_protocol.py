"""The engine over a pipe: boards and games, and what clients ask before they play one."""

import json
import pathlib

import pytest

from semafor.engine.boards import load_board
from semafor.engine.loading import board_text, builtin_ids
from semafor.engine.protocol import MOST_PROBLEMS
from tests.engine.protocol.talking import Answer, Talk, talk


class TestBoards:
    def test_boards(self) -> None:
        boards = Talk().good("boards")["boards"]
        assert [board["id"] for board in boards] == builtin_ids()
        italy = next(board for board in boards if board["id"] == "italy")
        assert italy == {"id": "italy", "players": {"min": 2, "max": 5}, "revision": 2}

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
            "wild": False,
            "stand_in": None,
            "ferry_card_covers": 0,
        }
        assert any(route["tunnel"] for route in routes)
        assert any(route["locomotives"] for route in routes)

    @pytest.mark.parametrize(
        ("name", "goals", "trains", "whole"),
        [
            ("usa", 0, 3, True),
            ("italy", 0, 3, True),
            ("nordic-countries", 0, 2, False),
            ("northern-lights", 4, 2, True),
        ],
    )
    def test_rules_describe_the_board(self, name: str, goals: int, trains: int, whole: bool) -> None:
        definition = Talk().good("board", board=name)["definition"]
        assert definition["goals_face_up"] == goals
        assert definition["last_round_trains"] == trains
        assert definition["locomotive_is_whole_draw"] is whole
        in_hand = {goal["measure"] for goal in definition["goals"] if goal["in_hand"]}
        assert in_hand == ({"locomotives_in_hand"} if goals else set())

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
        # It has the id of a built-in board but is a different one.
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
