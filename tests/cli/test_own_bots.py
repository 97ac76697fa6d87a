"""Bots of one's own to play against in the browser: only on one's own machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from semafor import load_board
from semafor.cli.main import cli
from semafor.cli.play.browser import is_own_machine, named
from semafor.home.host import Host
from semafor.table import bot_levels
from semafor.table.wire.problems import Refused

ROOT = Path(__file__).parents[2]
FINISHER = f"{ROOT / 'examples/bots/typed_bot.py'}:Finisher"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["serve", "--bot", "planner"], "On your own machine: semafor play --bot planner"),
        (["play", "--host", "0.0.0.0", "--bot", "planner"], "only this machine may play against it"),
        (["play", "--bot", "plannr"], "did you mean planner?"),
        (["play", "--bot", "nowhere.py:Mine"], "there is no file nowhere.py"),
        (["play", "--terminal", "--bot", "mine.py:Mine"], "--seats you,mine.py:Mine"),
    ],
)
def test_what_can_not_be_is_refused_before_a_server_starts(command: list[str], said: str) -> None:
    result = CliRunner().invoke(cli, [*command, "--lang", "en"])
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


@pytest.mark.parametrize(("host", "own"), [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False)])
def test_only_loopback_is_this_machine(host: str, own: bool) -> None:
    assert is_own_machine(host) == own


def test_every_bot_has_a_name_of_its_own(tmp_path: Path) -> None:
    guard = tmp_path / "guard.py"
    guard.write_text("def guard(seen, legal, chance, seconds): return next(iter(legal))\n")
    found = named([FINISHER, FINISHER, f"{guard}:guard", f"exec:python3 {tmp_path / 'my_bot.py'}", "search:time=0.2"])
    assert list(found) == ["Finisher", "Finisher 2", "guard 2", "my_bot", "search:time=0.2"]
    assert found["guard 2"] == f"{guard}:guard"


def test_a_bot_is_offered_as_long_as_its_server_says_so() -> None:
    board = load_board("usa")
    bot_levels.offer({"Finisher": FINISHER, "fond": "net:weights=nowhere.net"})
    try:
        assert [(level.id, level.elo) for level in Host().levels()[-2:]] == [("Finisher", None), ("fond", None)]
        assert bot_levels.check_level("Finisher", "level", board) == "Finisher"
        assert bot_levels.level_spec("Finisher", board, 2) == FINISHER
        with pytest.raises(Refused, match="fond can't play on usa: weights: there is no file"):
            bot_levels.check_level("fond", "level", board)
    finally:
        bot_levels.offer({})
    # A game that was begun against it goes on with the bot that plays for absent people.
    assert bot_levels.level_spec("Finisher", board, 2) == bot_levels.level_spec(bot_levels.STAND_IN, board, 2)
    with pytest.raises(Refused, match="there is no level 'Finisher'"):
        bot_levels.check_level("Finisher", "level")
