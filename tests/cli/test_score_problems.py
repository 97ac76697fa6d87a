"""``semafor score``: everything wrong with a text or a position, reported at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import semafor
from semafor import Chance
from semafor.cli.score.text import TableText
from semafor.cli.words.language import Speech
from semafor.engine.loading import board_text
from tests.cli.scoring import problems, score, scored, usa


class TestProblems:
    def test_all_at_once_with_their_lines(self) -> None:
        text = (
            "board: nordic\n"
            "Ania\n"
            "  routs: Osla-Bergen, oslo-helsinki\n"
            "  tickets: Oslo - Bergen, oslo-helsinki (99)\n"
            "  hand: 3 foo\n"
            "Bartek\n"
            "  routes: Kristiansand-Stavanger, alborg-goteborg green\n"
        )
        result = score(text, "--lang", "en")
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "8 problems" in result.stderr
        assert problems(text)[0] == "line 3: “routs:” is unknown; it was read as “routes:”."
        assert problems(text)[1] == (
            "line 3: “Osla-Bergen”, read as a route: there is no place “Osla” on this board. Did you mean Oslo?"
        )
        assert problems(text)[2].startswith("line 3: There is no route Oslo – Helsinki. Routes from Oslo go to Bergen,")
        assert problems(text)[3].startswith(
            "line 4: There is no ticket Oslo – Bergen. Tickets from Oslo: Helsinki (8),"
        )
        assert problems(text)[4] == "line 4: The ticket Oslo – Helsinki (8) is not worth 99."
        assert problems(text)[5].startswith("line 5: “3 foo”: “foo” is not a card. The cards are purple, blue,")
        assert problems(text)[6] == (
            "line 7: “Kristiansand-Stavanger”: these are different routes; say which one: "
            "(green 2, tunnel) or (orange 3, ferry 1)."
        )
        assert problems(text)[7] == (
            "line 7: “alborg-goteborg green”: there is no such route; there is (grey 2, ferry 1)."
        )

    @pytest.mark.parametrize("word", ["ferry", "3", "orange", "prom"])
    def test_different_routes_are_told_apart(self, word: str) -> None:
        text = f"board: nordic\nA\nroutes: Kristiansand-Stavanger {word}\nB\n"
        table = TableText(text, Speech("en"))
        seats = table.position["seats"]
        assert isinstance(seats, list)
        assert seats[0]["routes"] == ["kristiansand:stavanger:orange"]

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("Ania\nroutes: a-b\n", "Which board was it? Begin with a line such as “board: usa”."),
            ("board: nor\nAnia\n", "line 1: “nor” could be more than one board: "),
            ("board: ussa\nAnia\n", "line 1: “ussa” is neither a board nor a board file. Did you mean usa?"),
            ("board: usa\nAnia\n", "USA is for 2 to 5 players; the text names 1 player."),
            ("board: usa\nroutes: Dallas-Houston\nA\nB\n", "line 2: Whose routes are these?"),
            ("board: usa\nA\nB\nA\n", "line 4: There is already a player A (line 2)."),
            (
                "board: usa\nA: Dallas-Houston\nB\n",
                "line 2: “A” was read as a player; write “routes:” or “tickets:” after the name",
            ),
            (
                usa("Dallas-Houston, Houston-Dallas"),
                "line 3: Dallas – Houston: Ania already has one of these (line 3); ",
            ),
            (usa("Chicago-Omaha, Omaha-Chicago"), "line 3: Chicago – Omaha: Ania already has this route (line 3)."),
            (usa("Chicago-Omaha", "", "Omaha-Chicago"), "line 6: Chicago – Omaha is taken: Ania (line 3)."),
            (
                usa("Dallas-Houston", "", "Houston-Dallas"),
                "line 6: Dallas – Houston is closed: with 2 players only 1 of these may be claimed (U-20), and Ania",
            ),
            (
                usa("Dallas-Houston", "Boston-Miami") + "  tickets: miami boston",
                "line 7: There is only one ticket Boston – Miami (12), and Ania has it (line 4).",
            ),
            (usa("sa-miami"), "line 3: “sa-miami”: “sa” could be Saint Louis, Salt Lake City, Sault Ste. Marie, "),
            (usa("Dallas-Houston") + "hand: 13 red", "The hands have 13 red cards, but the game has 12."),
            (usa("Dallas-Houston") + "goals: ferry captain", "line 7: USA has no goals."),
            (
                "board: northern-lights\nA\nB\n",
                "4 goals are face up on this board, but the text names 0: “goals: …”. The goals are Drawn",
            ),
            (
                "board: northern-lights\ngoals: wildwest, ferries, small, cost\nA\nB\n",
                "line 2: There is no goal “ferries”.",
            ),
        ],
    )
    def test_what_is_said(self, text: str, problem: str) -> None:
        found = problems(text)
        assert any(line.startswith(problem) for line in found), found

    def test_u_18_too_many_trains(self) -> None:
        routes = "Calgary-Winnipeg, Helena-Seattle, Helena-Duluth, Sault Ste Marie-Winnipeg, Portland-Salt Lake City, "
        routes += "Los Angeles-El Paso, El Paso-Houston, New Orleans-Miami"
        assert problems(usa(routes)) == ["line 2: Ania: these routes take 48 trains, and a player has 45 (U-18)."]

    @pytest.mark.parametrize(
        "text", ["", "\n\n# nothing\n", "????", "board: usa", ":::\n,,,\n", "board: usa\n: :\n-\n,\n"]
    )
    def test_rubbish_is_a_problem_and_no_crash(self, text: str) -> None:
        result = score(text)
        assert result.exit_code == 2
        assert result.stderr


class TestPositions:
    def test_a_position_in_json(self) -> None:
        seats = [{"routes": ["ambel:brack:red"], "tickets": ["ambel:cormo"]}, {}]
        result = score(json.dumps({"board": "toy", "seats": seats}), "--lang", "en")
        assert result.exit_code == 0
        assert "Player 1 · 5 points" in result.stdout
        assert "Note: This game is not over: this is the score as if it ended now." in result.stdout

    def test_the_score_of_a_dumped_game(self) -> None:
        game = semafor.new_game(semafor.load_board("italy"), 3, seed=4)
        game.play_out(Chance.seeded(4))
        assert scored(json.dumps(game.position())) == game.score().to_json()

    def test_points_that_are_given_stand(self) -> None:
        position = {"board": "toy", "seats": [{"routes": ["ambel:brack:red"], "points": 9}, {}], "decision": "over"}
        output = score(json.dumps(position), "--lang", "en").stdout
        assert "the position gives 9, which counts; the routes alone make 4" in output

    def test_what_is_wrong_is_listed(self) -> None:
        seats = [{"routes": ["ambel:brack:red"]}, {"routes": ["ambel:brack:red", "nowhere"]}]
        result = score(json.dumps({"board": "toy", "seats": seats}))
        assert result.exit_code == 2
        assert "claimed twice" in result.stderr
        assert '"nowhere"' in result.stderr

    @pytest.mark.parametrize("text", ["{", '{"board": }', "{" * 100000])
    def test_broken_json_is_one_message(self, text: str) -> None:
        result = score(text)
        assert result.exit_code == 2
        assert "not valid JSON" in result.stderr

    def test_a_board_file(self, tmp_path: Path) -> None:
        toy = tmp_path / "island.toml"
        toy.write_text(board_text("toy").replace('id = "toy"', 'id = "island"'), encoding="utf-8")
        text = "A\nroutes: Ambel-Brack\nB\nroutes: Fenn-Harro\n"
        assert scored(f"board: {toy}\n{text}") == scored(f"board: toy\n{text}")
        assert scored(text, "--board", str(toy)) == scored(text, "--board", "toy")
