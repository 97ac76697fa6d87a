"""The lobby lists tables as stored: a request loads nobody's games or boards."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from semafor import load_board
from semafor.engine.loading import board_text
from semafor.server.hub.lobby import LISTED
from semafor.server.store.database import check_database, database_url
from semafor.server.store.storage import Storage, add_table, lobby_query
from semafor.table.creating import new_row
from semafor.table.stored import StoredSeat
from tests.server.attacks.guests import BYSTANDER, HOSTILE, Attacked, Guest
from tests.server.client import Json, get, new_game, run
from tests.server.serving import FAST, Server
from tests.server.tables import ME, OPEN, OTHER


def test_tables_are_listed_without_their_games_being_loaded(tmp_path: Path) -> None:
    text = board_text("toy")

    async def make(server: Server) -> list[str]:
        made = [
            await new_game(server.url, [ME, OPEN], public=True),
            await new_game(server.url, [ME, OTHER], public=True),
            await new_game(server.url, [ME, OPEN], board=None, board_file=text, public=True),
        ]
        await new_game(server.url, [ME, OTHER], public=True, spectators=False)
        await new_game(server.url, [ME, OPEN])
        return [one["game"] for one in made]

    async def look(server: Server) -> tuple[list[Json], Json]:
        listed: list[Json] = []
        while len(listed) < 3:  # the board file has not been read yet
            listed = await get(server.url, "/api/lobby")
        return listed, await get(server.url, "/healthz")

    database = str(tmp_path / "games.sqlite3")
    with Server(database, *FAST) as server:
        games = run(make(server))
        before, _ = run(look(server))
    with Server(database, *FAST) as server:
        listed, health = run(look(server))
        whole = [run(get(server.url, f"/api/games/{game}")) for game in reversed(games)]
    assert [table["game"] for table in listed] == games[::-1]
    assert listed == before == whole
    assert listed[0]["board_file"]
    assert listed[0]["board_name"]["en"]
    assert health["rooms"] == 0


def test_one_address_does_not_push_the_others_out(tmp_path: Path) -> None:
    """Not after a restart, either."""
    database = str(tmp_path / "games.sqlite3")

    async def flood(server: Attacked) -> str:
        hostile, bystander = Guest(server, HOSTILE), Guest(server, BYSTANDER)
        wanted = (await bystander.make([ME, OPEN], public=True))["game"]
        for _ in range(LISTED):
            await hostile.make([ME, OPEN], public=True)
        await hostile.leave()
        await bystander.leave()
        return str(wanted)

    async def look(server: Attacked) -> list[str]:
        return [table["game"] for table in await get(server.url, "/api/lobby")]

    with Attacked(database, *FAST) as server:
        wanted = asyncio.run(flood(server))
        before = asyncio.run(look(server))
    with Attacked(database, *FAST) as server:
        after = asyncio.run(look(server))
    assert before == after
    assert len(after) == LISTED
    assert wanted in after


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("others", [0, 3, LISTED - 5, 5 * LISTED])
def test_one_table_of_everybody_comes_before_a_second_of_anybody(
    kind: str, others: int, tmp_path: Path, postgres: Callable[[], str]
) -> None:
    """Five addresses flood the lobby after the others have made their tables."""
    hostile = 5

    async def work() -> None:
        storage = Storage(database_url(str(tmp_path / "games.sqlite3") if kind == "sqlite" else postgres()))
        await storage.open()
        games: list[str] = []
        async with storage.writing() as connection:
            for number in range(others + 2 * LISTED):
                row = new_row(f"game{number}", load_board("toy"), None, 2, float(number))
                row.public = True
                # The honest ones are the oldest; half of them are from before makers were known.
                row.maker = number % hostile if number >= others else (None if number % 2 else number + hostile)
                seat = StoredSeat(game=row.id, seat=0, kind="open", name="", colour="red")
                await add_table(connection, row, [seat], [])
                games.insert(0, row.id)
        listed = await storage.lobby(LISTED)
        await storage.close()
        assert len(listed) == LISTED
        assert listed == sorted(listed, key=games.index)
        assert len(set(listed) & set(games[-others:] if others else [])) == min(others, LISTED - hostile)

    asyncio.run(work())


def test_the_lobby_reads_no_board_files(tmp_path: Path) -> None:
    """They are long, and everybody may ask for the lobby."""
    path = tmp_path / "games.sqlite3"
    asyncio.run(check_database(database_url(str(path))))
    asked = str(lobby_query(LISTED).compile(compile_kwargs={"literal_binds": True}))
    with sqlite3.connect(path) as database:
        plan = " ".join(str(row[-1]) for row in database.execute(f"EXPLAIN QUERY PLAN {asked}"))
    database.close()
    assert "COVERING INDEX games_lobby" in plan
