"""Finished games, and games that were played on a real table."""

from __future__ import annotations

import time
from typing import Any, Final

import msgspec

from semafor.home import tables
from semafor.home.endpoints.endpoint import JSON, LINES, Ask, Encoded, Endpoints
from semafor.home.work.file_jobs import ReadRecord, Replay, Report, ScoreTabletop, stored_of
from semafor.home.work.workers import Caller
from semafor.simulation.insight.spreads import SpreadGames
from semafor.table.finished.moments import check_spread, record_until
from semafor.table.finished.replays import eyes_of
from semafor.table.wire.api_messages import (
    Analysis,
    Frame,
    KeptGame,
    MadeGame,
    PlayOn,
    Spread,
    SpreadGame,
    Statistics,
)
from semafor.table.wire.problems import Refused
from semafor.table.wire.tabletop_messages import Tabletop, TabletopScore

FINISHED = Endpoints()
_FORMATS: Final = {"json": JSON, "ndjson": LINES, "text": "text/plain; charset=utf-8"}


@FINISHED.get("/games/{game}/record", 404, 409, 410, 422)
async def record(ask: Ask, game: str, format: str = "json") -> Encoded[dict[str, Any]]:
    """Return the file of a finished game as JSON, as lines of JSON (format=ndjson), or as text (format=text)."""
    if format not in _FORMATS:
        raise Refused("bad_request", "the formats are json, ndjson and text", None, "format", 422)
    return Encoded(await _report(ask, game, format), _FORMATS[format])


@FINISHED.get("/games/{game}/replay", 404, 409, 410, 422, cost="heavy")
async def replay(ask: Ask, game: str, eyes: str = "spectator") -> Encoded[list[Frame]]:
    """Return a finished game step by step, as seen by a seat or a spectator, or with all hands open."""
    room = await ask.home.room(game)
    seat, everything = eyes_of(room.table, eyes)
    room.table.opened(time.time())
    job = Replay(room.table.row, room.table.seats, await ask.home.store.entries(game), seat, everything)
    return Encoded(await ask.home.workers.do(job, Caller((ask.address,))))


@FINISHED.get("/games/{game}/statistics", 404, 409, 410)
async def statistics(ask: Ask, game: str) -> Encoded[Statistics]:
    """Return the statistics of a finished game."""
    return Encoded(await _report(ask, game, "statistics"))


@FINISHED.get("/games/{game}/analysis", 404, 409, 410, cost="heavy", needs="analysis", progress=True)
async def analysis(ask: Ask, game: str) -> Analysis:
    """Return the planner's choice at every move of a finished game, and the chances of winning over time.

    A client that accepts `application/x-ndjson` gets lines instead: {"part": …} from time to time, from 0 to 1, and at
    last {"ok": …} or {"error": …}. An analysis that nobody waits for any more is stopped.
    """
    room = await ask.home.room(game)
    room.table.opened(time.time())
    return await ask.home.analyses.of(room.table, ask.address, ask.tell)


@FINISHED.get("/games/{game}/spread", 404, 409, 410, 422, cost="heavy")
async def spread(ask: Ask, game: str, after: int, first: int = 0, games: int = 5) -> Spread:
    """Let bots play on from a moment of a finished game, and return how these games end."""
    room = await ask.home.room(game)
    room.table.opened(time.time())
    row = room.table.row
    seen = record_until(room.table, check_spread(room.table, after, first, games))
    # Bots of any level play these games, so that fewer make a job than of planners.
    most = max(1, ask.home.analyses.effort.slice // 2)
    found: list[SpreadGame] = []
    for number in range(first, first + games, most):
        job = SpreadGames(row.board, row.board_text, seen, number, min(most, first + games - number))
        done = await ask.home.workers.do(job, Caller((ask.address,)))
        found += msgspec.json.decode(done, type=list[SpreadGame])
    return Spread(after, first, found)


@FINISHED.post("/games/{game}/play-on", 404, 409, 410, 422, cost="table")
async def play_on(ask: Ask, game: str, wanted: PlayOn) -> MadeGame:
    """Make a table that goes on from a moment of a finished game, against bots."""
    room = await ask.home.room(game)
    room.table.opened(time.time())
    return await tables.play_on(ask.home, room, wanted, ask.address)


@FINISHED.post("/records", cost="table", most=None, takes=dict)
async def import_record(ask: Ask, raw: bytes) -> KeptGame:
    """Import a finished game: a game file, or a bare record."""
    row, seats, entries = stored_of(await ask.home.workers.do(ReadRecord(raw, time.time()), Caller((ask.address,))))
    await ask.home.store.create(row, seats, entries)
    return KeptGame(row.id)


@FINISHED.post("/score")
async def score_tabletop(ask: Ask, wanted: Tabletop) -> Encoded[TabletopScore]:
    """Score a game that was played on a real table; nothing is stored."""
    return Encoded(await ask.home.workers.do(ScoreTabletop(wanted), Caller((ask.address,)), brief=True))


async def _report(ask: Ask, game: str, kind: str) -> bytes:
    """Return a report on a finished game, made by a worker."""
    room = await ask.home.room(game)
    room.table.opened(time.time())
    job = Report(room.table.row, room.table.seats, await ask.home.store.entries(game), kind)
    return await ask.home.workers.do(job, Caller((ask.address,)))
