"""The backend of a page, run in CPython: whole games by messages, tabs that share games, requests."""

from __future__ import annotations

import asyncio
import json
from datetime import date
from pathlib import Path

import pytest

import semafor
from semafor import Chance
from semafor.bots.levels import LEVELS
from semafor.bots.net.files import trained_players
from semafor.contest.par import par_of
from semafor.contest.results import check_result
from semafor.engine.boards import LONGEST_FILE
from semafor.page.tables_worker import PageHost
from semafor.puzzles.collection import puzzles_of
from semafor.table.deals import day_deal
from semafor.table.game_table import Pace
from tests.page.pages import BOT, ME, OTHER, MemoryDatabase, Page, sit, think
from tests.proof import PROOF

BOARDS = [board for board in semafor.builtin_ids() if board != "toy"]
GAMES = 25 if PROOF else 1
"""Whole games on each board; on four boards the proof is a hundred."""


@pytest.mark.parametrize("board", [*BOARDS, "toy"])
def test_whole_games_by_messages_end_as_the_replay_of_their_records(board: str) -> None:
    async def play(number: int) -> None:
        page = Page()
        made = await page.make(ME, BOT, board=board)
        screen = await sit(page, made)
        await screen.play_out(Chance.seeded(f"{board} {number}"))
        file = await page.ask(f"games/{made['game']}/record")
        replayed = semafor.read_game_file(json.dumps(file).encode()).game
        assert replayed.over
        score = replayed.score()
        assert score.to_json() == file["score"]
        shown = screen.view["score"]
        assert shown["winners"] == score.winners
        assert [seat["total"] for seat in shown["seats"]] == [seat.total for seat in score.seats]
        frames = await page.ask(f"games/{made['game']}/replay?eyes=open")
        assert len(frames) == len(page.database.logs[made["game"]])
        statistics = await page.ask(f"games/{made['game']}/statistics")
        assert statistics["actions"] == len(file["record"]["actions"])

    for number in range(GAMES):
        asyncio.run(play(number))


def test_a_game_at_a_real_table_is_scored() -> None:
    async def score() -> None:
        seats = [{"routes": ["montreal:new-york:blue"]}, {}]
        scored = await Page().ask("score", {"board": "usa", "seats": seats})
        assert [seat["total"] for seat in scored["view"]["score"]["seats"]] == [4 + 10, 0]

    asyncio.run(score())


def test_a_game_goes_on_at_the_exact_decision_when_the_page_is_loaded_again() -> None:
    async def play() -> None:
        page = Page()
        made = await page.make(ME, BOT, board="toy")
        screen = await sit(page, made)
        luck = Chance.seeded("reload")
        for _ in range(6):
            await screen.until(lambda: screen.may_act)
            await screen.act(screen.choice(luck))
        await screen.until(lambda: screen.may_act)
        again = await sit(Page(page.database), made)
        for part in ("seq", "observation", "offers", "tickets", "undo"):
            assert again.view[part] == screen.view[part]
        await again.play_out(luck)

    asyncio.run(play())


def test_two_tabs_play_one_game_and_neither_loses_an_action() -> None:
    async def play() -> None:
        database = MemoryDatabase()
        first, second = Page(database), Page(database)
        made = await first.make(ME, OTHER, BOT, board="toy")
        one = await first.connect(made["game"], [made["seats"][0]["token"]])
        other = await second.connect(made["game"], [made["seats"][1]["token"]])
        luck = Chance.seeded("tabs")
        for _ in range(400):
            await first.worker.changed(made["game"])
            await second.worker.changed(made["game"])
            if one.over and other.over:
                break
            for screen in (one, other):
                if screen.view["offers"] is not None and not screen.over:
                    # A change in another tab only makes it stale.
                    answer = await screen.act(screen.choice(luck))
                    assert answer["ok"] or answer["error"]["code"] == "stale", answer
            await asyncio.sleep(0)
        assert (one.over, other.over) == (True, True)
        assert one.view["score"] == other.view["score"]
        assert sorted(database.logs[made["game"]]) == list(range(1, len(database.logs[made["game"]]) + 1))

    asyncio.run(play())


