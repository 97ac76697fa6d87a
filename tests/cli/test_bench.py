"""``semafor bench``: what it prints, and what it measures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import semafor
from semafor.cli.bench import measure
from semafor.cli.main import cli
from semafor.engine.loading import board_text
from semafor.engine.playout import play_games


def bench(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["bench", "--seconds", "0.01", *arguments])


@pytest.mark.parametrize("board", semafor.builtin_ids())
def test_the_last_line_is_json_with_exactly_these_fields(board: str) -> None:
    players = semafor.load_board(board).spec.max_players
    result = bench("--board", board, "--players", str(players), "--json")
    assert result.exit_code == 0, result.output
    shown = json.loads(result.stdout.splitlines()[-1])
    assert list(shown) == ["board", "players", "games_per_s", "decisions_per_s", "compiled"]
    assert (shown["board"], shown["players"], shown["compiled"]) == (board, players, semafor.COMPILED)
    assert shown["decisions_per_s"] > shown["games_per_s"] > 0


def test_without_json_it_speaks_to_people() -> None:
    result = bench()
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("usa, 2 players, ")
    assert "games per second" in result.stdout
    assert "decisions per second" in result.stdout


def test_it_plays_the_games_of_the_seeds_from_1_on() -> None:
    board = semafor.load_board("toy")
    speed = measure(board, 3, 0.02)
    assert speed.games >= 1
    assert speed.seconds > 0
    assert speed.decisions == play_games(board, 3, 1, speed.games)[0]


def test_a_board_given_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(board_text("toy"), encoding="utf-8")
    result = bench("--board", str(file), "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout.splitlines()[-1])["board"] == "toy"


@pytest.mark.parametrize("players", ["0", "1", "6", "-2"])
def test_a_number_of_players_that_the_board_does_not_allow(players: str) -> None:
    result = bench("--players", players)
    assert result.exit_code == 2
    assert "usa is for 2 to 5 players" in result.output


@pytest.mark.parametrize("seconds", ["0", "-1", "soon"])
def test_seconds_that_are_none(seconds: str) -> None:
    assert CliRunner().invoke(cli, ["bench", "--seconds", seconds]).exit_code == 2


def test_an_unknown_board() -> None:
    result = bench("--board", "atlantis")
    assert result.exit_code == 2
    assert "atlantis" in result.output
