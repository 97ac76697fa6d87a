"""``semafor board``: list boards, show one with every marking, and check one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import semafor
from semafor.cli.board.sheet import SIGNS
from semafor.cli.main import cli
from semafor.engine.definition import board_definition
from semafor.engine.loading import board_text

BOARDS = semafor.builtin_ids()


def board(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["board", *arguments])


def shown(*arguments: str) -> str:
    """Return a sheet with whitespace collapsed, so that line breaks do not matter."""
    result = board("show", *arguments)
    assert result.exit_code == 0, result.output
    return re.sub(r"\s+", " ", result.stdout)


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Write a board file with two mistakes."""
    text = (
        board_text("toy")
        .replace('["brack", "cormo"]', '["bracc", "cormo"]')
        .replace("locomotives = 1", "locomotiv = 1")
    )
    file = tmp_path / "broken.toml"
    file.write_text(text, encoding="utf-8")
    return file


class TestList:
    def test_has_every_board_with_its_numbers(self) -> None:
        lines = board("list").stdout.splitlines()
        assert [line.split()[0] for line in lines[2:] if not line.startswith(" ")] == BOARDS
        usa = next(line for line in lines if line.startswith("usa"))
        assert usa.split() == ["usa", "USA", "2–5", "36", "100", "33", "1"]

    def test_has_the_names_of_the_language(self) -> None:
        assert "Italy" in board("list", "--lang", "en").stdout
        assert "Włochy" in board("list", "--lang", "pl").stdout


class TestShow:
    @pytest.mark.parametrize("id", BOARDS)
    def test_names_every_rule_with_its_ids(self, id: str) -> None:
        sheet = shown(id)
        for rule in semafor.load_board(id).rules:
            assert f" {rule.slug} " in sheet
            if rule.slug in ("turns", "route_points", "tie_break"):
                assert f"({', '.join(rule.cites.values())})" in sheet

    @pytest.mark.parametrize("id", BOARDS)
    def test_lists_every_mark_with_its_sign_and_note(self, id: str) -> None:
        sheet = shown(id)
        for mark in semafor.load_board(id).spec.marks:
            assert f"{SIGNS[mark.source]} {mark.value} " in sheet
            assert mark.note in sheet

    def test_a_mark_stands_beside_its_value(self) -> None:
        assert "1→1†, 2→2†, 3→4†, 4→7†, 5→10†, 6→15†." in shown("usa")
        assert "15→56? (the last also" in shown("italy")
        assert "5→1, 6→2†, 7→4†, 8→7" in shown("italy")
        assert "10~ Drawn to Locomotives most locomotives" in shown("northern-lights")
        assert " 10 Small Steps" in shown("northern-lights")
        assert "Routes* · 139" in shown("italy")
        tickets = shown("usa", "--tickets")
        assert re.search(r"\d\? chicago:new-york", tickets)
        assert "Boston – Miami 12 boston:miami" in tickets

    def test_parameters_are_those_of_the_board(self) -> None:
        assert "any 3 coloured cards replace one. (N-9, N-10)" in shown("nordic-countries")
        assert "40 trains each" in shown("nordic-countries")
        assert "double: 2→1, 3→1, 4→2, 5→2; triple: 2→1, 3→2, 4→3, 5→3. (L-6)" in shown("northern-lights")
        assert "Sicilia (counts twice if complete) Messina, Catania, Agrigento, Palermo" in shown("italy")

    def test_a_rule_id_that_can_not_apply_is_left_out(self) -> None:
        assert "plain, ferry, tunnel. N-5" not in shown("usa")
        assert "N-5" not in shown("usa")
        assert "ferry, tunnel. (N-5)" in shown("nordic-countries")
        assert "U-15" not in shown("nordic-countries")

    def test_routes_have_their_attributes(self) -> None:
        routes = shown("nordic-countries", "--routes")
        assert "Åndalsnes – Lillehammer 2 yellow tunnel " in routes
        assert "any 4 cards for one" in routes
        lights = shown("northern-lights", "--routes")
        assert "+1" in lights
        assert "triple" in lights
        assert "ferry with 2 waves" in shown("italy", "--routes")
        assert "Åndalsnes – Lillehammer" not in shown("nordic-countries")

    def test_a_wide_terminal_has_room_for_ids(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "120")
        assert "tunnel andalsnes:lillehammer:yellow" in shown("nordic-countries", "--routes")

    @pytest.mark.parametrize("id", BOARDS)
    def test_json_is_the_definition_of_the_protocol(self, id: str) -> None:
        assert json.loads(board("show", id, "--json").stdout) == board_definition(semafor.load_board(id))

    def test_a_file_is_shown_like_a_built_in_board(self, tmp_path: Path) -> None:
        file = tmp_path / "copy.toml"
        file.write_text(board_text("italy"), encoding="utf-8")
        assert shown(str(file)) == shown("italy")

    def test_an_unknown_board_is_one_message(self) -> None:
        result = board("show", "atlantis")
        assert result.exit_code == 2
        assert "'atlantis' is neither a built-in board nor a file" in result.stderr

    @pytest.mark.parametrize("id", BOARDS)
    def test_speaks_polish_with_the_same_numbers(self, id: str) -> None:
        english, polish = (shown(id, "--routes", "--tickets", "--lang", lang) for lang in ("en", "pl"))
        assert "Zasady" in polish
        assert "Rules" not in polish
        numbers = [sorted(re.findall(r"\d+→\d+", sheet)) for sheet in (english, polish)]
        assert numbers[0] == numbers[1]


