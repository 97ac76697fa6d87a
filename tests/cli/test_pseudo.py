"""A pseudo-language is added as files, and the commands then show no word in any other language."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

import semafor
from semafor.cli.main import cli
from semafor.cli.words.catalogue import catalogue
from tests.pseudo import other_words, write_package

SOURCES = Path(__file__).parents[2] / "src" / "semafor"

GAME = """
board: northern-lights
goals: small-steps, wild-west, cost-analysis, locomotive-lover
Åä
  routes: oslo-bergen, oslo - karlstad
  hand: 2 red
  tickets: {ticket}
Öö
  routes: helsinki - tallinn
  hand: nothing
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pseudo")
    write_package(folder, SOURCES, compiled=False)
    return folder


def run(package: Path, *arguments: str, typed: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(package), "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-W", "ignore", "-m", "semafor", *arguments, "--lang", "qps", "--names", "language"]
    return subprocess.run(command, input=typed, capture_output=True, encoding="utf-8", env=environment, check=False)


def game() -> str:
    ticket = semafor.load_board("northern-lights").spec.tickets[0]
    return GAME.format(ticket=f"{ticket.a} - {ticket.b}")


def test_the_score_sheet(package: Path) -> None:
    done = run(package, "score", "-", typed=game())
    assert done.returncode == 0, done.stderr
    assert "⟦" in done.stdout
    assert other_words(done.stdout) == []


def test_what_people_type_in_the_language_is_understood(package: Path) -> None:
    typed = game().replace("board:", "boardq:").replace("routes:", "routesq:").replace("tickets:", "ticketsq:")
    assert run(package, "score", "-", typed=typed).stdout == run(package, "score", "-", typed=game()).stdout


def test_problems_of_a_text(package: Path) -> None:
    typed = game().replace("oslo-bergen", "oslo - rome").replace("small-steps", "small-stops")
    done = run(package, "score", "-", typed=typed)
    assert done.returncode != 0
    left = set(other_words(done.stderr + done.stdout))
    # What the user typed is quoted verbatim.
    assert left <= {"oslo", "rome", "small", "stops"}


def test_a_game_in_the_terminal(package: Path) -> None:
    answers = "all\n" + "1\n" * 12 + "why ambel - brack\nlook ambel\n?\nnonsense\nq\n"
    done = run(package, "play", "--terminal", "--board", "toy", "--players", "2", "--seed", "1", typed=answers)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("⟦") > 50
    # What the user typed is quoted; commands are the same in every language.
    again = "semafor play terminal board toy players seed"
    typed = {"all", "why", "ambel", "brack", "look", "nonsense"}
    assert set(other_words(done.stdout)) <= {*typed, "again", *again.split()}


HELP = """
import click
from click.testing import CliRunner
from semafor.cli.main import cli

def run(*words):
    return CliRunner().invoke(cli, [*words, "--lang", "qps"], terminal_width=200)

def walk(command, path):
    shown = run(*path, "--help")
    assert shown.exit_code == 0, path
    print(shown.output)
    if isinstance(command, click.Group):
        for name in list(command.commands):
            run(*path, name, "--help")  # the command is imported now
            walk(command.commands[name], [*path, name])

walk(cli, [])
for words in WRONG:
    failed = run(*words)
    assert failed.exit_code != 0, words
    print(failed.stderr)
"""
WRONG = [
    ["bord"],
    ["--nothing"],
    ["board"],
    ["board", "chek"],
    ["board", "list", "extra"],
    ["board", "show", "nowhere"],
    ["score"],
    ["score", "missing"],
    ["verify", "missing"],
    ["play", "--players", "9"],
    ["play", "--names", "other"],
    ["play", "--terminal=1"],
    ["play", "--seed", "1"],
    ["completion", "tcsh"],
    ["arena"],
    ["bench", "--players", "7"],
    ["serve", "--workers", "2"],
    ["serve", "--trust-proxy", "nobody"],
]


