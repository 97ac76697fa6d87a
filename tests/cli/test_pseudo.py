"""A made-up language is added as files, and no word of another one is left in the commands."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import semafor

SOURCES = Path(__file__).parents[2] / "src" / "semafor"
ACCENTS = str.maketrans("aceinosuyz", "ãçéïñöšüýž")

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


def pseudo(text: str) -> str:
    """Write a text in other letters, between brackets; blanks stay."""
    parts = re.split(r"(\{\w*\})", text)
    return "⟦" + "".join(part if part.startswith("{") else part.translate(ACCENTS) for part in parts) + "~~⟧"


def other_words(text: str) -> list[str]:
    """Return the words outside the brackets, but for those of players and of rule ids."""
    while "⟦" in text:
        smaller = re.sub("⟦[^⟦⟧]*⟧", " ", text)
        assert smaller != text, text
        text = smaller
    return re.findall(r"[^\W\d_]{2,}", text.replace("Åä", "").replace("Öö", ""))


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the sources, and add the language: a catalogue, and names in a board file. Nothing else."""
    folder = tmp_path_factory.mktemp("pseudo")
    copied = folder / "semafor"
    shutil.copytree(SOURCES, copied, ignore=shutil.ignore_patterns("web", "*.so", "__pycache__"))
    (copied / "words" / "qps.toml").write_text(_catalogue(), encoding="utf-8")
    for board in (copied / "boards").glob("*.toml"):
        board.write_text(_named(board.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def _catalogue() -> str:
    data = tomllib.loads((SOURCES / "words" / "en.toml").read_text(encoding="utf-8"))
    lines = [f"language = {json.dumps(pseudo(data['language']), ensure_ascii=False)}"]
    lines.append('plural = { forms = ["one", "other"], rule = "n == 1 ? 0 : 1" }')
    for section, texts in data.items():
        if isinstance(texts, dict) and section != "plural":
            lines.append(f"[{section}]")
            lines += [f"{key} = {_said(text)}" for key, text in texts.items()]
    return "\n".join(lines)


def _said(text: object) -> str:
    if isinstance(text, dict):
        return "{ " + ", ".join(f"{form} = {_said(words)}" for form, words in text.items()) + " }"
    if isinstance(text, list):
        return json.dumps([f"{word}q" for word in text], ensure_ascii=False)
    return json.dumps(pseudo(str(text)), ensure_ascii=False)


def _named(text: str) -> str:
    """Add names to everything on a board that has one, line by line."""
    return "\n".join(map(_named_line, text.splitlines()))


def _named_line(line: str) -> str:
    found = re.search(r'name = (?:\{ en = )?"([^"]*)"', line)
    if found is None:
        return line
    name = json.dumps(pseudo(found[1] or "X"), ensure_ascii=False)
    if "names = {" in line:
        return line.replace("names = {", f"names = {{ qps = {name},")
    if line.startswith("name ="):
        return f"{line}\nnames = {{ qps = {name} }}"
    return re.sub(r" \},$", f", names = {{ qps = {name} }} }},", line)


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
    # What was typed is quoted as it was.
    assert left <= {"oslo", "rome", "small", "stops"}


def test_a_game_in_the_terminal(package: Path) -> None:
    answers = "all\n" + "1\n" * 12 + "why ambel - brack\nlook ambel\n?\nnonsense\nq\n"
    done = run(package, "play", "--terminal", "--board", "toy", "--players", "2", "--seed", "1", typed=answers)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("⟦") > 50
    # What was typed is quoted; commands are the same in every language.
    again = "semafor play terminal board toy players seed"
    typed = {"all", "why", "ambel", "brack", "look", "nonsense"}
    assert set(other_words(done.stdout)) <= {*typed, "again", *again.split()}


@pytest.mark.parametrize("board", semafor.builtin_ids())
def test_a_board_on_the_screen(package: Path, board: str) -> None:
    done = run(package, "board", "show", board, "--routes", "--tickets", typed="")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("⟦") > 30
    # Ids are the same in every language, and notes stand as the board file has them.
    spec = semafor.load_board(board).spec
    ids = [spec.id, spec.digest, *spec.rules]
    ids += [route.id for route in spec.routes] + [ticket.id for ticket in spec.tickets]
    tags = [word for place in spec.places for word in [place.country, *place.tags]]
    marked = [text for mark in spec.marks for text in (mark.value, mark.note)]
    known = set(re.findall(r"[^\W\d_]{2,}", " ".join([*ids, *tags, *marked])))
    assert set(other_words(done.stdout)) <= known
