"""The workshop on a page: the same requests as on a server, with text crossing the boundary."""

import asyncio
import base64

from semafor.engine.loading import board_text
from tests.page.pages import Page


def test_a_board_goes_through_the_workshop_of_a_page() -> None:
    async def go() -> None:
        page = Page()
        forms = await page.ask("workshop/rules")
        assert forms["rules"][1]["fields"][0]["most"] == 20
        toy = board_text("toy")
        deck = await page.ask("workshop/tickets", {"board_file": toy, "kept": [2], "seed": 5})
        assert deck["tickets"][0] == {"between": ["ambel", "harro"], "by_rule": 7, "adjustment": 0, "kept": True}
        sheets = await page.ask("workshop/export", {"board_file": toy})
        files = [
            {"name": one["name"], "data": base64.b64encode(one["text"].encode()).decode()} for one in sheets["files"]
        ]
        made = await page.ask("workshop/import", {"files": files, "board_file": toy})
        assert made["notes"] == []
        assert (await page.ask("boards", {"board_file": made["board_file"]}))["id"] == "toy"
        broken = await page.answer("workshop/tickets", {"board_file": "cities = ["})
        assert broken["error"]["code"] == "bad_board"
        assert broken["error"]["problems"][0]["said"]["text"] == "{name} is not valid TOML: {error}"

    asyncio.run(go())


def test_the_lab_plays_on_a_page_and_tells_its_progress() -> None:
    async def go() -> None:
        page = Page()
        wanted = {"board_file": board_text("toy"), "games": 120, "seconds": 30, "changes": False}
        report = await page.ask("workshop/lab", wanted)
        assert report["games"] == 120
        assert [table["players"] for table in report["tables"]] == [2, 3, 4]
        assert page.progress[-1] == 1.0
        assert page.progress == sorted(page.progress)
        wrong = await page.answer("workshop/lab", {**wanted, "board_file": "format = 1"})
        assert wrong["error"]["code"] == "bad_board"

    asyncio.run(go())
