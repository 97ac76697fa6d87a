"""A server that can't start says why in one sentence, and a backup is complete or refused."""

from __future__ import annotations

import asyncio
import gzip
import os
import sqlite3
import stat
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from starlette.requests import HTTPConnection

from semafor.cli.main import cli
from semafor.server.http.security import client_address
from semafor.server.store.database import check_database, database_url
from semafor.server.store.upkeep.file_lock import FileLock
from semafor.table.wire.client_messages import ClientMessages


def run(*arguments: str | Path) -> Result:
    """Run a command that must fail with a sentence; any other exception fails the test."""
    result = CliRunner().invoke(cli, [str(one) for one in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def made(path: Path) -> Path:
    """Make an empty database of this version."""
    asyncio.run(check_database(database_url(str(path))))
    return path


@pytest.mark.parametrize("command", ["serve", "play"])
def test_an_unknown_host_is_named(command: str) -> None:
    result = run(command, "--host", "nosuch.invalid")
    assert result.exit_code != 0
    assert "nosuch.invalid" in result.output
    assert "Can't listen on" in result.output


@pytest.mark.parametrize("addresses", ["nonsense", "127.0.0.1,me", "10.0.0.0/99"])
def test_proxies_are_addresses(addresses: str) -> None:
    result = run("serve", "--trust-proxy", addresses)
    assert result.exit_code != 0
    assert "is not an address; expected something like" in result.output


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_text("This is a letter to my grandmother, and a long one.\n" * 100)
    result = run("serve", "--port", "0", "--database", path)
    assert result.exit_code != 0
    assert f"{path} is not an SQLite database, or is damaged" in result.output.replace("\n", " ")


def test_a_database_out_of_reach_is_named_without_its_password(tmp_path: Path) -> None:
    result = run("serve", "--port", "0", "--database", "postgresql://me:secret@127.0.0.1:1/games")
    assert result.exit_code != 0
    assert "can't be used" in result.output
    assert "secret" not in result.output


def test_the_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = made(tmp_path / "games.sqlite3")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    result = run("serve", "--port", "0", "--database", path)
    assert result.exit_code != 0
    assert "revision 9999" in result.output
    assert "newer version" in result.output


def test_a_second_server_on_the_same_file_does_not_start(tmp_path: Path) -> None:
    path = made(tmp_path / "games.sqlite3")
    lock = FileLock(path)
    lock.acquire()
    try:
        result = run("serve", "--port", "0", "--database", path)
    finally:
        lock.release()
    assert result.exit_code != 0
    assert "another server is using" in result.output


def test_a_database_that_is_not_there_is_not_backed_up(tmp_path: Path) -> None:
    missing = tmp_path / "missing.sqlite3"
    result = run("db", "export", tmp_path / "backup.gz", "--database", missing)
    assert result.exit_code != 0
    assert f"there is no database {missing}" in result.output.replace("\n", " ")
    assert list(tmp_path.iterdir()) == []


def test_a_backup_that_lacks_rows_is_refused(tmp_path: Path) -> None:
    backup = tmp_path / "backup.gz"
    written = run("db", "export", backup, "--database", made(tmp_path / "games.sqlite3"))
    assert (written.exit_code, "games: 0, seats: 0" in written.output) == (0, True), "it says how much it holds"
    lines = gzip.decompress(backup.read_bytes()).splitlines(keepends=True)
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress(b"".join(lines[:-1])))
    result = run("db", "import", cut, "--database", tmp_path / "new.sqlite3")
    assert result.exit_code != 0
    assert "is incomplete" in result.output
    assert run("db", "import", backup, "--database", tmp_path / "other.sqlite3").exit_code == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights than owner, group and others")
def test_database_and_backup_are_their_owners_only(tmp_path: Path) -> None:
    database = made(tmp_path / "games.sqlite3")
    backup = tmp_path / "backup.gz"
    run("db", "export", backup, "--database", database)
    for path in (database, backup):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("host", "counted"),
    [("::ffff:192.0.2.7", "192.0.2.7"), ("192.0.2.7", "192.0.2.7"), ("2001:db8::1", "2001:db8::/64")],
)
def test_an_address_is_counted_once_however_it_is_written(host: str, counted: str) -> None:
    assert client_address(HTTPConnection({"type": "http", "client": (host, 1)})) == counted


@pytest.mark.parametrize("sign", ["\\u0000", "\\n", "\\u007f"])
def test_ids_hold_no_control_characters(sign: str) -> None:
    """PostgreSQL refuses NUL, and with it everything in the same batch."""
    message = b'{"type": "ping", "id": "a%s"}' % sign.encode()
    with pytest.raises(msgspec.ValidationError, match="id"):
        msgspec.json.decode(message, type=ClientMessages)
    assert msgspec.json.decode(b'{"type": "ping", "id": "act 7"}', type=ClientMessages)
