"""Whatever the API accepts is in a backup that can be restored, into either database."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from semafor.engine.loading import board_text
from semafor.server.store.database import database_url
from semafor.server.store.upkeep.backup import export_database, import_database
from tests.server.client import Json, Player, run
from tests.server.push.service import Browser, Service
from tests.server.serving import FAST, PATIENCE, Server
from tests.server.store.test_backups import recorded
from tests.server.test_starting import run as command

GROWING = "\U0001d160"
"""A note, which becomes three characters when it is normalised."""
LONGEST = 210
TEXTS = some.builds(
    lambda sign, count, rest: (sign * count + rest)[:LONGEST],
    some.sampled_from([GROWING, "\u0344", "\ufb2c", "x", "ą", "\0", "\u200b", "👩‍🚀"]),
    some.sampled_from([1, 8, 9, 20, 24, 26, 27, 33, 34, 40, 60, 61, 66, 67, 80, 100, 101, 200]),
    some.text(max_size=2),
)


class Sender:
    """Sends a text wherever the API takes one."""

    def __init__(self, server: Server, service: Service) -> None:
        self.server = server
        self.service = service
        self.statuses: dict[tuple[str, int], int] = {}

    async def send(self, text: str, number: int) -> None:
        async with httpx.AsyncClient(base_url=self.server.url, timeout=PATIENCE) as client:

            async def post(path: str, body: object, token: str = "") -> Json:
                headers = {"authorization": f"Bearer {token}"} if token else {}
                answer = await client.post(path, json=body, headers=headers)
                assert answer.status_code in {200, 400, 409, 422}, (path, text, answer.text)
                kind = (path.rpartition("/")[2], answer.status_code)
                self.statuses[kind] = self.statuses.get(kind, 0) + 1
                return dict(answer.json())

            id_ = "".join(sign for sign in text if sign.isascii() and sign.isalnum()).lower() or "toy"
            board = board_text("toy").replace('id = "toy"', f'id = "{id_}"', 1)
            seats: list[Json] = [{"kind": "me", "name": text}, {"kind": "open"}]
            await post("/api/games", {"board_file": board, "seats": [{"kind": "me"}, {"kind": "open"}]})
            await post("/api/games", {"board": "toy", "seats": seats})
            contest: Json = {"board": "toy", "deals": 1, "seats": [{"kind": "person"}, {"kind": "bot"}]}
            made = await post("/api/contests", {**contest, "name": text})
            if "contest" in made:
                await post(f"/api/contests/{made['contest']}/join", {"name": text})
            await post("/api/bots", {"name": text})
            await post("/api/guest", {"name": text, "ladder": True}, f"{number:032}")
            seen: Json = {"format": "semafor-game 1", "record": recorded(f"seed{number}"), "seats": [{"name": text}]}
            await post("/api/records", seen)
            await post("/api/records", recorded(text))
            table = await post("/api/games", {"board": "toy", "seats": [{"kind": "me"}, {"kind": "open"}]})
            token = table["seats"][0]["token"]
            browser = Browser(self.service)
            path = f"/api/games/{table['game']}/seats/0/push"
            await post(path, {**browser.subscription(), "title": text}, token)
            await post(path, {**browser.subscription(), "text": text}, token)
            player = Player(self.server.url, table["game"], [token])
            await player.open()
            for kind, field in (("chat", "text"), ("rename", "name")):
                answer = await player.ask(kind, seat=0, **{field: text})
                assert answer["ok"] or answer["error"]["code"] not in {"not_saved", "internal_error"}, (text, answer)
            await player.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_whatever_the_api_accepts_is_restored(kind: str, tmp_path: Path, postgres: Callable[[], str]) -> None:
    first = str(tmp_path / "games.sqlite3") if kind == "sqlite" else postgres()
    service = Service(tmp_path)
    numbers = iter(range(10_000))
    try:
        with Server(first, *FAST, "--push-services", service.host) as server:
            sender = Sender(server, service)

            @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
            @given(text=TEXTS)
            def attempt(text: str) -> None:
                run(sender.send(text, next(numbers)))

            attempt()
            assert [line for line in server.log if '"error"' in line] == []
            for what in ("games", "contests", "join", "bots", "guest", "records", "push"):
                assert sender.statuses[what, 200] > 0
                assert sender.statuses[what, 422] > 0, what
            server.stop()
    finally:
        service.stop()

    async def move() -> None:
        counts = await export_database(database_url(first), tmp_path / "a.gz")
        for target in (str(tmp_path / "b.sqlite3"), postgres()):
            assert await import_database(database_url(target), tmp_path / "a.gz") == counts

    asyncio.run(move())


def test_texts_that_older_versions_stored_are_cut_and_others_are_reported(tmp_path: Path) -> None:
    """SQLite stores a text of any length."""
    path = tmp_path / "games.sqlite3"
    with Server(str(path), *FAST) as server:
        table = {"board": "toy", "seats": [{"kind": "me"}, {"kind": "open"}]}
        made = httpx.post(f"{server.url}/api/games", json=table, timeout=PATIENCE).json()
        server.stop()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE games SET board = ?", ("b" * 300,))
        database.execute("UPDATE seats SET name = ?", ("n" * 300,))
    database.close()
    assert command("db", "export", tmp_path / "a.gz", "--database", path).exit_code == 0
    assert command("db", "import", tmp_path / "a.gz", "--database", tmp_path / "b.sqlite3").exit_code == 0
    with sqlite3.connect(path) as database:
        database.execute("UPDATE games SET digest = ?", ("d" * 300,))
    database.close()
    failed = command("db", "export", tmp_path / "b.gz", "--database", path)
    assert failed.exit_code == 2
    assert f"games.digest of the row {made['game']} can't be restored" in " ".join(failed.output.split())
    assert not (tmp_path / "b.gz").exists()
