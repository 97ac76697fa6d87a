"""Chaos: processes killed, connections cut, actions sent twice, two tabs, two processes on one PostgreSQL.

Nothing that was acknowledged is lost, nothing is applied twice, and all views agree afterwards. A server is killed 8
times, 100 times in `make proof`, or as often as SEMAFOR_CHAOS_KILLS says.
"""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from uuid import uuid4

import psycopg
from websockets.exceptions import WebSocketException

import semafor
from tests.proof import PROOF
from tests.server.client import Json, Player, get, new_game, run
from tests.server.serving import FAST, PATIENCE, Server

KILLS = int(os.environ.get("SEMAFOR_CHAOS_KILLS", "100" if PROOF else "8"))
PEOPLE: list[Json] = [{"kind": "me", "name": "Ala"}, {"kind": "me", "name": "Ola"}, {"kind": "bot", "level": "guard"}]


_SELECT = "SELECT seq, kind, seat, client_id FROM entries WHERE game = {} ORDER BY seq"


class Tough(Player):
    """A player that never gives up: it resends an action with the same id until it is answered."""

    def __init__(self, url: str, game: str, tokens: list[str] | None = None, seed: int = 0) -> None:
        super().__init__(url, game, tokens, seed)
        self.acknowledged: dict[str, int] = {}

    async def play_on(self, enough: Callable[[], bool]) -> None:
        """Keep playing through whatever happens to the server and the connection."""
        while not self.over and not enough():
            if self.socket is None or self.closed is not None:
                await self.open_again()
                continue
            action = self.choice()
            if action is None:
                await self.until_more()
                continue
            await self.insist({"seat": self.view["eyes"], "seq": self.seq, "action": action})

    async def insist(self, request: Json) -> None:
        """Send one action as often as it takes."""
        id_ = str(uuid4())
        while True:
            try:
                answer = await self.ask("act", id=id_, **request)
            except (OSError, WebSocketException, AssertionError):
                await self.open_again()
                continue
            if answer["ok"]:
                self.acknowledged[id_] = answer["seq"]
                await self._see(answer["seq"])
                return
            assert answer["error"]["code"] in {"stale", "not_saved", "game_over"}, answer
            if answer["error"]["code"] != "not_saved":
                return

    async def _see(self, seq: int) -> None:
        await self.until(lambda: self.seq >= seq or self.closed is not None)


async def tough_players(urls: Iterable[str], made: Json) -> list[Tough]:
    pairs = zip(urls, made["seats"], strict=False)
    people = [Tough(url, made["game"], [seat["token"]], seed=seat["seat"]) for url, seat in pairs]
    for player in people:
        await player.open()
    return people


def check_log(rows: list[tuple[int, str, int | None, str | None]], people: list[Tough]) -> None:
    """Check that the log has no gap, and has every acknowledged action exactly once, in its place."""
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    ids = [(seat, client_id) for _, _, seat, client_id in rows if client_id is not None]
    assert max(Counter(ids).values()) == 1
    places = {(seat, client_id): seq for seq, _, seat, client_id in rows}
    for player in people:
        assert player.acknowledged
        for id_, seq in player.acknowledged.items():
            assert places[player.welcome["seats"][0], id_] == seq


async def check_agreement(url: str, game: str, people: list[Tough], watcher: Player) -> None:
    """Check that every client's view agrees with the record."""
    for player in people:
        await player.open_again()
        await player.until_view()
    await watcher.open()
    await watcher.until_view()
    for player in people:
        assert player.seq == watcher.seq
        assert player.view["observation"]["seats"] == watcher.view["observation"]["seats"]
        actions = {seq: entry["by"] for seq, entry in player.log.items() if entry["kind"] == "action"}
        assert actions == {seq: entry["by"] for seq, entry in watcher.log.items() if entry["kind"] == "action"}
    if watcher.over:
        file = await get(url, f"/api/games/{game}/record")
        totals = [seat.total for seat in semafor.replay(semafor.Record.from_json(file["record"])).score().seats]
        assert totals == [seat["total"] for seat in watcher.view["score"]["seats"]]


