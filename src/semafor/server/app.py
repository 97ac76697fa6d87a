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

from semafor.home import talk
from semafor.home.endpoints import ENDPOINTS
from semafor.home.endpoints.describe import openapi
from semafor.home.logs import report
from semafor.home.store import StoreError
from semafor.server.budget import in_thread
from semafor.server.contest.counting import Counting
from semafor.server.http.api_bots import BOTS
from semafor.server.http.api_contests import CONTESTS
from semafor.server.http.api_games import SITTING
from semafor.server.http.api_guests import GUESTS
from semafor.server.http.api_push import PUSH
from semafor.server.http.meeting import Relay
from semafor.server.http.pages import Pages, find_pages
from semafor.server.http.rest import respond, routes
from semafor.server.http.security import MEET_PATH, Guard, error_response, refuse_socket
from semafor.server.http.sockets import SOCKET_PATH, serve_socket
from semafor.server.hub.hub import Hub
from semafor.server.metrics import metrics_text
from semafor.server.settings import Settings
from semafor.table.bot_levels import offer
from semafor.table.wire.messages import ErrorInfo
from semafor.table.wire.problems import Refused

_SOCKET: Final = re.compile(SOCKET_PATH.replace("{game}", "([^/]+)"))
SERVED: Final = (
    *ENDPOINTS,
    *(one for part in (SITTING, PUSH, GUESTS, CONTESTS, BOTS) for one in part.all),
)
"""What the REST API is made of."""
_WRONG_METHOD: Final = 405
_CODES: Final = {404: "not_found", _WRONG_METHOD: "wrong_method"}


def make_app(settings: Settings) -> ASGIApp:
    """Return the application, with its own hub."""
    offer(settings.own_bots)
    hub = Hub(settings)
    counting = Counting(hub)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await hub.open()
        counting.start()
        try:
            yield
        finally:
            await counting.stop()
            await hub.close()

    app = Starlette(routes=[*routes(SERVED, hub), *_own_pages(hub)], lifespan=lifespan)
    app.router.redirect_slashes = False
    _add_error_answers(app)
    # Not mounted: an API path with the wrong method must get 405, not 404.
    app.router.default = Pages(find_pages())
    # Rooms are in the memory of one process: with several, a relay of its own is needed.
    return Guard(Front(app, hub, None if hub.storage.postgres else Relay()), settings)


def make_relay(settings: Settings) -> ASGIApp:
    """Return an application that has nothing but a relay for pages."""

    async def healthz(_: Request) -> Response:
        return respond({"ok": True})

    app = Starlette(routes=[Route("/healthz", healthz)])
    _add_error_answers(app)
    return Guard(Front(app, None, Relay()), settings)


class Front:
    """Routes WebSockets to their tables, and everything else to the application."""

    def __init__(self, app: ASGIApp, hub: Hub | None, relay: Relay | None) -> None:
        """Take the application for requests, and for sockets the hub and the relay, as far as there are any."""
        self.app = app
        self.hub = hub
        self.relay = relay

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Dispatch a request or a WebSocket."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        path = scope["path"]
        place = _SOCKET.fullmatch(path)
        if place is not None and self.hub is not None:
            await serve_socket(self.hub, receive, send, place[1])
        elif path.startswith(MEET_PATH) and self.relay is not None:
            await self.relay.serve(receive, send, path.removeprefix(MEET_PATH))
        else:
            await refuse_socket(receive, send)


def _own_pages(hub: Hub) -> list[Route]:
    async def healthz(_: Request) -> Response:
        trouble = await hub.storage.trouble()
        if trouble is not None:
            return respond({"ok": False, "trouble": trouble, "rooms": len(hub.home.rooms)}, 503)
        return respond({"ok": True, "rooms": len(hub.home.rooms)})

    async def metrics(_: Request) -> Response:
        return Response(metrics_text(), media_type="text/plain; version=0.0.4")

    async def description(_: Request) -> Response:
        return respond(await in_thread(partial(openapi, SERVED)))

    pages = {"/healthz": healthz, "/metrics": metrics, "/openapi.json": description}
    made = [Route(path, page) for path, page in pages.items()]
    for route in made:
        route.methods = {"GET"}  # and not HEAD
    return made


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
            return error_response(talk.NO_DATABASE, 503)
        return error_response(talk.NOT_SAVED, 503)

    async def internal(_: Request, problem: Any) -> Response:
        report(problem)
        return error_response(ErrorInfo("internal_error", "something went wrong in the server"), 500)

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(HTTPException, http_error)
    app.add_exception_handler(StoreError, not_saved)
    app.add_exception_handler(Exception, internal)
