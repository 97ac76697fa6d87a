"""REST for bots: an account with a token, its games, a stream of events for each, and its actions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from semafor.server.http.rest import LINES, answer, bearer, describe, hub_of, read, token_of
from semafor.server.http.routing import Router
from semafor.server.http.security import client_address
from semafor.server.http.sockets import MOST_BYTES_WAITING, MOST_WAITING
from semafor.server.limits import Counts
from semafor.server.rooms.hub import Hub
from semafor.server.rooms.listening import Connected
from semafor.server.rooms.room import Room
from semafor.table.names import clean_name
from semafor.table.tokens import hashed, new_code, new_token
from semafor.table.views.listeners import Listener
from semafor.table.wire.api_messages import Acted, BotAction, BotGame, MadeBot, NewBot
from semafor.table.wire.client_messages import Act
from semafor.table.wire.messages import ChatMessage, TableMessage, View
from semafor.table.wire.problems import Refused

BotMessages = View | TableMessage | ChatMessage
ROUTER = Router("/api")
MOST_GAMES: Final = 200
_KEEP_ALIVE: Final = 15.0


@ROUTER.post("/bots", **describe(MadeBot, NewBot))
async def new_bot(request: Request) -> Response:
    """Make a bot account. The token is shown only once."""
    hub = hub_of(request)
    wanted = await read(request, NewBot)
    if not hub.makers.new_games.allows(client_address(request)):
        raise Refused("too_many_bots", "you have made many accounts lately; wait a while", status=429)
    made = MadeBot(new_code(12), clean_name(wanted.name), new_token())
    await hub.storage.add_bot(made.bot, made.name, hashed(made.token), time.time())
    return answer(made)


@ROUTER.get("/bot/games", **bearer(describe(list[BotGame], refusals=(401,))))
async def list_games(request: Request) -> Response:
    """Return the bot's unfinished games."""
    hub = hub_of(request)
    bot = await _account(request, hub)
    found: list[BotGame] = []
    for game, seat in await hub.storage.games_of_bot(bot, MOST_GAMES):
        try:
            room = await hub.room(game)
        except Refused:  # a game of an old revision can't be continued
            continue
        table = room.table
        to_act = table.log is not None and seat in table.log.game.pending.seats
        found.append(BotGame(game, seat, table.row.status, to_act, table.seq))
    return answer(found)


@ROUTER.get("/bot/games/{game}/stream", **bearer(describe(BotMessages, refusals=(401, 403, 404, 410), lines=True)))
async def stream(request: Request, game: str) -> Response:
    """Stream the events of a game, one message per line, as the bot's seat sees them; empty lines keep it open."""
    hub = hub_of(request)
    room = await hub.room(game)
    seat = await _bot_seat(room, await _account(request, hub))
    streams: Counts = request.app.state.streams
    address = client_address(request)
    if not streams.enter(address):
        raise Refused("too_many_streams", "you have many streams open already; close one first", status=429)
    listener = Stream({seat: room.table.seats[seat].token or ""}, 0, address)
    return _StreamResponse(_lines(room, listener), partial(streams.leave, address))


@ROUTER.post("/bot/games/{game}/action", **bearer(describe(Acted, BotAction, (401, 403, 404, 409, 410, 422))))
async def take_action(request: Request, game: str) -> Response:
    """Take an action; a retry with the same id is not applied twice."""
    hub = hub_of(request)
    room = await hub.room(game)
    seat = await _bot_seat(room, await _account(request, hub))
    wanted = await read(request, BotAction)
    act = Act(id=wanted.id, seat=seat, seq=wanted.seq, action=wanted.action)
    done = await room.handle(Listener({seat: ""}), act)
    assert done.seq is not None
    return answer(Acted(done.seq))


async def _account(request: Request, hub: Hub) -> str:
    bot = await hub.storage.bot(hashed(token_of(request)))
    if bot is None:
        raise Refused("wrong_token", "there is no bot account with that token", status=401)
    return bot[0]


async def _bot_seat(room: Room, bot: str) -> int:
    seat = room.table.seat_of_bot(bot)
    if seat is None:
        # The bot may have just sat down at another process.
        await room.look_again()
        seat = room.table.seat_of_bot(bot)
    if seat is None:
        raise Refused("not_your_game", "the bot has no seat in this game", status=403)
    return seat


class Stream(Connected):
    """The event stream of a bot."""

    def __init__(self, seats: dict[int, str], last_seq: int | None, address: str) -> None:
        super().__init__(seats, last_seq, address)
        self.ended = False
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._bytes = 0

    def send(self, encoded: bytes) -> None:
        """Put a message into the queue; end the stream of a bot that does not keep up."""
        if self.ended:
            return
        if self._waiting.qsize() >= MOST_WAITING or self._bytes > MOST_BYTES_WAITING:
            self.end(0, "")
            return
        self._bytes += len(encoded)
        self._waiting.put_nowait(encoded)

    def end(self, code: int, reason: str) -> None:
        """End the stream, without what has not been read yet."""
        self.ended = True
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self._waiting.put_nowait(None)

    async def next(self) -> bytes | None:
        """Return the next message; None at the end."""
        message = await self._waiting.get()
        self._bytes -= len(message or b"")
        return message


class _StreamResponse(StreamingResponse):
    """A stream of JSON lines that always runs its clean-up."""

    def __init__(self, lines: AsyncIterator[bytes], ended: Callable[[], None]) -> None:
        super().__init__(lines, media_type=LINES)
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()


async def _lines(room: Room, listener: Stream) -> AsyncIterator[bytes]:
    """Yield the messages of a room until the bot disconnects."""
    room.add(listener)
    try:
        await room.count()
        room.show([listener])
        await room.tell_chat()
        while True:
            try:
                line = await asyncio.wait_for(listener.next(), _KEEP_ALIVE)
            except TimeoutError:
                line = b""
            if line is None:
                return
            yield line + b"\n"
    finally:
        room.remove(listener)
