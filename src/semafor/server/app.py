"""The ASGI application."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from semafor.server.budget import in_thread
from semafor.server.contest.contests import Contests
from semafor.server.contest.counting import Counting
from semafor.server.http import (
    api_bots,
    api_contests,
    api_days,
    api_finished,
    api_games,
    api_guests,
    api_push,
    api_puzzles,
)
from semafor.server.http.pages import Pages, find_pages
from semafor.server.http.rest import answer, openapi
from semafor.server.http.routing import Router
from semafor.server.http.security import Guard, error_response, refuse_socket
from semafor.server.http.sockets import serve_socket
from semafor.server.limits import Buckets, Counts
from semafor.server.logs import report
from semafor.server.metrics import metrics_text
from semafor.server.rooms.analyses import Analyses
from semafor.server.rooms.hub import Hub
from semafor.server.rooms.pars import Pars
from semafor.server.settings import Settings
from semafor.server.store.errors import StorageError
from semafor.table.wire.messages import ErrorInfo
from semafor.table.wire.problems import Refused

_SOCKET: Final = re.compile("/api/games/([^/]+)/socket")
_HOUR: Final = 3600.0
_HEAVY: Final = 10
"""How many requests a slow one counts as."""
ROUTERS: Final = tuple(
    module.ROUTER
    for module in (api_games, api_push, api_finished, api_days, api_contests, api_guests, api_puzzles, api_bots)
)
"""What the REST API is made of."""
_WRONG_METHOD: Final = 405
_CODES: Final = {404: "not_found", _WRONG_METHOD: "wrong_method"}


def make_app(settings: Settings) -> ASGIApp:
    """Return the application, with its own hub."""
    hub = Hub(settings)
    analyses = Analyses(hub.thinkers, hub.storage, hub.settings.analysis_playouts)
    pars = Pars(hub.thinkers)
    counting = Counting(hub)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await hub.open()
        counting.start()
        try:
            yield
        finally:
            analyses.work.stop()
            pars.work.stop()
            await counting.stop()
            await hub.close()

    operations = [*(one for router in ROUTERS for one in router.operations), *_own_pages(hub).operations]
    app = Starlette(routes=[one.route() for one in operations], lifespan=lifespan)
    app.router.redirect_slashes = False
    app.state.hub = hub
    app.state.analyses = analyses
    app.state.pars = pars
    app.state.contests = Contests(hub)
    app.state.new_guests = Buckets(settings.games_per_hour / _HOUR, settings.games_per_hour)
    app.state.heavy = Buckets(settings.requests_per_second / _HEAVY, max(1, settings.request_burst // _HEAVY))
    app.state.streams = Counts(settings.connections_per_address)
    _add_error_answers(app)
    # Not mounted: an API path with the wrong method must get 405, not 404.
    app.router.default = Pages(find_pages())
    return Guard(Front(app, hub), settings)


class Front:
    """Routes WebSockets to their tables, and everything else to the application."""

    def __init__(self, app: ASGIApp, hub: Hub) -> None:
        """Take the application for requests, and the hub for sockets."""
        self.app = app
        self.hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Dispatch a request or a WebSocket."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        place = _SOCKET.fullmatch(scope["path"])
        if place is None:
            await refuse_socket(receive, send)
        else:
            await serve_socket(self.hub, receive, send, place[1])


def _own_pages(hub: Hub) -> Router:
    own = Router("")

    @own.get("/healthz")
    async def healthz() -> Response:
        trouble = await hub.storage.trouble()
        if trouble is not None:
            return answer({"ok": False, "trouble": trouble, "rooms": len(hub.rooms)}, 503)
        return answer({"ok": True, "rooms": len(hub.rooms)})

    @own.get("/metrics")
    async def metrics() -> Response:
        return Response(metrics_text(), media_type="text/plain; version=0.0.4")

    @own.get("/openapi.json")
    async def description() -> Response:
        return answer(await in_thread(partial(openapi, *ROUTERS)))

    return own


def _add_error_answers(app: Starlette) -> None:
    """Return every error in the same form, without details of the server's internals."""

    async def refused(_: Request, problem: Any) -> Response:
        return error_response(problem.info, problem.status)

    async def http_error(request: Request, problem: Any) -> Response:
        code = _CODES.get(problem.status_code, "bad_request")
        text = {404: "there is nothing here", 405: "this method is not allowed here"}.get(problem.status_code)
        response = error_response(ErrorInfo(code, text or "the request can't be answered"), problem.status_code)
        if problem.status_code == _WRONG_METHOD:
            fitting = (
                one for one in app.routes if isinstance(one, Route) and one.matches(request.scope)[0] is not Match.NONE
            )
            response.headers["allow"] = ", ".join(sorted(method for one in fitting for method in one.methods or ()))
        return response

    async def not_saved(request: Request, problem: Any) -> Response:
        report(problem)
        if request.method == "GET":
            return error_response(ErrorInfo("no_database", "the database does not answer; try again"), 503)
        return error_response(ErrorInfo("not_saved", "the database write failed; try again"), 503)

    async def internal(_: Request, problem: Any) -> Response:
        report(problem)
        return error_response(ErrorInfo("internal_error", "something went wrong in the server"), 500)

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(HTTPException, http_error)
    app.add_exception_handler(StorageError, not_saved)
    app.add_exception_handler(Exception, internal)
