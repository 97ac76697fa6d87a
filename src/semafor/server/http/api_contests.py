"""REST: contests, the same deals for many tables."""

from __future__ import annotations

from semafor.home.endpoints.endpoint import Endpoints
from semafor.server.http.rest import ServedAsk
from semafor.table.wire import contest_messages as wire
from semafor.table.wire.contest_messages import ContestGame, JoinContest, JoinedContest, MadeContest, Manage, NewContest

CONTESTS = Endpoints("/api/contests")


@CONTESTS.post("", cost="table", needs="contests")
async def make_contest(ask: ServedAsk, wanted: NewContest) -> MadeContest:
    """Make a contest. The host's token is shown only once."""
    return await ask.served.contests.make(wanted)


@CONTESTS.get("/{contest}", 401, 404, needs="contests")
async def contest(ask: ServedAsk, contest: str, token: str | None = None) -> wire.Contest:
    """Return a contest; with the token of a player or the host, as they see it."""
    return await ask.served.contests.show(contest, token)


@CONTESTS.post("/{contest}/join", 404, 409, 422, cost="heavy", needs="contests")
async def join_contest(ask: ServedAsk, contest: str, wanted: JoinContest) -> JoinedContest:
    """Take a seat in a contest."""
    return await ask.served.contests.join(contest, wanted)


@CONTESTS.post("/{contest}/deals/{deal}", 401, 403, 404, 409, 410, needs="contests")
async def play_deal(ask: ServedAsk, contest: str, deal: int, wanted: wire.SitDown, token: str) -> ContestGame:
    """Be ready for a deal; the answer has the game once everybody at the table is."""
    return await ask.served.contests.sit_down(contest, token, deal, wanted.anyway, ask.address)


@CONTESTS.post("/{contest}/manage", 401, 403, 404, 409, needs="contests")
async def manage_contest(ask: ServedAsk, contest: str, wanted: Manage, token: str) -> wire.Contest:
    """Do what only the host may."""
    return await ask.served.contests.manage(contest, token, wanted)