class TestCheck:
    @pytest.mark.parametrize("id", BOARDS)
    def test_a_playable_board(self, id: str, tmp_path: Path) -> None:
        file = tmp_path / "mine.toml"
        file.write_text(board_text(id), encoding="utf-8")
        result = board("check", str(file))
        assert result.exit_code == 0
        assert result.stdout.startswith(f"{file} is a playable board: ")

    def test_every_problem_with_its_place(self, broken: Path) -> None:
        result = board("check", str(broken))
        assert result.exit_code == 1
        assert result.stdout.splitlines()[0] == f"{broken} has 2 problems:"
        assert '  routes[3].between[0]: unknown place "bracc"' in result.stdout
        assert "  routes[12].locomotiv: unknown key, did you mean locomotives?" in result.stdout

    def test_speaks_polish(self, broken: Path, tmp_path: Path) -> None:
        assert board("check", str(broken), "--lang", "pl").stdout.startswith(f"{broken}: 2 problemy:")
        file = tmp_path / "mine.toml"
        file.write_text(board_text("toy"), encoding="utf-8")
        assert board("check", str(file), "--lang", "pl").stdout.startswith(f"Na planszy {file} można grać: ")

    def test_a_missing_file(self) -> None:
        result = board("check", "no-such-file.toml")
        assert result.exit_code == 1
        assert "1 problem:" in result.stdout

    def test_problems_of_the_rules_are_found_too(self, tmp_path: Path) -> None:
        file = tmp_path / "mine.toml"
        file.write_text(board_text("toy") + "\n[rules.teleport]\n", encoding="utf-8")
        result = board("check", str(file))
        assert result.exit_code == 1
        assert "rules.teleport: unknown rule" in result.stdout

    def test_a_real_run(self, broken: Path) -> None:
        command = [sys.executable, "-m", "semafor.cli.main", "board", "check", str(broken)]
        done = subprocess.run(command, capture_output=True, check=False)
        assert done.returncode == 1
        assert b"\x1b" not in done.stdout
        assert b"routes[12].locomotiv" in done.stdout


def test_the_lab_judges_a_board_in_processes_and_compares_two() -> None:
    options = ("--games", "150", "--jobs", "2", "--no-changes")
    one = board("lab", "toy", *options, "--json")
    assert one.exit_code == 0, one.output
    report = json.loads(one.stdout)
    assert [table["games"] for table in report["tables"]] == [50, 50, 50]
    assert sum(seat["share"] for seat in report["tables"][0]["seats"]) == pytest.approx(1)
    polish = board("lab", "toy", *options, "--lang", "pl")
    assert "Wyspa na próbę" in polish.stdout
    assert "Co ją psuje" in polish.stdout
    both = board("lab", "toy", str(Path(__file__).parents[2] / "examples/boards/emerald-isle.toml"), *options)
    assert both.exit_code == 0, both.output
    assert "Side by side" in both.stdout
    assert board("lab", "toy", "toy", "toy").exit_code == 2
