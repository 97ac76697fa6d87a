"""REST: finished games."""

from __future__ import annotations

import asyncio
import time

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from semafor.engine.files.game_file import GameFileError, decode_game_file
from semafor.engine.files.game_text import game_to_text
from semafor.server.http.rest import answer, describe, hub_of, read_body
from semafor.server.http.security import client_address
from semafor.table.finished.files import (
    game_file,
    game_lines,
    stored_from_file,
)
from semafor.table.finished.replays import eyes_of, frames
from semafor.table.finished.statistics import statistics
from semafor.table.wire.api_messages import Analysis, Frame, KeptGame, Statistics
from semafor.table.wire.problems import Refused

ROUTER = APIRouter(prefix="/api")


@ROUTER.get("/games/{game}/record", **describe(dict, refusals=(404, 409, 410, 422)))
async def record(request: Request, game: str, format: str = "json") -> Response:
    """The file of a finished game, as JSON, (format=ndjson) as lines of JSON, or (format=text) as text for people."""
    room = await hub_of(request).room(game)
    if format == "text":
        return PlainTextResponse(game_to_text(room.table.finished().game.record()))
    data = game_file(room.table)
    if format == "ndjson":
        return StreamingResponse(game_lines(data), media_type="application/x-ndjson")
    if format != "json":
        raise Refused("bad_request", "the formats are json, ndjson and text", None, "format", 422)
    return answer(data)


@ROUTER.get("/games/{game}/replay", **describe(list[Frame], refusals=(404, 409, 410, 422)))
async def show_replay(request: Request, game: str, eyes: str = "spectator") -> Response:
    """A finished game step by step, with the eyes of a seat, of a spectator, or with everything open."""
    hub = hub_of(request)
    room = await hub.room(game)
    seat, everything = eyes_of(room.table, eyes)
    if not request.app.state.heavy.allows(client_address(request)):
        raise Refused("too_fast", "too many replays at once; wait a moment", status=429)
    entries = await hub.storage.entries(game)
    made: list[Frame] = []
    for number, frame in enumerate(frames(room.table, seat, everything, entries)):
        made.append(frame)
        if number % 20 == 0:
            await asyncio.sleep(0)  # others want to play meanwhile
    return answer(made)


@ROUTER.get("/games/{game}/statistics", **describe(Statistics, refusals=(404, 409, 410)))
async def show_statistics(request: Request, game: str) -> Response:
    """Statistics of a finished game."""
    return answer(statistics((await hub_of(request).room(game)).table))


@ROUTER.get("/games/{game}/analysis", **describe(Analysis, refusals=(404, 409, 410)))
async def show_analysis(request: Request, game: str) -> Response:
    """What the planner would have done at every move of a finished game, and how the chances of winning went."""
    room = await hub_of(request).room(game)
    if not request.app.state.heavy.allows(client_address(request)):
        raise Refused("too_fast", "too many analyses at once; wait a moment", status=429)
    return answer(await request.app.state.analyses.of(room))


@ROUTER.post("/records", **describe(KeptGame, dict, (400, 422)))
async def keep_record(request: Request) -> Response:
    """Keep a finished game from elsewhere: the file of a game, or a bare record."""
    hub = hub_of(request)
    if not request.app.state.new_games.allows(client_address(request)):
        raise Refused("too_many_games", "you have sent many games lately; wait a while", status=429)
    raw = await read_body(request)
    try:
        row, seats, entries = await asyncio.to_thread(lambda: stored_from_file(decode_game_file(raw), time.time()))
    except GameFileError as error:
        raise Refused("bad_record", str(error), status=422) from None
    await hub.storage.create(row, seats, entries)
    return answer(KeptGame(row.id))
