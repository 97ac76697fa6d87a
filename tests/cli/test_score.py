"""``semafor score``: games of a real table, typed by people or written by programs."""

from __future__ import annotations

import json
import os
import re
import string
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import semafor
from semafor import Chance, Game
from semafor.cli.board_rules import _SENTENCES
from semafor.cli.language import CARD_TEXTS, Speech, Texts, default_language
from semafor.cli.main import cli
from semafor.cli.play_words import PLAY_TEXTS
from semafor.cli.score_text import TableText, load_table
from semafor.cli.score_words import SCORE_TEXTS, TABLE_TEXTS
from semafor.engine.loading import board_text
from semafor.rules.catalogue import SLUGS

SAMPLE = """
board: usa   # our Sunday game
Ania
  routes: Seattle - Portland, montreal-new york, Atlanta—Nashville
          new york - washington, washington/raleigh; raleigh atlanta
  tickets: Montréal - Atlanta (9), los angeles-miami
Bartek
  trasy: Seattle - Vancouver, Omaha - Denver
  bilety: Denver to El Paso
"""


def score(text: str, *options: str) -> Result:
    return CliRunner().invoke(cli, ["score", "-", *options], input=text)


def scored(text: str, *options: str) -> dict[str, object]:
    """Return the score of a text that must be understood."""
    result = score(text, "--json", *options)
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert isinstance(data, dict)
    return data


def problems(text: str, *options: str) -> list[str]:
    """Return the problems of a text, one line each, without the heading."""
    table = TableText(text, Speech("en", SCORE_TEXTS, TABLE_TEXTS), *options)
    return [
        f"line {problem.line}: {problem.message}" if problem.line else problem.message for problem in table.problems
    ]


def usa(routes: str, tickets: str = "", other: str = "Denver - Omaha") -> str:
    """Write down a game of two on the USA board."""
    return f"board: usa\nAnia\n  routes: {routes}\n  tickets: {tickets}\nBartek\n  routes: {other}\n"


