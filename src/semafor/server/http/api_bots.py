"""REST for bots: an account with a token, its games, a stream of events for each, and its actions."""

from __future__ import annotations

import time
from functools import partial
from typing import Final

from semafor.home.endpoints.endpoint import Endpoints
from semafor.home.room import Room
from semafor.server.http.rest import ServedAsk
from semafor.server.http.streams import Lines, Stream, lines_of
from semafor.table.names import clean_name
from semafor.table.tokens import hashed, new_code, new_token
from semafor.table.views.listeners import Listener
from semafor.table.wire.api_messages import Acted, BotAction, BotGame, MadeBot, NewBot
from semafor.table.wire.client_messages import Act
from semafor.table.wire.messages import ChatMessage, TableMessage, View
from semafor.table.wire.problems import Refused

BOTS = Endpoints()
MOST_GAMES: Final = 200


@BOTS.post("/bots")
async def new_bot(ask: ServedAsk, wanted: NewBot) -> MadeBot:
    """Make a bot account. The token is shown only once."""
    if not ask.hub.makers.new_games.allows(ask.address):
        raise Refused("too_many_bots", "you have made many accounts lately; wait a while", status=429)
    made = MadeBot(new_code(12), clean_name(wanted.name), new_token())
    await ask.hub.storage.add_bot(made.bot, made.name, hashed(made.token), time.time())
    return made


@BOTS.get("/bot/games", 401)
async def list_games(ask: ServedAsk, token: str) -> list[BotGame]:
    """Return the bot's unfinished games."""
    found: list[BotGame] = []
    for game, seat in await ask.hub.storage.games_of_bot(await ask.bot(token), MOST_GAMES):
        try:
            room = await ask.home.room(game)
        except Refused:  # a game of an old revision can't be continued
            continue
        table = room.table
        to_act = table.log is not None and seat in table.log.game.pending.seats
        found.append(BotGame(game, seat, table.row.status, to_act, table.seq))
    return found


@BOTS.get("/bot/games/{game}/stream", 401, 403, 404, 410, lines=True)
async def stream(ask: ServedAsk, game: str, token: str) -> Lines[View | TableMessage | ChatMessage]:
    """Stream the events of a game, one message per line, as the bot's seat sees them; empty lines keep it open."""
    room = await ask.home.room(game)
    seat = await _bot_seat(room, await ask.bot(token))
    streams = ask.served.streams
    if not streams.enter(ask.address):
        raise Refused("too_many_streams", "you have many streams open already; close one first", status=429)
    listener = Stream({seat: room.table.seats[seat].token or ""}, 0, ask.address)
    return Lines(lines_of(room, listener), partial(streams.leave, ask.address))


@BOTS.post("/bot/games/{game}/action", 401, 403, 404, 409, 410, 422)
async def take_action(ask: ServedAsk, game: str, wanted: BotAction, token: str) -> Acted:
    """Take an action; a retry with the same id is not applied twice."""
    room = await ask.home.room(game)
    seat = await _bot_seat(room, await ask.bot(token))
    act = Act(id=wanted.id, seat=seat, seq=wanted.seq, action=wanted.action)
    done = await room.handle(Listener({seat: ""}), act)
    assert done.seq is not None
    return Acted(done.seq)


async def _bot_seat(room: Room, bot: str) -> int:
    seat = room.table.seat_of_bot(bot)
    if seat is None:
        # The bot may have just sat down at another process.
        await room.look_again()
        seat = room.table.seat_of_bot(bot)
    if seat is None:
        raise Refused("not_your_game", "the bot has no seat in this game", status=403)
    return seat
