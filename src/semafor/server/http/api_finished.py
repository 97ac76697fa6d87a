"""REST: finished games."""

from __future__ import annotations

import time
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from semafor.server.chores import ReadRecord, Replay, Report, ScoreTabletop, stored_of
from semafor.server.http.rest import allow_table, answer, describe, hub_of, read, read_body
from semafor.server.http.routing import Router
from semafor.server.http.security import client_address
from semafor.server.rooms.analyses import Analyses
from semafor.server.rooms.room import ENCODER
from semafor.server.tables import play_on
from semafor.server.turns import Asked
from semafor.simulation.spreads import SpreadGames
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

ROUTER = Router("/api")
_FORMATS: Final = {
    "json": "application/json",
    "ndjson": "application/x-ndjson",
    "text": "text/plain; charset=utf-8",
}


@ROUTER.get("/games/{game}/record", **describe(dict, refusals=(404, 409, 410, 422)))
async def record(request: Request, game: str, format: str = "json") -> Response:
    """Return the file of a finished game as JSON, as lines of JSON (format=ndjson), or as text (format=text)."""
    if format not in _FORMATS:
        raise Refused("bad_request", "the formats are json, ndjson and text", None, "format", 422)
    return Response(await _report(request, game, format), media_type=_FORMATS[format])


@ROUTER.get("/games/{game}/replay", **describe(list[Frame], refusals=(404, 409, 410, 422)))
async def show_replay(request: Request, game: str, eyes: str = "spectator") -> Response:
    """Return a finished game step by step, as seen by a seat or a spectator, or with all hands open."""
    hub = hub_of(request)
    room = await hub.room(game)
    seat, everything = eyes_of(room.table, eyes)
    if not request.app.state.heavy.allows(client_address(request)):
        raise Refused("too_fast", "too many replays at once; wait a moment", status=429)
    room.table.opened(time.time())
    chore = Replay(room.table.row, room.table.seats, await hub.storage.entries(game), seat, everything)
    return _json(await hub.thinkers.do(chore, Asked((client_address(request),))))


@ROUTER.get("/games/{game}/statistics", **describe(Statistics, refusals=(404, 409, 410)))
async def show_statistics(request: Request, game: str) -> Response:
    """Return the statistics of a finished game."""
    return _json(await _report(request, game, "statistics"))


@ROUTER.get("/games/{game}/analysis", **describe(Analysis, refusals=(404, 409, 410)))
async def show_analysis(request: Request, game: str) -> Response:
    """Return the planner's choice at every move of a finished game, and the chances of winning over time.

    A client that accepts `application/x-ndjson` gets lines instead: {"part": …} from time to time, from 0 to 1, and at
    last {"ok": …} or {"error": …}. An analysis that nobody waits for any more is stopped.
    """
    room = await hub_of(request).room(game)
    address = client_address(request)
    if not request.app.state.heavy.allows(address):
        raise Refused("too_fast", "too many analyses at once; wait a moment", status=429)
    room.table.opened(time.time())
    analyses: Analyses = request.app.state.analyses
    if request.headers.get("accept") != _FORMATS["ndjson"]:
        return answer(await analyses.of(room, address))
    room.table.finished()
    lines = (ENCODER.encode(line) + b"\n" async for line in analyses.watch(room, address))
    # Proxies must not collect them.
    return StreamingResponse(lines, media_type=_FORMATS["ndjson"], headers={"X-Accel-Buffering": "no"})


@ROUTER.get("/games/{game}/spread", **describe(Spread, refusals=(404, 409, 410, 422)))
async def show_spread(request: Request, game: str, after: int, first: int = 0, games: int = 5) -> Response:
    """Let bots play on from a moment of a finished game, and return how these games end."""
    hub = hub_of(request)
    room = await hub.room(game)
    room.table.opened(time.time())
    taken = check_spread(room.table, after, first, games)
    address = client_address(request)
    if not request.app.state.heavy.allows(address):
        raise Refused("too_fast", "too many games at once; wait a moment", status=429)
    row = room.table.row
    job = SpreadGames(row.board, row.board_text, record_until(room.table, taken), first, games)
    done = await hub.thinkers.do(job, Asked((address,)))
    return answer(Spread(after, first, msgspec.json.decode(done, type=list[SpreadGame])))


@ROUTER.post("/games/{game}/play-on", **describe(MadeGame, PlayOn, (404, 409, 410, 422)))
async def go_on(request: Request, game: str) -> Response:
    """Make a table that goes on from a moment of a finished game, against bots."""
    hub = hub_of(request)
    wanted = await read(request, PlayOn)
    room = await hub.room(game)
    room.table.opened(time.time())
    allow_table(request)
    return answer(await play_on(hub, room, wanted, client_address(request)))


@ROUTER.post("/records", **describe(KeptGame, dict))
async def keep_record(request: Request) -> Response:
    """Import a finished game: a game file, or a bare record."""
    hub = hub_of(request)
    allow_table(request)
    raw = await read_body(request)
    done = await hub.thinkers.do(ReadRecord(raw, time.time()), Asked((client_address(request),)))
    row, seats, entries = stored_of(done)
    await hub.storage.create(row, seats, entries)
    return answer(KeptGame(row.id))


@ROUTER.post("/score", **describe(TabletopScore, Tabletop))
async def score_game(request: Request) -> Response:
    """Score a game that was played on a real table; nothing is stored."""
    chore = ScoreTabletop(await read(request, Tabletop))
    return _json(await hub_of(request).thinkers.do(chore, Asked((client_address(request),)), brief=True))


async def _report(request: Request, game: str, kind: str) -> bytes:
    """Return a report on a finished game, made in a worker process."""
    hub = hub_of(request)
    room = await hub.room(game)
    room.table.opened(time.time())
    chore = Report(room.table.row, room.table.seats, await hub.storage.entries(game), kind)
    return await hub.thinkers.do(chore, Asked((client_address(request),)))


def _json(encoded: bytes) -> Response:
    return Response(encoded, media_type="application/json")
