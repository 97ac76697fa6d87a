"""The server's tables of daily results: what counts, and what is refused for which reason."""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from msgspec import Raw
from msgspec.structs import replace

from semafor import load_board
from semafor.engine.files.game_file import commitment
from semafor.home.tables import make_game
from semafor.server.guests import day_results as module
from semafor.server.guests.day_results import Results, day_table
from semafor.server.guests.guest_store import GuestStore, StoredGuest, StoredResult
from semafor.server.guests.ladder import guest_of
from semafor.server.store.database import database_url
from semafor.server.store.storage import Storage
from semafor.table.creating import new_row
from semafor.table.deals import closes_at, day_deal, sealed_day_of, sealed_deal
from semafor.table.stored import StoredEntry, StoredSeat
from semafor.table.wire.api_messages import NewGame, NewSeat
from semafor.table.wire.guest_messages import GuestWish, SentResult
from semafor.table.wire.problems import Refused
from semafor.table.wire.reading import read_body
from tests.contest.test_days import played
from tests.server.client import Json, get, metric, new_game, post, run
from tests.server.hubs import processes
from tests.server.serving import FAST, PATIENCE, Server
from tests.server.tables import ME, players, refused

TOY = load_board("toy")


def key() -> str:
    return secrets.token_urlsafe(24)


def record_of(day: str, mine: str = "greedy") -> Json:
    """Return a game of a day's deal, as anybody can play it anywhere."""
    return played(day_deal(TOY, datetime.fromisoformat(day).date()), mine).record().to_json()


@pytest.fixture(name="day", scope="module")
def _day(server: Server) -> str:
    return str(run(get(server.url, "/api/days"))["today"])


def test_a_record_counts_once_and_the_table_ranks_it(server: Server, day: str) -> None:
    path = f"/api/days/{day}/toy/results"
    ann, bob = key(), key()
    before = metric(server.url, "semafor_day_results_total", 'deal="world"')

    async def work() -> None:
        # Bots of different strength, as two guests.
        first = await post(server.url, path, {"name": " Ann ", "face": 3, "record": record_of(day)}, ann)
        assert (first["count"], first["mine"]["name"], first["mine"]["face"], first["mine"]["mine"]) == (
            1,
            "Ann",
            3,
            True,
        )
        second = await post(server.url, path, {"name": "Bob", "record": record_of(day, "planner")}, bob)
        assert second["count"] == 2
        points = [row["points"] for row in second["rows"]]
        assert points == sorted(points, reverse=True)
        assert [row["place"] for row in second["rows"]] == ([1, 2] if points[0] > points[1] else [1, 1])
        # Others see names, never keys or their hashes.
        seen = await get(server.url, path)
        assert seen["mine"] is None
        assert not any(row["mine"] for row in seen["rows"])
        assert set(seen["rows"][0]) == {"place", "name", "face", "points", "margin", "won", "mine"}
        # A second result of the same guest, and the same game from somebody else.
        body = {"name": "Ann", "record": record_of(day, "random")}
        assert (await refused(server.url, path, body, ann))[1]["code"] == "already_sent"
        body = {"name": "Cat", "record": record_of(day)}
        assert (await refused(server.url, path, body, key()))[1]["code"] == "doubled"
        # Nor is it another game if the seats choose their tickets in another order.
        record = record_of(day)
        own, other, *rest = record["actions"]
        assert own["seat"] != other["seat"]
        swapped = {"name": "Cat", "record": {**record, "actions": [other, own, *rest]}}
        assert (await refused(server.url, path, swapped, key()))[1]["code"] == "doubled"
        assert (await get(server.url, path))["count"] == 2
        # Guests can ask to be forgotten.
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client:
            for one in (ann, bob):
                gone = await client.delete("/api/guest", headers={"authorization": f"Bearer {one}"})
                assert gone.status_code == 200
        assert (await get(server.url, path))["rows"] == []

    run(work())
    assert metric(server.url, "semafor_day_results_total", 'deal="world"') == before + 2