def test_at_one_screen_nobody_sees_a_hand_before_they_look() -> None:
    async def play() -> None:
        page = Page()
        screen = await sit(page, await page.make(ME, OTHER, board="usa"))
        assert screen.view.get("eyes") is None
        assert "hand" not in screen.view["observation"]
        await screen.ask("look", seat=1)
        assert screen.view["eyes"] == 1
        assert screen.view["observation"]["hand"]

    asyncio.run(play())


def test_an_action_can_be_taken_back_while_the_bot_waits() -> None:
    async def play() -> None:
        page = Page(pace=Pace(bot_pause=0.0, undo_pause=600.0))
        screen = await sit(page, await page.make(ME, BOT, board="usa"))
        keep = screen.choice(Chance.seeded(1))
        assert (await screen.act(keep))["ok"]
        assert screen.view["undo"] == 0
        assert (await screen.ask("undo", seat=0, seq=screen.view["seq"]))["ok"]
        assert screen.view["offers"]["keep"]["tickets"] == keep["tickets"]
        # The player can end the ten minutes early.
        assert (await screen.act(keep))["ok"]
        assert (await screen.ask("go_on", seat=0, seq=screen.view["seq"]))["ok"]
        while screen.view["observation"]["decision"] != "take_turn":
            await asyncio.sleep(0.01)
        assert screen.view["undo"] is None

    asyncio.run(play())


def test_requests_are_refused_as_by_a_server() -> None:
    async def work() -> None:
        page = Page()

        async def code(path: str, body: object = None) -> str:
            answer = await page.answer(path, body)
            found: str = answer["error"]["code"]
            return found

        assert await code("games/nosuchgame") == "not_found"
        assert await code("lobby") == "not_found"
        assert await code("games", "no JSON") == "bad_json"
        assert await code("games", {"seats": 3}) == "bad_request"
        assert await code("games", {"seats": [ME, BOT], "board_file": "x" * (LONGEST_FILE + 1)}) == "bad_request"
        assert await code("games", {"seats": [ME, BOT], "board_file": "routes = ["}) == "bad_board"
        assert await code("records", "{}") == "bad_record"
        made = await page.make(ME, BOT)
        assert await code(f"games/{made['game']}/record") == "not_over"
        assert await code(f"games/{made['game']}/replay?eyes=7") == "bad_request"
        screen = await sit(page, made)
        await page.worker.hear(screen.key, '{"type": "act", "id": "x"}')
        assert screen.last("answer")["error"]["code"] == "bad_message"
        await page.worker.hear(screen.key, "[")
        assert screen.last("error")["code"] == "bad_message"

    asyncio.run(work())


def test_a_record_goes_to_a_page_and_a_game_can_be_played_again() -> None:
    async def work() -> None:
        page = Page()
        made = await page.make(ME, BOT)
        screen = await sit(page, made)
        await screen.play_out(Chance.seeded("record"))
        file = await page.ask(f"games/{made['game']}/record")
        kept = await Page(MemoryDatabase()).ask("records", file)
        assert kept["game"] != made["game"]
        token = made["seats"][0]["token"]
        again = await page.ask(f"games/{made['game']}/rematch", {}, token)
        assert again["game"] != made["game"]
        assert again["seats"] == [{"seat": 1, "token": token}]
        assert await page.ask(f"games/{made['game']}/rematch", {}, token) == again

    asyncio.run(work())


def test_a_hint_can_be_followed() -> None:
    async def play() -> None:
        page = Page()
        screen = await sit(page, await page.make(ME, BOT, board="usa"))
        for _ in range(4):
            await screen.until(lambda: screen.may_act)
            answer = await screen.ask("hint", seat=0)
            assert answer["seq"] == screen.view["seq"]
            assert answer["hint"]["plan"]
            assert (await screen.act(answer["hint"]["action"]))["ok"]
        screen = await sit(page, await page.make(ME, BOT, hints=False))
        assert (await screen.ask("hint", seat=0))["error"]["code"] == "no_hints"

    asyncio.run(play())