def sqlite_log(path: Path, game: str) -> list[tuple[int, str, int | None, str | None]]:
    connection = sqlite3.connect(path)
    rows = connection.execute(_SELECT.format("?"), (game,)).fetchall()
    connection.close()
    return rows


def postgres_log(url: str, game: str) -> list[tuple[int, str, int | None, str | None]]:
    with psycopg.connect(url) as connection:
        return connection.execute(_SELECT.format("%s"), (game,)).fetchall()


def test_a_killed_server_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    """kill -9 during play, again and again; finished games are replaced by new ones."""
    path = tmp_path / "games.sqlite3"
    chance = random.Random(4)

    async def one_game(server: Server, killed: list[int]) -> None:
        made = await new_game(server.url, PEOPLE, board="northern-lights")
        people = await tough_players([server.url] * 2, made)
        seen = [0]

        async def kill_now_and_then() -> None:
            while killed[0] < KILLS and not people[0].over:
                # Kill somewhere within the next few actions: while one is checked, written, shown or acknowledged.
                await people[0].until(lambda: people[0].seq > seen[0] or people[0].over)
                seen[0] = people[0].seq + chance.randrange(3)
                await asyncio.sleep(chance.uniform(0, 0.03))
                await asyncio.to_thread(server.kill)
                killed[0] += 1
                print(f"kill -9, number {killed[0]} of {KILLS}, at entry {people[0].seq}", flush=True)
                await asyncio.to_thread(server.start)

        await asyncio.gather(kill_now_and_then(), *(player.play_on(lambda: False) for player in people))
        check_log(sqlite_log(path, made["game"]), people)
        await check_agreement(server.url, made["game"], people, Player(server.url, made["game"]))

    async def work(server: Server) -> None:
        killed = [0]
        while killed[0] < KILLS:
            await one_game(server, killed)

    with Server(str(path), *FAST) as server:
        run(work(server))


class Unlucky(Tough):
    """A player whose connections break: the first after one message, the second after two, and so on, up to twelve."""

    broken = 0
    messages = 0

    async def open(self, last_seq: int | None = None) -> None:
        self.messages = 0
        await super().open(last_seq)

    def _take(self, message: Json) -> None:
        super()._take(message)
        self.messages += 1
        if self.messages > self.broken % 12 and not self.over:
            self.broken += 1
            self.messages = -1000
            self.cut()


def test_a_connection_cut_at_every_message_loses_nothing(server: Server) -> None:
    async def work() -> None:
        made = await new_game(server.url, PEOPLE, board="nordic-countries")
        unlucky = Unlucky(server.url, made["game"], [made["seats"][0]["token"]])
        lucky = Tough(server.url, made["game"], [made["seats"][1]["token"]])
        people = [unlucky, lucky]
        await asyncio.gather(*(player.play_on(lambda: False) for player in people))
        assert unlucky.broken > 36
        check_log(sqlite_log(Path(server.database), made["game"]), people)
        await check_agreement(server.url, made["game"], people, Player(server.url, made["game"]))

    run(work())


async def send_twice(player: Player, other: Player, message: Json) -> Json:
    """Send a message over two connections at the same time; return the answer, which must be the same on both."""
    await asyncio.gather(player.send(message), other.send(message))
    await player.until(lambda: message["id"] in player.answers)
    await other.until(lambda: message["id"] in other.answers)
    first = player.answers.pop(message["id"])
    assert other.answers.pop(message["id"]) == first
    return first


