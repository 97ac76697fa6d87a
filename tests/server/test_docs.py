"""The server's documentation is complete: it has every message, code, option, metric and path."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import click

from docs.site import generated
from semafor.cli.serve import serve
from semafor.home.endpoints.describe import openapi
from semafor.server.app import SERVED
from semafor.server.metrics import REGISTRY
from semafor.server.typescript import typescript
from semafor.table.wire import client_messages, messages

ROOT = Path(__file__).parents[2]
SOURCES = [ROOT / "src" / "semafor" / package for package in ("table", "home", "server")]
PAGES = {
    name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("server", "server-api", "server-websocket")
}
ALL = "\n".join(PAGES.values())


def test_every_message_and_every_field_of_a_view_is_described() -> None:
    page = PAGES["server-websocket"] + generated.messages()
    for union in (client_messages.ClientMessages, messages.ServerMessages):
        for kind in get_args(union):
            assert f"`{kind.__struct_config__.tag}`" in page
    for field in messages.View.__struct_fields__:
        assert f"`{field}`" in page
    for kind in get_args(messages.EntryKind):
        assert f"`{kind}`" in page


def test_every_code_is_described() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for source in SOURCES for path in source.rglob("*.py"))
    given = re.findall(r'(?:Refused|ErrorInfo)\(\s*"([a-z_]+)"', code)
    assert given
    assert sorted({one for one in given if f"`{one}`" not in ALL}) == []


def test_every_option_is_described() -> None:
    options = [option.opts[0] for option in serve.params if isinstance(option, click.Option) and not option.hidden]
    assert [option for option in options if option not in generated.command_line()] == []


def test_every_metric_is_described() -> None:
    names = [metric.name for metric in REGISTRY.collect()]
    assert [name for name in names if f"`{name}" not in PAGES["server"]] == []


def test_every_path_is_described() -> None:
    page = generated.requests()
    for path in openapi(SERVED)["paths"]:
        assert path in page, path


def test_every_operation_has_a_name_of_its_own() -> None:
    names = [one.name for one in SERVED]
    assert len(set(names)) == len(names)


def test_the_typescript_is_up_to_date() -> None:
    written = (ROOT / "web" / "src" / "lib" / "protocol.ts").read_text(encoding="utf-8")
    assert written == typescript(), "run: python -m semafor.server.typescript > web/src/lib/protocol.ts"