def test_one_address_does_not_fill_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody can make up guests and winning records, since the deal is public."""
    monkeypatch.setattr(module, "OF_ONE_DEAL", 1)
    today = datetime.now(UTC).date()

    async def work() -> None:
        async with processes(str(tmp_path / "games.sqlite3"), [0.0]) as (hub,):

            async def send(name: str, mine: str, address: str) -> None:
                guest = guest_of(key(), GuestWish(name, False))
                record = json.dumps(record_of(str(today), mine)).encode()
                await hub.results.send(guest, today, TOY, record, address)

            async def play_sealed(address: str) -> None:
                own = key()
                await hub.guests.put(guest_of(own, GuestWish("Ala", False)))
                wanted = NewGame(board="toy", seats=[NewSeat("me")], day=str(today), sealed=True, guest=own)
                await make_game(hub.home, wanted, address)

            await send("Ann", "greedy", "192.0.2.1")
            with pytest.raises(Refused, match="many results of this deal"):
                await send("Bob", "planner", "192.0.2.1")
            await send("Bob", "planner", "192.0.2.2")
            assert (await day_table(hub.guests, today, TOY, False, None)).count == 2
            await play_sealed("192.0.2.1")
            with pytest.raises(Refused, match="many results of this deal"):
                await play_sealed("192.0.2.1")
            await play_sealed("192.0.2.2")
            assert len(hub.home.rooms) == 2

    asyncio.run(work())


def edited(record: Json, how: str) -> Json:
    actions: list[Any] = list(record["actions"])
    match how:
        case "cut":
            return {**record, "actions": actions[:-1]}
        case "seed":
            return {**record, "seed": record["seed"].replace(":toy:", ":usa:")}
        case "players":
            return {**record, "players": 3}
        case "version":
            return {**record, "rules": 1}
        case "doubled action":
            own = next(number for number, step in enumerate(actions) if step["seat"] == 0)
            return {**record, "actions": [*actions[: own + 1], actions[own], *actions[own + 1 :]]}
        case "long":
            return {**record, "actions": actions[:1] * 5001}
        case "nonsense":
            return {**record, "actions": [{"seat": "x"}]}
    raise ValueError(how)


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ("cut", "not_over"),
        ("seed", "other_deal"),
        ("players", "other_deal"),
        ("version", "other_version"),
        ("doubled action", "bad_record"),
        ("long", "bad_record"),
        ("nonsense", "bad_record"),
    ],
)
def test_forged_and_edited_records_are_refused(server: Server, day: str, how: str, code: str) -> None:
    path = f"/api/days/{day}/toy/results"
    status, error = run(refused(server.url, path, {"name": "Eve", "record": edited(record_of(day), how)}, key()))
    assert (status, error["code"]) == (422, code)
    assert error["message"]


@pytest.mark.parametrize(
    "record", [b"[" + b"[]," * 300_000 + b"[]]", b'{"actions": [' + b"{}," * 300_000 + b"{}]}", b'{"a": "\xff"}', b"7"]
)
def test_a_record_of_any_shape_is_decoded_where_it_is_checked(server: Server, day: str, record: bytes) -> None:
    """Decoding a megabyte of brackets here would block everybody's games for a tenth of a second."""
    body = b'{"name": "Eve", "record": ' + record + b"}"
    assert isinstance(read_body(body, SentResult).record, Raw), "the record is not decoded here"
    headers = {"authorization": f"Bearer {key()}"}
    answer = httpx.post(f"{server.url}/api/days/{day}/toy/results", content=body, headers=headers, timeout=PATIENCE)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_record"), answer.text


def test_a_weaker_opponent_is_refused(server: Server, day: str) -> None:
    game = day_deal(TOY, datetime.fromisoformat(day).date()).begin(TOY)
    while not game.over:
        seat = game.pending.seats[0]
        game.apply(seat, game.legal_actions(seat)[-1])
    body = {"name": "Eve", "record": game.record().to_json()}
    assert run(refused(server.url, f"/api/days/{day}/toy/results", body, key()))[1]["code"] == "other_bot"


def test_results_too_late_too_early_or_without_a_key_are_refused(server: Server, day: str) -> None:
    today = datetime.fromisoformat(day).date()
    past, future = str(today - timedelta(days=3)), str(today + timedelta(days=2))
    body = {"name": "Eve", "record": record_of(day)}

    async def work() -> None:
        assert (await refused(server.url, f"/api/days/{past}/toy/results", body, key()))[1]["code"] == "too_late"
        assert (await refused(server.url, f"/api/days/{future}/toy/results", body, key()))[1]["code"] == "unknown_day"
        assert (await refused(server.url, f"/api/days/{day}/toy/results", body))[1]["code"] == "no_token"
        assert (await refused(server.url, f"/api/days/{day}/toy/results", body, "short"))[1]["code"] == "bad_key"
        assert (await refused(server.url, f"/api/days/{day}/usa/results", body, key()))[1]["code"] == "other_deal"

    run(work())


