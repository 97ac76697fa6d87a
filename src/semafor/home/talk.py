"""A client's conversation with a table: the welcome, and the answer to every message, over any transport."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from semafor.home.connection import Connection
from semafor.home.home import Home
from semafor.home.logs import report
from semafor.home.room import ENCODER, Room
from semafor.home.store import StoreError
from semafor.table.tokens import hashed
from semafor.table.wire.client_messages import ClientMessages, Hello, Say
from semafor.table.wire.messages import Answer, ErrorInfo, ErrorMessage
from semafor.table.wire.problems import Refused
from semafor.table.wire.reading import Unreadable, read_message, refusal

C = TypeVar("C", bound=Connection)
NOT_SAVED = ErrorInfo("not_saved", "the database write failed; nothing has changed, try again")
NO_DATABASE = ErrorInfo("no_database", "the database does not answer; try again")
INTERNAL = ErrorInfo("internal_error", "something went wrong; nothing has changed")


async def welcome(
    home: Home, game: str, hello: Hello, connect: Callable[[dict[int, str], int | None], C]
) -> tuple[Room, C]:
    """Find the room of a game, connect and welcome a client there; raise Refused."""
    room = await home.room(game)
    tokens = [hashed(token) for token in hello.tokens]
    await room.know(tokens)
    found = {token: room.table.seat_of(token) for token in tokens}
    seats = {seat: token for token, seat in found.items() if seat is not None}
    connection = connect(seats, hello.last_seq)
    connection.screen = not seats and any(room.table.is_screen(token) for token in tokens)
    unknown = sum(found[token] is None and not room.table.is_screen(token) for token in tokens)
    connection.send(ENCODER.encode(room.table.welcome(seats, unknown, home.clock.now(), connection.screen)))
    return room, connection


async def enter(room: Room, connection: Connection) -> None:
    """Add somebody to the table, and send them everything."""
    room.add(connection)
    room.show([connection])
    await room.tell_chat()


async def hear(room: Room, connection: Connection, raw: bytes) -> bool:
    """Answer a message as it came; return False if it could not be read."""
    try:
        message = read_message(raw)
    except Unreadable as problem:
        connection.send(ENCODER.encode(problem.answer))
        return False
    connection.send(ENCODER.encode(await answer(room, connection, message)))
    return True


async def answer(room: Room, connection: Connection, message: ClientMessages) -> Answer | ErrorMessage:
    """Return the answer to a message, even if something goes wrong."""
    host = room.home.host
    try:
        if isinstance(message, Say) and "chat" not in room.home.capabilities:
            raise Refused("no_chat", "there is no chat here")
        host.check_message(connection, message)
        return await room.handle(connection, message)
    except Refused as problem:
        info = problem.info
    except StoreError as error:
        report(error, room.id)
        info = NOT_SAVED
    except Exception as error:
        report(error, room.id)
        info = INTERNAL
    host.refused(info.code)
    return refusal(message, info)