def test_a_hint_is_worked_out_anew_if_a_bot_decides_meanwhile() -> None:
    async def play() -> None:
        hints = 0

        async def bots(job: str) -> str:
            nonlocal hints
            if json.loads(job)["type"] == "HintJob":
                hints += 1
                if hints == 1:
                    free.set()
                    await screen.until(lambda: screen.view["seq"] > before)
            else:
                await free.wait()
            return await think(job)

        page, free = Page(bots=bots), asyncio.Event()
        screen = await sit(page, await page.make(ME, BOT, board="usa"))
        before = screen.view["seq"]
        answer = await screen.ask("hint", seat=0)
        assert (answer["ok"], hints, answer["seq"] > before) == (True, 2, True)

    asyncio.run(play())


def test_a_game_goes_on_from_a_moment_of_a_finished_one() -> None:
    async def play() -> None:
        page = Page()
        made = await page.make(ME, BOT)
        path = f"games/{made['game']}"
        assert (await page.answer(f"{path}/play-on", {"after": 1, "seat": 0}))["error"]["code"] == "not_over"
        await (await sit(page, made)).play_out(Chance.seeded("what if"))
        again = await page.ask(f"{path}/play-on", {"after": 6, "seat": 0})
        table = await page.ask(f"games/{again['game']}")
        assert (table["continues"], table["seats"][1]["level"]) == (made["game"], BOT["level"])
        await (await sit(page, again)).play_out(Chance.seeded("other"))
        spread = await page.ask(f"{path}/spread?after=6&first=1&games=3")
        assert (spread["after"], spread["first"], len(spread["games"])) == (6, 1, 3)
        assert (await page.answer(f"{path}/spread?after=x"))["error"]["code"] == "bad_request"

    asyncio.run(play())


def test_an_analysis_says_how_far_it_is_and_can_be_stopped() -> None:
    async def work() -> None:
        page = Page()
        made = await page.make(ME, BOT)
        screen = await sit(page, made)
        await screen.play_out(Chance.seeded("analysis"))
        under_way = asyncio.create_task(page.answer(f"games/{made['game']}/analysis"))
        while not page.progress:
            await asyncio.sleep(0)
        page.worker.stop(page.asked)
        assert (await under_way)["error"]["code"] == "stopped"
        page.progress.clear()
        analysis = await page.ask(f"games/{made['game']}/analysis")
        assert analysis["playouts"] == 20
        assert page.progress == sorted(page.progress)
        assert page.progress[0] == 0
        assert 0.9 < page.progress[-1] <= 1
        # It is kept: after a reload nobody plays anything out.
        again = Page(page.database)
        assert await again.ask(f"games/{made['game']}/analysis") == analysis
        assert again.progress == []
        assert len(analysis["advice"]) == sum(entry["kind"] == "action" for entry in screen_log(page, made["game"]))

    asyncio.run(work())


def screen_log(page: Page, game: str) -> list[dict[str, object]]:
    return [json.loads(text) for text in page.database.logs[game].values()]


def test_a_game_of_an_older_board_is_refused_and_kept() -> None:
    async def work() -> None:
        page = Page()
        made = await page.make(ME, BOT)
        kept = json.loads(page.database.games[made["game"]])
        kept["row"]["rules"] -= 1
        page.database.games[made["game"]] = json.dumps(kept)
        answer = await Page(page.database).answer(f"games/{made['game']}")
        assert answer["error"]["code"] == "old_game"
        assert made["game"] in page.database.games
        # The same if the stored game has an unknown schema; such a game can be deleted.
        page.database.games[made["game"]] = json.dumps({**kept, "row": {"id": made["game"], "deal": 3}})
        again = Page(page.database)
        assert (await again.answer(f"games/{made['game']}"))["error"]["code"] == "old_game"
        await again.worker.forget(made["game"])
        assert (page.database.games, page.database.logs) == ({}, {})
        assert (await again.answer(f"games/{made['game']}"))["error"]["code"] == "not_found"

    asyncio.run(work())


def test_a_board_file_of_ones_own_is_played_and_kept_with_the_game(tmp_path: Path) -> None:
    async def work() -> None:
        text = (Path(semafor.__file__).parent / "boards" / "toy.toml").read_text(encoding="utf-8")
        page = Page()
        made = await page.ask("games", {"board_file": text, "seats": [ME, BOT]})
        screen = await sit(Page(page.database), made)
        assert screen.last("welcome")["table"]["board_file"]
        await screen.play_out(Chance.seeded("own board"))

    asyncio.run(work())


