"""Contests: the same deals at many tables, joined by link; a deal stays secret until it is opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import semafor
from semafor.engine.files.game_file import commitment
from semafor.server.contest.contest_store import ContestStore, StoredContest, StoredDeal, StoredPlayer
from semafor.server.store.database import database_url
from semafor.server.store.storage import Storage
from tests.server.client import Json, Player, get, metric, post, run
from tests.server.serving import FAST, PATIENCE, Server
from tests.server.tables import refused

PERSON: Json = {"kind": "person"}
BOT: Json = {"kind": "bot", "level": "apprentice"}


async def make(server: Server, seats: list[Json], deals: int, **more: object) -> Json:
    wanted = {"name": "Friday", "board": "toy", "seats": seats, "deals": deals, **more}
    return await post(server.url, "/api/contests", wanted)


async def join(server: Server, contest: str, name: str, **more: object) -> Json:
    return await post(server.url, f"/api/contests/{contest}/join", {"name": name, **more})


async def show(server: Server, contest: str, token: str | None = None) -> Any:
    return await get(server.url, f"/api/contests/{contest}", token)


async def sit(server: Server, contest: str, deal: int, person: Json, **more: object) -> Json:
    return await post(server.url, f"/api/contests/{contest}/deals/{deal}", more, person["token"])


async def manage(server: Server, made: Json, what: str, **more: object) -> Json:
    return await post(server.url, f"/api/contests/{made['contest']}/manage", {"what": what, **more}, made["host"])


async def play(server: Server, game: str, people: list[Json], seed: int = 0) -> Player:
    """Let everybody play the game to its end."""
    player = Player(server.url, game, [person["token"] for person in people], seed=seed)
    await player.open()
    while not player.over:
        await player.until_view()
        for person in people:
            if player.view["eyes"] != person["seat"]:
                await player.ask("look", seat=person["seat"])
            while player.choice() is not None:
                answer = await player.act(player.choice() or {})
                assert answer["ok"], answer
                await player.until_seq(answer["seq"])
        if len(people) == 1 and player.view["score"] is None and player.choice() is None:
            await player.until_more()
    return player


async def secrets_of(server: Server, game: str, token: str) -> list[tuple[int, str]]:
    """Return the server's answer to every request that would reveal a finished game."""
    found: list[tuple[int, str]] = []
    async with httpx.AsyncClient(verify=False, base_url=server.url, timeout=PATIENCE) as client:
        asked = [
            client.build_request("GET", f"/api/games/{game}/{what}")
            for what in ("record", "record?format=text", "replay?eyes=open", "replay?eyes=0", "statistics", "analysis")
        ]
        asked.append(client.build_request("GET", f"/api/games/{game}/spread?after=3"))
        asked.append(client.build_request("POST", f"/api/games/{game}/play-on", json={"after": 3, "seat": 0}))
        for request in asked:
            request.headers["authorization"] = f"Bearer {token}"
            answer = await client.send(request)
            found.append((answer.status_code, answer.json()["error"]["code"] if answer.status_code != 200 else ""))
    return found


def test_three_deals_with_four_tables_to_the_standings(server: Server) -> None:
    def steps() -> list[float]:
        return [
            metric(server.url, "semafor_contest_steps_total", f'what="{what}"')
            for what in ("made", "joined", "begun", "finished")
        ]

    async def work() -> None:
        earlier = steps()
        made = await make(server, [PERSON, BOT], 3)
        contest = made["contest"]
        names = ["Ala", "Ola", "Ela", "Iza"]
        people = [await join(server, contest, name) for name in names]
        assert [(one["table"], one["seat"]) for one in people] == [(1, 0), (2, 0), (3, 0), (4, 0)]
        whole = await manage(server, made, "close_joining")
        assert (whole["host"], whole["joining"], whole["standings"]) == (True, False, [])
        points: list[list[int]] = []
        for deal in (1, 2, 3):
            points.append([])
            opening: set[str] = set()
            for number, person in enumerate(people):
                before = await show(server, contest, person["token"])
                assert not before["deals"][deal - 1]["open"]
                assert before["deals"][deal - 1]["seed"] is None
                assert all(one["deals"][deal - 1] is None for one in before["standings"])
                assert before["own"] == {"table": number + 1, "seat": 0, "ready": None}
                assert before["host"] is False
                game = (await sit(server, contest, deal, person))["game"]
                player = await play(server, game, [person], seed=number)
                opening.add(str(player.log[1]["events"]))
                assert player.table["commitment"] == before["deals"][deal - 1]["commitment"]
                assert (player.table["contest"], player.table["hints"]) == (contest, False)
                if number == 0:
                    assert player.view["seed"] is None
                if (number, deal) == (0, 1):
                    assert {code for _, code in await secrets_of(server, game, person["token"])} == {"sealed"}
                points[-1].append(player.view["score"]["seats"][0]["total"])
            assert len(opening) == 1, "everybody had the same cards"
            after = await show(server, contest)
            shown = after["deals"][deal - 1]
            assert shown["open"]
            assert commitment(shown["seed"]) == shown["commitment"]
        rows = after["standings"]
        assert sorted(one["name"] for one in rows) == sorted(names)
        assert rows == sorted(rows, key=lambda one: one["place"])
        for one in rows:
            assert [result["points"] for result in one["deals"]] == [made_of[one["table"] - 1] for made_of in points]
            for result, scores in zip(one["deals"], points, strict=True):
                better = sum(other < result["points"] for other in scores)
                equal = sum(other == result["points"] for other in scores) - 1
                assert result["percent"] == round(100 * (better + equal / 2) / 3, 2)
                assert result["margin"] == round(result["points"] - sum(scores) / 4, 2)
        file = await get(server.url, f"/api/games/{rows[0]['deals'][0]['game']}/record")
        game = semafor.replay(semafor.Record.from_json(file["record"]))
        assert game.score().seats[0].total == rows[0]["deals"][0]["points"]
        assert [now - before for now, before in zip(steps(), earlier, strict=True)] == [1, 4, 12, 12]

    run(work())