def test_a_game_under_way_at_midnight_counts_for_two_hours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    day = datetime(2026, 11, 16, tzinfo=UTC).date()
    record = json.dumps(record_of(str(day))).encode()

    workers: Any = SimpleNamespace(do=lambda job, _: asyncio.to_thread(job.run))

    async def work() -> None:
        storage = Storage(database_url(str(tmp_path / "games.sqlite3")))
        await storage.open()
        guests = GuestStore(storage)
        results = Results(guests, workers)
        for name, at in (("Ann", closes_at(day)), ("Bob", closes_at(day) - 1)):
            monkeypatch.setattr(time, "time", lambda at=at: at)
            guest = StoredGuest(key=name, name=name, face=None, created=1.0, ladder=False)
            if name == "Ann":
                with pytest.raises(Refused, match="two hours after its end"):
                    await results.send(guest, day, TOY, record, "")
            else:
                await results.send(guest, day, TOY, record, "")
        # It is in the table of the day it was dealt for.
        assert [row.name for row in (await day_table(guests, day, TOY, False, None)).rows] == ["Bob"]
        assert (await day_table(guests, day + timedelta(days=1), TOY, False, None)).rows == []
        await storage.close()

    run(work())


def test_a_sealed_deal_is_committed_to_played_once_and_opened_after_the_day(server: Server, day: str) -> None:
    ann = key()
    path = f"/api/days/{day}/toy/results?sealed=true"
    results = metric(server.url, "semafor_day_results_total", 'deal="sealed"')

    async def work() -> None:
        before = await get(server.url, path)
        assert before["seed"] is None
        assert before["closes_at"] > time.time()
        wanted = {"board": "toy", "day": day, "sealed": True, "guest": ann}
        assert (await refused(server.url, "/api/games", {"seats": [ME], **wanted}))[1]["code"] == "no_guest"
        await post(server.url, "/api/guest", {"name": "Ann", "ladder": False}, ann)
        made = await new_game(server.url, [ME], **wanted)
        (player,) = await players(server, made)
        assert player.table["sealed"]
        assert player.table["commitment"] == before["commitment"]
        again = await refused(server.url, "/api/games", {"seats": [ME], **wanted})
        assert (again[0], again[1]["code"]) == (409, "already_sent")
        await player.play()
        # The game is over but still sealed: nobody gets the seed, the record, or anything derived from it.
        assert player.view["score"] is not None
        assert player.view["seed"] is None
        for part in ("record", "replay", "statistics", "analysis", "spread?after=5"):
            answer = httpx.get(f"{server.url}/api/games/{made['game']}/{part}", timeout=PATIENCE)
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "sealed"), part
        refusal = await refused(server.url, f"/api/games/{made['game']}/play-on", {"after": 5, "seat": 0})
        assert refusal[1]["code"] == "sealed"
        # Its result is entered automatically.
        found = await get(server.url, path, ann)
        while found["mine"] is None:
            found = await get(server.url, path, ann)
        assert found["mine"]["points"] == player.view["score"]["seats"][0]["total"]
        while metric(server.url, "semafor_day_results_total", 'deal="sealed"') == results:
            await asyncio.sleep(0.05)
        # Whoever is forgotten and comes back with the same key has had the try.
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client:
            assert (await client.delete("/api/guest", headers={"authorization": f"Bearer {ann}"})).is_success
        assert (await get(server.url, path, ann))["mine"] is None
        await post(server.url, "/api/guest", {"name": "Ann", "ladder": False}, ann)
        errors = [line for line in server.log if '"level": "error"' in line]
        again = await refused(server.url, "/api/games", {"seats": [ME], **wanted})
        assert (again[0], again[1]["code"]) == (409, "already_sent")
        assert [line for line in server.log if '"level": "error"' in line] == errors

    run(work())


