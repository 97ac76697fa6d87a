"""``semafor score`` as a program: files, terminals, languages, and the page that describes it."""

from __future__ import annotations

import os
import re
import string
import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from semafor.cli.main import cli
from semafor.cli.words.catalogue import SECTIONS, catalogue, languages
from semafor.cli.words.language import default_language
from semafor.rules.catalogue import CATALOGUE
from tests.cli.scoring import SAMPLE, score, scored

SLUGS = [rule.slug for rule in CATALOGUE]


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
        assert "not UTF-8 text" in result.stderr

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


def _blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


class TestTexts:
    @pytest.mark.parametrize("language", languages())
    def test_every_language_says_the_same_things(self, language: str) -> None:
        english, other = catalogue("en"), catalogue(language)
        assert list(other.texts) == list(english.texts)
        assert list(other.understood) == list(english.understood)
        # Help texts are not formatted: their braces are JSON.
        for key, text in other.texts.items():
            if key.startswith("help_"):
                continue
            assert isinstance(text, str) == isinstance(english.texts[key], str), key
            if not isinstance(text, str):
                assert list(text) == other.forms, key
            for said in [text] if isinstance(text, str) else text.values():
                assert said.strip(), key
                assert _blanks(said) <= _blanks(english.form(key, 2)), key
            assert _blanks(other.form(key, 7)) == _blanks(english.form(key, 7)), key

    @pytest.mark.parametrize("language", languages())
    def test_no_text_is_in_two_sections(self, language: str) -> None:
        data = tomllib.loads(files("semafor").joinpath(f"words/{language}.toml").read_text(encoding="utf-8"))
        keys = [key for section in SECTIONS for key in data.get(section, ())]
        assert len(keys) == len(set(keys))
        assert set(data) <= {"language", "plural", "understood", *SECTIONS}

    def test_every_rule_has_a_sentence(self) -> None:
        said = [key for key in catalogue("en").texts if key.startswith("rule_")]
        assert {slug for slug in SLUGS if any(key.startswith(f"rule_{slug}") for key in said)} == set(SLUGS)
        assert all(any(key.startswith(f"rule_{slug}") for slug in SLUGS) for key in said)


class TestPage:
    """docs/scoring.md shows real output."""

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