def test_people_at_one_table_wait_for_each_other(server: Server) -> None:
    async def work() -> None:
        made = await make(server, [PERSON, PERSON], 2)
        contest = made["contest"]
        ala = await join(server, contest, "Ala")
        assert await sit(server, contest, 1, ala) == {"game": None, "seat": 0, "waiting_for": [], "free": 1}
        ola = await join(server, contest, "Ola")
        assert (ola["table"], ola["seat"]) == (1, 1)
        assert (await sit(server, contest, 1, ala))["waiting_for"] == ["Ola"]
        assert (await show(server, contest, ala["token"]))["own"]["ready"] == 1
        early = await refused(server.url, f"/api/contests/{contest}/deals/2", {}, ala["token"])
        assert (early[0], early[1]["code"]) == (409, "deal_too_early")
        game = (await sit(server, contest, 1, ola))["game"]
        assert (await sit(server, contest, 1, ala))["game"] == game
        player = await play(server, game, [ala, ola])
        again = await refused(server.url, f"/api/games/{game}/rematch", {}, ala["token"])
        assert again[1]["code"] == "in_contest"
        assert player.view["seed"] is None
        # Spectators are not allowed: what they see at one table helps at another.
        watcher = Player(server.url, game)
        await watcher.open()
        assert not watcher.view
        assert watcher.closed is not None
        # Another person, alone: a bot takes the empty seat when the host closes joining.
        ela = await join(server, contest, "Ela", table=0)
        assert ela["table"] == 2
        assert (await show(server, contest))["standings"] == []
        await manage(server, made, "close_joining")
        assert (await show(server, contest))["standings"] == []
        alone = (await sit(server, contest, 1, ela))["game"]
        table = await get(server.url, f"/api/games/{alone}")
        assert [(seat["kind"], seat["level"]) for seat in table["seats"]] == [("person", None), ("bot", "dispatcher")]
        await play(server, alone, [ela], seed=5)
        whole = await show(server, contest)
        assert [one["open"] for one in whole["deals"]] == [True, False]
        by_name = {one["name"]: one["deals"][0] for one in whole["standings"]}
        assert by_name["Ola"]["percent"] == 50, "her seat stayed hers"
        assert {by_name["Ala"]["percent"], by_name["Ela"]["percent"]} <= {0, 50, 100}
        # One begins without the other, whose seat is kept as at every table.
        begun = await sit(server, contest, 2, ala, anyway=True)
        assert begun["game"] is not None
        assert (await sit(server, contest, 2, ola))["game"] == begun["game"]

    run(work())