class TestScore:
    def test_the_sample_in_words(self) -> None:
        output = score(SAMPLE, "--lang", "en").stdout
        assert "Tickets  −11 points, 1 of 2 completed (U-24, U-26)" in output  # noqa: RUF001 (a minus sign is meant)
        assert "✓  Montréal – Atlanta    +9  Montréal – New York – Washington – Raleigh –" in output
        assert "✗  Los Angeles – Miami  −20  not connected" in output  # noqa: RUF001 (a minus sign is meant)
        assert "Longest path  10 points (U-27) · trains in the longest path" in output
        assert "Ania 10, Bartek 4 → 10 to Ania" in output
        assert "Most points: Ania 11, Bartek 4." in output
        assert "★ Ania wins with 11 points." in output

    def test_the_sample_in_polish(self) -> None:
        output = score(SAMPLE, "--lang", "pl").stdout
        assert "Bilety  −11 punktów, zrealizowane: 1 z 2 (U-24, U-26)" in output  # noqa: RUF001 (a minus sign is meant)
        assert "Najdłuższa trasa  10 punktów (U-27)" in output
        assert "★ Wygrywa Ania: 11 punktów." in output

    def test_json_is_the_shape_of_the_protocol(self) -> None:
        assert scored(SAMPLE) == {
            "seats": [
                {
                    "routes": 12,
                    "tickets": {"completed": ["atlanta:montreal"], "failed": ["los-angeles:miami"], "points": -11},
                    "bonuses": {"longest_path": 10},
                    "longest_path": 10,
                    "total": 11,
                },
                {
                    "routes": 8,
                    "tickets": {"completed": [], "failed": ["denver:el-paso"], "points": -4},
                    "bonuses": {},
                    "longest_path": 4,
                    "total": 4,
                },
            ],
            "winners": [0],
        }

    def test_u_26_the_rulebooks_example(self) -> None:
        blue = "routes: Montreal-New York, New York-Washington, Washington-Raleigh, Raleigh-Atlanta"
        green = "routes: Sault Ste Marie-Duluth, Duluth-Chicago, Chicago-Saint Louis, Saint Louis-Nashville"
        data = scored(
            f"board: usa\nBlue\n{blue}\ntickets: Montréal-Atlanta, New York-Atlanta\n"
            f"Green\n{green}\ntickets: Sault Ste. Marie-Nashville, Atlanta-Washington\n"
        )
        seats = data["seats"]
        assert isinstance(seats, list)
        assert [seat["tickets"]["points"] for seat in seats] == [15, 4]

    def test_a_tie_is_explained_step_by_step(self) -> None:
        output = score(usa("Calgary - Vancouver", "", "Phoenix - El Paso"), "--lang", "en").stdout
        assert "Most points: Ania 14, Bartek 14." in output
        assert "Ania and Bartek are still tied." in output
        assert "Tie: more completed tickets: Ania 0, Bartek 0." in output
        assert "Tie: who holds the longest-path bonus: Ania yes, Bartek yes." in output
        assert "Ania and Bartek share the win: nothing tells them apart (R-10)." in output

    def test_i_12_a_tie_goes_to_more_completed_tickets(self) -> None:
        text = (
            "board: italy\nAnia\nroutes: Sanremo-Torino, Alessandria-Genova\n"
            "Bartek\nroutes: Bolzano-Belluno, Belluno-Venezia\ntickets: Bolzano-Venezia\n"
        )
        output = score(text, "--lang", "en").stdout
        assert "Winner (I-12)" in output
        assert "Most points: Ania 8, Bartek 8." in output
        assert "Tie: more completed tickets: Bartek 1, Ania 0." in output
        assert "★ Bartek wins with 8 points." in output

    def test_n_18_nordic_countries_compares_the_longest_path(self) -> None:
        text = "board: nordic\nA\nroutes: Tampere-Helsinki, Oslo-Orebro\nB\nroutes: Lahti-Tampere, Norrkoping-Orebro"
        output = score(text, "--lang", "en").stdout
        assert "Winner (N-18)" in output
        assert "Tie: the longer longest path: A 2, B 2." in output
        assert "Globetrotter  10 points (N-17) · completed tickets" in output
        assert "nobody: everyone has none (R-9)" in output

    def test_i_10_regions_are_listed_for_every_network(self) -> None:
        text = (
            "board: italy\nAnia\nroutes: Olbia-Sassari, Nuoro-Olbia, Cagliari-Nuoro, Rzym-Neapol\n"
            "Bartek\nroutes: Florence-Pisa\n"
        )
        output = score(text, "--lang", "en").stdout
        assert "Regions (I-10, I-11)" in output
        assert "Ania  2 regions → 0 points  Sardegna (counts twice, I-11)" in output
        assert "Ania  2 regions → 0 points  Lazio, Campania" in output
        assert "Bartek  1 region → 0 points  Toscana" in output

    def test_l_12_goals_show_what_everybody_has(self) -> None:
        text = (
            "plansza: zorza\ncele: Pociąg do lokomotyw, kapitan promu; Regional, dziki zachód\n"
            "Ania\ntrasy: Oslo - Bergen, sztokholm-turku\nkarty: 3 czerwone, 2x lok\n"
            "Bartek\ntrasy: trondheim-andalsnes, andalsnes-bergen\nbilety: Trondheim-Bergen 5\nręka: brak\n"
        )
        output = score(text, "--lang", "en").stdout
        assert "Ania 3, Bartek 0 → 10 to Ania" in output
        assert "Regional Links  10 points (L-12) · completed tickets worth 5 or less" in output
        assert "Ania 0, Bartek 1 → 10 to Bartek" in output
        assert "Winner (L-13)" in output
        assert "Note" not in output

    def test_a_hand_that_matters_and_is_missing_is_noted(self) -> None:
        goals = "goals: locomotive-lover, small-steps, ferry-captain, wild-west"
        text = f"board: northern-lights\n{goals}\nAnia\nroutes: Oslo-Bergen\nhand: red\nBartek\n"
        output = score(text, "--lang", "en").stdout
        assert "Note: No hand is given for Bartek; for the goal Drawn to Locomotives it counts" in output


