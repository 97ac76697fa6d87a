"""``semafor play --terminal``: a game in the terminal, whatever the player types."""

from __future__ import annotations

import io
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

import semafor
from semafor import Chance, Game
from semafor.cli.main import cli
from semafor.cli.play.browser import missing_client
from semafor.cli.play.game import Quit, TerminalGame
from semafor.cli.play.view import PlayView
from semafor.cli.words.catalogue import catalogue
from semafor.cli.words.language import Speech
from tests.games import situation

BOARDS = semafor.builtin_ids()


def play(typed: str, *options: str) -> Result:
    return CliRunner().invoke(cli, ["play", "--terminal", "--seed", "5", "--lang", "en", *options], input=typed)


class Table:
    """A game in memory: `typed` holds the lines that people type, `text()` returns what they see."""

    def __init__(self, game: Game, typed: list[str], humans: tuple[int, ...] = (0,), language: str = "en") -> None:
        self.typed = iter(typed)
        self.screen = io.StringIO()
        console = Console(file=self.screen, width=120, highlight=False)
        speech = Speech(language)
        names = [f"P{seat}" for seat in range(game.players)]
        self.game = game
        self.view = PlayView(game, names, speech, console)
        self.terminal = TerminalGame(game, humans, self.view, Chance.seeded(1), self.ask, {})

    def ask(self, prompt: str) -> str:
        for line in self.typed:
            return line
        raise EOFError

    def run(self) -> str:
        """Play until the lines run out; return everything shown."""
        with pytest.raises(Quit):
            self.terminal.play()
        return self.screen.getvalue()


def number_of(text: str, shown: str) -> str:
    """Return the number next to something in a list."""
    found = re.search(rf"(\d+) {re.escape(text)}", shown)
    assert found, f"{text} is not offered in\n{shown}"
    return found[1]


