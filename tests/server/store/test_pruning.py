"""Old games are deleted and others are not; personal data is deleted on request."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from semafor.server.store.database import database_url, make_engine
from semafor.server.store.schema import (
    BOTS,
    CHAT,
    CONTEST_PLAYERS,
    CONTESTS,
    DAY_RESULTS,
    ENTRIES,
    GAMES,
    GUESTS,
    RATED_SEATS,
    SEATS,
    TRANSFERS,
)
from semafor.server.store.upkeep.pruning import DAY, FORGOTTEN
from tests.server.client import new_game
from tests.server.client import run as wait_for
from tests.server.serving import FAST, Server
from tests.server.tables import BOT, ME
from tests.server.test_starting import made, run

NOW = time.time()
AGES = {"new": (1, "over"), "old": (40, "over"), "busy": (40, "playing"), "empty": (40, "waiting")}
"""How many days ago something last happened in each game, and its state. All were made 50 days ago."""
BOTS_AGES = {"idle": 50, "busy": 50, "new": 1}
"""How many days ago the accounts of bots were made."""


def row(table: Any, **fields: object) -> dict[str, object]:
    """Return a row with a value in every non-null column."""
    usual = {bool: False, int: 0, float: NOW, str: "x"}
    return {
        column.name: None if column.nullable else usual[column.type.python_type] for column in table.columns
    } | fields


async def fill(url: str) -> None:
    """Put games of different ages into a database."""
    engine = make_engine(url)
    async with engine.begin() as connection:
        for game, (age, status) in AGES.items():
            at = NOW - age * DAY
            games = row(GAMES, id=game, status=status, invite=game, created=NOW - 50 * DAY, rematch="old")
            await connection.execute(insert(GAMES), games)
            seats = [row(SEATS, game=game, seat=seat, name=f"P{seat}", token=f"{game}{seat}") for seat in (0, 1)]
            await connection.execute(insert(SEATS), seats)
            entries = [] if game == "empty" else [row(ENTRIES, game=game, seq=1, at=at)]
            for entry in entries:
                await connection.execute(insert(ENTRIES), entry)
            chat = [{**row(CHAT, game=game, seat=seat, client_id=f"{seat}", at=at)} for seat in (0, 1)]
            for line in chat:
                del line["number"]
            await connection.execute(insert(CHAT), chat)
            await connection.execute(insert(TRANSFERS), row(TRANSFERS, code=game, game=game, expires=NOW - 1))
    await engine.dispose()


async def add_contests(url: str) -> None:
    """Add three contests: one with a recent game, one with an old game, one with none."""
    engine = make_engine(url)
    async with engine.begin() as connection:
        for contest in ("played", "gone", "empty"):
            await connection.execute(insert(CONTESTS), row(CONTESTS, id=contest, created=NOW - 50 * DAY))
            person = row(CONTEST_PLAYERS, contest=contest, name=contest, token=f"{contest} token")
            await connection.execute(insert(CONTEST_PLAYERS), person)
        game = row(GAMES, id="dealt", invite="dealt", status="over", created=NOW, contest="played")
        await connection.execute(insert(GAMES), game)
        await connection.execute(insert(SEATS), row(SEATS, game="dealt", seat=0, token="played token", bot="busy"))
        await connection.execute(update(GAMES).where(GAMES.c.id == "old").values(contest="gone"))
        await connection.execute(update(SEATS).where(SEATS.c.game == "old").values(bot="idle"))
        bots = [row(BOTS, id=name, token=name, created=NOW - age * DAY) for name, age in BOTS_AGES.items()]
        await connection.execute(insert(BOTS), bots)
    await engine.dispose()


async def rows(url: str, column: Any) -> list[Any]:
    """Return the values of a column."""
    engine = make_engine(url)
    async with engine.connect() as connection:
        found = list((await connection.execute(select(column))).scalars())
    await engine.dispose()
    return sorted(found, key=str)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Make a database with games of different ages."""
    if request.param == "sqlite":
        address = str(made(tmp_path / "games.sqlite3"))
    else:
        make: Callable[[], str] = request.getfixturevalue("postgres")
        address = make()
        assert run("db", "prune", "--keep-days", "1", "--database", address).exit_code == 0
    asyncio.run(fill(database_url(address)))
    return address


def test_games_are_kept_for_so_many_days(database: str) -> None:
    url = database_url(database)
    trial = run("db", "prune", "--keep-days", "30", "--dry-run", "--database", database)
    nothing_else = "contests: 0, results: 0, guests: 0, bots: 0.\n"
    assert trial.output == f"Would be deleted: games: 2, entries: 1, chat: 4, {nothing_else}"
    assert len(asyncio.run(rows(url, GAMES.c.id))) == 4
    assert run("db", "prune", "--keep-days", "30", "--database", database).output == (
        f"Deleted: games: 2, entries: 1, chat: 4, {nothing_else}"
    )
    assert asyncio.run(rows(url, GAMES.c.id)) == ["busy", "new"]
    for column in (SEATS.c.game, CHAT.c.game):
        assert set(asyncio.run(rows(url, column))) == {"busy", "new"}
    assert asyncio.run(rows(url, TRANSFERS.c.code)) == [], "expired codes are deleted, too"
    assert asyncio.run(rows(url, GAMES.c.rematch)) == [None] * 2, "nothing refers to a deleted game"
    run("db", "prune", "--keep-days", "30", "--unfinished", "--database", database)
    assert asyncio.run(rows(url, GAMES.c.id)) == ["new"]


