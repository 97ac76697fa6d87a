"""Written-down games of a real table, and what ``semafor score`` makes of them, for tests."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result

from semafor.cli.main import cli
from semafor.cli.score.text import TableText
from semafor.cli.words.language import Speech

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
    """Return the score of a text that must parse."""
    result = score(text, "--json", *options)
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert isinstance(data, dict)
    return data


def problems(text: str, *options: str) -> list[str]:
    """Return the problems of a text, one per line, without the heading."""
    table = TableText(text, Speech("en"), *options)
    return [
        f"line {problem.line}: {problem.message}" if problem.line else problem.message for problem in table.problems
    ]


def usa(routes: str, tickets: str = "", other: str = "Denver - Omaha") -> str:
    """Write down a two-player game on the USA board."""
    return f"board: usa\nAnia\n  routes: {routes}\n  tickets: {tickets}\nBartek\n  routes: {other}\n"
