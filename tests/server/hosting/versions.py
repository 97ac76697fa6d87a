"""Upgrade by a rolling restart: two different versions of Semafor side by side on one PostgreSQL, then the ways back.

Run `python -m tests.server.hosting.versions` (`make hosting`). The newer versions are copies of the installed package
with other version numbers; the second of them also has one more revision of the schema. Two processes serve some games,
whose two players are at different ones and never stop playing. Each step waits until every game has gone on.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import psycopg
from websockets.exceptions import WebSocketException

import semafor
from tests.server.client import Json, Player, new_game, run
from tests.server.postgres import postgres_server
from tests.server.serving import FAST, PATIENCE, Server

GAMES: Final = 6
OPTIONS: Final = (*FAST, "--grace", "3600")
"""On a busy machine a process may be away long enough for bots to take over its players."""
PACKAGE: Final = Path(semafor.__file__).parent
VERSIONS: Final = "server/store/migrations/versions"
SEATS: Final[list[Json]] = [{"kind": "me", "name": "Ala"}, {"kind": "me", "name": "Ola"}]
REVISION: Final = '''"""What a later version may add."""

import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"


def upgrade() -> None:
    """Add a column, a table and an index, all of which the version before can ignore."""
    op.add_column("games", sa.Column("later", sa.String(32), server_default="later"))
    op.create_table("later", sa.Column("id", sa.Integer, primary_key=True))
    op.create_index("games_by_later", "games", ["later"])
'''


class Version:
    """A version of Semafor: how to run it, and the latest schema revision it knows."""

    def __init__(self, number: str, folder: Path | None = None) -> None:
        self.number = number
        path = () if folder is None else (shutil.which("env") or "env", f"PYTHONPATH={folder}")
        self.python = (*path, sys.executable, "-W", "ignore")
        package = PACKAGE if folder is None else folder / "semafor"
        self.revision = max(file.name.partition("_")[0] for file in (package / VERSIONS).glob("[0-9]*.py"))

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of this version."""
        command = [*self.python, "-m", "semafor.cli.main", *arguments]
        return subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)

    def check(self) -> None:
        """Check that this version runs."""
        command = [*self.python, "-c", "import semafor; print(semafor.__version__)"]
        assert subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip() == self.number

    def later(self, number: str, folder: Path, *, schema: bool) -> Version:
        """Make a later version, optionally with one more schema revision."""
        package = folder / "semafor"
        shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
        init = package / "__init__.py"
        text = init.read_text(encoding="utf-8")
        init.write_text(re.sub('__version__ = ".*"', f'__version__ = "{number}"', text), encoding="utf-8")
        if schema:
            revision = f"{int(self.revision) + 1:04}"
            file = package / VERSIONS / f"{revision}_later.py"
            file.write_text(REVISION.format(revision=revision, before=self.revision), encoding="utf-8")
        return Version(number, folder)


class Table:
    """A game whose players are at two processes and keep playing, whatever happens to them."""

    def __init__(self, made: Json, urls: list[str]) -> None:
        self.id = str(made["game"])
        self.tokens = [str(seat["token"]) for seat in made["seats"]]
        self.players = [
            Player(url, self.id, [token], seed) for seed, (url, token) in enumerate(zip(urls, self.tokens, strict=True))
        ]
        self.acknowledged: dict[int, Json] = {}
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Start the players."""
        for player in self.players:
            await player.open()
        self.tasks = [asyncio.create_task(self.keep_playing(player)) for player in self.players]

    async def keep_playing(self, player: Player) -> None:
        """Play to the end of the game; connect again whenever the connection breaks."""
        while not player.over:
            try:
                action = player.choice()
                if action is None:
                    await player.until_more()
                else:
                    answer = await player.act(action)
                    assert answer["ok"] or answer["error"]["code"] == "stale", answer
                    if answer["ok"]:
                        self.acknowledged[int(answer["seq"])] = action
                        await player.until_seq(answer["seq"])
            except (ConnectionError, WebSocketException):
                pass
            except AssertionError:
                if player.closed is None:
                    raise
            if player.closed is not None:
                await player.open_again()

    @property
    def seq(self) -> int:
        """Return the last acknowledged entry."""
        return max(self.acknowledged, default=0)

    async def close(self) -> None:
        """Stop the players."""
        for task in self.tasks:
            task.cancel()
        for outcome in await asyncio.gather(*self.tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
        for player in self.players:
            await player.close()

    async def check(self, url: str, database: str, until: int | None = None) -> None:
        """Check that the database and the server have everything that was acknowledged up to an entry."""
        expected = {seq: action for seq, action in self.acknowledged.items() if until is None or seq <= until}
        with psycopg.connect(database) as connection:
            rows = connection.execute("SELECT seq, action FROM entries WHERE game = %s", [self.id]).fetchall()
        kept = {seq: json.loads(action) for seq, action in rows if action is not None}
        gone = {seq: action for seq, action in expected.items() if not same(kept.get(seq), action)}
        assert not gone, f"{self.id}: acknowledged actions are lost: {gone}"
        async with Player(url, self.id, self.tokens) as fresh:
            await fresh.until_view()
            unseen = [seq for seq in expected if fresh.log.get(seq, {}).get("kind") != "action"]
        assert not unseen, f"{self.id}: acknowledged actions are not shown: {unseen}"


def same(kept: Json | None, action: Json) -> bool:
    """Return whether the stored action is this one."""
    return kept is not None and all(kept.get(key) == action.get(key) for key in ("type", "route", "tickets"))


async def go_on(tables: list[Table]) -> None:
    """Wait until every game has advanced by four entries, or is over."""
    before = [table.seq for table in tables]
    end = time.monotonic() + PATIENCE
    while not all(
        table.seq >= seq + 4 or any(player.over for player in table.players)
        for table, seq in zip(tables, before, strict=True)
    ):
        for table in tables:
            for task in table.tasks:
                if task.done():
                    task.result()
        assert time.monotonic() < end, "a game is stuck"
        await asyncio.sleep(0.05)


async def restart(server: Server, version: Version) -> float:
    """Restart a process as another version; return the seconds of downtime."""
    started = time.monotonic()
    await asyncio.to_thread(server.stop)
    server.python = version.python
    await asyncio.to_thread(server.start)
    return time.monotonic() - started


def revision(url: str) -> str:
    """Return the schema revision of a database."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    assert row is not None
    return str(row[0])