class TestPlaying:
    def test_shows_the_table_and_numbered_choices(self) -> None:
        output = play("1 2\n").stdout
        assert "USA, 2 players, seed 5." in output
        assert "Which tickets do you keep? At least 2" in output
        assert "You kept " in output
        assert "Random 2 kept " in output
        assert re.search(r"\d draw from the deck", output)
        assert re.search(r"\d draw tickets", output)

    def test_the_same_seed_is_the_same_game(self) -> None:
        typed = "1 2\n1\n1\n1\n1\n"
        assert play(typed).stdout == play(typed).stdout
        assert (
            play(typed).stdout
            != CliRunner().invoke(cli, ["play", "--terminal", "--seed", "6", "--lang", "en"], input=typed).stdout
        )

    def test_a_whole_game_ends_with_the_score(self) -> None:
        result = play("1\n" * 3000, "--board", "toy")
        assert result.exit_code == 0
        assert "The game is over." in result.stdout
        assert "Winner (U-28)" in result.stdout
        assert re.search(r"★ .* (wins with|share)", result.stdout)

    def test_a_claim_is_paid_from_a_list_or_with_named_cards(self) -> None:
        game = situation("usa", {"hand": {"red": 3, "locomotive": 2}, "routes": []}, {})
        first = Table(game.clone(), []).run()
        route = number_of("Dallas – El Paso, red 4", first)
        shown = Table(game.clone(), [route]).run()
        assert "how do you pay?" in shown
        assert "3 × red, 1 × locomotive" in shown
        for typed in ("1", "3 red 1 loco", "3 czerwone, lokomotywa"):
            table = Table(game.clone(), [route, typed])
            assert "P0 claimed Dallas – El Paso, red 4 with 3 × red, 1 × locomotive: 7 points." in table.run()
        refused = Table(game.clone(), [route, "4 red", "2 blue", "b"])
        output = refused.run()
        assert "you have 3 red cards, not 4 (U-15)." in output
        assert "you have 0 blue cards, not 2 (U-15)." in output
        assert refused.game.pending.seats == [0]

    def test_parallel_routes_are_listed_once(self) -> None:
        game = situation("usa", {"hand": {"yellow": 2, "red": 2, "locomotive": 1}}, {})
        first = Table(game.clone(), []).run()
        lanes = number_of("Boston – New York, yellow/red 2", first)
        assert first.count("Boston – New York") == 1
        assert first.count("Dallas – Houston") == 1
        shown = Table(game.clone(), [lanes]).run()
        payment = number_of("red: 1 × red, 1 × locomotive", shown)
        claimed = "P0 claimed Boston – New York, red 2 with 1 × red, 1 × locomotive: 2 points."
        assert claimed in Table(game.clone(), [lanes, payment]).run()
        assert claimed in Table(game.clone(), [lanes, "red loco"]).run()

    def test_the_choices_are_shown_again_on_demand(self) -> None:
        game = situation("usa", {}, {})
        assert Table(game.clone(), ["again"]).run().count("draw from the deck") == 2
        assert Table(game.clone(), [""]).run().count("draw from the deck") == 2

    def test_many_payments_are_not_all_listed_but_all_can_be_typed(self) -> None:
        hand = dict.fromkeys(("purple", "blue", "orange", "white", "green", "yellow", "black", "red"), 3)
        game = situation("nordic-countries", {"hand": hand}, {})
        route = number_of("Bergen – Stavanger, purple 2, ferry 1", Table(game.clone(), []).run())
        table = Table(game, [route, "1 purple 1 red 1 black 1 white"])
        output = table.run()
        assert "… and more: type the cards." in output
        assert "P0 claimed Bergen – Stavanger" in output

    def test_a_tunnel_is_paid_or_left(self) -> None:
        deck = ["blue", "red", "red", "green", "green", "green"]
        display = ["red", "red", "red", "green", "green"]
        game = situation("nordic-countries", {"hand": {"blue": 5}}, {}, deck=deck, display=display)
        route = number_of("Bergen – Oslo, blue 4, tunnel", Table(game.clone(), []).run())
        shown = Table(game.clone(), [route, "1"]).run()
        assert "turned up 1 × blue, 2 × red; it costs 1 more." in shown
        paid = Table(game.clone(), [route, "1", number_of("pay 1 × blue", shown)]).run()
        assert "P0 claimed Bergen – Oslo, blue 4, tunnel with 5 × blue: 7 points." in paid
        left = Table(game.clone(), [route, "1", number_of("withdraw", shown)]).run()
        assert "P0 withdrew from the tunnel." in left

    def test_completed_tickets_are_ticked(self) -> None:
        seat: dict[str, object] = {
            "routes": ["ambel:brack:red", "brack:cormo:blue"],
            "tickets": ["ambel:cormo", "ambel:fenn"],
        }
        assert "✓ Ambel – Cormo (4) · Ambel – Fenn (4)" in Table(situation("toy", seat, {}), []).run()

    def test_goals_and_ferry_cards_are_shown_where_there_are_any(self) -> None:
        goals = ["small-steps", "cost-analysis", "wild-west", "ferry-captain"]
        assert "Small Steps" in Table(situation("northern-lights", {}, {}, goals=goals), []).run()
        italy = Table(situation("italy", {"ferry_cards": 1}, {}), []).run()
        assert "1 ferry card" in italy
        assert re.search(r"\d take a ferry card", italy)


