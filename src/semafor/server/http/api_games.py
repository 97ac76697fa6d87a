"""REST: boards, levels, tables, and sitting down at them."""

from __future__ import annotations

from typing import get_args

from starlette.requests import Request
from starlette.responses import Response

from semafor import builtin_ids, load_board
from semafor.server.http.rest import WITH_BOARD, allow_table, answer, bearer, describe, hub_of, own_seat, read, token_of
from semafor.server.http.routing import Router
from semafor.server.http.security import client_address
from semafor.server.lan import is_own_machine, network_url
from semafor.server.rooms.hub import Hub
from semafor.server.rooms.room import Room
from semafor.server.tables import join, make_game, offer_transfer, rematch, use_transfer
from semafor.table.board_info import board_summaries, definition
from semafor.table.bot_levels import levels
from semafor.table.tokens import hashed, read_code
from semafor.table.wire import shapes
from semafor.table.wire.api_messages import (
    BoardSummary,
    Capability,
    Greeting,
    Join,
    Joined,
    Level,
    MadeGame,
    Network,
    NewGame,
    Transfer,
    Turn,
    UseTransfer,
)
from semafor.table.wire.messages import Table
from semafor.table.wire.problems import Refused, not_found

ROUTER = Router("/api")


@ROUTER.get("/greeting", **describe(Greeting))
async def greet(request: Request) -> Response:
    """Return the capabilities of this server."""
    missing = () if hub_of(request).settings.push_services else ("push",)
    return answer(Greeting([one for one in get_args(Capability) if one not in missing]))


@ROUTER.get("/boards", **describe(list[BoardSummary]))
async def list_boards() -> Response:
    """Return the boards that can be played on."""
    return answer(board_summaries())


@ROUTER.get("/boards/{board}", **describe(shapes.BoardDefinition, refusals=(404,)))
async def show_board(board: str) -> Response:
    """Return a board in full."""
    if board not in builtin_ids():
        raise not_found(f"there is no board {board!r}; there are {', '.join(builtin_ids())}")
    return answer(definition(load_board(board)))


@ROUTER.get("/levels", **describe(list[Level]))
async def list_levels() -> Response:
    """Return the levels of the bots, the weakest first."""
    return answer(levels())


@ROUTER.get("/network", **describe(Network))
async def network(request: Request) -> Response:
    """Return the server's URL for others in the same network (for invitations), to its own machine only."""
    asks_itself = request.client is not None and is_own_machine(request.client.host)
    return answer(Network(network_url(hub_of(request).settings.network_port if asks_itself else None)))


@ROUTER.post("/games", **describe(MadeGame, NewGame, (409, 422)))
async def new_game(request: Request) -> Response:
    """Make a table."""
    hub = hub_of(request)
    wanted = await read(request, NewGame, WITH_BOARD)
    allow_table(request)
    return answer(await make_game(hub, wanted, client_address(request)))


@ROUTER.get("/lobby", **describe(list[Table]))
async def lobby(request: Request) -> Response:
    """Return public tables that wait for players or can be watched, the newest first."""
    return answer(await hub_of(request).lobby.tables())


@ROUTER.get("/games/{game}", **describe(Table, refusals=(404, 410)))
async def show_table(request: Request, game: str) -> Response:
    """Return a table."""
    return answer((await hub_of(request).room(game)).table.info())


@ROUTER.get("/games/{game}/board", **describe(shapes.BoardDefinition, refusals=(404, 410)))
async def show_board_of_game(request: Request, game: str) -> Response:
    """Return the board of a game in full, built-in or custom."""
    return answer(definition((await hub_of(request).room(game)).table.board))


@ROUTER.get("/games/{game}/turn", **bearer(describe(Turn, refusals=(401, 403, 404, 410))))
async def show_turn(request: Request, game: str) -> Response:
    """Return whose turn it is, or how the game ended; for players only, since spectators may be delayed."""
    room = await hub_of(request).room(game)
    await own_seat(room, token_of(request))
    return answer(room.table.turn())


@ROUTER.get("/invites/{code}", **describe(Table, refusals=(404, 410)))
async def show_invite(request: Request, code: str) -> Response:
    """Return the table of an invitation code."""
    return answer((await _invited(request, code)).table.info())


@ROUTER.post("/games/{game}/join", **describe(Joined, Join, (401, 403, 404, 409, 410, 422)))
async def join_game(request: Request, game: str) -> Response:
    """Sit down at a table; with the token of a bot account, as that bot."""
    hub = hub_of(request)
    wanted = await read(request, Join)
    return answer(await join(await hub.room(game), wanted, await _bot(request, hub)))


@ROUTER.post("/join", **describe(Joined, Join, (401, 403, 404, 409, 410, 422)))
async def join_by_code(request: Request) -> Response:
    """Sit down at the table of an invitation code."""
    hub = hub_of(request)
    wanted = await read(request, Join)
    room = await _invited(request, wanted.invite or "")
    return answer(await join(room, wanted, await _bot(request, hub)))


@ROUTER.post("/games/{game}/seats/{seat}/transfer", **bearer(describe(Transfer, refusals=(401, 403, 404, 410, 422))))
async def make_transfer(request: Request, game: str, seat: int) -> Response:
    """Return a code that moves your seat to another device: valid once, for ten minutes."""
    hub = hub_of(request)
    room = await hub.room(game)
    token = token_of(request)
    if await own_seat(room, token) != seat:
        raise Refused("not_your_seat", f"the token does not belong to seat {seat}", status=403)
    return answer(await offer_transfer(hub, room, seat, token))


@ROUTER.post("/transfers", **describe(Joined, UseTransfer, (404, 409, 410, 422)))
async def take_over(request: Request) -> Response:
    """Take over a seat by a transfer code; the old token is revoked."""
    wanted = await read(request, UseTransfer)
    return answer(await use_transfer(hub_of(request), wanted.code))


@ROUTER.post("/games/{game}/rematch", **bearer(describe(MadeGame, refusals=(401, 403, 404, 409, 410))))
async def play_again(request: Request, game: str) -> Response:
    """Play again with the seats rotated; everybody's token is valid for the new game, too."""
    hub = hub_of(request)
    room = await hub.room(game)
    token = token_of(request)
    await own_seat(room, token)
    if room.table.row.rematch is None:
        allow_table(request)
    return answer(await rematch(hub, room, token, client_address(request)))


async def _invited(request: Request, code: str) -> Room:
    """Return the table of a code. Codes are short, so attempts are rate-limited."""
    if not request.app.state.heavy.allows(client_address(request)):
        raise Refused("too_fast", "too many codes at once; wait a moment", status=429)
    hub = hub_of(request)
    game = await hub.storage.game_by_invite(read_code(code))
    if game is None:
        raise not_found("there is no table with that invitation code")
    return await hub.room(game)


async def _bot(request: Request, hub: Hub) -> str | None:
    """Return the bot account whose token is in the header, if there is one."""
    if "authorization" not in request.headers:
        return None
    bot = await hub.storage.bot(hashed(token_of(request)))
    if bot is None:
        raise Refused("wrong_token", "there is no bot account with that token", status=401)
    return bot[0]
