"""The lobby lists tables as stored: a request loads nobody's games or boards."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from semafor.engine.loading import board_text
from semafor.server.rooms.lobby import LISTED, OF_ADDRESS, chosen
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
    async def work(server: Attacked) -> None:
        hostile, bystander = Guest(server, HOSTILE), Guest(server, BYSTANDER)
        wanted = (await bystander.make([ME, OPEN], public=True))["game"]
        for _ in range(LISTED):
            await hostile.make([ME, OPEN], public=True)
        listed = (await bystander.http.get("/api/lobby")).json()
        assert len(listed) == LISTED
        assert wanted in [table["game"] for table in listed]
        await hostile.leave()
        await bystander.leave()

    with Attacked(str(tmp_path / "games.sqlite3"), *FAST) as server:
        asyncio.run(work(server))


@pytest.mark.parametrize("others", [0, 3, LISTED, 5 * LISTED])
def test_of_one_address_as_many_are_listed_as_others_leave_room_for(others: int) -> None:
    games = [f"hostile {number}" for number in range(2 * LISTED)] + [f"other {number}" for number in range(others)]
    makers = {game: HOSTILE if game.startswith("hostile") else game for game in games}
    listed = chosen(games, makers)
    assert len(listed) == LISTED
    assert listed == sorted(listed, key=games.index)
    assert sum(makers[game] != HOSTILE for game in listed) == min(others, LISTED - OF_ADDRESS)
    assert chosen(games, {}) == games[:LISTED], "after a restart nobody knows who made them"
