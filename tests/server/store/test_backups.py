"""Backups: data moves from SQLite to PostgreSQL and back, and every failure is one clear sentence."""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.command import upgrade
from alembic.config import Config
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from msgspec.structs import replace
from sqlalchemy import create_engine, inspect

from semafor import Chance, Game, load_board
from semafor.engine.files.game_file import GameFileError
from semafor.server.contest.contest_store import ContestStore, StoredContest, StoredDeal, StoredPlayer
from semafor.server.guests.guest_store import GuestStore, StoredGuest, StoredResult
from semafor.server.push.push_store import PushStore, StoredPush
from semafor.server.store.database import database_url
from semafor.server.store.storage import Storage
from semafor.server.store.upkeep.backup import export_database, import_database
from semafor.table.creating import new_row, new_table
from semafor.table.finished.files import stored_from_file
from semafor.table.names import clean, clean_name
from semafor.table.stored import StoredChat, StoredEntry, StoredSeat, StoredTransfer
from semafor.table.wire.api_messages import NewBot, NewGame
from semafor.table.wire.client_messages import LONGEST_CHAT, Act, Rename, Say
from semafor.table.wire.problems import Refused
from tests.server.test_starting import made, run

MIGRATIONS = Path(str(files("semafor.server.store"))) / "migrations"
TEXTS = some.text(some.characters(codec=None), max_size=70) | some.text(
    some.sampled_from("\0\x01\x7f\ud800\udfff\ufffe\U0010ffff'\"\\%a ąﬁ"), max_size=70
)


def door(kind: Any, **fields: object) -> Any:
    """Return a message of that kind as the server decodes it; None if it is refused or can't be sent."""
    try:
        return msgspec.json.decode(json.dumps(fields).encode(), type=kind)
    except (msgspec.DecodeError, Refused):
        return None


def cleaned(name: str) -> str | None:
    try:
        return clean_name(name)
    except Refused:
        return None


def recorded(seed: str) -> dict[str, Any]:
    game = Game.new(load_board("toy"), players=2, seed=seed)
    game.play_out(Chance.seeded(1))
    return game.record().to_json()


async def fill(storage: Storage, texts: list[str]) -> int:
    """Store whatever the server would accept; return the number of rows."""
    kept = 0
    row = new_row("game", load_board("toy"), None, 2, 1.5)
    await storage.create(row, [StoredSeat(game="game", seat=0, kind="person", name="Ala", colour="red")])
    for number, text in enumerate(texts):
        act = door(Act, type="act", id=text, seat=0, seq=1, action=None)
        if act is not None:
            entry = StoredEntry(
                game="game", seq=number + 1, kind="action", seat=number, client_id=act.id, at=time.time()
            )
            assert await storage.log.append(entry, "playing", None)
            kept += 1
        say = door(Say, type="chat", id=f"c{number}", seat=0, text=text)
        said = None if say is None else clean(say.text, LONGEST_CHAT, "text")
        if said:
            line = StoredChat(game="game", seat=0, name="Ala", text=said, phrase=None, client_id=say.id, at=0.1)
            kept += await storage.say(line)
        named = door(Rename, type="rename", id="r", seat=0, name=text)
        name = None if named is None else cleaned(named.name)
        bot = door(NewBot, name=text)
        if name is not None:
            table = door(NewGame, seats=[{"kind": "me", "name": name}, {"kind": "open"}], board="toy", public=True)
            new = new_table(table, 1.0)
            new.seats[0].name = name
            await storage.create(new.row, new.seats)
            kept += 1
        if bot is not None and cleaned(bot.name) is not None:
            await storage.add_bot(f"bot{number}", clean_name(bot.name), f"token{number}", 1e9 + number / 7)
            kept += 1
        try:
            await storage.create(*stored_from_file({**recorded(text)}, 1.0))
            kept += 1
        except GameFileError:
            pass
    return kept


@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(texts=some.lists(TEXTS, min_size=10, max_size=25))
def test_what_sqlite_takes_goes_to_postgresql_and_back(
    texts: list[str], tmp_path_factory: pytest.TempPathFactory, postgres: Callable[[], str]
) -> None:
    folder = tmp_path_factory.mktemp("round")
    first, second = database_url(str(folder / "a.sqlite3")), database_url(postgres())

    async def work() -> None:
        storage = Storage(first)
        await storage.open()
        assert await fill(storage, [*texts, "plain"]) >= 4
        await storage.close()
        counts = await export_database(first, folder / "a.gz")
        assert await import_database(second, folder / "a.gz") == counts
        assert await export_database(second, folder / "b.gz") == counts

    asyncio.run(work())
    lines = [gzip.decompress((folder / name).read_bytes()) for name in ("a.gz", "b.gz")]
    assert lines[0] == lines[1]


