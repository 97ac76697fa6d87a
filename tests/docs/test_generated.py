"""The generated parts of the documentation are complete."""

from __future__ import annotations

import re

from docs.site.generated import command_line, messages, requests
from semafor.cli.main import cli
from semafor.server.app import SERVED


def test_every_request_is_described() -> None:
    rows = re.findall(r"^\| `(\w+) (/\S+)` \| (.+?) \|", requests(), re.MULTILINE)
    assert {(method, path) for method, path, _ in rows} == {(one.method, one.path) for one in SERVED}


def test_every_message_is_described() -> None:
    rows = re.findall(r"^\| `(\w+)` \|.*\| (.*) \|$", messages(), re.MULTILINE)
    assert {"hello", "act", "welcome", "view"} <= {kind for kind, _ in rows}
    assert [kind for kind, what in rows if not what] == []


def test_every_command_has_its_help() -> None:
    page = command_line()
    assert [name for name in cli.commands if f"## `semafor {name}" not in page] == []
    assert "Error" not in page
