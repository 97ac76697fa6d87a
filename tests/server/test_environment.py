"""Every option of `semafor serve` is also an environment variable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from semafor.cli.main import cli
from semafor.cli.serve import serve
from tests.server.test_starting import made

OPTIONS = [option for option in serve.params if isinstance(option, click.Option) and option.expose_value]
GIVEN: dict[str, tuple[str, object, str | None]] = {
    "host": ("192.0.2.1", "192.0.2.1", None),
    "port": ("8700", 8700, "eight"),
    "database": ("postgresql://me@host/games", "postgresql://me@host/games", None),
    "workers": ("3", 3, "0"),
    "public_url": ("https://a.example https://b.example", ("https://a.example", "https://b.example"), None),
    "trust_proxy": ("10.0.0.0/8", "10.0.0.0/8", None),
    "grace": ("45.5", 45.5, "long"),
    "bot_processes": ("4", 4, "65"),
    "analysis_playouts": ("20", 20, "0"),
    "games_per_hour": ("7", 7, "0"),
    "connections": ("8", 8, "-1"),
    "message_rate": ("9.5", 9.5, "fast"),
    "request_rate": ("10.5", 10.5, "fast"),
    "processor_share": ("0.5", 0.5, "0"),
    "unattended_games": ("11", 11, "0"),
    "push_services": ("any", "any", None),
    "push_contact": ("mailto:me@example.org", "mailto:me@example.org", None),
    "webhooks": ("any", "any", None),
    "bot_pause": ("0.1", 0.1, "short"),
    "undo_pause": ("0.2", 0.2, "short"),
    "log_level": ("warning", "warning", "loud"),
}
"""For each option: a value of its variable, the parsed value, and an invalid one."""


def variable(option: click.Option) -> str:
    """Return the name of an option's variable, as the documentation gives it."""
    return "SEMAFOR_" + option.opts[0].removeprefix("--").replace("-", "_").upper()


def read(*arguments: str) -> dict[str, Any]:
    """Return the options with which the command would run."""
    context = serve.make_context("serve", list(arguments))
    return context.params


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: str(option.name))
def test_an_option_is_read_from_its_variable_and_the_command_line_comes_first(
    option: click.Option, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert option.name is not None
    said, meant, _ = GIVEN[option.name]
    usual = read()[option.name]
    monkeypatch.setenv(variable(option), said)
    assert read()[option.name] == meant != usual
    other = {"host": "127.0.0.9", "database": "other", "trust_proxy": "127.0.0.1", "public_url": "https://c.example"}
    given = other.get(option.name) or ("info" if option.name == "log_level" else "1")
    found = read(option.opts[0], given)[option.name]
    assert found != meant
    assert str(found).strip("(',)") in {given, f"{given}.0"}


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: str(option.name))
def test_a_bad_variable_is_named_and_the_help_shows_it(option: click.Option, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = " ".join(CliRunner().invoke(cli, ["serve", "--help"]).output.split())
    assert f"env var: {variable(option)}" in shown
    bad = GIVEN[str(option.name)][2]
    if bad is not None:
        monkeypatch.setenv(variable(option), bad)
        result = CliRunner().invoke(cli, ["serve"])
        assert result.exit_code == 2
        told = result.output.strip().splitlines()[-1]
        assert f"Invalid value for '{option.opts[0]}' (env var: '{variable(option)}')" in told


def test_an_empty_variable_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for option in OPTIONS:
        monkeypatch.setenv(variable(option), "")
    assert read()["port"] == 8600
    assert read()["public_url"] == ()


@pytest.mark.parametrize(
    "name",
    [
        *("SEMAFOR_TRUST_PROXY", "SEMAFOR_PUBLIC_URL", "SEMAFOR_DATABASE"),
        *("SEMAFOR_PUSH_SERVICES", "SEMAFOR_PUSH_CONTACT"),
    ],
)
def test_what_only_the_server_can_judge_is_a_sentence_too(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEMAFOR_DATABASE", str(made(tmp_path / "games.sqlite3")))
    monkeypatch.setenv(name, {"SEMAFOR_DATABASE": "mysql://x"}.get(name, "http://[nonsense"))
    result = CliRunner().invoke(cli, ["serve"])
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
