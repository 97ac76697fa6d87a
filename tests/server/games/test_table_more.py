"""Clocks, spectators, rematches, imported games, and other people's bots."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

import semafor
from semafor.cli.main import cli
from tests.server.client import Json, Player, choose, get, new_game, post, run
from tests.server.serving import PATIENCE, Server
from tests.server.tables import BOT, ME, OPEN, OTHER, acting, past_the_opening, players, refused
from tests.table.test_views import played


class TestClocks:
    def test_when_the_time_for_a_move_is_over_a_bot_plays_on(self, server: Server) -> None:
        async def work() -> None:
            # Both choose tickets at the same time, so both clocks run; Ala lets hers run out.
            made = await new_game(server.url, [ME, OTHER], clock={"kind": "move", "seconds": 5}, first=0)
            ala, ola = await players(server, made)
            await ala.until_view()
            assert all(0 <= clock["remaining_ms"] <= 5000 for clock in ala.view["clocks"])
            await ola.until(lambda: (0, "clock") in taken_over(ola))
            await ola.until(lambda: ola.table["seats"][0]["played_by_bot"])
            await ola.until(
                lambda: any(entry["by"] == 0 and entry["by_bot"] and entry["events"] for entry in ola.log.values())
            )
            assert (await ala.ask("return", seat=0))["ok"]
            await ala.until(lambda: "person_returned" in ala.kinds())
            await ala.until(lambda: ala.view["clocks"][0]["remaining_ms"] > 0)

        run(work())

    def test_the_clock_of_who_is_to_move_runs_and_the_others_wait(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER], clock={"kind": "move", "seconds": 600}, first=0)
            ala, ola = await players(server, made)
            await past_the_opening([ala, ola])
            clocks = ala.view["clocks"]
            assert [clock["running"] for clock in clocks] == [True, False]
            assert 0 < clocks[0]["remaining_ms"] <= 600_000
            assert clocks[1]["remaining_ms"] == 600_000

        run(work())

    def test_a_clock_for_the_game_counts_down_and_gives_an_increment(self, server: Server) -> None:
        async def work() -> None:
            clock = {"kind": "game", "seconds": 1200, "increment": 7}
            made = await new_game(server.url, [ME, OTHER], clock=clock, first=0)
            ala, ola = await players(server, made)
            await past_the_opening([ala, ola])
            left = ala.view["clocks"][0]["remaining_ms"]
            await asyncio.sleep(1.1)
            for _ in range(2):
                answer = await ala.act({"type": "draw_card", "from": "deck"})
                assert answer["ok"]
                await ala.until_seq(answer["seq"])
            after = ala.view["clocks"][0]["remaining_ms"]
            assert 0 < after < left + 7000 - 1000
            assert [clock["running"] for clock in ala.view["clocks"]] == [False, True]

        run(work())

    def test_bots_have_no_clock_and_days_are_days(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, BOT], clock={"kind": "days", "days": 2})
            (ala,) = await players(server, made)
            await ala.until_view()
            mine, bots = ala.view["clocks"]
            assert 86_400_000 < mine["remaining_ms"] <= 2 * 86_400_000
            assert bots == {"remaining_ms": None, "running": False}

        run(work())


def taken_over(player: Player) -> list[tuple[int, str]]:
    """Return the seats that a bot took over, and why, from the log."""
    return [(entry["by"], entry["reason"]) for entry in player.log.values() if entry["kind"] == "bot_took_over"]


class TestSpectators:
    def test_a_table_may_have_none(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, BOT], spectators=False)
            watcher = Player(server.url, made["game"])
            await watcher.open()
            await watcher.until(lambda: watcher.closed is not None)
            assert watcher.received[-1]["code"] == "no_spectators"
            assert watcher.closed == (4004, "no_spectators")

        run(work())

    def test_they_may_see_everything_later(self, server: Server) -> None:
        delay = 5

        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER], spectator_delay=delay, board="toy")
            people = await players(server, made)
            watcher = Player(server.url, made["game"])
            await watcher.open()
            assert watcher.view == {}
            await past_the_opening(people)
            while True:
                player = acting(people)
                action = player.choice()
                assert action is not None
                answer = await player.act(action)
                assert answer["ok"]
                for one in people:
                    await one.until_seq(answer["seq"])
                if people[0].over:
                    break
                if answer["seq"] > delay:
                    await watcher.until_seq(answer["seq"] - delay)
                    assert watcher.seq == answer["seq"] - delay
                else:
                    assert watcher.view == {}
            await watcher.until(lambda: watcher.over)
            assert watcher.seq == people[0].seq
            entry = watcher.log[10]
            assert entry == {**people[0].log[10], "events": entry["events"]}

        run(work())


class TestAfterTheGame:
    def test_a_rematch_rotates_the_seats_and_every_token_is_good_for_it(self, server: Server) -> None:
        async def work() -> None:
            made = await new_game(server.url, [ME, OTHER, BOT], board="toy", tracker=True)
            people = await players(server, made)
            token = made["seats"][0]["token"]
            path = f"/api/games/{made['game']}/rematch"
            assert (await refused(server.url, path, {}, token))[1]["code"] == "not_over"
            await asyncio.gather(*(player.play() for player in people))
            first, second = await asyncio.gather(
                post(server.url, path, {}, token), post(server.url, path, {}, made["seats"][1]["token"])
            )
            assert first["game"] == second["game"] != made["game"]
            assert (first["seats"], second["seats"]) == (
                [{"seat": 2, "token": token}],
                [{"seat": 0, "token": made["seats"][1]["token"]}],
            )
            await people[1].until(lambda: people[1].table["rematch"] == first["game"])
            table = await get(server.url, f"/api/games/{first['game']}")
            assert [seat["name"] for seat in table["seats"]] == ["Ola", "Ada", "Ala"]
            assert (table["tracker"], table["status"]) == (True, "playing")
            async with Player(server.url, first["game"], [token]) as ala:
                assert ala.welcome["seats"] == [2]

        run(work())

    def test_a_game_can_be_replayed_exported_and_kept_elsewhere(self, server: Server, tmp_path: Path) -> None:
        async def work() -> tuple[Json, str, str]:
            made = await new_game(server.url, [ME, BOT], board="toy")
            (ala,) = await players(server, made)
            for path in ("record", "replay", "statistics", "analysis"):
                async with httpx.AsyncClient(verify=False, base_url=server.url) as client:
                    answer = await client.get(f"/api/games/{made['game']}/{path}")
                assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_over")
            await ala.play()
            base = f"/api/games/{made['game']}"
            await _check_replay(server, base, ala)
            statistics = await get(server.url, f"{base}/statistics")
            assert statistics["actions"] == sum(1 for entry in ala.log.values() if entry["kind"] == "action")
            assert [seat["routes"] for seat in statistics["seats"]] == [
                len(seat["routes"]) for seat in ala.view["observation"]["seats"]
            ]
            for seat, score in zip(statistics["seats"], ala.view["score"]["seats"], strict=True):
                assert seat["points_by_turn"][-1] == score["routes"]
                assert len(seat["points_by_turn"]) == seat["turns"] > 5
            async with httpx.AsyncClient(verify=False, base_url=server.url) as client:
                lines = (await client.get(f"{base}/record?format=ndjson")).text
                text = (await client.get(f"{base}/record?format=text")).text
                assert (await client.get(f"{base}/record?format=pdf")).status_code == 422
                assert (await client.get(f"{base}/replay?eyes=7")).status_code == 422
            file = await get(server.url, f"{base}/record")
            kept = await post(server.url, "/api/records", file)
            again = await get(server.url, f"/api/games/{kept['game']}/record")
            assert again["record"] == file["record"]
            assert [seat["name"] for seat in again["seats"]] == [seat["name"] for seat in file["seats"]]
            return file, lines, text

        file, lines, text = run(work())
        assert len(lines.splitlines()) == len(file["record"]["actions"]) + 2
        (tmp_path / "game.ndjson").write_text(lines, encoding="utf-8")
        good = CliRunner().invoke(cli, ["verify", str(tmp_path / "game.ndjson")])
        assert good.exit_code == 0, good.output
        record = {name: value for name, value in file["record"].items() if name != "events"}
        for command in (["notation", "-"], ["notation", "-", "--json"], ["verify", "-"]):
            for form in (text, lines, json.dumps(file)):
                result = CliRunner().invoke(cli, command, input=form)
                assert result.exit_code == 0, result.output
                if command[0] == "notation":
                    assert (json.loads(result.output) == record) if "--json" in command else (result.output == text)

    def test_statistics_count_the_tunnels_that_were_built_and_apart_those_given_up(self, server: Server) -> None:
        """N-12: a tunnel that somebody withdraws from stays unclaimed, and the cards go back."""
        game = played("nordic-countries", 4, 5000).game
        assert game.over
        tunnels = {route.id for route in game.board.spec.routes if route.fields["tunnel"]}
        record: Json = game.record().to_json(events=True)
        events = [event for step in record["events"] for event in step]

        async def work() -> Json:
            kept = await post(server.url, "/api/records", record)
            found: Json = await get(server.url, f"/api/games/{kept['game']}/statistics")
            return found

        seats = run(work())["seats"]
        for seat in seats:
            own = [event for event in events if event.get("seat") == seat["seat"]]
            claimed = [event["route"] for event in own if event["type"] == "route_claimed"]
            assert seat["tunnels"] == sum(route in tunnels for route in claimed) <= seat["routes"]
            assert seat["tunnels_withdrawn"] == sum(event["type"] == "tunnel_withdrawn" for event in own)
        assert sum(seat["tunnels"] for seat in seats) > 0
        assert sum(seat["tunnels_withdrawn"] for seat in seats) > 0

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("semafor text 1\n0 sleep\n", "line 2: an action is keep TICKET"),
            ("semafor text 1\n" + "0 deck\n" * 6000, "no game has more than 5000 lines"),
            ("semafor text 1\nboard /etc/hosts 00\nrules 1\nplayers 2\nseed 1\n", "board"),
            ("nonsense", "that is no game"),
        ],
    )
    def test_a_bad_text_is_refused(self, text: str, said: str) -> None:
        for command in ("notation", "verify"):
            result = CliRunner().invoke(cli, [command, "-"], input=text)
            assert result.exit_code == 2
            assert said in result.output

    def test_a_forged_record_is_refused(self, server: Server, tmp_path: Path) -> None:
        async def work() -> Json:
            made = await new_game(server.url, [BOT, BOT], board="toy")
            watcher = Player(server.url, made["game"])
            await watcher.open()
            await watcher.until(lambda: watcher.over)
            file: Json = await get(server.url, f"/api/games/{made['game']}/record")
            for wrong in _forgeries(file):
                status, error = await refused(server.url, "/api/records", wrong)
                assert (status, error["code"]) == (422, "bad_record"), error
            nonsense: list[object] = [[], {}, 7, "x"]
            for body in nonsense:
                assert (await refused(server.url, "/api/records", body))[0] == 422
            return file

        file = run(work())
        for number, wrong in enumerate(_forgeries(file)):
            path = tmp_path / f"{number}.json"
            path.write_text(json.dumps(wrong), encoding="utf-8")
            result = CliRunner().invoke(cli, ["verify", str(path)])
            assert (result.exit_code, "Not verified" in result.output) == (2, True), result.output
        path = tmp_path / "good.json"
        path.write_text(json.dumps(file), encoding="utf-8")
        other = CliRunner().invoke(cli, ["verify", str(path), "--commitment", "00" * 32])
        assert (other.exit_code, "not the one that the server committed to" in other.output) == (2, True)


async def _check_replay(server: Server, base: str, player: Player) -> None:
    """Check that a replay shows what a seat saw, or everything if it is open."""
    frames = await get(server.url, f"{base}/replay?eyes=0")
    assert [frame["seq"] for frame in frames] == sorted(player.log)
    views = {message["seq"]: message for message in player.received if message["type"] == "view"}
    for frame in frames:
        if frame["seq"] in views:
            assert frame["view"]["observation"] == views[frame["seq"]]["observation"]
            assert frame["view"]["tickets"] == views[frame["seq"]]["tickets"]
        assert frame["entry"] == player.log[frame["seq"]]
    spectator = await get(server.url, f"{base}/replay?eyes=spectator")
    assert all("hand" not in frame["view"]["observation"] for frame in spectator)
    opened = await get(server.url, f"{base}/replay?eyes=open")
    assert [len(frame["open"]) for frame in opened] == [2] * len(frames)
    assert all(seat["hand"] for seat in opened[0]["open"])
    for frame, own in zip(opened, frames, strict=True):
        counted = [(seat["hand"], seat["tickets"]) for seat in frame["view"]["observation"]["seats"]]
        held = [[ticket for ticket in seat["tickets"] if not ticket["drawn"]] for seat in frame["open"]]
        assert counted == [
            (sum(seat["hand"].values()), len(kept)) for seat, kept in zip(frame["open"], held, strict=True)
        ]
        assert frame["open"][0]["hand"] == own["view"]["observation"]["hand"]
        assert frame["open"][0]["tickets"] == own["view"]["tickets"]
    assert all(frame["open"] is None for frame in frames + spectator)


def _forgeries(file: Json) -> list[Json]:
    """Return files with false contents."""
    record = file["record"]
    return [
        {**file, "commitment": "00" * 32},
        {**file, "record": {**record, "seed": "another"}},
        {**file, "record": {**record, "actions": record["actions"][1:]}},
        {**file, "record": {**record, "digest": "0" * 16}},
    ]


class TestBotsOfOthers:
    def test_a_bot_plays_a_game_over_http(self, server: Server) -> None:
        async def work() -> None:
            bot = await post(server.url, "/api/bots", {"name": "Deep Track"})
            made = await new_game(server.url, [ME, OPEN], board="toy")
            join = {"name": bot["name"], "invite": made["invite"]}
            joined = await post(server.url, f"/api/games/{made['game']}/join", join, bot["token"])
            assert joined["seat"] == 1
            (ala,) = await players(server, made)
            assert ala.table["seats"][1]["external_bot"]
            headers = {"authorization": f"Bearer {bot['token']}"}
            async with httpx.AsyncClient(
                verify=False, base_url=server.url, headers=headers, timeout=PATIENCE
            ) as client:
                listed = (await client.get("/api/bot/games")).json()
                assert listed == [{"game": made["game"], "seat": 1, "status": "waiting", "to_act": False, "seq": 0}]
                assert (await ala.ask("start"))["ok"]
                playing = asyncio.create_task(_play_by_stream(client, made["game"]))
                await asyncio.wait_for(asyncio.gather(ala.play(), playing), PATIENCE)
                assert (await client.get("/api/bot/games")).json() == []
            actors = {(entry["by"], entry["by_bot"]) for entry in ala.log.values() if entry["kind"] == "action"}
            assert actors == {(0, False), (1, False)}

        run(work())

    def test_what_is_refused(self, server: Server) -> None:
        async def work() -> None:
            bot = await post(server.url, "/api/bots", {"name": "B"})
            made = await new_game(server.url, [ME, BOT])
            path = f"/api/bot/games/{made['game']}/action"
            body = {"id": "1", "seq": 1, "action": {"type": "pass"}}
            assert (await refused(server.url, path, body))[1]["code"] == "no_token"
            assert (await refused(server.url, path, body, "wrong"))[1]["code"] == "wrong_token"
            assert (await refused(server.url, path, body, bot["token"]))[1]["code"] == "not_your_game"

        run(work())


async def _play_by_stream(client: httpx.AsyncClient, game: str) -> None:
    """Read a line, act, and read the next, as a bot in any language would."""
    async with client.stream("GET", f"/api/bot/games/{game}/stream") as stream:
        async for line in stream.aiter_lines():
            message: Json = json.loads(line) if line else {}
            if message.get("type") != "view":
                continue
            if message["score"] is not None:
                return
            if message["offers"] is not None:
                action = choose(message["offers"], message["observation"], random.Random(1))
                body = {"id": f"on {message['seq']}", "seq": message["seq"], "action": action}
                answers = [await client.post(f"/api/bot/games/{game}/action", json=body) for _ in range(2)]
                # A new view may be on its way while the bot answers the old one: that answer is refused as stale.
                assert answers[0].status_code == 200 or answers[0].json()["error"]["code"] == "stale"
                assert answers[0].json() == answers[1].json()


@pytest.mark.parametrize("board", semafor.builtin_ids())
def test_boards_are_described_in_every_language(server: Server, board: str) -> None:
    async def work() -> Any:
        return await get(server.url, f"/api/boards/{board}")

    definition = run(work())
    for place in [*definition["places"], *definition["regions"]]:
        assert set(place["names"]) <= {"en", "pl"}
    listed = [one["id"] for one in run(get(server.url, "/api/boards"))]
    assert (board in listed) == (board != "toy")
