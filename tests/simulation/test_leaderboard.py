"""Submitted results: genuine ones are listed, and any tampering is detected."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from semafor.cli.main import cli
from semafor.simulation.leaderboard import ResultError, check_results

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    words = ["arena", "--board", "toy", "--bots", "greedy,random", "--blocks", "2", "--seed", "spring", "--jobs", "1"]
    words += ["--records", str(folder / "games.ndjson"), "--journal", str(folder / "mine.ndjson")]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0, result.output
    return folder / "mine.ndjson"


def test_a_true_result_is_listed(journal: Path) -> None:
    assert len(check_results(journal).games) == 4
    result = CliRunner().invoke(cli, ["leaderboard", str(journal)])
    assert result.exit_code == 0, result.output
    assert "greedy" in result.output
    assert "All 4 games were dealt from their seeds" in result.output


def test_drawn_line_ups_are_checked_too(tmp_path: Path) -> None:
    mine = tmp_path / "mine.ndjson"
    words = ["arena", "--board", "toy", "--bots", "greedy,random,path,hungry", "--line-ups", "2", "--blocks", "3"]
    words += ["--jobs", "1", "--records", str(tmp_path / "games.ndjson"), "--journal", str(mine)]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0, result.output
    standing = check_results(mine)
    assert len(standing.games) == 3 * 2 * 2
    assert sum(entry.games for entry in standing.entries) == 2 * len(standing.games)
    lines = mine.read_text().splitlines()
    mine.write_text("\n".join([lines[0].replace('"line_ups": 2', '"line_ups": 3'), *lines[1:]]))
    with pytest.raises(ResultError, match=r"other bots in its seats|are missing"):
        check_results(mine)


def _swap_seats(lines: Lines) -> None:
    lines[1]["seats"].reverse()


def _win_more(lines: Lines) -> None:
    lines[1]["seats"][0]["points"] += 1


def _deal_again(lines: Lines) -> None:
    lines[1]["record"]["seed"] = "a better one"


def _stop_early(lines: Lines) -> None:
    del lines[1]["record"]["actions"][20:]


def _break_a_rule(lines: Lines) -> None:
    lines[1]["record"]["actions"][5]["action"] = {"type": "withdraw"}


def _leave_out(lines: Lines) -> None:
    del lines[2]


def _count_twice(lines: Lines) -> None:
    lines.append(lines[2])


def _without_records(lines: Lines) -> None:
    lines[0]["records"] = False


def _tuned(lines: Lines) -> None:
    lines[0]["tuning"] = True


def _other_rules(lines: Lines) -> None:
    lines[0]["rules"] = 0


def _no_blocks(lines: Lines) -> None:
    lines[0]["blocks"] = "two"


def _no_line_ups(lines: Lines) -> None:
    lines[0]["line_ups"] = 0


def _headless(lines: Lines) -> None:
    del lines[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_swap_seats, "other bots in its seats"),
        (_win_more, "line 2: seat 0 has .* points"),
        (_deal_again, "not dealt from the seed"),
        (_stop_early, "not over"),
        (_break_a_rule, r"actions\[5\]"),
        (_leave_out, "1 of 4 games are missing"),
        (_count_twice, "is there twice"),
        (_without_records, "no records"),
        (_tuned, "tuning seeds"),
        (_other_rules, "by rules 0"),
        (_no_blocks, "blocks must be a whole number above 0, not 'two'"),
        (_no_line_ups, "line_ups must be a whole number above 0, not 0"),
        (_headless, "not that of an arena's journal"),
    ],
)
def test_what_was_changed_is_found(
    journal: Path, tmp_path: Path, change: Callable[[Lines], None], message: str
) -> None:
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    lines[1:] = sorted(lines[1:], key=lambda line: line["game"])
    change(lines)
    changed = tmp_path / "changed.ndjson"
    changed.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(ResultError, match=message):
        check_results(changed)