def test_a_person_is_forgotten_and_a_game_deleted(database: str) -> None:
    url = database_url(database)
    assert (
        run("db", "forget", "new", "1", "--database", database).output == "Forgotten: seats: 1, chat: 1, guests: 0.\n"
    )
    assert asyncio.run(rows(url, SEATS.c.name)).count(FORGOTTEN) == 1
    assert "new1" not in asyncio.run(rows(url, SEATS.c.token))
    assert "new0" in asyncio.run(rows(url, SEATS.c.token))
    assert "no seat 4" in run("db", "forget", "new", "4", "--database", database).output
    assert "there is no game nosuch" in run("db", "forget", "nosuch", "0", "--database", database).output
    assert run("db", "delete", "busy", "--database", database).output == "Deleted: games: 1, entries: 1, chat: 2.\n"
    assert asyncio.run(rows(url, GAMES.c.id)) == ["empty", "new", "old"]
    assert run("db", "delete", "busy", "--database", database).exit_code == 2


def test_contests_and_bots_go_with_their_games_and_their_people_are_forgotten(database: str) -> None:
    url = database_url(database)
    asyncio.run(add_contests(url))
    dry = run("db", "prune", "--keep-days", "30", "--dry-run", "--database", database).output
    assert dry == "Would be deleted: games: 2, entries: 1, chat: 4, contests: 2, results: 0, guests: 0, bots: 1.\n"
    done = run("db", "prune", "--keep-days", "30", "--database", database).output
    assert done == dry.replace("Would be deleted", "Deleted")
    assert asyncio.run(rows(url, CONTESTS.c.id)) == ["played"]
    assert asyncio.run(rows(url, BOTS.c.id)) == ["busy", "new"]
    assert asyncio.run(rows(url, CONTEST_PLAYERS.c.name)) == ["played"]
    assert run("db", "forget", "dealt", "0", "--database", database).exit_code == 0
    assert asyncio.run(rows(url, CONTEST_PLAYERS.c.name)) == [FORGOTTEN]
    assert "played token" not in asyncio.run(rows(url, CONTEST_PLAYERS.c.token))


async def add_guests(url: str) -> None:
    """Add guests: one of the ladder and one of the daily deals who have long been away, and one who has not."""
    engine = make_engine(url)
    async with engine.begin() as connection:
        for key, last in (("idle", 40), ("days", 40), ("keen", 1), ("sealed", 1)):
            at = NOW - last * DAY
            guest = row(GUESTS, key=key, name=key, created=NOW - 50 * DAY, ladder=True, rated_at=at)
            await connection.execute(insert(GUESTS), guest)
        for key, age, game in (("days", 40, None), ("keen", 40, None), ("keen", 1, None), ("sealed", 1, "new")):
            result = row(DAY_RESULTS, deal=f"{age}", guest=key, print=f"{key}{age}", at=NOW - age * DAY, game=game)
            await connection.execute(insert(DAY_RESULTS), result)
        seats = [row(RATED_SEATS, game="new", seat=1, guest="keen"), row(RATED_SEATS, game="old", seat=0, guest="idle")]
        for seat in seats:
            await connection.execute(insert(RATED_SEATS), {**seat, "counted_at": NOW - 40 * DAY})
    await engine.dispose()


def test_guests_go_with_what_they_have_played(database: str) -> None:
    url = database_url(database)
    asyncio.run(add_guests(url))
    dry = run("db", "prune", "--keep-days", "30", "--dry-run", "--database", database).output
    assert dry == "Would be deleted: games: 2, entries: 1, chat: 4, contests: 0, results: 2, guests: 2, bots: 0.\n"
    done = run("db", "prune", "--keep-days", "30", "--database", database).output
    assert done == dry.replace("Would be deleted", "Deleted")
    assert asyncio.run(rows(url, GUESTS.c.key)) == ["keen", "sealed"]
    assert asyncio.run(rows(url, DAY_RESULTS.c.guest)) == ["keen", "sealed"]
    # Whoever asks to be forgotten in a game is removed from the ladder, too.
    assert (
        run("db", "forget", "new", "1", "--database", database).output == "Forgotten: seats: 1, chat: 1, guests: 1.\n"
    )
    assert asyncio.run(rows(url, GUESTS.c.key)) == ["sealed"]
    assert run("db", "forget", "new", "0", "--database", database).output.endswith("guests: 1.\n")
    for column in (GUESTS.c.key, DAY_RESULTS.c.guest, RATED_SEATS.c.guest):
        assert asyncio.run(rows(url, column)) == []


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    missing = tmp_path / "missing.sqlite3"
    assert run("db", "prune", "--keep-days", "1", "--database", missing).exit_code == 2
    assert not missing.exists()


def test_a_server_goes_on_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with Server(str(path), *FAST) as server:
        asyncio.run(fill(database_url(str(path))))
        assert run("db", "prune", "--keep-days", "0", "--database", path).exit_code == 0
        assert wait_for(new_game(server.url, [ME, BOT]))["game"]