def test_a_page_has_all_levels_but_those_that_search_and_networks_where_they_are_trained() -> None:
    offered = {level.id: level for level in PageHost().levels()}
    assert list(offered) == [level.id for level in LEVELS if not level.spec.startswith("search")]
    for level in LEVELS[:5]:
        assert offered[level.id].tables is None
    for board, players in (offered["superintendent"].tables or {}).items():
        assert players
        assert set(players) <= set(trained_players(semafor.load_board(board)))
    assert 2 in (offered["superintendent"].tables or {})["usa"]


def test_a_level_that_is_too_slow_for_a_table_is_refused_and_where_there_is_a_network_it_plays() -> None:
    specs: list[str] = []

    async def noted(job: str) -> str:
        specs.append(json.loads(job)["spec"])
        said = await think(job)
        assert said
        return said

    async def play() -> None:
        page = Page(bots=noted)
        for level, board in (("semafor", "usa"), ("superintendent", "toy")):
            wanted = {"board": board, "seats": [ME, {"kind": "bot", "level": level}]}
            refused = (await page.answer("games", wanted))["error"]
            assert (refused["code"], refused["where"]) == ("unknown_level", "seats[1].level")
        screen = await sit(page, await page.make(ME, {"kind": "bot", "level": "superintendent"}, board="usa"))
        for _ in range(3):
            await screen.until(lambda: screen.may_act)
            assert (await screen.act(screen.choice(Chance.seeded("learned"))))["ok"]
        await screen.until(lambda: screen.may_act)
        assert set(specs) == {"net:lapses=4"}

    asyncio.run(play())


def test_the_deal_of_the_day_is_played_against_its_bot_and_its_record_counts() -> None:
    async def play() -> None:
        page = Page()
        days = await page.ask("days")
        made = await page.make(ME, board="toy", day=days["today"])
        screen = await sit(page, made)
        await screen.play_out(Chance.seeded("day"))
        table = await page.ask(f"games/{made['game']}")
        assert table["day"] == days["today"]
        assert [seat["level"] for seat in table["seats"]] == [None, days["level"]]
        file = semafor.read_game_file(json.dumps(await page.ask(f"games/{made['game']}/record")).encode())
        deal = day_deal(file.board, date.fromisoformat(days["today"]))
        assert check_result(deal, file.board, file.record).points == file.game.score().seats[0].total
        par = await page.ask(f"days/{days['today']}/toy/par")
        assert par["points"] == par_of(deal, file.board).points

    asyncio.run(play())


@pytest.mark.parametrize(
    ("asked", "code", "where"),
    [
        ({"day": "2999-01-01"}, "unknown_day", "day"),
        ({"day": "today"}, "unknown_day", "day"),
        ({"day": "2026-01-01", "first": 0}, "bad_request", "first"),
        ({"day": "2026-01-01", "seats": [ME, BOT]}, "bad_request", "seats"),
        ({"day": "2026-01-01", "seats": [BOT]}, "bad_request", "seats"),
    ],
)
def test_a_deal_of_the_day_leaves_nothing_else_to_choose(asked: dict[str, object], code: str, where: str) -> None:
    async def ask() -> None:
        wanted = {"board": "toy", "seats": [ME], **asked}
        answer = await Page().answer("games", wanted)
        assert (answer["error"]["code"], answer["error"]["where"]) == (code, where)

    asyncio.run(ask())


def test_puzzles_are_shown_asked_about_and_answered_without_a_server() -> None:
    async def play() -> None:
        page = Page()
        lists = await page.ask("puzzles")
        assert {one["board"] for one in lists} == set(BOARDS)
        wanted = next(iter(puzzles_of("italy").values()))
        shown = await page.ask(f"puzzles/italy/{wanted.id}")
        assert shown["view"]["eyes"] == wanted.seat
        best = wanted.options[0].action
        check = {"type": "check", "id": "1", "seat": wanted.seat, "action": best}
        assert (await page.ask(f"puzzles/italy/{wanted.id}/ask", check))["ok"]
        assert (await page.ask(f"puzzles/italy/{wanted.id}/answer", {"action": best}))["chosen"] == 0
        refused = await page.answer("puzzles/italy/nothing")
        assert refused["error"]["code"] == "not_found"

    asyncio.run(play())
