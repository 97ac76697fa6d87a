"""Several processes on one PostgreSQL agree on seats, chat, the log and the time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import psycopg
import pytest

import semafor
from semafor.home.steady_clock import SteadyClock
from semafor.home.tables import join
from semafor.server import transfers
from semafor.server.hub import peers
from semafor.server.hub.hub import Hub
from semafor.server.settings import Settings
from semafor.server.store.database import database_url
from semafor.server.store.errors import StorageError
from semafor.server.store.storage import Storage
from semafor.table.creating import new_row
from semafor.table.stored import StoredChat, StoredEntry, StoredSeat
from semafor.table.tokens import hashed, new_token
from semafor.table.wire.api_messages import Join, Joined
from semafor.table.wire.problems import Refused
from tests.server.client import Json, Player, new_game, post, run
from tests.server.hubs import Line, made_at, processes, until
from tests.server.serving import FAST, Server
from tests.server.tables import BOT, ME, OPEN, OTHER, refused

DAY = 86_400.0


def connect(hub: Hub, game: str, token: str) -> Line:
    room = hub.home.rooms[game]
    seat = room.table.seat_of(hashed(token))
    line = Line({} if seat is None else {seat: hashed(token)})
    room.add(line)
    return line


class Deaf:
    """A database that cuts listening connections and refuses new ones for a while."""

    def __init__(self, url: str) -> None:
        self.name = url.partition("?")[0].rpartition("/")[2]
        self.url = url.replace(f"/{self.name}?", "/postgres?")

    def __enter__(self) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS false")
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND application_name = %s"
            assert connection.execute(cut, (self.name, "semafor bus")).fetchall()

    def __exit__(self, *_: object) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS true")


class TestSeats:
    def test_who_sits_down_at_one_process_is_known_at_the_other(self, postgres: Callable[[], str]) -> None:
        async def work() -> None:
            async with processes(postgres()) as (first, second):
                made = await made_at(first, [ME, OPEN])
                there = await second.home.room(made.game)
                # Simulate a notification that arrives late, after everybody has connected there.
                await second.bus.close()
                joined = await join(await first.home.room(made.game), Join(name="Ola", invite=made.invite), None)
                assert there.table.seat_of(hashed(joined.token)) is None
                await there.know([hashed(joined.token)])
                assert there.table.seat_of(hashed(joined.token)) == 1
                with pytest.raises(Refused, match="all seats are taken"):
                    await join(there, Join(name="Iza", invite=made.invite), None)

        asyncio.run(work())

    def test_tokens_that_are_made_up_cost_few_readings(self, postgres: Callable[[], str]) -> None:
        async def work() -> None:
            async with processes(postgres(), [0.0]) as (hub,):
                made = await made_at(hub, [ME, OPEN])
                room = await hub.home.room(made.game)
                line = connect(hub, made.game, made.seats[0].token)
                await until(lambda: line.inbox)
                readings = 0
                read = hub.storage.tables

                async def counted(games: Sequence[str]) -> dict[str, tuple[str | None, bool, list[StoredSeat]]]:
                    nonlocal readings
                    readings += 1
                    return await read(games)

                hub.storage.tables = counted  # type: ignore[method-assign]
                told = len(line.inbox)
                await asyncio.gather(*(room.know([hashed(new_token())]) for _ in range(500)))
                assert 1 <= readings <= 3
                assert len(line.inbox) == told, "nobody else notices"

        asyncio.run(work())

    def test_everybody_who_joins_through_two_processes_sits(self, postgres: Callable[[], str]) -> None:
        """Everybody connects to the other process at once, with the token from the first."""
        tables, people = 4, 4

        async def come(made: Json, number: int, servers: list[Server]) -> tuple[list[int], int]:
            here, there = servers if number % 2 else servers[::-1]
            path = f"/api/games/{made['game']}/join"
            joined = await post(here.url, path, {"name": f"Guest {number}", "invite": made["invite"]})
            player = Player(there.url, made["game"], [joined["token"]])
            await player.open()
            assert player.welcome["seats"] == [joined["seat"]]
            return player.welcome["seats"], player.welcome["unknown_tokens"]

        async def work(servers: list[Server]) -> None:
            assert (await refused(servers[0].url, "/api/games/%00/join", {"name": "x"}))[0] == 404
            for made in [await new_game(servers[0].url, [OPEN] * people, board="usa") for _ in range(tables)]:
                for server in servers:  # both have loaded the table before
                    watcher = Player(server.url, made["game"])
                    await watcher.open()
                came = await asyncio.gather(*(come(made, number, servers) for number in range(people)))
                assert sorted(seat for seats, _ in came for seat in seats) == list(range(people))
                assert sum(unknown for _, unknown in came) == 0

        url = postgres()
        with Server(url, *FAST) as first, Server(url, *FAST) as second:
            run(work([first, second]))


class TestTakeOvers:
    def test_all_codes_of_the_old_token_end(self, postgres: Callable[[], str]) -> None:
        async def work() -> None:
            async with processes(postgres()) as (first, second):
                made = await made_at(first, [ME, OTHER])
                token = made.seats[0].token
                room = await first.home.room(made.game)
                codes = [await transfers.offer(first, room, 0, hashed(token)) for _ in range(3)]
                other = await transfers.offer(first, room, 1, hashed(made.seats[1].token))
                joined = await transfers.use(second, codes[1].code)
                for code in codes:
                    for hub in (first, second):
                        with pytest.raises(Refused, match="unknown, has been used"):
                            await transfers.use(hub, code.code)
                # A process that has not heard of it yet makes no code for the old token, either.
                with pytest.raises(Refused, match="taken over"):
                    await transfers.offer(first, room, 0, hashed(token))
                assert room.table.seat_of(hashed(joined.token)) == 0
                assert (await transfers.use(first, other.code)).seat == 1, "the codes of other seats stay"

        asyncio.run(work())


class TestSilence:
    def test_what_was_missed_is_read_when_a_process_listens_again(self, postgres: Callable[[], str]) -> None:
        url = postgres()

        async def work() -> None:
            async with processes(url) as (first, second):
                made = await made_at(first, [ME, OTHER])
                room = await first.home.room(made.game)
                code = (await transfers.offer(first, room, 0, hashed(made.seats[0].token))).code
                await second.home.room(made.game)
                old, ola = (connect(second, made.game, seat.token) for seat in made.seats)
                # Existing connections stay, so there must be enough of them.
                await asyncio.gather(*(hub.storage.trouble() for hub in (first, second) for _ in range(6)))
                async with room.lock:
                    assert await room.append(room.table.prepare(first.home.clock.now(), "end_offered", 1))
                with Deaf(url):
                    joined = await transfers.use(first, code)
                    line = StoredChat(game=made.game, seat=0, name="Ala", text="hi", phrase=None, client_id="1", at=1.0)
                    assert await first.storage.say(line)
                    async with room.lock:
                        left = room.table.prepare(first.home.clock.now(), "bot_took_over", 1, reason="left")
                        assert await room.append(left)
                    there = second.home.rooms[made.game]
                    assert there.table.seat_of(hashed(joined.token)) is None
                await until(lambda: old.ended == "seat_moved")
                assert there.table.seat_of(hashed(joined.token)) == 0
                await until(lambda: any(message["type"] == "chat" for message in ola.inbox))
                await until(lambda: there.table.seq >= left.entry.seq)

        asyncio.run(work())

    def test_there_is_one_look_at_the_logs_at_a_time(self, postgres: Callable[[], str]) -> None:
        """With two, each would open a connection, and only one would be closed."""
        url = postgres()

        async def work() -> None:
            async with processes(url, [0.0]) as (hub,):
                made = await made_at(hub, [ME, OTHER])
                looks: list[str] = []
                look = hub.storage.entries_after

                async def slowly(known: Mapping[str, int]) -> dict[str, list[StoredEntry]]:
                    looks.append("begin")
                    if len(looks) == 1:
                        await hub.bus.say(f"entries:{made.game}:2000")
                        await until(lambda: hub.peers.behind or len(looks) > 1)
                    found = await look(known)
                    looks.append("end")
                    return found

                hub.storage.entries_after = slowly  # type: ignore[method-assign]
                async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                    words = [f"entries:{made.game}:{seq}" for seq in (1000, 1001)]
                    await connection.execute("SELECT pg_notify('semafor', word) FROM unnest(%s::text[]) word", [words])
                await until(lambda: len(looks) >= 4)
                assert looks[:4] == ["begin", "end", "begin", "end"]

        asyncio.run(work())

    def test_what_happens_while_a_game_is_loaded_is_not_missed(self, postgres: Callable[[], str]) -> None:
        async def work() -> None:
            async with processes(postgres()) as (first, second):
                made = await made_at(first, [ME, OPEN])
                read = second.storage.seats

                async def slowly(game: str) -> list[StoredSeat]:
                    found = await read(game)
                    joined.append(await join(await first.home.room(game), Join(name="Ola", invite=made.invite), None))
                    await until(lambda: game in second.peers.outdated)
                    return found

                joined: list[Joined] = []
                second.storage.seats = slowly  # type: ignore[method-assign]
                there = await second.home.room(made.game)
                await until(lambda: there.table.seat_of(hashed(joined[0].token)) == 1)

        asyncio.run(work())


class TestPresence:
    def test_who_was_connected_to_a_process_that_died_is_away(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Otherwise no bot would play for them, and no push be sent, until somebody else comes or goes."""
        monkeypatch.setattr(peers, "_HEARTBEAT", 0.01)

        async def work() -> None:
            async with processes(str(tmp_path / "games.sqlite3"), [0.0]) as (hub,):
                made = await made_at(hub, [ME, OTHER])
                line = connect(hub, made.game, made.seats[0].token)
                room = hub.home.rooms[made.game]
                room.set_remote("dead", {1}, 3)
                assert (room.table.present, room.table.watching) == ({0, 1}, 3)
                until_, *said = room.remote["dead"]
                room.remote["dead"] = (until_ - 3600, *said)  # type: ignore[assignment]
                line.inbox.clear()
                beating = asyncio.create_task(hub.peers.beat())
                await until(lambda: room.table.present == {0})
                assert room.table.watching == 0
                assert [seat["connected"] for seat in line.inbox[-1]["table"]["seats"]] == [True, False]
                beating.cancel()

        asyncio.run(work())