class TestForgiving:
    PLAIN = usa("New York - Washington, Portland - Seattle", "Montréal - Atlanta", "Saint Louis - Nashville")

    @pytest.mark.parametrize(
        ("routes", "tickets", "other"),
        [
            ("NEW YORK-WASHINGTON, portland – seattle", "montreal-atlanta", "saint louis — nashville"),
            ("new york washington; seattle portland", "ATLANTA montreal 9", "St. Louis/Nashville"),
            ("Nowy Jork - Waszyngton,seattle-portland", "Montreal: Atlanta", "st louis -> nashville"),
            ("ny-wash, sea-port", "mont-atl", "saint l-nash"),
            ("new-york:washington:black, portland:seattle:grey:1", "atlanta:montreal", "nashville:saint-louis:grey"),
            (
                "New York - Washington black, Portland - Seattle 1",
                "Montréal to Atlanta (9)",
                "Saint Louis do Nashville 2",
            ),
            (
                "New York-Washington czarny,\n    Portland-Seattle  # a comment",
                "\n    Montréal - Atlanta",
                "\nSaint Louis-Nashville",
            ),
        ],
    )
    def test_spellings(self, routes: str, tickets: str, other: str) -> None:
        assert scored(usa(routes, tickets, other)) == scored(self.PLAIN)

    def test_polish_words_and_no_indentation(self) -> None:
        text = (
            "plansza: USA\ngracz: Ania\ntrasy:\nNew York - Washington\nPortland - Seattle\nbilety: Montreal - Atlanta\n"
            "Bartek\npołączenia: Saint Louis - Nashville\nbilety: brak\nręka: 2 czerwone, lokomotywa\n"
        )
        assert scored(text) == scored(self.PLAIN)

    def test_names_of_players_may_have_dashes_and_colons(self) -> None:
        text = self.PLAIN.replace("Ania", "Anna-Maria").replace("Bartek", "Bartek:")
        assert scored(text) == scored(self.PLAIN)
        assert "Bartek 12, Anna-Maria 4." in score(text).stdout

    def test_a_place_cut_short_is_understood_from_its_neighbour(self) -> None:
        # Many places begin with “san”; only one of them is beside Portland.
        assert scored(usa("san - portland")) == scored(usa("San Francisco - Portland"))

    def test_either_lane_takes_a_free_one(self) -> None:
        text = "board: usa\n" + "".join(
            f"{name}\nroutes: {routes}\n"
            for name, routes in {"A": "Boston-New York", "B": "Boston-New York yellow", "C": "", "D": ""}.items()
        )
        table = TableText(text, Speech("en", SCORE_TEXTS, TABLE_TEXTS))
        assert not table.problems
        seats = load_table(table).position()["seats"]
        assert isinstance(seats, list)
        assert seats[0]["routes"] == ["boston:new-york:red"]
        assert seats[1]["routes"] == ["boston:new-york:yellow"]

    def test_other_names_of_the_north_and_of_italy(self) -> None:
        north = (
            "board: Kraje Północy\nA\nroutes: Copenhagen-Aarhus, Gothenburg-Kopenhaga, Sztokholm-Turku\nB\nroutes: -"
        )
        plain = "board: nordic-countries\nA\nroutes: København-Århus, Göteborg-København, Stockholm-Turku\nB\nroutes:\n"
        assert scored(north) == scored(plain)
        italy = "board: Włochy\nA\nroutes: Rome-Naples, Mediolan-Turyn, France-Turin\nB\n"
        assert scored(italy) == scored("board: italy\nA\nroutes: Roma-Napoli, Milano-Torino, Francia-Torino\nB\n")

    @pytest.mark.parametrize("board", semafor.builtin_ids())
    def test_every_finished_game_can_be_written_down(self, board: str) -> None:
        """Ids and printed names both lead back to the same score."""
        loaded = semafor.load_board(board)
        for players in range(loaded.spec.min_players, loaded.spec.max_players + 1):
            game = semafor.new_game(loaded, players, seed=players)
            game.play_out(Chance.seeded(players))
            assert scored(written(game, by_name=False)) == game.score().to_json()
            assert scored(written(game, by_name=True)) == game.score().to_json()