class TestCommands:
    def test_help(self) -> None:
        assert "why ROUTE" in play("?\n").stdout

    @pytest.mark.parametrize(
        ("board", "typed", "said"),
        [
            ("usa", "denver - omaha", "4 × purple (locomotives are wild)"),
            ("nordic-countries", "imatra - lahti", "2 × yellow (no locomotives)"),
            ("nordic-countries", "andalsnes - lillehammer", "2 × yellow (locomotives are wild)"),
            (
                "nordic-countries",
                "murmansk - lieksa",
                "9 cards of one colour (any 4 cards, locomotives too, stand in for one of them)",
            ),
            (
                "nordic-countries",
                "alborg - oslo",
                "2 × white and 1 × locomotive (locomotives are wild; any 3 coloured cards stand in for a locomotive)",
            ),
            (
                "northern-lights",
                "mo i rana - narvik",
                "2 cards of one colour and 2 × locomotive or pair of one colour (locomotives are wild)",
            ),
            (
                "italy",
                "ancona - venezia",
                "2 cards of one colour and a locomotive or ferry card for 2 × wave "
                "(locomotives are wild; a ferry card covers up to 2 waves)",
            ),
        ],
    )
    def test_why_names_everything_that_pays_for_a_route(self, board: str, typed: str, said: str) -> None:
        game = semafor.load_position({"board": board, "seats": [{"hand": {}}, {}]})
        assert f"It takes {said}; you have nothing." in " ".join(Table(game, [f"why {typed}"]).run().split())

    def test_why_in_polish(self) -> None:
        game = semafor.load_position({"board": "nordic-countries", "seats": [{"hand": {}}, {}]})
        shown = Table(game, ["dlaczego Murmańsk - Lieksa", "dlaczego Alborg - Oslo"], language="pl").run()
        said = " ".join(shown.split())
        assert "9 kart jednego koloru (jedną z nich zastępują dowolne 4 karty, także lokomotywy)" in said
        assert "lokomotywę zastępują dowolne 3 kolorowe karty" in said

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("why denver - omaha", "Denver – Omaha, purple 4: your cards don't pay for it. It takes 4 × purple"),
            (
                "why dallas el paso",
                "Dallas – El Paso, red 4: you can claim it, for example with 3 × red, 1 × locomotive.",
            ),
            ("why chicago-omaha", "Chicago – Omaha, blue 4: it is taken (U-17)."),
            ("why boston-new york red", "Boston – New York, red 2: it is closed"),
            ("why kansas city-omaha", "you hold a parallel route"),
            ("why osla - bergen", "there is no place “osla” on this board."),
            ("look chicago", "Chicago – Omaha, blue 4  P1"),
            ("look chicago", "Chicago – Toronto, white 4  free"),
            ("look xyz", "There is no place “xyz”."),
            ("Pokaż Chicago", "Chicago – Toronto, white 4  free"),
            ("dlaczego chicago-omaha", "Chicago – Omaha, blue 4: it is taken (U-17)."),
            ("pomoc", "why ROUTE"),
            ("frobnicate", "“frobnicate” is neither a number from 1 to"),
            ("0", "“0” is neither a number from 1 to"),
            ("²", "is neither a number from 1 to"),
        ],
    )
    def test_what_is_said(self, typed: str, said: str) -> None:
        mine: dict[str, object] = {"hand": {"red": 3, "locomotive": 1}, "routes": ["kansas-city:omaha:grey:1"]}
        other: dict[str, object] = {"routes": ["chicago:omaha:blue", "boston:new-york:yellow"]}
        players = (mine, other) if "kansas" not in typed else (mine, other, {}, {})
        assert said in " ".join(Table(situation("usa", *players), [typed]).run().split("\n"))

    def test_u_18_too_few_trains(self) -> None:
        game = situation("usa", {"hand": {"red": 9}, "trains": 3}, {})
        assert "Dallas – El Paso, red 4: you have only 3 trains (U-18)." in Table(game, ["why dallas-el paso"]).run()

    def test_too_few_tickets(self) -> None:
        assert "(U-5)." in play("1\n").stdout


class TestEnding:
    @pytest.mark.parametrize("lines", range(12))
    def test_the_end_of_input_ends_politely(self, lines: int) -> None:
        result = play("1 2\n" + "1\n" * lines)
        assert result.exit_code == 0
        said = " ".join(result.stdout.split())
        assert "Goodbye. To start the same game: semafor play --terminal --board usa --players 2 --seed" in said

    @pytest.mark.parametrize("word", ["q", "quit", "Q", "koniec"])
    def test_quitting(self, word: str) -> None:
        result = play(f"1 2\n{word}\n1\n")
        assert result.exit_code == 0
        assert "Goodbye." in result.stdout

    def test_a_real_run_without_input_does_not_hang(self) -> None:
        command = [sys.executable, "-m", "semafor.cli.main", "play", "--terminal", "--lang", "pl"]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=300)
        assert "Do widzenia." in done.stdout.decode()

    @pytest.mark.parametrize(("board", "language"), list(zip(BOARDS, ["pl", "en", "pl", "en", "pl"], strict=True)))
    def test_whatever_is_typed_the_game_goes_on_to_its_end(self, board: str, language: str) -> None:
        """Random numbers, cards, commands and garbage: no input breaks or blocks the game."""
        rng = random.Random(f"{board} {language}")
        words = [
            "?",
            "",
            "b",
            "why oslo - bergen",
            "look x",
            "2 red",
            "1 loco 1 blue",
            "all",
            "-1",
            "1 2",
            "1 2 3",
            "ż",
        ]

        def typed() -> str:
            return rng.choice(words) if rng.random() < 0.2 else str(rng.randint(1, 25))

        loaded = semafor.load_board(board)
        game = semafor.new_game(loaded, loaded.spec.max_players, seed=3)
        table = Table(game, [typed() for _ in range(20000)], humans=(1,), language=language)
        table.terminal.play()
        assert game.over


