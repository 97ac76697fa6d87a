"""``semafor page``: its messages when something is missing. Browser tests cover the page itself (web/browser)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import semafor
from semafor.cli.page import CSP, WHEELS, _locked, page
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


def test_a_page_allows_what_the_server_allows_and_webassembly() -> None:
    server = security.CSP.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
    assert f"{CSP}; frame-ancestors 'none'" == server
