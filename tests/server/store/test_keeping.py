"""Storage: the schema, backup and restore between databases, several worker processes, the commands."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from click.testing import CliRunner
from sqlalchemy import Connection

import semafor
from semafor.cli.main import cli
from semafor.server.store.database import DatabaseError, check_database, database_url, make_engine, upgrade
from semafor.server.store.schema import METADATA
from semafor.server.store.storage import Storage
from semafor.table.creating import new_row
from semafor.table.stored import StoredEntry, StoredSeat
from tests.server.client import Player, get, new_game, run
from tests.server.serving import FAST, PATIENCE, Server
from tests.server.tables import BOT, ME
from tests.signals import hearing_ctrl_c


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), METADATA))


def check_schema(url: str) -> None:
    async def work() -> None:
        engine = make_engine(database_url(url))
        await upgrade(engine)
        await upgrade(engine)  # the second time it is up to date
        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []
        await engine.dispose()

    asyncio.run(work())


def test_the_migrations_lead_to_the_schema_on_sqlite(tmp_path: Path) -> None:
    check_schema(str(tmp_path / "new" / "games.sqlite3"))


def test_the_migrations_lead_to_the_schema_on_postgresql(postgres: Callable[[], str]) -> None:
    check_schema(postgres())


async def _write_with_one_conflict(url: str) -> None:
    """Check that a batch drops the entry whose place is taken, with its changes, and keeps all others."""
    storage = Storage(database_url(url))
    await storage.open()
    for game in ("a", "b", "c"):
        await storage.create(new_row(game, semafor.load_board("toy"), None, 2, 1.0), [_seat(game)])
    assert await storage.log.append(_start("b"), "playing", 1.0)
    done = await asyncio.gather(*(storage.log.append(_start(game), "over", 2.0) for game in ("c", "b", "a")))
    assert done == [True, False, True]
    rows = {game: await storage.game(game) for game in ("a", "b", "c")}
    assert {game: (row.status, row.wake_at) for game, row in rows.items() if row is not None} == {
        "a": ("over", 2.0),
        "b": ("playing", 1.0),
        "c": ("over", 2.0),
    }
    assert await storage.entries_after({"a": 0, "b": 0, "c": 1}) | {"c": []} == {
        "a": [_start("a")],
        "b": [_start("b")],
        "c": [],
    }
    await storage.close()


def _seat(game: str) -> StoredSeat:
    return StoredSeat(game=game, seat=0, kind="person", name="Ala", colour="red")


def _start(game: str) -> StoredEntry:
    return StoredEntry(game=game, seq=1, kind="start", at=1_763_253_456.123_456_7)


def test_a_conflict_in_a_batch_concerns_nobody_else_on_sqlite(tmp_path: Path) -> None:
    asyncio.run(_write_with_one_conflict(str(tmp_path / "games.sqlite3")))


def test_a_conflict_in_a_batch_concerns_nobody_else_on_postgresql(postgres: Callable[[], str]) -> None:
    asyncio.run(_write_with_one_conflict(postgres()))


def test_a_table_whose_code_is_in_use_gets_another(tmp_path: Path) -> None:
    async def work() -> None:
        storage = Storage(database_url(str(tmp_path / "games.sqlite3")))
        await storage.open()
        first, second = (new_row(game, semafor.load_board("toy"), None, 2, 1.0) for game in ("a", "b"))
        code = second.invite = first.invite
        await storage.create(first, [_seat("a")])
        await storage.create(second, [_seat("b")])
        assert await storage.game_by_invite(code) == "a"
        assert second.invite != code
        assert await storage.game_by_invite(second.invite) == "b"
        await storage.close()

    asyncio.run(work())


def test_of_two_that_write_the_same_place_one_is_told_so(tmp_path: Path) -> None:
    async def work() -> None:
        first, second = (Storage(database_url(str(tmp_path / "games.sqlite3"))) for _ in range(2))
        await first.open()
        await second.open()
        row = new_row("game", semafor.load_board("toy"), None, 2, 1.0)
        await first.create(row, [StoredSeat(game="game", seat=0, kind="person", name="Ala", colour="red")])
        entries = [StoredEntry(game="game", seq=seq, kind="start", at=1.0, client_id=None) for seq in (1, 1, 2)]
        done = await asyncio.gather(
            first.log.append(entries[0], "playing", 5.0),
            second.log.append(entries[1], "playing", 6.0),
            first.log.append(entries[2], "playing", 7.0),
        )
        assert sorted(done[:2]) == [False, True]
        assert done[2]
        again = StoredEntry(game="game", seq=3, kind="action", seat=0, at=1.0, client_id="same")
        assert await first.log.append(again, "playing", None)
        assert not await second.log.append(
            StoredEntry(game="game", seq=4, kind="action", seat=0, at=1.0, client_id="same"), "over", None
        )
        assert [entry.seq for entry in await second.entries("game")] == [1, 2, 3]
        stored = await second.game("game")
        assert stored is not None
        assert (stored.status, stored.wake_at) == ("playing", None)
        await first.close()
        await second.close()

    asyncio.run(work())


async def some_games(server: Server) -> tuple[str, str, str]:
    """Make a finished game and one in progress, with a line of chat; return the ids and the token of the second."""
    over = await new_game(server.url, [BOT, BOT], board="toy")
    made = await new_game(server.url, [ME, BOT])
    watcher = Player(server.url, over["game"])
    await watcher.open()
    ala = Player(server.url, made["game"], [made["seats"][0]["token"]])
    await ala.open()
    await ala.ask("chat", seat=0, text="kept")
    await ala.play(lambda: ala.seq > 20)
    await watcher.until(lambda: watcher.over)
    return over["game"], made["game"], made["seats"][0]["token"]


def test_a_backup_goes_from_sqlite_to_postgresql_and_back(tmp_path: Path, postgres: Callable[[], str]) -> None:
    first, url, second = str(tmp_path / "a.sqlite3"), postgres(), str(tmp_path / "b.sqlite3")
    with Server(first, *FAST) as server:
        over, playing, token = run(some_games(server))
        record = run(get(server.url, f"/api/games/{over}/record"))
        # The server may keep running meanwhile.
        assert_ok("db", "export", str(tmp_path / "a.gz"), "--database", first)
    assert_ok("db", "import", str(tmp_path / "a.gz"), "--database", url)
    assert_ok("db", "export", str(tmp_path / "b.gz"), "--database", url)
    assert_ok("db", "import", str(tmp_path / "b.gz"), "--database", second)
    lines = [gzip.decompress((tmp_path / name).read_bytes()) for name in ("a.gz", "b.gz")]
    assert lines[0] == lines[1]

    async def go_on(server: Server) -> None:
        assert await get(server.url, f"/api/games/{over}/record") == record
        ala = Player(server.url, playing, [token])
        await ala.open()
        await ala.until(lambda: any(message.get("text") == "kept" for message in ala.received))
        assert (await ala.ask("chat", seat=0, text="new"))["ok"]
        await ala.play()

    for database in (url, second):
        with Server(database, *FAST) as server:
            run(go_on(server))


def assert_ok(*arguments: str) -> None:
    """Check that a command succeeds; call it outside a coroutine, since commands run their own event loop."""
    result = CliRunner().invoke(cli, list(arguments))
    assert result.exit_code == 0, result.output


def test_what_is_no_backup_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    good = tmp_path / "good.gz"
    empty = str(tmp_path / "empty.sqlite3")
    asyncio.run(check_database(database_url(empty)))
    assert_ok("db", "export", str(good), "--database", empty)
    texts = {
        "text.gz": b"nonsense",
        "json.gz": gzip.compress(b'{"format": "else"}\n'),
        "row.gz": gzip.compress(b'{"format": "semafor database 1"}\n{"table": "games", "row": {"id": 1}}\n'),
        "cut.gz": good.read_bytes()[:-12],
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text)
        result = CliRunner().invoke(cli, ["db", "import", str(tmp_path / name), "--database", empty])
        assert (result.exit_code, name in result.output) == (2, True), result.output
    again = CliRunner().invoke(cli, ["db", "export", str(good), "--database", empty])
    assert (again.exit_code, "--force" in again.output) == (2, True)


def test_nothing_is_restored_over_games_that_are_there(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite3")
    with Server(database, *FAST) as server:
        run(new_game(server.url, [ME, BOT]))
    assert_ok("db", "export", str(tmp_path / "a.gz"), "--database", database)
    result = CliRunner().invoke(cli, ["db", "import", str(tmp_path / "a.gz"), "--database", database])
    assert (result.exit_code, "not empty" in result.output) == (2, True)


def test_urls() -> None:
    assert database_url("sqlite:///x.db") == "sqlite+aiosqlite:///x.db"
    assert database_url("postgres://u:p@h/d") == "postgresql+psycopg://u:p@h/d"
    with pytest.raises(DatabaseError, match="postgresql://USER@HOST/NAME"):
        database_url("mysql://x")


class TestCommands:
    def test_several_workers_need_postgresql(self, tmp_path: Path) -> None:
        result = CliRunner().invoke(cli, ["serve", "--workers", "2", "--database", str(tmp_path / "x")])
        assert (result.exit_code, "postgresql://" in result.output) == (2, True)

    def test_a_port_that_is_taken_is_said(self, server: Server, tmp_path: Path) -> None:
        options = ["serve", "--port", str(server.port), "--database", str(tmp_path / "x")]
        result = CliRunner().invoke(cli, options)
        assert (result.exit_code, str(server.port) in result.output) == (2, True)

    def test_the_options_of_the_terminal_need_it(self) -> None:
        result = CliRunner().invoke(cli, ["play", "--board", "italy"])
        assert (result.exit_code, "--terminal" in result.output) == (2, True)

    def test_play_serves_the_household_and_ends_with_ctrl_c(self, tmp_path: Path) -> None:
        command = [sys.executable, "-W", "ignore", "-m", "semafor.cli.main", "play", "--no-browser", "--port", "0"]
        environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(
            hearing_ctrl_c(command), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            assert found is not None, line
            made = run(new_game(found[0], [ME, BOT]))
            assert made["game"]
            assert (tmp_path / "semafor" / "games.sqlite3").exists()
        finally:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert "Traceback" not in errors

    def test_a_worker_that_dies_while_the_database_is_away_comes_back(self, postgres: Callable[[], str]) -> None:
        url = postgres()
        name = re.search(r"/(games\d+)\?", url)
        assert name is not None

        def open_to_all(allowed: bool) -> None:
            with psycopg.connect(url.replace(name[1], "postgres"), autocommit=True) as connection:
                connection.execute(f"ALTER DATABASE {name[1]} WITH ALLOW_CONNECTIONS {allowed}".encode())
                if not allowed:
                    end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
                    connection.execute(end, (name[1],))

        def is_well() -> bool:
            with suppress(httpx.HTTPError):
                return httpx.get(f"{server.url}/healthz", timeout=PATIENCE).is_success
            return False

        with Server(url, *FAST, "--workers", "2") as server:
            while not is_well():
                time.sleep(0.05)
            open_to_all(False)
            for pid in server.children():
                with suppress(OSError):
                    if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                        os.kill(pid, signal.SIGKILL)
            server.wait_for_log('"status": 3')
            open_to_all(True)
            while not is_well():
                assert server.process is not None
                assert server.process.poll() is None, server.log
                time.sleep(0.05)
            assert server.stop() == 0

    def test_two_workers_of_one_command_play_one_game(self, postgres: Callable[[], str]) -> None:
        async def work(server: Server) -> None:
            made = await new_game(server.url, [ME, {"kind": "me", "name": "Ola"}, BOT], board="toy")
            people = [Player(server.url, made["game"], [seat["token"]], seat["seat"]) for seat in made["seats"]]
            watchers = [Player(server.url, made["game"]) for _ in range(6)]
            for player in [*people, *watchers]:
                await player.open()
            await asyncio.gather(*(player.play() for player in people))
            for watcher in watchers:
                await watcher.until(lambda: people[0].over)
                await watcher.until_seq(people[0].seq)
                assert json.dumps(watcher.view["score"]) == json.dumps(people[0].view["score"])

        with Server(postgres(), *FAST, "--workers", "2") as server:
            run(work(server))
            server.stop()


def test_a_game_that_waits_for_people_is_not_looked_after_and_one_that_waits_for_a_bot_is(server: Server) -> None:
    """`wake_at` says when another process must take over a game: never while people are to act."""

    def stored(query: str, game: str) -> tuple[Any, ...]:
        connection = sqlite3.connect(server.database)
        row: tuple[Any, ...] = connection.execute(query, (game,)).fetchone()
        connection.close()
        return row

    def wake_at(game: str) -> tuple[Any, ...]:
        return stored("SELECT status, wake_at FROM games WHERE id = ?", game)

    async def work() -> None:
        made = await new_game(server.url, [ME, {"kind": "me", "name": "Ola"}])
        assert wake_at(made["game"]) == ("playing", None)
        people = [Player(server.url, made["game"], [seat["token"]], seat["seat"]) for seat in made["seats"]]
        for player in people:
            await player.open()
        assert (await people[0].ask("leave", seat=0))["ok"]
        # The bot may decide before anybody looks.
        acted = "SELECT 1 FROM entries WHERE game = games.id AND kind = 'action'"
        due, done = stored(f"SELECT wake_at, EXISTS ({acted}) FROM games WHERE id = ?", made["game"])
        assert done or due is not None
        await people[0].until(lambda: any(one["by_bot"] for one in people[0].log.values() if one["kind"] == "action"))
        assert (await people[0].ask("return", seat=0))["ok"]
        assert wake_at(made["game"]) == ("playing", None)
        timed = await new_game(server.url, [ME, BOT], clock={"kind": "days", "days": 3})
        ala = Player(server.url, timed["game"], [timed["seats"][0]["token"]])
        await ala.open()
        await ala.play(lambda: ala.seq > 5 and bool(ala.view["offers"]))
        due = wake_at(timed["game"])[1]
        assert due is not None
        assert due > time.time() + 2 * 86_400

    run(work())
