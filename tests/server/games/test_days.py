"""The deal of the day on a server: the same as everywhere, with its par."""

from __future__ import annotations

from datetime import date

import httpx

import semafor
from semafor.contest.par import par_of
from semafor.contest.results import check_result
from semafor.table.deals import day_deal
from tests.server.client import get, new_game, run
from tests.server.serving import Server
from tests.server.tables import ME, players


def test_a_deal_of_the_day_is_played_and_its_record_counts(server: Server) -> None:
    async def work() -> None:
        today = (await get(server.url, "/api/days"))["today"]
        made = await new_game(server.url, [ME], board="toy", day=today)
        (player,) = await players(server, made)
        await player.play()
        assert (await get(server.url, f"/api/games/{made['game']}"))["day"] == today
        file = await get(server.url, f"/api/games/{made['game']}/record")
        board = semafor.load_board("toy")
        deal = day_deal(board, date.fromisoformat(today))
        record = semafor.Record.from_json(file["record"])
        assert check_result(deal, board, record).points == file["score"]["seats"][0]["total"]
        par = await get(server.url, f"/api/days/{today}/toy/par")
        assert par["points"] == par_of(deal, board).points
        assert (await get(server.url, f"/api/days/{today}/toy/par")) == par

    run(work())


def test_a_day_or_board_without_a_deal_is_refused(server: Server) -> None:
    for path, status, code in (
        ("/api/days/2999-01-01/toy/par", 404, "unknown_day"),
        ("/api/days/now/toy/par", 404, "unknown_day"),
        ("/api/days/2026-01-01/moon/par", 422, "unknown_board"),
    ):
        answer = httpx.get(f"{server.url}{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