def test_a_place_moves_to_another_device_for_all_deals(server: Server) -> None:
    async def work() -> None:
        made = await make(server, [PERSON, BOT], 2)
        contest = made["contest"]
        ala = await join(server, contest, "Ala")
        await manage(server, made, "close_joining")
        game = (await sit(server, contest, 1, ala))["game"]
        code = (await post(server.url, f"/api/games/{game}/seats/0/transfer", {}, ala["token"]))["code"]
        moved = await post(server.url, "/api/transfers", {"code": code})
        assert moved["contest"] == contest
        await play(server, game, [{"seat": 0, "token": moved["token"]}])
        # The old device has lost both the seat and the place in the contest.
        assert (await show(server, contest, ala["token"]))["own"] is None
        for deal in (1, 2):
            old = await refused(server.url, f"/api/contests/{contest}/deals/{deal}", {}, ala["token"])
            assert (old[0], old[1]["code"]) == (403, "wrong_token")
        assert (await show(server, contest, moved["token"]))["own"]["table"] == 1
        second = (await sit(server, contest, 2, moved))["game"]
        player = Player(server.url, second, [moved["token"]])
        await player.open()
        assert player.welcome["seats"] == [0]

    run(work())


def test_a_host_closes_what_is_not_finished(server: Server) -> None:
    async def work() -> None:
        made = await make(server, [PERSON, BOT], 2)
        contest = made["contest"]
        ala, ola, ela = [await join(server, contest, name) for name in ("Ala", "Ola", "Ela")]
        game = (await sit(server, contest, 1, ala))["game"]
        await play(server, game, [ala])
        late = (await sit(server, contest, 1, ola))["game"]
        for token in (ala["token"], "forged"):
            no = await refused(server.url, f"/api/contests/{contest}/manage", {"what": "close_deal", "deal": 1}, token)
            assert (no[0], no[1]["code"]) == (403, "not_host")
        whole = await manage(server, made, "close_deal", deal=1)
        assert [table["deals"][0] for table in whole["tables"]] == ["over", "missed", "missed"]
        assert not whole["joining"]
        # The records are open now, so games finished later do not count, and nothing new begins.
        await get(server.url, f"/api/games/{game}/record")
        await play(server, late, [ola])
        whole = await show(server, contest, ola["token"])
        assert whole["tables"][1]["deals"][0] == "missed"
        assert [one["name"] for one in whole["standings"] if one["deals"][0]] == ["Ala"]
        no = await refused(server.url, f"/api/contests/{contest}/deals/1", {}, ela["token"])
        assert no[1]["code"] == "deal_closed"
        no = await refused(server.url, f"/api/contests/{contest}/join", {"name": "Iza"})
        assert no[1]["code"] == "joining_closed"
        no = await refused(server.url, f"/api/contests/{contest}/manage", {"what": "open_joining"}, made["host"])
        assert no[1]["code"] == "deal_closed"
        # A table that gave up is withdrawn, and the others need not wait for it.
        await manage(server, made, "withdraw_table", table=3)
        for person in (ala, ola):
            await play(server, (await sit(server, contest, 2, person))["game"], [person])
        whole = await show(server, contest)
        assert [one["open"] for one in whole["deals"]] == [True, True]
        assert {one["name"]: one["deals"][1] is not None for one in whole["standings"]} == {
            "Ala": True,
            "Ola": True,
            "Ela": False,
        }
        assert whole["standings"][-1]["name"] == "Ela"

    run(work())


def test_a_deal_that_begins_counts_as_a_game_of_its_address(tmp_path: Path) -> None:
    async def work(server: Server) -> None:
        made = await make(server, [PERSON, BOT], 1)
        people = [await join(server, made["contest"], name) for name in ("Ala", "Ola")]
        game = (await sit(server, made["contest"], 1, people[0]))["game"]
        path = f"/api/contests/{made['contest']}/deals/1"
        status, error = await refused(server.url, path, {}, people[1]["token"])
        assert (status, error["code"]) == (429, "too_many_games")
        assert (await sit(server, made["contest"], 1, people[0]))["game"] == game, "rejoining costs nothing"
        assert (await refused(server.url, "/api/games", {"board": "toy", "seats": [BOT, BOT]}))[0] == 429

    with Server(str(tmp_path / "games.sqlite3"), *FAST, "--games-per-hour", "2") as server:
        run(work(server))