async def upgrade(urls: tuple[str, str], servers: list[Server], versions: list[Version], folder: Path) -> None:
    """Upgrade two processes that serve games, one after the other, and go back."""
    now, patch, later = versions
    database, spare = urls
    one, two = servers
    tables: list[Table] = []

    async def add(made_at: Server) -> None:
        for number in range(GAMES):
            made = await new_game(made_at.url, SEATS)
            tables.append(Table(made, [one.url, two.url] if number % 2 else [two.url, one.url]))
            await tables[-1].open()
        await go_on(tables)

    def told(text: str) -> None:
        count = sum(len(table.acknowledged) for table in tables)
        print(f"{text} ({count} actions acknowledged)", flush=True)

    await add(one)
    told(f"Two processes of {now.number} serve {GAMES} games.")
    away = await restart(one, patch)
    await go_on(tables)
    told(f"One of them is {patch.number}, with the same schema (away for {away:.1f} s): the games go on at both.")
    await restart(one, now)
    await go_on(tables)
    told(f"Rollback: it is {now.number} again, and the games go on.")

    backup = folder / "before.gz"
    seqs = [table.seq for table in tables]
    done = await asyncio.to_thread(now.run, "db", "export", str(backup), "--database", database)
    assert done.returncode == 0, done.stderr
    away = await restart(one, later)
    assert revision(database) == later.revision != now.revision
    await go_on(tables)
    await add(two)
    await add(one)
    told(
        f"One of them is {later.number} and has migrated the schema to {later.revision} (away for {away:.1f} s):"
        " old games go on at both, and new ones made at either."
    )
    away = await restart(two, later)
    await go_on(tables)
    told(f"Both are {later.number} (away for {away:.1f} s), and all the games go on.")

    refused = await asyncio.to_thread(now.run, "serve", "--port", "0", "--database", database)
    assert refused.returncode != 0, "an older version started on a newer schema"
    assert "a newer version has used it" in refused.stderr, refused.stderr
    await go_on(tables)
    told(f"{now.number} refuses to start on that database, says why, and the games go on.")

    for table in tables:
        await table.close()
        await table.check(one.url, database)
        await table.check(two.url, database)
    told("Nothing that was acknowledged is lost, at either process.")

    done = await asyncio.to_thread(now.run, "db", "import", str(backup), "--database", spare)
    assert done.returncode == 0, done.stderr
    for server in servers:
        await asyncio.to_thread(server.stop)
        server.python, server.database = now.python, spare
        await asyncio.to_thread(server.start)
    for table, seq in zip(tables, seqs, strict=False):
        await table.check(one.url, spare, seq)
    assert revision(spare) == now.revision
    old = [
        Table({"game": table.id, "seats": [{"token": token} for token in table.tokens]}, [one.url, two.url])
        for table in tables[:GAMES]
    ]
    for table in old:
        await table.open()
    await go_on(old)
    for table in old:
        await table.close()
    print(f"The backup is restored into another database with {now.number}: its games go on from there.", flush=True)


def main() -> None:
    """Make the versions and run the upgrade."""
    with tempfile.TemporaryDirectory() as name, postgres_server() as make, ExitStack() as stack:
        folder = Path(name)
        now = Version(semafor.__version__)
        patch = now.later("1000.0.1", folder / "patch", schema=False)
        later = now.later("1000.1.0", folder / "later", schema=True)
        for version in (now, patch, later):
            version.check()
        urls = (make(), make())
        servers = [stack.enter_context(Server(urls[0], *OPTIONS)) for _ in range(2)]
        run(upgrade(urls, servers, [now, patch, later], folder))


if __name__ == "__main__":
    main()
