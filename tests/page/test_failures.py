"""When a page's bots or database fail, the game goes on and the client is told."""

from __future__ import annotations

import asyncio
import json

import pytest

import semafor
from semafor import Chance
from semafor.bots.levels import level_by_id
from semafor.home import driver
from semafor.simulation.insight.hints import HintJob
from semafor.simulation.thinking import Decide
from tests.page.pages import BOT, ME, MemoryDatabase, Page, sit, think


def test_a_bot_that_fails_is_replaced_by_a_simpler_one() -> None:
    async def play() -> None:
        asked: list[str] = []

        async def fails(job: str) -> str:
            asked.append(json.loads(job)["spec"])
            return "" if "lapses" in asked[-1] else await think(job)

        page = Page(bots=fails)
        screen = await sit(page, await page.make(ME, BOT))
        await screen.play_out(Chance.seeded("fails"))
        assert set(asked) == {level_by_id(BOT["level"]).spec, "planner"}

    asyncio.run(play())


@pytest.mark.parametrize("here", [True, False])
def test_a_game_goes_on_if_the_worker_of_the_bots_has_failed(here: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A simpler bot decides in the tables' worker; if that fails too, any legal action is taken."""
    decided: list[str] = []

    async def broken(_job: str) -> str:
        raise RuntimeError("out of memory")

    run = Decide.run

    def decide(job: Decide) -> bytes:
        decided.append(job.spec)
        return run(job) if here else b""

    monkeypatch.setattr(Decide, "run", decide)

    async def play() -> None:
        screen = await sit(page := Page(bots=broken), made := await page.make(ME, BOT))
        await screen.play_out(Chance.seeded("broken"))
        file = await page.ask(f"games/{made['game']}/record")
        assert semafor.read_game_file(json.dumps(file).encode()).game.over

    asyncio.run(play())
    assert set(decided) == {"planner"}


async def broken(_job: str) -> str:
    raise RuntimeError("out of memory")


async def silent(_job: str) -> str:
    return ""


def test_a_hint_comes_from_the_tables_worker_if_the_other_one_fails_or_is_not_there_yet() -> None:
    async def play() -> None:
        for page in (Page(bots=broken), Page(bots=silent), Page(bots=never, awake=lambda: False)):
            screen = await sit(page, await page.make(ME, BOT, first=0))
            answer = await screen.ask("hint", seat=0)
            assert answer["ok"], answer
            assert (await screen.act(answer["hint"]["action"]))["ok"]

    async def never(job: str) -> str:
        assert json.loads(job)["type"] != "HintJob"
        return await think(job)

    asyncio.run(play())


def test_a_hint_that_fails_everywhere_is_told_and_the_screen_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_job: HintJob) -> bytes:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(HintJob, "run", fail)

    async def play() -> None:
        screen = await sit(page := Page(bots=broken), await page.make(ME, BOT, first=0))
        answer = await screen.ask("hint", seat=0)
        assert (answer["ok"], answer["error"]["code"]) == (False, "internal_error")
        assert (await screen.act(screen.choice(Chance.seeded(1))))["ok"]

    asyncio.run(play())


def test_the_bots_are_loaded_when_a_table_with_hints_is_shown() -> None:
    calls = 0

    def awake() -> bool:
        nonlocal calls
        calls += 1
        return True

    async def play() -> None:
        page = Page(awake=awake)
        await sit(page, await page.make(ME, BOT, hints=False))
        assert calls == 0
        await sit(page, await page.make(ME, BOT))
        assert calls == 1

    asyncio.run(play())


def test_a_step_that_could_not_be_stored_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_AGAIN", 0.0)

    class FailingDatabase(MemoryDatabase):
        failures = 0

        async def store(self, game: str, kept: str, entries: str) -> bool:
            if '"by_bot":true' in entries and self.failures < 3:
                self.failures += 1
                raise RuntimeError("the database is closed")
            return await super().store(game, kept, entries)

    async def play() -> None:
        screen = await sit(page := Page(database := FailingDatabase()), await page.make(ME, BOT))
        await screen.play_out(Chance.seeded("closed"))
        assert database.failures == 3

    asyncio.run(play())
