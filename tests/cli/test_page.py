"""``semafor page``: its messages when something is missing. Browser tests cover the page itself (web/browser)."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

import semafor
from semafor.cli.page import CSP, WHEELS, _adapt, _locked, _meeting, page
from semafor.server.http import security

REPOSITORY = Path(__file__).parents[2]


def said(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(page, arguments)
    return result.exit_code, result.output


def test_without_a_built_client_or_pyodide_it_says_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("semafor.__file__", str(tmp_path / "__init__.py"))
    code, text = said("--repository", str(tmp_path), str(tmp_path / "out"))
    assert code == 2
    assert f"semafor-page.zip of the release v{semafor.__version__}" in text
    (tmp_path / "web/node_modules/pyodide").mkdir(parents=True)
    code, text = said("--repository", str(tmp_path), str(tmp_path / "out"))
    assert code == 2
    assert "make page" in text
    (tmp_path / "web/dist").mkdir(parents=True)
    (tmp_path / "web/dist/index.html").touch()
    code, text = said("--repository", str(tmp_path), str(tmp_path / "web"))
    assert code == 2
    assert "--force" in text
    assert (tmp_path / "web/dist/index.html").exists()


def test_the_wheels_are_those_of_the_lock_file_with_their_hashes() -> None:
    locked = _locked(REPOSITORY / "requirements/run.txt")
    assert re.findall(r"^([\w-]+)==", locked, re.MULTILINE) == list(WHEELS)
    assert locked.count("--hash=sha256:") > len(WHEELS)


@pytest.mark.parametrize(
    ("option", "wrong"),
    [
        ("--relay", "meet.example"),
        ("--relay", 'https://x" content="'),
        ("--stun", "stun:stun.example"),
        ("--turn", "turn.example:3478"),
        ("--turn", "ola@turn.example"),
    ],
)
def test_a_wrong_address_for_meeting_is_named_with_what_would_be_right(option: str, wrong: str, tmp_path: Path) -> None:
    code, text = said(option, wrong, str(tmp_path / "out"))
    assert code == 2
    assert repr(wrong) in text
    assert f"{option[2:]}.example" in text or "meet.example" in text


def test_a_page_knows_how_pages_find_each_other_and_may_contact_the_relay(tmp_path: Path) -> None:
    meeting = _meeting("https://meet.example/", ["stun.example:3478"], ["ola:a:b@turn.example"])
    index = tmp_path / "index.html"
    index.write_text('<meta charset="utf-8" />')
    (tmp_path / "manifest.webmanifest").touch()
    (tmp_path / "service-worker.js").write_text("const LATER = []")
    (tmp_path / "page-x").mkdir()
    _adapt(tmp_path, "page-x", meeting)
    text = unescape(index.read_text())
    assert "connect-src 'self' wss://meet.example;" in text
    assert '{"urls": "turn:turn.example", "username": "ola", "credential": "a:b"}' in text


def test_a_page_allows_what_the_server_allows_and_webassembly() -> None:
    server = security.CSP.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
    assert f"{CSP}; frame-ancestors 'none'" == server
