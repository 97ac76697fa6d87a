"""REST: contests, the same deals for many tables."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from semafor.server.contest.contests import Contests
from semafor.server.http.rest import allow_table, answer, bearer, describe, read, token_of
from semafor.server.http.routing import Router
from semafor.server.http.security import client_address
from semafor.table.wire.contest_messages import (
    Contest,
    ContestGame,
    JoinContest,
    JoinedContest,
    MadeContest,
    Manage,
    NewContest,
    SitDown,
)
from semafor.table.wire.problems import Refused

ROUTER = Router("/api/contests")


@ROUTER.post("", **describe(MadeContest, NewContest))
async def make_contest(request: Request) -> Response:
    """Make a contest. The host's token is shown only once."""
    wanted = await read(request, NewContest)
    allow_table(request)
    return answer(await _contests(request).make(wanted))


@ROUTER.get("/{contest}", **describe(Contest, refusals=(401, 404)))
async def show_contest(request: Request, contest: str) -> Response:
    """Return a contest; with the token of a player or the host, as they see it."""
    token = token_of(request) if "authorization" in request.headers else None
    return answer(await _contests(request).show(contest, token))


@ROUTER.post("/{contest}/join", **describe(JoinedContest, JoinContest, (404, 409, 422)))
async def join_contest(request: Request, contest: str) -> Response:
    """Take a seat in a contest."""
    wanted = await read(request, JoinContest)
    if not request.app.state.heavy.allows(client_address(request)):
        raise Refused("too_fast", "too many people join from your address at once; wait a moment", status=429)
    return answer(await _contests(request).join(contest, wanted))


@ROUTER.post("/{contest}/deals/{deal}", **bearer(describe(ContestGame, SitDown, (401, 403, 404, 409, 410))))
async def play_deal(request: Request, contest: str, deal: int) -> Response:
    """Be ready for a deal; the answer has the game once everybody at the table is."""
    wanted = await read(request, SitDown)
    contests = _contests(request)
    return answer(await contests.sit_down(contest, token_of(request), deal, wanted.anyway, client_address(request)))


@ROUTER.post("/{contest}/manage", **bearer(describe(Contest, Manage, (401, 403, 404, 409))))
async def manage_contest(request: Request, contest: str) -> Response:
    """Do what only the host may."""
    wanted = await read(request, Manage)
    return answer(await _contests(request).manage(contest, token_of(request), wanted))


def _contests(request: Request) -> Contests:
    contests: Contests = request.app.state.contests
    return contests