async def fill_every_table(storage: Storage) -> None:
    """Store rows in all tables, through the server's own stores."""
    row = new_row("game", load_board("toy"), None, 2, 1.5)
    seat = StoredSeat(game="game", seat=0, kind="person", name="Ala", colour="red", token="t", face=3)
    await storage.create(row, [seat], [StoredEntry(game="game", seq=1, kind="start", at=2.5)])
    await storage.keep_analysis("game", "{}")
    line = StoredChat(game="game", seat=0, name="Ala", text="Cześć", phrase=None, client_id="c", at=3.5)
    assert await storage.say(line)
    assert await storage.add_transfer(StoredTransfer(code="code", game="game", seat=0, expires=4.5), "t", 4.0)
    await storage.add_bot("bot", "Robot", "secret", 5.5)
    guests = GuestStore(storage)
    for number, name in enumerate(("Ala", "Ola")):
        rating = 12.25 - number / 3
        await guests.put(StoredGuest(key=name, name=name, face=None, created=6.5, ladder=number == 0, rating=rating))
    for deal, points in (("day 2026-11-17 toy", 41), ("sealed", None)):
        result = StoredResult(
            deal=deal, guest="Ala", game=None, points=points, margin=points, won=True, print=deal, at=7.5
        )
        assert await guests.add_result(result)
    await guests.sit("game", {0: "Ala"})
    assert await guests.secret("2026-11-17", make=True)
    contests = ContestStore(storage)
    contest = StoredContest(
        id="contest",
        host="host",
        name="Piątek",
        board="toy",
        digest=row.digest,
        rules=row.rules,
        seats="[]",
        clock="{}",
        joining=True,
        created=8.5,
    )
    deals = [StoredDeal(contest="contest", deal=number, seed=f"seed {number}", open=False) for number in (1, 2)]
    await contests.create(contest, deals)
    ready = StoredPlayer(contest="contest", number=1, seat=0, name="Ola", token="o", ready=0)
    assert await contests.add_player(ready)
    await contests.be_ready(ready, 1)
    dealt = new_row("dealt", load_board("toy"), None, 2, 9.5)
    dealt.contest, dealt.sealed = "contest", True
    assert await contests.add_game(1, 1, dealt, [replace(seat, game="dealt", token="u")], [])
    assert await contests.set_result("dealt", '{"points":[3,4],"by_bot":[0,0]}')
    assert not await contests.set_result("dealt", "{}"), "it is stored once"
    await contests.open_deal("contest", 1)
    pushes = PushStore(storage)
    assert await pushes.key("key") == "key"
    push = StoredPush(
        game="game",
        seat=0,
        print="print",
        token="t",
        endpoint="https://push.example/1",
        p256dh="p",
        auth="a",
        title="Semafor",
        text="Twoja kolej",
        quiet=None,
    )
    assert await pushes.add(push, 1, 1)


def test_every_table_goes_from_sqlite_to_postgresql_and_back(tmp_path: Path, postgres: Callable[[], str]) -> None:
    urls = [database_url(at) for at in (str(tmp_path / "a.sqlite3"), postgres(), str(tmp_path / "b.sqlite3"))]

    async def work() -> None:
        storage = Storage(urls[0])
        await storage.open()
        await fill_every_table(storage)
        await storage.close()
        counts = await export_database(urls[0], tmp_path / "0.gz")
        assert [name for name, rows in counts.items() if rows == 0] == [], "the test fills every table"
        for number, url in enumerate(urls[1:], 1):
            assert await import_database(url, tmp_path / f"{number - 1}.gz") == counts
            assert await export_database(url, tmp_path / f"{number}.gz") == counts
        # The data is usable, too: the seat is still the guest's, and the deal is open.
        restored = Storage(urls[1])
        await restored.open()
        assert await GuestStore(restored).rated_seats("game") == {0: "Ala"}
        assert [deal.open for deal in await ContestStore(restored).deals("contest")] == [True, False]
        await restored.close()

    asyncio.run(work())
    first, *others = (gzip.decompress((tmp_path / f"{number}.gz").read_bytes()) for number in range(3))
    assert others == [first, first]


