"""The ladder of a server: ratings from games that it has seen, for guests who opt in."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import httpx
from msgspec.structs import replace

from semafor import load_board
from semafor.contest.ratings import UNKNOWN, Strength, scores
from semafor.server.contest.counting import GIVEN_UP, sitters_of
from semafor.server.guests.guest_store import GuestStore, StoredGuest
from semafor.server.store.database import database_url
from semafor.server.store.storage import Storage
from semafor.table.creating import new_row
from semafor.table.stored import StoredEntry, StoredSeat
from semafor.table.tokens import hashed
from semafor.table.wire.client_messages import PLAYER_COLOURS
from tests.server.client import Json, get, metric, new_game, post, run
from tests.server.contest.test_day_results import key
from tests.server.serving import FAST, PATIENCE, Server
from tests.server.tables import BOT, ME, OPEN, OTHER, players, refused
from tests.table.home import Home


async def guest(server: Server, name: str, *, ladder: bool = True) -> str:
    made = key()
    await post(server.url, "/api/guest", {"name": name, "ladder": ladder}, made)
    return made


async def counted(server: Server, secret: str, games: int) -> Json:
    """Return the guest once this many games have counted."""
    while True:
        found: Json = await get(server.url, "/api/guest", secret)
        if found["games"] >= games:
            return found
        await asyncio.sleep(0.05)


async def finish(server: Server, *made: Json) -> None:
    people = [player for one in made for player in await players(server, one)]
    await asyncio.gather(*(player.play() for player in people))


def test_games_against_bots_and_people_count_for_those_who_want_it(server: Server) -> None:
    async def work() -> None:
        ann, bob = await guest(server, "Ann"), await guest(server, "Bob")
        alone = await new_game(server.url, [ME, BOT], board="toy", guest=ann)
        assert not (await get(server.url, f"/api/games/{alone['game']}"))["hints"]
        await finish(server, alone)
        first = await counted(server, ann, 1)
        assert first["rating"] != round(UNKNOWN.rating)
        assert first["deviation"] < UNKNOWN.deviation
        # Between two guests, what one wins the other loses.
        table = await new_game(server.url, [ME, OPEN], board="toy", guest=ann)
        other = await post(
            server.url,
            f"/api/games/{table['game']}/join",
            {"name": "Bob", "invite": table["invite"], "guest": bob},
        )
        joined = {"game": table["game"], "seats": [{"seat": other["seat"], "token": other["token"]}]}
        owner, second = (await players(server, table))[0], (await players(server, joined))[0]
        assert (await owner.ask("start"))["ok"]
        await asyncio.gather(owner.play(), second.play())
        both = [await counted(server, ann, 2), await counted(server, bob, 1)]
        rows = {row["name"]: row for row in (await get(server.url, "/api/ladder", ann))["rows"]}
        assert rows["Ann"]["mine"]
        assert not rows["Bob"]["mine"]
        assert [rows[name]["rating"] for name in ("Ann", "Bob")] == [one["rating"] for one in both]
        assert rows["Bob"]["place"] is None, "one game is not enough for a rank"
        score = owner.view["score"]
        if len(score["winners"]) == 1:
            assert (both[1]["rating"] > UNKNOWN.rating) == (score["winners"] == [other["seat"]])
        # A rematch counts as well.
        again = await post(server.url, f"/api/games/{alone['game']}/rematch", {}, alone["seats"][0]["token"])
        await finish(server, again)
        await counted(server, ann, 3)

    run(work())


def test_whether_a_game_counts_is_decided_when_it_begins(server: Server) -> None:
    """Otherwise a loss is dodged by leaving the ladder before the end."""

    async def work() -> None:
        ann = await guest(server, "Dodger")
        made = await new_game(server.url, [ME, BOT], board="toy", guest=ann)
        await post(server.url, "/api/guest", {"name": "Dodger", "ladder": False}, ann)
        await finish(server, made)
        assert (await counted(server, ann, 1))["rating"] != round(UNKNOWN.rating)
        # Off the ladder the rematch does not count, nor does it if one comes back before its end.
        again = await post(server.url, f"/api/games/{made['game']}/rematch", {}, made["seats"][0]["token"])
        await post(server.url, "/api/guest", {"name": "Dodger", "ladder": True}, ann)
        await finish(server, again)
        await finish(server, await new_game(server.url, [ME, BOT], board="toy", guest=ann))
        assert (await counted(server, ann, 2))["games"] == 2

    run(work())


def test_a_rematch_that_somebody_else_began_does_not_count_for_who_never_came() -> None:
    """Otherwise anybody could lower a former opponent's rating endlessly."""
    home = Home()
    made = home.make([ME, OTHER])
    ala = home.connect(made.game, [made.seats[0].token])
    while home.tables[made.game].row.status != "over":
        if ala.view["offers"]:
            assert ala.act(ala.choice())["ok"]
        else:
            # The other player is away, and a bot takes over.
            assert home.wake(made.game)
    guests = {
        seat: StoredGuest(key=str(seat), name=str(seat), face=None, created=1.0, ladder=True) for seat in range(2)
    }
    sitters = sitters_of(home.tables[made.game], guests, home.now)
    assert [sitter.strength is not None for sitter in sitters] == [True, False]
    assert scores(sitters, 0) == []


