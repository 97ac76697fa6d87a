"""Seats of a table on a page."""

from __future__ import annotations

import asyncio
import json

from semafor import Chance
from tests.page.pages import BOT, ME, OTHER, Page, sit


def test_nobody_at_one_screen_becomes_a_bot_however_old_the_table_is() -> None:
    async def play() -> None:
        page = Page()
        made = await page.make(ME, OTHER, BOT, board="usa")
        screen = await sit(page, made)
        clock = page.worker.home.clock
        clock.set(clock.now() + 3600)
        await page.worker.close(screen.key)
        again = await sit(page, made)
        for seat in (0, 1):
            assert (await again.ask("look", seat=seat))["ok"]
            assert (await again.act(again.choice(Chance.seeded(1))))["ok"]
        await again.until(lambda: again.view["observation"]["decision"] == "take_turn")
        kinds = {json.loads(entry)["kind"] for entry in page.database.logs[made["game"]].values()}
        assert kinds == {"start", "action"}

    asyncio.run(play())