def test_a_bot_that_played_for_somebody_is_counted(server: Server) -> None:
    async def work() -> None:
        made = await make(server, [PERSON, BOT], 1)
        ala = await join(server, made["contest"], "Ala")
        player = Player(server.url, (await sit(server, made["contest"], 1, ala))["game"], [ala["token"]])
        await player.open()
        assert (await player.ask("leave", seat=0))["ok"]
        await player.until(lambda: player.over)
        whole = await manage(server, made, "close_joining")
        actions = sum(entry["by"] == 0 and entry["kind"] == "action" for entry in player.log.values())
        assert whole["standings"][0]["deals"][0]["by_bot"] == actions > 0

    run(work())


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        ({"deals": 0}, "bad_request", "deals"),
        ({"deals": 13}, "bad_request", "deals"),
        ({"board": "mars"}, "unknown_board", "board"),
        ({"seats": [PERSON]}, "wrong_number_of_players", "seats"),
        ({"seats": [BOT, BOT]}, "bad_request", "seats"),
        ({"seats": [PERSON, {"kind": "bot", "level": "wizard"}]}, "unknown_level", "seats[1].level"),
        ({"seats": [PERSON, {"kind": "person", "level": "guard"}]}, "bad_request", "seats[1].level"),
        ({"name": " \u200b "}, "bad_name", "name"),
        ({"clock": {"kind": "move"}}, "bad_clock", "clock.seconds"),
        ({"seed": "mine"}, "bad_request", None),
    ],
)
def test_an_impossible_contest_is_refused(server: Server, change: Json, code: str, where: str | None) -> None:
    wanted = {"name": "Friday", "board": "toy", "seats": [PERSON, BOT], "deals": 2, **change}
    status, error = run(refused(server.url, "/api/contests", wanted))
    assert (status, error["code"]) == (422, code), error
    if where is not None:
        assert error["where"] == where


def test_people_who_may_not_join_are_told_why(server: Server) -> None:
    async def work() -> None:
        made = await make(server, [PERSON, PERSON, BOT], 1)
        path = f"/api/contests/{made['contest']}"
        await join(server, made["contest"], "Ala")
        for body, code in (
            ({"name": "ALA"}, "name_taken"),
            ({"name": "Ola", "table": 7}, "unknown_table"),
            ({"name": ""}, "bad_request"),
        ):
            assert (await refused(server.url, f"{path}/join", body))[1]["code"] == code
        await join(server, made["contest"], "Ola")
        assert (await refused(server.url, f"{path}/join", {"name": "Ela", "table": 1}))[1]["code"] == "table_full"
        assert (await join(server, made["contest"], "Ela"))["table"] == 2
        assert (await refused(server.url, f"{path}/deals/1", {}, "forged"))[1]["code"] == "wrong_token"
        assert (await refused(server.url, f"{path}/deals/1", {}))[1]["code"] == "no_token"
        assert (await refused(server.url, "/api/contests/none/join", {"name": "Ela"}))[0] == 404
        assert (await refused(server.url, f"{path}/manage", {"what": "close_deal"}, made["host"]))[0] == 422
        assert (await refused(server.url, f"{path}/manage", {"what": "withdraw_table"}, made["host"]))[0] == 422

    run(work())


def test_one_name_gets_one_seat_even_if_two_people_join_at_once(tmp_path: Path) -> None:
    """Both have seen that the name is free; the store decides."""
    row = StoredContest(
        id="c",
        host="h",
        name="Friday",
        board="toy",
        digest="d",
        rules=1,
        seats="[]",
        clock="{}",
        joining=True,
        created=0.0,
    )

    async def work() -> None:
        storage = Storage(database_url(str(tmp_path / "games.sqlite3")))
        await storage.open()
        store = ContestStore(storage)
        await store.create(row, [StoredDeal(contest="c", deal=1, seed="s", open=False)])
        people = [
            StoredPlayer(contest="c", number=number, seat=0, name=name, token=name, ready=0)
            for number, name in enumerate(("Ala", "ALA", "Ola"), 1)
        ]
        assert [await store.add_player(person) for person in people] == [True, False, True]
        assert await store.tables("c") == {1: False, 3: False}
        await storage.close()

    run(work())


def test_a_contest_outlives_its_server_also_on_postgresql(tmp_path: Path, postgres: Callable[[], str]) -> None:
    async def first(server: Server) -> tuple[Json, list[Json]]:
        made = await make(server, [PERSON, BOT], 1)
        people = [await join(server, made["contest"], name) for name in ("Ala", "Ola")]
        await manage(server, made, "close_joining")
        await play(server, (await sit(server, made["contest"], 1, people[0]))["game"], people[:1])
        return made, people

    async def second(server: Server, made: Json, people: list[Json]) -> None:
        whole = await show(server, made["contest"], made["host"])
        assert (whole["host"], whole["standings"]) == (True, [])
        assert [table["deals"] for table in whole["tables"]] == [["over"], ["waiting"]]
        await play(server, (await sit(server, made["contest"], 1, people[1]))["game"], people[1:])
        whole = await show(server, made["contest"])
        assert len(whole["standings"]) == 2

    with Server(postgres(), *FAST) as server:
        made, people = run(first(server))
        server.kill()
        server.start()
        run(second(server, made, people))