def test_tomorrows_commitment_is_out_and_its_deal_is_not(server: Server, day: str) -> None:
    today = datetime.fromisoformat(day).date()
    tomorrow, later = str(today + timedelta(days=1)), str(today + timedelta(days=2))

    async def work() -> None:
        path = f"/api/days/{tomorrow}/toy/results?sealed=true"
        known = await get(server.url, path)
        assert len(known["commitment"]) == 64
        assert known["seed"] is None
        assert (await get(server.url, path))["commitment"] == known["commitment"]
        answer = httpx.get(f"{server.url}/api/days/{later}/toy/results?sealed=true")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_day")
        ann = key()
        await post(server.url, "/api/guest", {"name": "Ann", "ladder": False}, ann)
        for wrong in (tomorrow, str(today - timedelta(days=1))):
            body = {"board": "toy", "seats": [ME], "day": wrong, "sealed": True, "guest": ann}
            assert (await refused(server.url, "/api/games", body))[1]["code"] in {"unknown_day", "too_late"}
        # A server that was down on a day has no sealed deal for it.
        past = await get(server.url, f"/api/days/{today - timedelta(days=3)}/toy/results?sealed=true")
        assert (past["commitment"], past["seed"], past["rows"]) == (None, None, [])

    run(work())


def test_the_seed_of_a_past_day_is_shown_and_fits_its_commitment(tmp_path: Path) -> None:
    yesterday = datetime.now(UTC).date() - timedelta(days=3)

    async def work() -> None:
        storage = Storage(database_url(str(tmp_path / "games.sqlite3")))
        await storage.open()
        guests = GuestStore(storage)
        secret = await guests.secret(str(yesterday), make=True)
        table = await day_table(guests, yesterday, TOY, True, None)
        assert table.seed == sealed_deal(TOY, yesterday, secret or "").seed
        assert table.commitment == commitment(table.seed)
        assert await guests.secret(str(yesterday), make=True) == secret
        await storage.close()

    run(work())


def test_who_ends_a_sealed_deal_after_its_seed_is_out_has_no_result(tmp_path: Path) -> None:
    """Otherwise a player could pause a game until everybody knows the deck."""
    path = tmp_path / "games.sqlite3"
    past = datetime.now(UTC).date() - timedelta(days=3)

    async def prepare() -> str:
        storage = Storage(database_url(str(path)))
        await storage.open()
        guests = GuestStore(storage)
        deal = sealed_deal(TOY, past, await guests.secret(str(past), make=True) or "")
        steps = played(deal, "greedy").record().steps
        for game, end in (("in time", closes_at(past) - 1), ("too late", closes_at(past))):
            id_ = game.replace(" ", "")
            row = replace(new_row(id_, TOY, None, 2, 0.0), seed=deal.seed, status="over")
            seats = [
                StoredSeat(game=id_, seat=0, kind="person", name="Ann", colour="red"),
                StoredSeat(game=id_, seat=1, kind="bot", name="Ada", colour="blue", level="dispatcher"),
            ]
            entries = [StoredEntry(game=id_, seq=1, kind="start", at=0.0)]
            for number, step in enumerate(steps, 2):
                action = json.dumps(step.action.to_json())
                at = end if number == len(steps) + 1 else 0.0
                kind = StoredEntry(game=id_, seq=number, kind="action", seat=step.seat, action=action, at=at)
                entries.append(kind)
            await storage.create(row, seats, entries)
            await guests.put(StoredGuest(key=game, name=game, face=None, created=1.0, ladder=False))
            assert await guests.add_result(StoredResult(deal=deal.name, guest=game, game=id_, at=1.0))
        await storage.close()
        return deal.name

    def counted(deal: str) -> dict[str, tuple[str | None, int | None]]:
        reading = sqlite3.connect(path)
        found = reading.execute("SELECT guest, game, points FROM day_results WHERE deal = ?", (deal,)).fetchall()
        reading.close()
        return {guest: (game, points) for guest, game, points in found}

    deal = asyncio.run(prepare())
    with Server(str(path), *FAST):
        end = time.monotonic() + PATIENCE
        while (found := counted(deal))["in time"][1] is None or found["too late"][0] is not None:
            assert time.monotonic() < end, found
            time.sleep(0.05)
    assert found["too late"] == (None, None)


def test_a_sealed_seed_is_filed_without_its_secret() -> None:
    day = datetime(2026, 11, 17, tzinfo=UTC).date()
    deal = sealed_deal(TOY, day, "ab" * 32)
    assert deal.seed.endswith("ab" * 32)
    assert "ab" * 32 not in deal.name
    assert closes_at(day) == datetime(2026, 11, 18, 2, tzinfo=UTC).timestamp()
    assert sealed_day_of(deal.seed) == day
    assert sealed_day_of(deal.seed.replace(str(day), "9999-12-31")) is None, "a record may have any seed"