def test_help_and_errors_of_every_command(package: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONIOENCODING": "utf-8"}
    environment["SEMAFOR_DATABASE"] = "games.sqlite3"
    command = [sys.executable, "-W", "ignore", "-c", f"WRONG = {WRONG}\n{HELP}"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, check=True, cwd=package)
    assert done.stdout.count("⟦") > 300
    # Names of commands, options and choices are the same in every language; what the user typed is quoted.
    same = " ".join(["semafor ID URL HEX help qps", *_names(cli), *[word for words in WRONG for word in words]])
    known = {*re.findall(r"[^\W\d_]{2,}", same)}
    known |= {"Errno", "No", "such", "file", "or", "directory"}  # the operating system's message about a file
    assert set(other_words(done.stdout)) <= known


def _names(command: click.Command) -> list[str]:
    names = [command.name or ""]
    for parameter in command.params:
        names += parameter.opts
        if isinstance(parameter.type, click.Choice):
            names += map(str, parameter.type.choices)
    if isinstance(command, click.Group):
        with click.Context(cli, obj="en") as ctx:
            for name in command.list_commands(ctx):
                below = cli.resolve_command(ctx, [name])[1] if command is cli else command.commands[name]
                names += [] if below is None else _names(below)
    return names


def test_what_is_wrong_with_a_board_file(package: Path, tmp_path: Path) -> None:
    broken = (SOURCES / "boards" / "toy.toml").read_text(encoding="utf-8")
    for old, new in (
        ("min = 2", "min = 9"),
        ("length = 1", 'length = "one"'),
        ("revision", "revison"),
        ("red", "pink"),
    ):
        assert old in broken
        broken = broken.replace(old, new)
    file = tmp_path / "broken.toml"
    file.write_text(broken, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(package), "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-W", "ignore", "-m", "semafor", "board", "check", str(file), "--lang", "qps"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, check=False)
    assert done.returncode == 1
    heading, *problems = done.stdout.splitlines()
    assert heading.startswith("⟦")
    assert len(problems) > 5
    # The path is not translated; everything said about it is.
    assert [line for line in problems if not re.fullmatch(r" +\S+: ⟦.*⟧", line)] == []


ENGLISH_IN_CODE = (
    "model/reading.py",
    "model/board_file.py",
    "engine/board_checks.py",
    "engine/loading.py",
    "engine/boards.py",
    "engine/positions/checks.py",
    "engine/positions/draft.py",
    "engine/positions/building.py",
    "rules/catalogue.py",
)


def test_every_problem_of_a_board_file_or_position_is_in_the_catalogue() -> None:
    texts = catalogue("en").texts.values()
    said = [text for file in ENGLISH_IN_CODE for text in _sentences(SOURCES / file)]
    assert len(said) > 60
    assert [text for text in said if text not in texts] == []


def _sentences(file: Path) -> list[str]:
    """Return the user-facing texts of a module: strings with a space or a placeholder that are not docstrings."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped
    ]
    return [text for text in texts if re.search(r"\w \w|\{[a-z]\w*\}", text)]


@pytest.mark.parametrize("board", semafor.builtin_ids())
def test_a_board_on_the_screen(package: Path, board: str) -> None:
    done = run(package, "board", "show", board, "--routes", "--tickets", typed="")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("⟦") > 30
    # Ids are the same in every language, and notes appear as in the board file.
    spec = semafor.load_board(board).spec
    ids = [spec.id, spec.digest, *spec.rules]
    ids += [route.id for route in spec.routes] + [ticket.id for ticket in spec.tickets]
    tags = [word for place in spec.places for word in [place.country, *place.tags]]
    marked = [text for mark in spec.marks for text in (mark.value, mark.note)]
    known = set(re.findall(r"[^\W\d_]{2,}", " ".join([*ids, *tags, *marked])))
    assert set(other_words(done.stdout)) <= known
