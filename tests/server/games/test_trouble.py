"""A server in trouble reports it, and no game affects another: unreadable games, a full disk."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest

from semafor.engine.loading import board_text
from semafor.server.store.database import check_database, database_url
from semafor.server.store.upkeep.health import LEAST_FREE, Health
from tests.server.client import Json, Player, get, new_game, post, run
from tests.server.serving import FAST, PATIENCE, Server
from tests.server.tables import BOT, ME, OPEN, OTHER, players, refused


async def asked(url: str, path: str) -> tuple[int, Json]:
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as client:
        answer = await client.get(path)
    return answer.status_code, answer.json()


def test_a_game_that_can_not_be_read_touches_no_other(tmp_path: Path) -> None:
    """Boards of a newer version, beyond this one's limits, or damaged; a log that this version can't parse."""
    path = tmp_path / "games.sqlite3"
    text = board_text("toy")
    spoilt: dict[str, tuple[str, tuple[object, ...]]] = {
        "newer": ("UPDATE games SET board_text = ? WHERE id = ?", (text.replace("format = 1", "format = 2"),)),
        "huge": ("UPDATE games SET board_text = ? WHERE id = ?", (text + "#" * 300_000,)),
        "damaged": ("UPDATE games SET board_text = ? WHERE id = ?", ("\x01 = [[[",)),
        "clock": ("UPDATE games SET clock = ? WHERE id = ?", ('{"kind": "sand"}',)),
        "first": ("UPDATE games SET first = ? WHERE id = ?", (77,)),
        "rules": ("UPDATE games SET rules = ? WHERE id = ?", (99,)),
        "action": ("UPDATE entries SET kind = 'action', seat = 0, action = ? WHERE game = ?", ('{"type": "fly"}',)),
        "kind": ("UPDATE entries SET kind = ? WHERE game = ?", ("dream",)),
    }

    async def make(server: Server) -> dict[str, str]:
        seats: list[Json] = [{**BOT, "name": "A"}, {**BOT, "name": "B"}]
        waiting = await new_game(server.url, [ME, OPEN], public=True)
        return {"waiting": waiting["game"]} | {
            name: (await new_game(server.url, seats, board=None, board_file=text, public=True))["game"]
            for name in [*spoilt, "good"]
        }

    with Server(str(path), *FAST, "--bot-pause", "3600") as server:
        games = run(make(server))
    with sqlite3.connect(path) as database:
        for name, (statement, values) in spoilt.items():
            assert database.execute(statement, (*values, games[name])).rowcount == 1
        # The unreadable games are due first, and there are more of them than one batch.
        database.execute("UPDATE games SET wake_at = 1 WHERE id NOT IN (?, ?)", (games["good"], games["waiting"]))
    database.close()

    async def look(server: Server) -> None:
        for name in spoilt:
            status, body = await asked(server.url, f"/api/games/{games[name]}")
            assert (name, status) == (name, 410), body
            assert body["error"]["code"] == "old_game"
            watcher = Player(server.url, games[name])
            await watcher.open()
            await watcher.until(lambda watcher=watcher: watcher.closed is not None)  # type: ignore[misc]
            assert watcher.closed == (4004, "old_game")
        lobby = [table["game"] for table in await get(server.url, "/api/lobby")]
        assert [game for game in lobby if game != games["good"]] == [games["waiting"]], "the good game may be over"

    def entries(game: str) -> int:
        reading = sqlite3.connect(path)
        count: int = reading.execute("SELECT count(*) FROM entries WHERE game = ?", (game,)).fetchone()[0]
        reading.close()
        return count

    with Server(str(path), *FAST) as server:
        # Nobody is watching the good game; only the sweep finds it, behind the others.
        end = time.monotonic() + PATIENCE
        while entries(games["good"]) < 6:
            assert time.monotonic() < end, "nobody picked up the game"
            time.sleep(0.1)
        run(look(server))
        assert run(asked(server.url, "/healthz"))[0] == 200


@pytest.mark.skipif(sys.platform != "linux", reason="limits another process")
def test_a_full_disk_is_said_and_everything_goes_on_when_there_is_room(tmp_path: Path) -> None:
    import resource  # noqa: PLC0415  (not on Windows)

    path = tmp_path / "games.sqlite3"

    def room_for_files(server: Server, most: int) -> None:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    async def work(server: Server) -> None:
        made = await new_game(server.url, [ME, OTHER])
        waiting = await new_game(server.url, [ME, OPEN])
        token = made["seats"][0]["token"]
        ala, ola = await players(server, made)
        await ala.until_view()
        assert await asked(server.url, "/healthz") == (200, {"ok": True, "rooms": 1})
        room_for_files(server, max(one.stat().st_size for one in tmp_path.iterdir()))
        board = board_text("toy") + "#" * 150_000
        big: Json = {"board_file": board, "seats": [ME, OTHER]}
        while True:  # until the last page is full
            async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client:
                answer = await client.post("/api/games", json=big)
            if answer.status_code != 200:
                break
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_saved")
        room_for_files(server, 4096)
        for path, body, bearer in [
            ("/api/games", {"board": "usa", "seats": [ME, OPEN]}, None),
            ("/api/games", {"board": "usa", "seats": [ME, BOT]}, None),
            ("/api/bots", {"name": "Robo"}, None),
            ("/api/join", {"name": "Ola", "invite": waiting["invite"]}, None),
            (f"/api/games/{made['game']}/seats/0/transfer", {}, token),
        ]:
            status, error = await refused(server.url, path, body, bearer)
            assert (path, status, error["code"]) == (path, 503, "not_saved")
        status, health = await asked(server.url, "/healthz")
        assert (status, health["ok"], health["trouble"]) == (503, False, "not_saved")
        action = ala.choice()
        assert action is not None
        assert (await ala.act(action))["error"]["code"] == "not_saved"
        for kind, fields in [("chat", {"text": "full"}), ("leave", {}), ("rename", {"name": "Ela"}), ("offer_end", {})]:
            assert (await ala.ask(kind, seat=0, **fields))["error"]["code"] == "not_saved"
        assert (await asked(server.url, f"/api/games/{made['game']}"))[0] == 200, "stored games can be read"
        room_for_files(server, resource.RLIM_INFINITY)
        assert (await ala.act(action))["ok"]
        await new_game(server.url, [ME, BOT])
        await post(server.url, "/api/join", {"name": "Ola", "invite": waiting["invite"]})
        await ola.play(lambda: ola.seq > 2)
        end = time.monotonic() + PATIENCE
        while (await asked(server.url, "/healthz"))[0] != 200:
            assert time.monotonic() < end, "the server has not noticed that there is space again"
            await asyncio.sleep(0.5)

    with Server(str(path), *FAST) as server:
        run(work(server))
        server.stop()
    asyncio.run(check_database(database_url(str(path))))


def test_a_disk_with_hardly_any_room_is_trouble_before_a_write_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    health = Health(tmp_path / "games.sqlite3")
    for free, full in ((LEAST_FREE, False), (LEAST_FREE - 1, True)):
        left = usage._replace(free=free)
        with monkeypatch.context() as patch:
            patch.setattr(shutil, "disk_usage", Mock(return_value=left))
            assert health.disk_full == full
    assert not Health(None).disk_full, "the server can't know where a PostgreSQL keeps its files"
