"""Hostile input: files made to be slow or to read local files, and everything that could grow without limit."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

import semafor
from semafor.engine.boards import find_board
from semafor.engine.files.game_file import MOST_ACTIONS, GameFileError, check_game_file, read_game_file
from semafor.engine.loading import board_text
from semafor.home import talk
from semafor.home.limits import Buckets
from semafor.server.hub.hub import Hub
from semafor.server.json_logs import OthersLines
from semafor.server.settings import Settings
from semafor.server.store.storage import CHAT_KEPT
from semafor.table.finished.files import stored_from_file
from semafor.table.requests import MAX_NON_ACTIONS
from semafor.table.wire.client_messages import LONGEST_CHAT, ClientMessages, Ping, Rename, Say
from semafor.table.wire.messages import Answer
from tests.server.client import Json, new_game, post, run
from tests.server.hubs import made_at
from tests.server.serving import FAST, PATIENCE, Server
from tests.server.store.test_several import connect
from tests.server.tables import BOT, ME, OPEN, OTHER, players, refused
from tests.table.test_views import played

DEEP_KEY = ".".join("a" * 90_000) + " = 1"
QUOTED_KEY = ".".join(['"a"'] * 40_000) + " = 1"
HEADER = "[" + " . ".join("a" * 40_000) + "]"
BRACKETS = "a = " + "[" * 60_000


class TestBoardFiles:
    @pytest.mark.parametrize(
        ("text", "why"),
        [
            (DEEP_KEY, "dozen parts"),
            (QUOTED_KEY, "dozen parts"),
            (HEADER, "dozen parts"),
            (BRACKETS, "too deeply"),
            ("x" * 200_001, "at most 200000"),
            ("a" * 199_999, "not valid TOML"),
            ("\0", "not valid TOML"),
        ],
    )
    def test_a_file_made_to_take_long_is_refused_at_once(self, text: str, why: str) -> None:
        started = time.process_time()
        with pytest.raises(semafor.BoardError, match=why):
            find_board("", text)
        assert time.process_time() - started < 1

    def test_it_is_refused_over_the_network_and_others_play_on(self, server: Server) -> None:
        for text in (DEEP_KEY, BRACKETS):
            status, error = run(refused(server.url, "/api/games", {"board_file": text, "seats": [ME, BOT]}))
            assert (status, error["code"], error["where"]) == (422, "bad_board", "board_file")

    @pytest.mark.parametrize("board", [*semafor.builtin_ids()])
    def test_a_good_file_is_good(self, board: str) -> None:
        assert find_board("", board_text(board)).id == board

    @pytest.mark.parametrize("path", ["/etc/passwd", "../usa.toml", "/dev/zero", "usa.toml"])
    def test_a_path_is_no_board(self, path: str) -> None:
        with pytest.raises(semafor.BoardError, match="there is no board"):
            find_board(path, None)


def bare_record(board: str, **more: object) -> Json:
    return {"format": 1, "board": board, "digest": "x", "players": 2, "rules": 1, "seed": "a", "actions": [], **more}


class TestRecords:
    def test_a_record_opens_no_file_of_the_server(self, server: Server, tmp_path: Path) -> None:
        secret = tmp_path / "secret.toml"
        secret.write_text("password = hush", encoding="utf-8")
        there = run(refused(server.url, "/api/records", bare_record(str(secret))))
        not_there = run(refused(server.url, "/api/records", bare_record(f"{secret}.not")))
        assert there[0] == not_there[0] == 422
        assert there[1]["message"].replace("secret.toml", "") == not_there[1]["message"].replace("secret.toml.not", "")
        assert "there is no board" in there[1]["message"]

    def test_a_record_without_end_is_refused_at_once(self) -> None:
        actions = [{"seat": 0, "action": {"type": "pass"}}] * (MOST_ACTIONS + 1)
        started = time.process_time()
        with pytest.raises(GameFileError, match="no game has more"):
            check_game_file(bare_record("usa", actions=actions))
        for raw in (b"1\n" * 2_000_000, b"{}\n" * 1_000_000, b"[" * 4_000_000, b'{"a":' * 500_000):
            with pytest.raises(GameFileError):
                read_game_file(raw)
        assert time.process_time() - started < 5

    def test_half_a_character_in_a_record_is_refused_like_other_nonsense(self, server: Server) -> None:
        """The error message quotes it and must still be encodable."""
        raw = json.dumps(bare_record("\ud800"))
        answer = httpx.post(f"{server.url}/api/records", content=raw, timeout=PATIENCE)
        assert answer.status_code == 422
        problem = answer.json()["error"]
        assert problem["code"] == "bad_record"
        assert "\\ud800" in problem["message"]

    @pytest.mark.parametrize("name", ["\u3164", "\u202e", "a\ud800", "\x00", "\u2800 ", 7, None])
    def test_names_in_a_record_are_cleaned_as_people_s_are(self, name: object) -> None:
        record = played("toy", 2, 1000, 2).game.record().to_json()
        data = {"format": "semafor game 1", "seats": [{"name": name}, {"name": "O\u202ela\u200b"}], "record": record}
        _, seats, _ = stored_from_file(data, 0.0)
        assert [seat.name for seat in seats] == ["Player 1", "Ola"]

    def test_the_board_file_of_a_record_is_checked_like_any_other(self) -> None:
        data = {"format": "semafor game 1", "board_file": DEEP_KEY, "record": bare_record("usa")}
        with pytest.raises(GameFileError, match="dozen parts"):
            check_game_file(data)


class TestGrowth:
    def test_only_the_last_lines_of_the_chat_are_kept(self, server: Server) -> None:
        async def work() -> str:
            made = await new_game(server.url, [ME, BOT])
            (ala,) = await players(server, made)
            for number in range(CHAT_KEPT + 20):
                assert (await ala.ask("chat", seat=0, text=f"{number} ".ljust(LONGEST_CHAT, "x")))["ok"]
            return str(made["game"])

        game = run(work())
        connection = sqlite3.connect(server.database)
        kept = [row[0] for row in connection.execute("SELECT text FROM chat WHERE game = ? ORDER BY number", (game,))]
        connection.close()
        assert [int(text.split()[0]) for text in kept] == list(range(20, CHAT_KEPT + 20))

    def test_the_log_is_bounded(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OPEN])
            await post(server.url, "/api/join", {"invite": made["invite"], "name": "Ola"})
            (ala,) = await players(server, made)
            assert (await ala.ask("start"))["ok"]
            for number in range(MAX_NON_ACTIONS // 2):
                assert (await ala.ask("offer_end", seat=0))["ok"], number
                assert (await ala.ask("answer_end", seat=0, yes=False))["ok"], number
            answer = await ala.ask("offer_end", seat=0)
            assert answer["error"]["code"] == "too_often"
            await ala.until_view()
            assert (await ala.act(ala.choice() or {}))["ok"]

        run(work())

    def test_streams_are_counted_like_other_connections(self, tmp_path: Path) -> None:
        async def work(server: Server) -> None:
            bot = await post(server.url, "/api/bots", {"name": "Robot"})
            made = await new_game(server.url, [ME, OPEN])
            joined = {"invite": made["invite"], "name": "Robot"}
            await post(server.url, "/api/join", joined, bot["token"])
            headers = {"authorization": f"Bearer {bot['token']}"}
            path = f"/api/bot/games/{made['game']}/stream"
            async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=PATIENCE) as client:
                async with client.stream("GET", path) as first, client.stream("GET", path) as second:
                    assert (first.status_code, second.status_code) == (200, 200)
                    third = await client.get(path)
                    assert (third.status_code, third.json()["error"]["code"]) == (429, "too_many_streams")
                end = time.monotonic() + PATIENCE
                while True:
                    async with client.stream("GET", path) as again:
                        if again.status_code == 200:
                            return
                    assert time.monotonic() < end, "a stream that has ended still counts"

        with Server(str(tmp_path / "games.sqlite3"), *FAST, "--connections", "2") as server:
            run(work(server))


@pytest.mark.parametrize(
    "message", [Say(id="a", seat=0, text="Buy now"), Rename(id="a", seat=0, name="Mallory"), Ping(id="a")]
)
def test_nobody_shouts_the_others_down(message: ClientMessages) -> None:
    """Chat lines and names are shown to everybody, so the server limits them per address."""

    async def handle(*_: object) -> Answer:
        return Answer(id="a", ok=True)

    async def work() -> list[bool]:
        hub = Hub(Settings(database="sqlite+aiosqlite://"))
        hub.chat = Buckets(0.001, 3)
        room: Any = SimpleNamespace(handle=handle, home=hub.home)
        sockets: list[Any] = [SimpleNamespace(address="192.0.2.1")] * 5
        answers = [await talk.answer(room, socket, message) for socket in sockets]
        return [isinstance(answer, Answer) and answer.ok for answer in answers]

    assert asyncio.run(work()) == [True] * 3 + [isinstance(message, Ping)] * 2


def test_a_crowd_at_the_door_does_not_bother_the_players(tmp_path: Path) -> None:
    """The server tells players once who is there, however many spectators came and went meanwhile."""

    async def work() -> None:
        hub = Hub(Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}", bot_processes=0))
        await hub.open()
        made = await made_at(hub, [ME, OTHER])
        player = connect(hub, made.game, made.seats[0].token)
        for _ in range(100):
            hub.home.rooms[made.game].remove(connect(hub, made.game, ""))
        connect(hub, made.game, "")
        while not player.inbox:
            await asyncio.sleep(0.01)
        told = [message["table"]["watching"] for message in player.inbox if message["type"] == "table"]
        assert told == [1]
        await hub.close()

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_what_a_library_complains_about_is_logged_without_what_it_said() -> None:
    secret = "token=hush"
    try:
        raise ValueError(secret)
    except ValueError as error:
        info: Any = (ValueError, error, error.__traceback__)
    record = logging.LogRecord("uvicorn.error", logging.ERROR, __file__, 1, "failed with %s", (secret,), info)
    line = json.loads(OthersLines().format(record))
    assert line["event"] == "reported by uvicorn.error"
    assert (line["level"], line["error"]) == ("error", "ValueError")
    assert line["place"].startswith("test_hostile.py:")
    assert secret not in json.dumps(line)
