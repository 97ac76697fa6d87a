"""Analyses of finished games: what they say, that nobody has to wait for them, and what happens when one fails."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

import semafor
from semafor.server.store.database import database_url
from semafor.server.store.storage import Storage
from semafor.simulation.insight.analysis import PLAYOUTS, analyse
from semafor.table.creating import new_row
from semafor.table.stored import StoredSeat
from tests.server.client import Json, Player, get, new_game, post, run
from tests.server.serving import FAST, PATIENCE, Server
from tests.server.tables import BOT, ME, OTHER, acting, past_the_opening, players


async def between_bots(server: Server, board: str, seats: int = 2) -> str:
    """Have bots play a game to its end."""
    made = await new_game(server.url, [BOT] * seats, board=board)
    watcher = Player(server.url, made["game"])
    await watcher.open()
    await watcher.until(lambda: watcher.over)
    game: str = made["game"]
    return game


def test_every_move_has_its_advice_and_chances_go_from_the_deal_to_the_result(server: Server) -> None:
    async def work() -> None:
        made = await new_game(server.url, [ME, OTHER], board="toy")
        people = await players(server, made)
        await past_the_opening(people)
        # An undone action is in the log but not in the game.
        undone = 0
        while not people[0].over:
            player = acting(people)
            action = player.choice()
            assert action is not None
            seq = (await player.act(action))["seq"]
            await player.until_seq(seq)
            if action["type"] == "claim" and not undone:
                answer = await player.ask("undo", seat=player.view["eyes"], seq=player.seq)
                undone, seq = (seq, answer["seq"]) if answer["ok"] else (0, seq)
            for one in people:
                await one.until_seq(seq)
        assert undone > 0
        base = f"/api/games/{made['game']}"
        found = await get(server.url, f"{base}/analysis")
        frames: list[Json] = await get(server.url, f"{base}/replay?eyes=open")
        actions = [frame["entry"] for frame in frames if frame["entry"]["kind"] == "action" and frame["seq"] != undone]
        assert [(one["seq"], one["seat"]) for one in found["advice"]] == [(one["seq"], one["by"]) for one in actions]
        assert (found["chances"][0]["seq"], found["chances"][-1]["seq"]) == (frames[0]["seq"], actions[-1]["seq"])
        assert all(abs(sum(one["chances"]) - 1) < 1e-9 for one in found["chances"])
        assert {one["seq"] for one in found["turning_points"]} <= {one["seq"] for one in actions}
        assert (await get(server.url, f"{base}/analysis")) == found

        record = semafor.Record.from_json((await get(server.url, f"{base}/record"))["record"])
        here = analyse(record, semafor.load_board("toy"))
        assert found["playouts"] == here.playouts == PLAYOUTS
        assert [one["chances"] for one in found["chances"]] == [one.chances for one in here.chances]
        assert [(one["action"], one["reason"], one["same"]) for one in found["advice"]] == [
            (one.action, one.reason, one.same) for one in here.advice
        ]
        assert [(one["seat"], one["before"], one["then"]) for one in found["turning_points"]] == [
            (one.seat, one.before, one.then) for one in here.turning_points
        ]
        assert [(one["seat"], one["taken"], one["better"]) for one in found["costly"]] == [
            (one.seat, one.taken, one.better) for one in here.costly
        ]
        advised = {one["seq"]: one["same"] for one in found["advice"]}
        assert not any(advised[one["seq"]] for one in found["costly"])

    run(work())


def test_bots_play_on_meanwhile_and_who_asks_twice_waits_for_the_same_analysis(server: Server) -> None:
    async def work() -> None:
        path = f"/api/games/{await between_bots(server, 'toy')}/analysis"
        async with httpx.AsyncClient(verify=False, base_url=server.url, timeout=PATIENCE) as client:
            first, second = (asyncio.create_task(client.get(path)) for _ in range(2))
            made = await new_game(server.url, [BOT] * 2, board="usa")
            watcher = Player(server.url, made["game"])
            await watcher.open()
            # A move waits for one part of the analysis at most, and the analysis has many more.
            await watcher.until(lambda: watcher.seq > 20)
            assert not first.done(), "this server's only process should have done both"
            found = (await first).json()
            assert found["advice"]
            assert (await second).json() == found

    run(work())


def kill_bots(server: Server) -> None:
    """Kill the processes in which a server's bots think."""
    # Each thread of the server has its own list: a process is replaced by the thread that talks to it.
    for children in Path(f"/proc/{server.pid}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):
            for child in children.read_text(encoding="utf-8").split():
                if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text(encoding="utf-8"):
                    os.kill(int(child), signal.SIGKILL)


def test_an_analysis_that_fails_is_said_to_have_failed_and_can_be_asked_for_again(tmp_path: Path) -> None:
    async def work(server: Server) -> None:
        game = await between_bots(server, "toy")
        path = f"/api/games/{game}/analysis"
        async with httpx.AsyncClient(verify=False, base_url=server.url, timeout=PATIENCE) as client:
            asked = asyncio.create_task(client.get(path))
            # A new process starts more slowly than the kills come, so none lives to finish the analysis.
            while not (await asyncio.wait({asked}, timeout=0.05))[0]:
                kill_bots(server)
            answer = await asked
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_analysed")
            # The last kill may have hit the new process, which costs one more analysis.
            again = [await client.get(path) for _ in range(2)]
            assert again[-1].status_code == 200

    with Server(str(tmp_path / "games.sqlite3"), *FAST) as server:
        run(work(server))


LINES = {"accept": "application/x-ndjson"}


async def parts_of(client: httpx.AsyncClient, path: str, above: float) -> list[float]:
    """Watch an analysis until its progress is above a number, or until it is made; leave then."""
    parts: list[float] = []
    async with client.stream("GET", path, headers=LINES) as answer:
        async for line in answer.aiter_lines():
            said = json.loads(line)
            if "part" not in said:
                assert said["ok"]["advice"]
                break
            parts.append(said["part"])
            if parts[-1] > above:
                break
    return parts


def test_an_analysis_reports_its_progress_stops_when_all_leave_and_is_kept(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite3")

    async def leave(server: Server) -> tuple[str, Json]:
        path = f"/api/games/{await between_bots(server, 'toy')}/analysis"
        async with httpx.AsyncClient(verify=False, base_url=server.url, timeout=PATIENCE) as client:
            seen = (await parts_of(client, path, 0.0))[-1]
            # Who is there again while it still runs sees it go on; once it has stopped, it begins anew.
            while seen <= (now := await parts_of(client, path, -1.0))[0]:
                seen = now[0]
            parts = await parts_of(client, path, 1.0)
            assert parts == sorted(parts)
            return path, (await client.get(path)).json()

    async def again(server: Server, path: str, found: Json) -> None:
        async with httpx.AsyncClient(verify=False, base_url=server.url, timeout=PATIENCE) as client:
            assert (await client.get(path)).json() == found

    options = (*FAST, "--analysis-playouts", "3000")
    with Server(database, *options) as server:
        path, found = run(leave(server))
    with sqlite3.connect(database) as connection:
        [(text,)] = connection.execute("SELECT text FROM analyses").fetchall()
        kept = json.loads(text)
        assert kept["analysis"] == found
        # Nothing but what is kept can say this.
        kept["analysis"]["chances"] = found["chances"] = []
        connection.execute("UPDATE analyses SET text = ?", (json.dumps(kept),))
    with Server(database, *options) as server:
        run(again(server, path, found))


def test_a_game_goes_on_from_a_moment_of_a_finished_one_and_bots_show_how_it_may_end(server: Server) -> None:
    async def work() -> None:
        game = await between_bots(server, "toy")
        frames: list[Json] = await get(server.url, f"/api/games/{game}/replay?eyes=open")
        after = frames[len(frames) // 2]["seq"]
        made = await post(server.url, f"/api/games/{game}/play-on", {"after": after, "seat": 0})
        [ala] = await players(server, made)
        await ala.until(lambda: ala.view.get("offers") or ala.over)
        assert ala.table["continues"] == game
        first = next(frame for frame in frames if frame["entry"]["kind"] == "action")
        assert ala.log[first["seq"]]["by"] == first["entry"]["by"]
        await ala.play()

        path = f"/api/games/{game}/spread?after={after}"
        found = await get(server.url, f"{path}&games=6")
        assert [len(one["points"]) for one in found["games"]] == [2] * 6
        assert (await get(server.url, f"{path}&first=4&games=2"))["games"] == found["games"][4:]
        async with httpx.AsyncClient(verify=False, base_url=server.url, timeout=PATIENCE) as client:
            for query, code in (("&games=21", "bad_request"), ("&first=100", "bad_request"), ("99", "game_over")):
                assert (await client.get(path + query)).json()["error"]["code"] == code

    run(work())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_analysis_of_a_game_that_has_been_deleted_is_not_kept(
    kind: str, tmp_path: Path, postgres: Callable[[], str]
) -> None:
    async def work() -> None:
        storage = Storage(database_url(str(tmp_path / "games.sqlite3") if kind == "sqlite" else postgres()))
        await storage.open()
        row = new_row("here", semafor.load_board("toy"), None, 2, 0.0)
        await storage.create(row, [StoredSeat(game="here", seat=0, kind="open", name="", colour="red")])
        for game in ("here", "gone"):
            await storage.keep_analysis(game, "first")
            await storage.keep_analysis(game, "second")
        assert await storage.analysis("here") == "second"
        assert await storage.analysis("gone") is None
        await storage.close()

    asyncio.run(work())
