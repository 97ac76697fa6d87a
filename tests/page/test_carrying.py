"""A game moves from a page to a server as a record, and on to another page, unchanged in every part."""

from __future__ import annotations

import asyncio
from pathlib import Path

from semafor import Chance
from tests.page.pages import BOT, ME, MemoryDatabase, Page
from tests.server.client import get, post
from tests.server.serving import FAST, Server


def test_a_record_goes_to_a_server_and_back(tmp_path: Path) -> None:
    async def work(url: str) -> None:
        page = Page()
        made = await page.make(ME, BOT)
        screen = await page.connect(made["game"], [made["seats"][0]["token"]])
        await screen.play_out(Chance.seeded("carried"))
        file = await page.ask(f"games/{made['game']}/record")
        served = await post(url, "/api/records", file)
        there = await get(url, f"/api/games/{served['game']}/record")
        other = Page(MemoryDatabase())
        kept = await other.ask("records", there)
        back = await other.ask(f"games/{kept['game']}/record")
        for carried in (there, back):
            assert carried["record"] == file["record"]
            assert carried["score"] == file["score"]
            assert [seat["name"] for seat in carried["seats"]] == [seat["name"] for seat in file["seats"]]

    with Server(str(tmp_path / "games.sqlite3"), *FAST) as server:
        asyncio.run(work(server.url))
