"""The command ``semafor arena``: what it prints, writes and refuses, and how it stops and resumes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import semafor
from semafor import Record
from semafor.cli.main import cli
from tests.signals import hearing_ctrl_c


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["arena", *arguments], prog_name="semafor")


def test_it_plays_and_writes_everything(tmp_path: Path) -> None:
    result = run(
        *("--board", "toy", "--bots", "greedy,random", "--blocks", "3", "--seed", "5", "--jobs", "2"),
        *("--json", "out.json", "--html", "out.html", "--records", "out.ndjson"),
    )
    assert result.exit_code == 0, result.output
    assert "6 games in 3 blocks, seed 5 (test)" in result.output
    data = json.loads((tmp_path / "out.json").read_text())
    assert {name: data[name] for name in ("board", "players", "blocks", "seed")} == {
        "board": "toy",
        "players": 2,
        "blocks": 3,
        "seed": 5,
    }
    assert [bot["name"] for bot in data["bots"]] == ["greedy", "random"]
    for bot in data["bots"]:
        assert {"games", "win_share", "ci", "mean_points", "elo", "p99_ms"} <= set(bot)
        assert bot["games"] == 6
        assert bot["ci"][0] <= bot["win_share"] <= bot["ci"][1]
        assert bot["p50_ms"] <= bot["p99_ms"] <= bot["max_ms"]
        assert bot["failures"] == {}
    assert data["matrix"]["greedy"]["random"]["games"] == 6
    assert (tmp_path / "out.html").read_text().startswith("<!doctype html>")
    records = [Record.from_json(json.loads(line)) for line in (tmp_path / "out.ndjson").read_text().splitlines()]
    assert len(records) == 6
    assert all(semafor.replay(record).over for record in records)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.html", "out.json", "out.ndjson"]


def test_tuning_has_other_games_than_testing() -> None:
    arguments = ("--board", "toy", "--bots", "random", "--blocks", "2")
    assert run(*arguments, "--records", "test").exit_code == 0
    assert run(*arguments, "--records", "tuning", "--tuning").exit_code == 0
    seeds = [{json.loads(line)["seed"] for line in Path(name).read_text().splitlines()} for name in ("test", "tuning")]
    assert not seeds[0] & seeds[1]


def test_a_sequential_test_says_its_answer() -> None:
    result = run("--board", "toy", "--bots", "planner,random", "--blocks", "60", "--sprt", "--json", "out.json")
    assert result.exit_code == 0, result.output
    assert "planner is stronger than random" in result.output
    told = json.loads(Path("out.json").read_text())
    assert told["sprt"]["answer"] == "stronger"
    assert told["sprt"]["blocks"] == told["blocks"] < 60


def test_the_suite_rates_all_boards_that_are_asked_for() -> None:
    result = run("--suite", "full", "--board", "toy", "--bots", "random,greedy", "--blocks", "1", "--json", "out.json")
    assert result.exit_code == 0, result.output
    data = json.loads(Path("out.json").read_text())
    toy = semafor.load_board("toy").spec
    assert data["suite"] == "full"
    assert [rating["players"] for rating in data["ratings"]] == list(range(toy.min_players, toy.max_players + 1))
    assert len(data["date"]) == 10
    assert "All tables together" in result.output
    best, worst = data["pooled"]
    assert (best["name"], worst["name"]) == ("greedy", "random")
    assert best["games"] == sum(rating["bots"][1]["games"] for rating in data["ratings"])
    assert best["elo"] == -worst["elo"] > 0
    assert best["elo_ci"][0] < best["elo"] < best["elo_ci"][1]


def test_bots_that_fail_are_told(tmp_path: Path) -> None:
    Path("broken.py").write_text(
        "class Broken:\n"
        "    def __init__(self, board): pass\n"
        "    def choose(self, seen, legal, chance, seconds): raise RuntimeError('no steam')\n"
    )
    result = run("--board", "toy", "--bots", "broken.py:Broken,random", "--blocks", "1")
    assert result.exit_code == 0, result.output
    assert "broken.py:Broken: lost 2 by a crash" in result.output
    assert "no steam" in result.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "Name the bots"),
        (("--bots", "gready"), "greedy"),
        (("--bots", "greedy", "--board", "toy", "--players", "5"), "players"),
        (("--bots", "greedy", "--sprt"), "two bots"),
        (("--bots", "greedy", "--seconds", "0"), "more than 0 seconds"),
        (("--suite", "full", "--sprt"), "one board"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(arguments: tuple[str, ...], told: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert told in result.stderr
    assert "Traceback" not in result.stderr


def test_help_fits_a_terminal() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert "Examples:" in result.output
    assert max(map(len, result.output.splitlines())) <= 80


STOPPER = """
import os, signal
from pathlib import Path

class Stopper:
    '''Presses Ctrl-C, once, when some games are in the journal.'''
    def __init__(self, board): pass
    def choose(self, seen, legal, chance, seconds):
        if not Path("stopped").exists() and Path("journal").read_bytes().count(b"\\n") > 5:
            Path("stopped").touch()
            os.kill(os.getppid(), signal.SIGINT)
        return next(iter(legal))
"""


def test_ctrl_c_keeps_what_was_played_and_resume_goes_on(tmp_path: Path) -> None:
    Path("stopper.py").write_text(STOPPER)
    bots = ["--board", "toy", "--bots", "stopper.py:Stopper,random", "--jobs", "2"]
    arguments = [*bots, "--journal", "journal", "--blocks"]
    stopped = subprocess.run(
        hearing_ctrl_c([sys.executable, "-m", "semafor.cli.main", "arena", *arguments, "500"]),
        env={**os.environ, "PYTHONPATH": str(Path(semafor.__file__).parents[1])},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert stopped.returncode == 130, stopped.stderr
    assert "--resume continues" in stopped.stderr
    assert "Traceback" not in stopped.stderr
    assert "blocks, seed 0 (test)" in stopped.stdout
    before = (tmp_path / "journal").read_bytes()
    assert 5 <= before.count(b"\n") - 1 < 1000
    refused = run(*arguments, "8")
    assert refused.exit_code == 2
    assert "--resume" in refused.stderr
    resumed = run(*arguments, "8", "--resume", "--json", "resumed.json")
    assert resumed.exit_code == 0, resumed.output
    assert (tmp_path / "journal").read_bytes().startswith(before)
    whole = run(*bots, "--blocks", "8", "--json", "whole.json")
    assert whole.exit_code == 0, whole.output
    assert _untimed("resumed.json") == _untimed("whole.json")


def _untimed(name: str) -> dict[str, object]:
    data: dict[str, object] = json.loads(Path(name).read_text())
    bots = data["bots"]
    assert isinstance(bots, list)
    for bot in bots:
        for time_of in ("p50_ms", "p99_ms", "max_ms"):
            del bot[time_of]
    return data


def test_a_failure_is_shown_with_its_line_and_a_position_to_load(tmp_path: Path) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text("def broken(seen, legal, chance, seconds):\n    return {}['nothing']\n")
    done = run("--board", "toy", "--bots", f"{bot}:broken,random", "--blocks", "1", "--jobs", "1").output
    assert f'File "{bot}", line 2, in broken' in done
    path = re.search(r"the position, to load: (\S+\.json)", done)
    assert path is not None
    assert semafor.load_position(path[1]).pending.name == "keep_tickets"