class TestTime:
    @pytest.mark.parametrize("apart", [DAY, -DAY])
    def test_a_process_keeps_the_time_of_those_that_are_there(self, apart: float, postgres: Callable[[], str]) -> None:
        async def work() -> None:
            async with processes(postgres(), [0.0, apart, 2 * apart]) as (first, *others):
                for hub in others:
                    assert abs(hub.home.clock.now() - first.home.clock.now()) < 60
                made = await made_at(first, [ME, OTHER], clock={"kind": "game", "seconds": 3600, "increment": 0})
                for hub in others:
                    clocks = (await hub.home.room(made.game)).table.begun().now.clocks
                    deadline = clocks.deadline()
                    assert deadline is not None
                    room = hub.home.rooms[made.game]
                    assert 3000 < room.table.home_time(deadline[0]) - hub.home.clock.now() <= 3600

        asyncio.run(work())

    def test_processes_that_start_at_once_agree(self, postgres: Callable[[], str]) -> None:
        async def work() -> None:
            url = postgres()
            hubs = []
            for apart in (0.0, DAY, 3 * DAY):
                clock = SteadyClock(lambda apart=apart: time.time() + apart, time.monotonic)  # type: ignore[misc]
                hubs.append(Hub(Settings(database=database_url(url), bot_processes=1), clock))
            try:
                await asyncio.gather(*(hub.open() for hub in hubs))
                times = [hub.home.clock.now() for hub in hubs]
                assert max(times) - min(times) < 60
            finally:
                for hub in hubs:
                    await hub.close()

        asyncio.run(work())

    @pytest.mark.parametrize("apart", [DAY, -DAY])
    def test_bots_go_on_after_a_restart_by_another_date(self, apart: float, postgres: Callable[[], str]) -> None:
        url = postgres()

        async def begin() -> str:
            async with processes(url, [0.0]) as (hub,):
                made = await made_at(hub, [BOT, BOT])
                return made.game

        async def go_on(game: str) -> None:
            async with processes(url, [apart]) as (hub,):
                await until(lambda: game in hub.home.rooms)
                before = hub.home.rooms[game].table.seq
                await until(lambda: hub.home.rooms[game].table.seq > before + 2)

        asyncio.run(go_on(asyncio.run(begin())))


def test_an_entry_that_can_not_be_written_fails_alone(postgres: Callable[[], str]) -> None:
    async def work() -> None:
        storage = Storage(database_url(postgres()))
        try:
            await check(storage)
        finally:
            await storage.close()

    async def check(storage: Storage) -> None:
        await storage.open()
        games = [f"game{number}" for number in range(8)]
        for game in games:
            row = new_row(game, semafor.load_board("toy"), None, 2, 1.0)
            await storage.create(row, [StoredSeat(game=game, seat=0, kind="person", name="Ala", colour="red")])
        entries = [
            StoredEntry(game=game, seq=1, kind="action", seat=0, at=1.0, client_id=f"id {number}")
            for number, game in enumerate(games)
        ]
        entries[1].client_id = "a\0b"
        entries[3].client_id = "x" * 65
        entries[5].game = "nosuch"
        tries = [storage.log.append(entry, "playing", None) for entry in entries]
        done = await asyncio.gather(*tries, return_exceptions=True)
        assert [isinstance(one, StorageError) for one in done] == [number in {1, 3, 5} for number in range(8)]
        assert [one for one in done if not isinstance(one, BaseException)] == [True] * 5
        assert await storage.trouble() is None, "the database is healthy"

    asyncio.run(work())
