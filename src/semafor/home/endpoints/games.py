"""What a home can do, boards, levels, tables."""

from __future__ import annotations

from semafor import builtin_ids, load_board
from semafor.engine.values.definition import BoardDefinition
from semafor.home import tables
from semafor.home.endpoints.endpoint import WITH_BOARD, Ask, Endpoints
from semafor.home.room import Room
from semafor.table.board_info import board_summaries, definition
from semafor.table.creating import wanted_board
from semafor.table.tokens import hashed
from semafor.table.wire import messages
from semafor.table.wire.api_messages import (
    BoardFile,
    BoardSummary,
    Greeting,
    Join,
    Joined,
    Level,
    MadeGame,
    NewGame,
    Turn,
)
from semafor.table.wire.problems import Refused, not_found

GAMES = Endpoints()


@GAMES.get("/greeting")
async def greeting(ask: Ask) -> Greeting:
    """Return the capabilities of this home."""
    return Greeting(list(ask.home.capabilities))


@GAMES.get("/boards")
async def boards(_: Ask) -> list[BoardSummary]:
    """Return the boards that can be played on."""
    return board_summaries()


@GAMES.get("/boards/{board}", 404)
async def board(_: Ask, board: str) -> BoardDefinition:
    """Return a board in full."""
    if board not in builtin_ids():
        raise not_found(f"there is no board {board!r}; there are {', '.join(builtin_ids())}")
    return definition(load_board(board))


@GAMES.post("/boards", 422, cost="heavy", most=WITH_BOARD)
async def read_board(ask: Ask, wanted: BoardFile) -> BoardDefinition:
    """Return the board of a file in full, to look at it before a table is made; nothing is stored."""
    await ask.home.boards.load(wanted.board_file, ask.address)
    return definition(wanted_board(None, wanted.board_file))


@GAMES.get("/levels")
async def levels(ask: Ask) -> list[Level]:
    """Return the levels of the bots, the weakest first."""
    return ask.home.host.levels()


@GAMES.post("/games", 409, 422, cost="table", most=WITH_BOARD)
async def make(ask: Ask, wanted: NewGame) -> MadeGame:
    """Make a table."""
    return await tables.make_game(ask.home, wanted, ask.address)


@GAMES.get("/games/{game}", 404, 410)
async def table(ask: Ask, game: str) -> messages.Table:
    """Return a table."""
    return (await ask.home.room(game)).table.info()


@GAMES.get("/games/{game}/board", 404, 410)
async def board_of_game(ask: Ask, game: str) -> BoardDefinition:
    """Return the board of a game in full, built-in or custom."""
    return definition((await ask.home.room(game)).table.board)


@GAMES.get("/games/{game}/turn", 401, 403, 404, 410)
async def turn(ask: Ask, game: str, token: str) -> Turn:
    """Return whose turn it is, or how the game ended; for players only, since spectators may be delayed."""
    room = await ask.home.room(game)
    await own_seat(room, token)
    return room.table.turn()


@GAMES.post("/games/{game}/join", 401, 403, 404, 409, 410, 422)
async def join(ask: Ask, game: str, wanted: Join, token: str | None = None) -> Joined:
    """Sit down at a table; with the token of a bot account, as that bot."""
    return await tables.join(await ask.home.room(game), wanted, None if token is None else await ask.bot(token))


@GAMES.post("/games/{game}/rematch", 401, 403, 404, 409, 410)
async def rematch(ask: Ask, game: str, token: str) -> MadeGame:
    """Play again with the seats rotated; everybody's token is valid for the new game, too."""
    room = await ask.home.room(game)
    await own_seat(room, token)
    if room.table.row.rematch is None:
        ask.charge("table")
    return await tables.rematch(ask.home, room, token, ask.address)


async def own_seat(room: Room, token: str) -> int:
    """Return the seat of a token."""
    await room.know([hashed(token)])
    seat = room.table.seat_of(hashed(token))
    if seat is None:
        raise Refused("wrong_token", "the token belongs to no seat at this table", status=403)
    return seat