class TestSeats:
    def test_people_who_share_a_terminal_do_not_see_each_others_cards(self) -> None:
        game = situation("usa", {"hand": {"red": 3}}, {"hand": {"blue": 3}}, {}, deck=["green"] * 9)
        draw = number_of("draw from the deck", Table(game.clone(), ["", ""], humans=(0, 1)).run())
        shown = Table(game, ["", draw, "1", "", ""], humans=(0, 1)).run()
        before, after = shown.split("P1, it is your turn.")
        assert "P0 drew green from the deck." in before
        assert "Press Enter to hide your cards." in before
        assert "3 × red" not in after
        assert "3 × blue" not in before
        assert "P0 drew a card from the deck." in after
        assert "drew green" not in after

    def test_one_person_is_never_asked_to_look_away(self) -> None:
        assert "it is your turn" not in play("1 2\n1\n1\n1\n").stdout

    def test_random_movers_can_play_alone(self) -> None:
        result = play("", "--board", "toy", "--seats", "random,random")
        assert result.exit_code == 0
        assert "Winner (U-28)" in result.stdout

    @pytest.mark.parametrize(
        "options",
        [
            ["--seats", "you,robot"],
            ["--seats", "you,random", "--players", "3"],
            ["--board", "nordic-countries", "--players", "5"],
            ["--seats", "you"],
            ["--board", "atlantis"],
            ["--players", "9"],
        ],
    )
    def test_what_can_not_be_is_one_message(self, options: list[str]) -> None:
        result = play("", *options)
        assert result.exit_code == 2
        assert "Error: " in result.stderr
        assert "Traceback" not in result.stderr

    def test_polish(self) -> None:
        result = CliRunner().invoke(
            cli, ["play", "--terminal", "--lang", "pl", "--board", "italy", "--seed", "a"], input="1 2 3\n"
        )
        assert "Włochy, 2 gracze, ziarno a." in result.stdout
        assert "Które bilety zatrzymujesz? Co najmniej 3" in result.stdout
        assert "weź kartę promu" in result.stdout


def test_without_the_browser_client_one_is_told_what_to_do(tmp_path: Path) -> None:
    told = missing_client(None)
    for command in ("make play", "make client", "pip install .", "semafor play --terminal"):
        assert f"`{command}`" in told
    assert missing_client(tmp_path) == ""


UNSAID = {
    *("negative_cards", "payment_in_progress", "ticket_named_twice", "ticket_not_drawn"),
    *("unknown_route", "unknown_ticket", "wrong_order"),
}
"""Refusal codes that no terminal input can cause, only programs."""


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_refusal_of_a_rule_has_words(language: str) -> None:
    rules = Path(semafor.__file__).parent / "rules"
    code = re.compile(r'Refusal\(\s*"(\w+)"')
    codes = {found for file in rules.glob("*.py") for found in code.findall(file.read_text(encoding="utf-8"))}
    assert len(codes) > 20
    speech = catalogue(language).texts
    assert {found for found in codes if f"refusal_{found}" not in speech} == UNSAID


def test_bots_by_any_name_sit_in_the_terminal(tmp_path: Path) -> None:
    """Two bots play to the end: one of a file, with a name that a console could take for an emoji."""
    (tmp_path / "mine.py").write_text("def Star(seen, legal, chance, seconds):\n    return next(iter(legal))\n")
    seats = f"{tmp_path / 'mine.py'}:Star,greedy"
    shown = play("", "--board", "toy", "--seats", seats)
    assert shown.exit_code == 0, shown.output
    assert "mine.py:Star 1" in shown.output.replace("\n", "")
    wrong = play("", "--board", "toy", "--seats", "you,gready")
    assert wrong.exit_code == 2
    assert 'there is no bot "gready"; did you mean greedy?' in wrong.output


def test_a_bot_that_fails_in_the_terminal_says_where_and_the_game_goes_on(tmp_path: Path) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text("def broken(seen, legal, chance, seconds):\n    return {}['nothing']\n")
    done = play("", "--board", "toy", "--seats", f"{bot}:broken,random")
    assert done.exit_code == 0
    said = " ".join(done.output.split())
    assert said.count("failed (a crash), and moves at random from now on: KeyError: 'nothing'") == 1
    assert f'File "{bot}", line 2, in broken' in done.output
    path = re.search(r"the position, to load: (\S+\.json)", said)
    assert path is not None
    assert semafor.load_position(path[1]).pending.name == "keep_tickets"