def test_ids_that_older_versions_took_are_restored(tmp_path: Path, postgres: Callable[[], str]) -> None:
    path = made(tmp_path / "games.sqlite3")
    row = new_row("game", load_board("toy"), None, 2, 1.0)

    async def keep() -> None:
        storage = Storage(database_url(str(path)))
        await storage.create(row, [StoredSeat(game="game", seat=0, kind="person", name="Ala", colour="red")])
        for number, client_id in enumerate(["a\0", "b\0", "c" * 900, "d"], 1):
            entry = StoredEntry(game="game", seq=number, kind="action", seat=0, client_id=client_id, at=1.0)
            assert await storage.log.append(entry, "playing", None)
        await storage.close()

    asyncio.run(keep())
    assert run("db", "export", tmp_path / "a.gz", "--database", path).exit_code == 0
    url = postgres()
    result = run("db", "import", tmp_path / "a.gz", "--database", url)
    assert (result.exit_code, "entries: 4" in result.output) == (0, True), result.output


def _backup(path: Path, *lines: object) -> Path:
    path.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")))
    return path


def columns_at(revision: str) -> dict[str, set[str]]:
    """Return the columns of every table of an older schema."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        upgrade(config, revision)
        found = inspect(connection)
        columns = {name: {str(one["name"]) for one in found.get_columns(name)} for name in found.get_table_names()}
    engine.dispose()
    return columns


class TestFailures:
    """No traceback, and never a row: rows contain the seeds of games in progress."""

    @pytest.fixture
    def rows(self, tmp_path: Path) -> list[str]:
        """Return a backup with one game, as lines."""
        path = made(tmp_path / "source.sqlite3")
        row = new_row("game", load_board("toy"), None, 2, 1.0)
        row.seed = "SECRET"

        async def keep() -> None:
            storage = Storage(database_url(str(path)))
            await storage.create(row, [StoredSeat(game="game", seat=0, kind="person", name="Ala", colour="red")])
            await storage.close()

        asyncio.run(keep())
        assert run("db", "export", tmp_path / "good.gz", "--database", path).exit_code == 0
        return gzip.decompress((tmp_path / "good.gz").read_bytes()).decode().splitlines()

    def refused(self, target: str | Path, backup: Path) -> str:
        result = run("db", "import", backup, "--database", target)
        assert result.exit_code == 2, result.output
        assert "SECRET" not in result.output
        assert len(result.output) < 600
        return " ".join(result.output.split())

    @pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
    def test_rows_that_do_not_fit(
        self, kind: str, rows: list[str], tmp_path: Path, postgres: Callable[[], str]
    ) -> None:
        target = postgres() if kind == "postgresql" else str(tmp_path / "new.sqlite3")
        for column, value in [
            ("id", "x" * 40),
            ("seed", "SECRET\0"),
            ("seed", "SECRET\ud800"),
            ("players", 2**31),
            ("players", 10**30),
            ("players", "SECRET"),
            ("players", True),
            ("public", "SECRET"),
            ("created", float("nan")),
            ("created", None),
            ("clock", {"SECRET": 1}),
        ]:
            head, game, *rest = rows
            changed = json.loads(game)
            changed["row"][column] = value
            backup = _backup(tmp_path / "bad.gz", head, json.dumps(changed), *rest)
            assert f"line 2: not a valid value for games.{column}" in self.refused(target, backup)
        head, game, seat, *rest = rows
        orphan = json.loads(seat)
        orphan["row"]["game"] = "SECRET"
        assert "operation failed (" in self.refused(
            target, _backup(tmp_path / "bad.gz", head, game, json.dumps(orphan), *rest)
        )
        good = run("db", "import", tmp_path / "good.gz", "--database", target)
        assert good.exit_code == 0, "the failed attempts changed nothing"

    def test_files_of_versions_with_fewer_tables_and_columns(self, rows: list[str], tmp_path: Path) -> None:
        head, game, seat, *rest = rows
        older, end = json.loads(seat), json.loads(rest[-1])
        del older["row"]["face"]
        for name in ("guests", "day_results", "rated_seats", "seals"):
            assert end["rows"].pop(name) == 0
        backup = _backup(tmp_path / "older.gz", head, game, json.dumps(older), *rest[:-1], json.dumps(end))
        good = run("db", "import", backup, "--database", tmp_path / "new.sqlite3")
        assert (good.exit_code, "seats: 1" in good.output) == (0, True), good.output
        del older["row"]["name"]
        backup = _backup(tmp_path / "bad.gz", head, game, json.dumps(older), *rest)
        assert "line 3: not a row" in self.refused(tmp_path / "other.sqlite3", backup)

    @pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
    def test_files_of_every_older_schema(
        self, kind: str, rows: list[str], tmp_path: Path, postgres: Callable[[], str]
    ) -> None:
        """A backup made by any earlier version of Semafor can be restored."""
        head, game, seat, *_ = rows
        newest = len(list((MIGRATIONS / "versions").glob("[0-9]*.py")))
        for revision in range(1, newest + 1):
            columns = columns_at(f"{revision:04}")
            assert {"games", "seats"} <= set(columns)
            old = []
            for line in map(json.loads, (game, seat)):
                kept = {name: value for name, value in line["row"].items() if name in columns[line["table"]]}
                old.append(json.dumps({**line, "row": kept}))
            end = {name: int(name in {"games", "seats"}) for name in columns if name != "alembic_version"}
            backup = _backup(tmp_path / f"{revision}.gz", head, *old, json.dumps({"rows": end}))
            target = postgres() if kind == "postgresql" else str(tmp_path / f"{revision}.sqlite3")
            good = run("db", "import", backup, "--database", target)
            assert (good.exit_code, "games: 1, seats: 1" in good.output) == (0, True), (revision, good.output)

    def test_files_that_are_damaged(self, rows: list[str], tmp_path: Path) -> None:
        target = tmp_path / "new.sqlite3"
        good = (tmp_path / "good.gz").read_bytes()
        for place in range(good.index(b"\0", 10) + 1, len(good), 37):  # after the name of the file
            bad = tmp_path / "flipped.gz"
            bad.write_bytes(good[:place] + bytes([good[place] ^ 0x55]) + good[place + 1 :])
            result = run("db", "import", bad, "--database", tmp_path / f"{place}.sqlite3")
            assert result.exit_code == 2, place
            assert "SECRET" not in result.output
        head = rows[0]
        for line in [
            "[" * 100_000,
            "7" * 6000,
            "3",
            "[]",
            '"rows"',
            '{"table": []}',
            '{"table": "games"}',
            '{"table": 1, "row": 2}',
        ]:
            self.refused(target, _backup(tmp_path / "bad.gz", head, line))
        for line in ["[" * 100_000, "7" * 6000, '{"format": []}', "", "null"]:
            self.refused(target, _backup(tmp_path / "bad.gz", line))

    def test_databases_out_of_order(self, rows: list[str], tmp_path: Path) -> None:
        good = tmp_path / "good.gz"
        letter = tmp_path / "letter.sqlite3"
        letter.write_text("Dear grandmother, this is SECRET.\n" * 400)
        (tmp_path / "folder.sqlite3").mkdir()
        for target, said in [
            (str(letter), "not an SQLite database, or is damaged"),
            (str(tmp_path / "folder.sqlite3"), "folder.sqlite3: Is a directory"),
            (str(letter / "below.sqlite3"), "letter.sqlite3"),
            ("postgresql://me:SECRET@127.0.0.1:1/games", "can't be used"),
            ("mysql://me:SECRET@host/x", "use sqlite:///FILE or postgresql://"),
            ("postgresql://me:SECRET@host:port/x", "can't be read"),
        ]:
            for command, file in (("import", good), ("export", tmp_path / "out.gz")):
                result = run("db", command, file, "--database", target)
                assert result.exit_code == 2, result.output
                assert "SECRET" not in result.output
                assert said in " ".join(result.output.split()), (command, target, result.output)
        missing = run("db", "export", tmp_path / "no" / "such" / "folder.gz", "--database", tmp_path / "source.sqlite3")
        assert (missing.exit_code, "No such file" in missing.output) == (2, True)

    def test_a_database_that_is_damaged_inside(self, rows: list[str], tmp_path: Path) -> None:
        source = tmp_path / "source.sqlite3"
        with sqlite3.connect(source) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
        data = bytearray(source.read_bytes())
        data[4096:] = b"\xa5" * (len(data) - 4096)
        source.write_bytes(data)
        result = run("db", "export", tmp_path / "out.gz", "--database", source)
        assert result.exit_code == 2, result.output
        assert not (tmp_path / "out.gz").exists()
