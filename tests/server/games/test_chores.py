"""Long work runs in worker processes, and a game whose board is too much for them affects no other."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import httpx
import pytest

from semafor.engine.loading import board_text
from semafor.home.tables import make_game, rematch
from semafor.home.work.file_jobs import ReadBoard
from semafor.server.hub.hub import Hub
from semafor.server.settings import Settings
from semafor.table import creating
from semafor.table.game_table import Pace
from semafor.table.stored import StoredSeat
from semafor.table.views.listeners import Listener
from semafor.table.wire.api_messages import NewGame, NewSeat
from semafor.table.wire.client_messages import Leave
from semafor.table.wire.problems import Refused
from tests.boards.test_limits import many_cities
from tests.server.client import Json, Player, get, new_game, post, run
from tests.server.hubs import made_at, processes
from tests.server.serving import FAST, PATIENCE, Server
from tests.server.tables import BOT, ME, OTHER, refused
from tests.toy import LONG


def core(cities: int) -> str:
    """Return a board with this many cities, each connected to all others."""
    ids = [f"c{number}" for number in range(cities)]
    pairs = [(a, b) for index, a in enumerate(ids) for b in ids[index + 1 :]]
    more = "".join(f'  {{ between = ["{a}", "{b}"], length = 1, colour = "grey" }},\n' for a, b in pairs)
    return many_cities(cities).replace(f"  {LONG},\n", f"  {LONG},\n{more}")


WIDE = core(10)
TOO_WIDE = core(11)


def test_a_game_has_one_room_however_it_comes_into_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a new game may be found due, and loaded, while it is still being created."""
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}", bot_processes=1)

    async def work() -> None:
        hub = Hub(settings)
        await hub.open()
        try:
            made = await make_game(hub.home, NewGame(board="toy", seats=[NewSeat(kind="me"), NewSeat(kind="me")]), "")
            first = hub.home.rooms.pop(made.game)
            read = hub.storage.seats
            reading, released = asyncio.Event(), asyncio.Event()

            async def slow(game: str) -> list[StoredSeat]:
                reading.set()
                await released.wait()
                return await read(game)

            monkeypatch.setattr(hub.storage, "seats", slow)
            loading = asyncio.create_task(hub.home.room(made.game))
            await reading.wait()
            kept = hub.home.keep(first.table)
            released.set()
            assert await loading is kept
            assert hub.home.keep(first.table) is kept is hub.home.rooms[made.game]
        finally:
            await hub.close()

    asyncio.run(work())