def test_what_does_not_count(server: Server) -> None:
    async def work() -> None:
        ann = await guest(server, "Uncounted")
        day = (await get(server.url, "/api/days"))["today"]
        await finish(
            server,
            await new_game(server.url, [ME], board="toy", guest=ann, day=day),
            await new_game(server.url, [ME, BOT], board="toy", guest=ann, hints=True),
            await new_game(server.url, [ME, {"kind": "me", "name": "Ola"}], board="toy", guest=ann),
        )
        # Two people are expected, so there are no hints; when a bot takes the other seat, there are.
        table = await new_game(server.url, [OPEN, OPEN], board="toy")
        wish = {"name": "Ala", "invite": table["invite"], "guest": ann}
        joined = await post(server.url, f"/api/games/{table['game']}/join", wish)
        (player,) = await players(server, {"game": table["game"], "seats": [joined]})
        assert (await player.ask("start", fill="apprentice"))["ok"]
        assert (await get(server.url, f"/api/games/{table['game']}"))["hints"]
        await player.play()
        beside = await guest(server, "Beside", ladder=False)
        await finish(server, await new_game(server.url, [ME, BOT], board="toy", guest=beside))
        # Two that count, one after the other: by then all earlier games have been processed.
        other = await guest(server, "Counted")
        for games in (1, 2):
            await finish(server, await new_game(server.url, [ME, BOT], board="toy", guest=other))
            await counted(server, other, games)
        assert [(await get(server.url, "/api/guest", one))["games"] for one in (ann, beside)] == [0, 0]

    run(work())


def test_only_its_key_deletes_an_entry(server: Server) -> None:
    async def work() -> None:
        ann = await guest(server, "Gone")
        assert (await refused(server.url, "/api/guest", {"name": "\u200b", "ladder": True}, ann))[1][
            "code"
        ] == "bad_name"
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client:
            for headers, status in (
                ({}, 401),
                ({"authorization": "Bearer x"}, 401),
                ({"authorization": f"Bearer {key()}"}, 404),
                ({"authorization": f"Bearer {ann}"}, 200),
                ({"authorization": f"Bearer {ann}"}, 404),
            ):
                assert (await client.delete("/api/guest", headers=headers)).status_code == status
            text = (await client.get("/api/ladder")).text
        assert ann not in text
        assert "Gone" not in text

    run(work())


def test_games_of_one_guest_that_end_at_once_all_count(postgres: Callable[[], str]) -> None:
    """Several processes on PostgreSQL: each reads the rating that another has written."""
    games = [f"game{number}" for number in range(12)]

    async def work() -> None:
        url = database_url(postgres())
        storages = [Storage(url) for _ in range(3)]
        for storage in storages:
            await storage.open()
        stores = [GuestStore(storage) for storage in storages]
        for name in ("Ann", "Bob"):
            await stores[0].put(StoredGuest(key=name, name=name, face=None, created=1.0, ladder=True, rating=0.0))
        for game in games:
            row = replace(new_row(game, load_board("toy"), None, 2, 1.0), status="over", invite=game)
            seats = [
                StoredSeat(
                    game=game, seat=seat, kind="person", name=name, colour=PLAYER_COLOURS[seat], token=game + name
                )
                for seat, name in enumerate(("Ann", "Bob"))
            ]
            await storages[0].create(row, seats)
            # Both are at every table, in either order: the transactions must not deadlock.
            await stores[0].sit(game, {0: "Ann", 1: "Bob"} if game in games[::2] else {0: "Bob", 1: "Ann"})

        def rate(guests: dict[int, StoredGuest]) -> dict[int, Strength]:
            return {seat: Strength(guest.rating + 10.0, 100.0, 0.06) for seat, guest in guests.items()}

        # Two processes report every game at the same moment: it counts once.
        work = [
            stores[(number + more) % 3].count_game(game, rate, 5.0)
            for number, game in enumerate(games)
            for more in (0, 1)
        ]
        assert sum(await asyncio.gather(*work)) == len(games)
        for name in ("Ann", "Bob"):
            found = await stores[1].get(name)
            assert found is not None
            assert (found.rating, found.games) == (10.0 * len(games), len(games))
        for storage in storages:
            await storage.close()

    asyncio.run(work())


def test_a_game_counts_once_and_one_given_up_is_lost(tmp_path: Path) -> None:
    """Test the store, and a server that finds an old game when it starts."""
    path = tmp_path / "games.sqlite3"
    secret = key()

    async def prepare() -> None:
        storage = Storage(database_url(str(path)))
        await storage.open()
        guests = GuestStore(storage)
        await guests.put(StoredGuest(key=hashed(secret), name="Ann", face=None, created=1.0, ladder=True))
        long_ago = time.time() - GIVEN_UP - 60
        for game in ("twice", "old"):
            row = replace(new_row(game, load_board("toy"), None, 2, long_ago), status="playing", hints=False)
            seats = [
                StoredSeat(game=game, seat=0, kind="person", name="Ann", colour="red", token="t"),
                StoredSeat(game=game, seat=1, kind="bot", name="Ada", colour="blue", level="guard"),
            ]
            await storage.create(row, seats, [StoredEntry(game=game, seq=1, kind="start", at=long_ago)])
            await guests.sit(game, {0: hashed(secret)})
        after = Strength(-300.0, 200.0, 0.06)
        assert await guests.count_game("twice", lambda seats: dict.fromkeys(seats, after), 5.0)
        assert not await guests.count_game("twice", lambda seats: dict.fromkeys(seats, UNKNOWN), 6.0)
        found = await guests.get(hashed(secret))
        assert found is not None
        assert (found.strength, found.games, found.rated_at) == (after, 1, 5.0)
        await storage.close()

    asyncio.run(prepare())
    with Server(str(path), *FAST) as server:
        found = run(counted(server, secret, 2))
        while (rated := metric(server.url, "semafor_rated_games_total")) == 0:
            time.sleep(0.05)
        assert rated == 1, "the other one was counted before this server started"
    assert found["games"] == 2
    assert found["rating"] < -300