def test_the_same_action_sent_three_times_is_taken_once(server: Server) -> None:
    async def work() -> None:
        made = await new_game(server.url, PEOPLE[:2], board="toy")
        people = await tough_players([server.url] * 2, made)
        others = await tough_players([server.url] * 2, made)
        actions = 0
        while not people[0].over:
            for one in [*people, *others]:
                await one.until_seq(people[0].seq)
            seat = people[0].view["observation"]["to_act"][0]
            player = people[seat]
            action = player.choice()
            message: Json = {"type": "act", "id": f"act {actions}", "seat": seat, "seq": player.seq, "action": action}
            answer = await send_twice(player, others[seat], message)
            assert answer["ok"], answer
            await people[0].until_seq(answer["seq"])
            await player.until_seq(answer["seq"])
            # Even on the newest view it is the same request, not another action.
            assert await player.act({"type": "pass"} if action is None else action, id=message["id"]) == answer
            actions += 1
        rows = sqlite_log(Path(server.database), made["game"])
        assert sum(1 for _, kind, *_ in rows if kind == "action") == actions

    run(work())


def test_two_tabs_that_act_at_once_do_not_both_act(server: Server) -> None:
    async def work() -> None:
        made = await new_game(server.url, PEOPLE[:2], board="usa")
        tabs = [await tough_players([server.url] * 2, made) for _ in range(2)]
        taken = 0
        for _ in range(60):
            for tab in [*tabs[0], *tabs[1]]:
                await tab.until_view()
            pair = next([one, other] for one, other in zip(*tabs, strict=True) if one.view["offers"])
            requests = [{"seat": tab.view["eyes"], "seq": tab.seq, "action": tab.choice()} for tab in pair]
            answers = await asyncio.gather(*(tab.ask("act", **one) for tab, one in zip(pair, requests, strict=True)))
            good = [answer for answer in answers if answer["ok"]]
            assert len(good) == 1, answers
            assert [answer["error"]["code"] for answer in answers if not answer["ok"]] == ["stale"]
            taken += 1
            for tab in [*tabs[0], *tabs[1]]:
                await tab.until_seq(good[0]["seq"])
        rows = sqlite_log(Path(server.database), made["game"])
        assert sum(1 for _, kind, *_ in rows if kind == "action") == taken

    run(work())


def test_two_processes_serve_one_game_and_one_may_die(postgres: Callable[[], str]) -> None:
    """Players of one game are on two processes; one process is killed, and its player moves to the other."""
    url = postgres()

    async def work(first: Server, second: Server) -> None:
        made = await new_game(first.url, PEOPLE, board="italy")
        people = await tough_players([first.url, second.url], made)
        await people[0].until(lambda: people[0].table["seats"][1]["connected"])
        await people[1].until(lambda: people[1].table["seats"][0]["connected"])
        assert (await people[0].ask("chat", seat=0, text="over there?"))["ok"]
        await people[1].until(lambda: any(one["type"] == "chat" for one in people[1].received))

        async def kill_the_first() -> None:
            await people[1].until(lambda: people[1].seq > 40)
            await asyncio.to_thread(first.kill)
            people[0].url = people[1].url

        await asyncio.gather(kill_the_first(), *(player.play_on(lambda: False) for player in people))
        assert people[0].over
        check_log(postgres_log(url, made["game"]), people)
        await check_agreement(second.url, made["game"], people, Player(second.url, made["game"]))

    with Server(url, *FAST) as first, Server(url, *FAST) as second:
        run(work(first, second))


def test_a_game_goes_on_by_itself_after_a_restart(tmp_path: Path) -> None:
    """Bots that were to move when the server died move after the restart, though nobody is watching."""
    path = tmp_path / "games.sqlite3"

    async def begin(server: Server) -> str:
        made = await new_game(server.url, [{"kind": "bot"}, {"kind": "bot"}], board="usa")
        watcher = Player(server.url, made["game"])
        await watcher.open()
        await watcher.until(lambda: watcher.seq > 10)
        return str(made["game"])

    with Server(str(path), *FAST) as server:
        game = run(begin(server))
        server.kill()
        before = len(sqlite_log(path, game))
        server.start()
        end = time.monotonic() + PATIENCE
        while len(sqlite_log(path, game)) < before + 10:
            assert time.monotonic() < end, "nobody picked up the game"
            time.sleep(0.2)