def written(game: Game, by_name: bool) -> str:
    """Write a finished game down in the text form."""
    names = {place.id: place.name or place.id for place in game.board.spec.places}
    position = game.position()
    seats = position["seats"]
    assert isinstance(seats, list)
    lines = [f"board: {game.board.id}"]
    goals = position.get("goals")
    if isinstance(goals, list) and goals:
        lines.append(f"goals: {', '.join(goals)}")
    for number, seat in enumerate(seats):
        lines.append(f"Player {number}")
        for key in ("routes", "tickets"):
            entries = [by_names(entry, names) if by_name else entry for entry in seat[key]]
            lines.append(f"  {key}: {', '.join(entries)}")
        hand = ", ".join(f"{count} {card}" for card, count in seat["hand"].items())
        lines.append(f"  hand: {hand}")
    return "\n".join(lines)


def by_names(id: str, names: dict[str, str]) -> str:
    """Write the id of a route or ticket with the printed names of its places."""
    a, b, *rest = id.split(":")
    return f"{names[a]} – {names[b]} {' '.join(rest)}"


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
        assert problems(text)[0] == "line 3: “routs:” is not known here; it was taken for “routes:”."
        assert problems(text)[1] == (
            "line 3: “Osla-Bergen”, taken for a route: there is no place “Osla” on this board. Did you mean Oslo?"
        )
        assert problems(text)[2].startswith("line 3: There is no route Oslo – Helsinki. Routes from Oslo go to Bergen,")
        assert problems(text)[3].startswith(
            "line 4: There is no ticket Oslo – Bergen. Tickets from Oslo: Helsinki (8),"
        )
        assert problems(text)[4] == "line 4: The ticket Oslo – Helsinki (8) is not worth 99."
        assert problems(text)[5].startswith("line 5: “3 foo”: “foo” is no card. The cards: purple, blue,")
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
        table = TableText(text, Speech("en", SCORE_TEXTS, TABLE_TEXTS))
        seats = table.position["seats"]
        assert isinstance(seats, list)
        assert seats[0]["routes"] == ["kristiansand:stavanger:orange"]

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("Ania\nroutes: a-b\n", "Which board was it? Begin with a line such as “board: usa”."),
            ("board: nor\nAnia\n", "line 1: “nor” could be more than one board: "),
            ("board: ussa\nAnia\n", "line 1: “ussa” is neither a board nor a board file. Did you mean usa?"),
            ("board: usa\nAnia\n", "USA is for 2 to 5 players; here there are names of 1 player."),
            ("board: usa\nroutes: Dallas-Houston\nA\nB\n", "line 2: Whose routes are these?"),
            ("board: usa\nA\nB\nA\n", "line 4: There is a player A already (line 2)."),
            ("board: usa\nA: Dallas-Houston\nB\n", "line 2: “A” was taken for a player; say what follows the name"),
            (
                usa("Dallas-Houston, Houston-Dallas"),
                "line 3: Dallas – Houston: Ania has one of these already (line 3); ",
            ),
            (usa("Chicago-Omaha, Omaha-Chicago"), "line 3: Chicago – Omaha: Ania has this route already (line 3)."),
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
            (usa("Dallas-Houston") + "hand: 13 red", "The hands have 13 cards of the kind red, and the game has 12."),
            (usa("Dallas-Houston") + "goals: ferry captain", "line 7: USA is played without goals."),
            (
                "board: northern-lights\nA\nB\n",
                "4 goals lie face up on this board, and 0 are named here: “goals: …”. The goals are Drawn",
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
        assert "the position says 9, and that stands; the routes alone make 4" in output

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


class TestProgram:
    def test_a_real_run_on_a_file_has_no_colours(self, tmp_path: Path) -> None:
        file = tmp_path / "table.txt"
        file.write_text(SAMPLE, encoding="utf-8")
        command = [sys.executable, "-m", "semafor.cli.main", "score", str(file), "--lang", "en"]
        done = subprocess.run(command, capture_output=True, check=True)
        output = done.stdout.decode()
        assert "\x1b" not in output
        assert "Ania wins with 11 points." in output
        assert max(map(len, output.splitlines())) <= 80

    def test_a_terminal_without_unicode_gets_question_marks(self, tmp_path: Path) -> None:
        file = tmp_path / "table.txt"
        file.write_text(SAMPLE, encoding="utf-8")
        command = [sys.executable, "-m", "semafor.cli.main", "score", str(file), "--lang", "en"]
        done = subprocess.run(command, capture_output=True, check=True, env=os.environ | {"PYTHONIOENCODING": "ascii"})
        assert b"Montr?al ? Atlanta" in done.stdout

    def test_not_utf8(self, tmp_path: Path) -> None:
        file = tmp_path / "table.txt"
        file.write_bytes("board: usa\nRenée".encode("latin-1"))
        result = CliRunner().invoke(cli, ["score", str(file)])
        assert result.exit_code == 2
        assert "not a text in UTF-8" in result.stderr

    def test_help_has_an_example_that_works(self) -> None:
        shown = CliRunner().invoke(cli, ["score", "--help"], terminal_width=120).output
        example = re.search(r"board: usa\n(.*?)\n\n", shown, re.DOTALL)
        assert example
        assert scored(example[0])["winners"] == [1]

    @pytest.mark.parametrize(
        ("environment", "language"),
        [
            ({"LANG": "pl_PL.UTF-8"}, "pl"),
            ({"LC_ALL": "C", "LANG": "pl_PL"}, "en"),
            ({}, "en"),
            ({"LANG": "de_DE"}, "en"),
        ],
    )
    def test_language_of_the_locale(self, environment: dict[str, str], language: str) -> None:
        assert default_language(environment) == language


class TestTexts:
    @pytest.mark.parametrize("texts", [CARD_TEXTS, TABLE_TEXTS, SCORE_TEXTS, PLAY_TEXTS])
    def test_both_languages_say_the_same_things(self, texts: Texts) -> None:
        for key, (english, polish) in texts.items():
            assert english, key
            assert polish, key
            fields = [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in (english, polish)]
            assert fields[0] == fields[1], key
            forms = (english.count("|") + 1, polish.count("|") + 1)
            assert forms in [(1, 1), (2, 3)], key

    def test_every_rule_has_a_sentence(self) -> None:
        assert set(_SENTENCES) == set(SLUGS)


class TestPage:
    """docs/scoring.md shows what really happens."""

    PAGE = (Path(__file__).parents[2] / "docs" / "scoring.md").read_text(encoding="utf-8")

    def blocks(self) -> list[str]:
        return re.findall(r"```text\n(.*?)```", self.PAGE, re.DOTALL)

    def test_the_games_are_understood(self) -> None:
        games = [block for block in self.blocks() if block.startswith(("board:", "plansza:"))]
        assert [bool(scored(game)["winners"]) for game in games] == [True, True]

    def test_the_output_is_real(self) -> None:
        game, _, sheet, _ = self.blocks()
        assert sheet in re.sub(" +\n", "\n", score(game, "--lang", "en").stdout)

    def test_the_problems_are_real(self) -> None:
        text = (
            "board: nordic\nAnia\n  routes: Osla-Bergen, Kristiansand-Stavanger\n  tickets: oslo-helsinki 99\nBartek\n"
        )
        shown = self.blocks()[3].replace("game.txt", "<stdin>")
        assert score(text, "--lang", "en").stderr == shown