class TestBoardFiles:
    def test_a_file_is_read_in_a_process_and_refused_there(self, server: Server) -> None:
        with pytest.raises(Refused, match="too dense"):
            ReadBoard(TOO_WIDE).run()
        status, error = run(refused(server.url, "/api/games", {"board_file": TOO_WIDE, "seats": [ME, BOT]}))
        assert (status, error["code"], error["where"]) == (422, "bad_board", "board_file")
        assert "too dense" in error["message"]

    def test_a_file_is_read_elsewhere_before_its_table_is_made(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A file that takes too long is refused and never parsed on the event loop."""
        read = Mock(side_effect=AssertionError("read on the event loop"))
        monkeypatch.setattr(creating, "find_board", read)

        async def work() -> None:
            async with processes(str(tmp_path / "games.sqlite3"), [0.0]) as (hub,):
                hub.thinkers.do = AsyncMock(side_effect=Refused("too_expensive", "too long"))  # type: ignore[method-assign]
                with pytest.raises(Refused, match="too long"):
                    await made_at(hub, [ME, OTHER], board=None, board_file=WIDE)
                hub.thinkers.do.assert_awaited_once()

        asyncio.run(work())

    def test_a_kept_game_whose_board_is_not_accepted_any_more_is_left_alone(self, tmp_path: Path) -> None:
        """A game from before boards were bounded is refused and affects no other."""
        database = tmp_path / "games.sqlite3"
        server = Server(str(database), *FAST)

        async def make() -> tuple[str, str]:
            bad = await new_game(server.url, [ME, BOT], board=None, board_file=board_text("toy"), public=True)
            good = await new_game(server.url, [ME, BOT], public=True)
            return str(bad["game"]), str(good["game"])

        with server:
            bad, good = run(make())
            server.kill()
            with sqlite3.connect(database) as connection:
                connection.execute("UPDATE games SET board_text = ?, wake_at = 1 WHERE id = ?", (TOO_WIDE, bad))
            connection.close()
            server.start()
            answer = httpx.get(f"{server.url}/api/games/{bad}", timeout=PATIENCE)
            assert (answer.status_code, answer.json()["error"]["code"]) == (410, "old_game")
            listed = run(get(server.url, "/api/lobby"))
            assert [table["game"] for table in listed] == [good]
            server.wait_for_log("a game can't be continued")


def test_unwatched_bot_games_of_an_address_are_limited(tmp_path: Path) -> None:
    strong = {"kind": "bot", "level": "semafor"}

    async def work(server: Server) -> None:
        for _ in range(2):
            await new_game(server.url, [strong] * 5)
        status, error = await refused(server.url, "/api/games", {"board": "usa", "seats": [strong] * 5})
        assert (status, error["code"]) == (429, "too_many_games")
        assert "nobody watching" in error["message"]

    with Server(str(tmp_path / "games.sqlite3"), "--unattended-games", "2") as server:
        run(work(server))


def test_a_rematch_counts_as_a_table_of_who_asks_for_it(tmp_path: Path) -> None:
    """Otherwise every finished game would start another, forever, with bots playing for nobody."""

    async def work(server: Server, asked: str) -> Json:
        made = await new_game(server.url, [ME, BOT], board="toy")
        player = Player(server.url, made["game"], [made["seats"][0]["token"]])
        await player.open()
        await player.play()
        if asked == "refused":
            return (await refused(server.url, f"/api/games/{made['game']}/rematch", {}, player.tokens[0]))[1]
        again = await post(server.url, f"/api/games/{made['game']}/rematch", {}, player.tokens[0])
        # A second request gets the same rematch and counts no table.
        assert await post(server.url, f"/api/games/{made['game']}/rematch", {}, player.tokens[0]) == again
        return again

    with Server(str(tmp_path / "few.sqlite3"), *FAST, "--games-per-hour", "1") as server:
        assert run(work(server, "refused"))["code"] == "too_many_games"
    with Server(str(tmp_path / "two.sqlite3"), *FAST, "--games-per-hour", "2") as server:
        assert run(work(server, "made"))["game"]


def test_a_rematch_is_its_makers_and_nobody_s_else(tmp_path: Path) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}"
    settings = Settings(database=database, bot_processes=1, unattended_games=1, pace=Pace(bot_pause=0, undo_pause=0))

    async def work() -> None:
        hub = Hub(settings)
        await hub.open()
        try:
            seats = [NewSeat(kind="me"), NewSeat(kind="bot", level="apprentice")]
            made = await make_game(hub.home, NewGame(board="toy", seats=seats), "192.0.2.1")
            token = made.seats[0].token
            room = await hub.home.room(made.game)
            await room.handle(Listener({0: ""}), Leave(id="1", seat=0))
            while not room.table.begun().game.over:
                await asyncio.sleep(0.02)
            again = await rematch(hub.home, room, token, "192.0.2.1")
            assert hub.makers.addresses[again.game] == "192.0.2.1"
            new = await hub.home.room(again.game)
            new.driver.stop()
            await new.handle(Listener({1: ""}), Leave(id="2", seat=1))
            assert new.unattended
            with pytest.raises(Refused, match="nobody watching"):
                hub.makers.check_unattended("192.0.2.1")
            hub.makers.check_unattended("192.0.2.2")
        finally:
            await hub.close()

    asyncio.run(work())


def test_a_due_game_whose_board_can_t_be_read_in_time_is_due_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine may just be busy; a game that can't be read at all never becomes due."""
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}", bot_processes=1)

    async def work() -> None:
        hub = Hub(settings)
        await hub.open()
        try:
            made = await make_game(hub.home, NewGame(board_file=WIDE, seats=[NewSeat(kind="me"), NewSeat("bot")]), "")
            await hub.home.evict(hub.home.rooms[made.game])
            for code, status, due in [("too_expensive", 503, True), ("bad_board", 422, False)]:
                refusal = Refused(code, "no", status=status)
                monkeypatch.setattr(hub.home.boards, "load", AsyncMock(side_effect=refusal))
                await hub._see_to(made.game)
                row = await hub.storage.game(made.game)
                assert row is not None
                assert (row.wake_at is not None) == due
                assert row.wake_at is None or row.wake_at > hub.home.clock.now() + 30
        finally:
            await hub.close()

    asyncio.run(work())
