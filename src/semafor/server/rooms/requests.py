"""What players may ask of a room, one method for each message. Every one is answered once, or refused with a reason."""

from __future__ import annotations

import time
from typing import Final

from msgspec.structs import replace

from semafor import Action, BadAction, parse_action
from semafor.server.rooms.listening import Listener
from semafor.server.rooms.room import Room
from semafor.table.bot_levels import check_level
from semafor.table.entries import StoredChat, StoredSeat
from semafor.table.log import GameLog
from semafor.table.names import bot_name, check_free, clean, clean_name
from semafor.table.views.seat_offers import list_payments
from semafor.table.wire.client_messages import (
    Act,
    AnswerEnd,
    Check,
    ClientMessages,
    Hello,
    Leave,
    Look,
    OfferEnd,
    Payments,
    Ping,
    Rename,
    Return,
    Say,
    Start,
    Undo,
)
from semafor.table.wire.messages import Answer
from semafor.table.wire.problems import Refused

_TRIES: Final = 5
"""How often a request is tried again when another process was faster."""
MOST_WHIMS: Final = 1000
"""What a seat may do in a game that does not bring the game any further."""


async def handle(room: Room, listener: Listener, message: ClientMessages) -> Answer:
    """Does what a listener asks."""
    match message:
        case Hello():
            raise Refused("bad_message", "hello is said once, at the beginning")
        case Ping():
            return Answer(id=message.id, ok=True)
        case Start():
            await start(room, listener, message)
            return Answer(id=message.id, ok=True)
        case Look():
            _look(room, listener, message)
            return Answer(id=message.id, ok=True)
        case _:
            _own(listener, message.seat)
    match message:
        case Act():
            seq = await act(room, message.seat, message.seq, read_action(message.action), message.id)
            return Answer(id=message.id, ok=True, seq=seq)
        case Check():
            _check(room, message)
        case Payments():
            return _payments(room, message)
        case Undo():
            return Answer(id=message.id, ok=True, seq=await undo(room, message))
        case Leave():
            await leave(room, message)
        case Return():
            await come_back(room, message)
        case Say():
            await say(room, message)
        case OfferEnd():
            await offer_end(room, message)
        case AnswerEnd():
            await answer_end(room, message)
        case Rename():
            await rename(room, message)
    return Answer(id=message.id, ok=True)


def _own(listener: Listener, seat: int) -> None:
    if seat not in listener.seats:
        raise Refused("not_your_seat", f"seat {seat} is not yours", status=403)


def read_action(data: object) -> Action:
    """An action from JSON, or a refusal that says everything wrong with it."""
    try:
        return parse_action(data)
    except BadAction as error:
        raise Refused("bad_action", str(error), None, "action", 422) from None


async def act(room: Room, seat: int, seq: int, action: Action, client_id: str) -> int:
    """Takes an action for a person (or an external bot); returns its place in the log."""
    async with room.lock:
        for _ in range(_TRIES):
            log = room.log
            problem = _why_not(room, seat, seq, action)
            if problem is not None:
                # Perhaps it has been done already, and only the answer was lost.
                done = await room.hub.storage.entry_of_client(room.row.id, seat, client_id)
                if done is not None:
                    return done
                raise problem
            assert log is not None
            if await room.append("action", seat, action=action, client_id=client_id):
                return log.seq
            done = await room.hub.storage.entry_of_client(room.row.id, seat, client_id)
            if done is not None:
                return done
    raise _busy()


def _why_not(room: Room, seat: int, seq: int, action: Action) -> Refused | None:
    """Why a person can't take an action now."""
    try:
        log = room.playing()
    except Refused as problem:
        return problem
    if seat in log.stand_ins:
        return Refused("played_by_bot", "a bot plays this seat at present; take it back first")
    if seq < log.fresh[seat]:
        return Refused("stale", f"the game has moved on: this was made on {seq}, and it is at {log.seq}")
    reason = log.game.why_not(seat, action)
    return None if reason is None else Refused(reason.code, reason.message, reason.rule)


def _check(room: Room, message: Check) -> None:
    """Says why an action can't be taken now, judged by what the seat itself may know."""
    reason = room.observe(message.seat).legal_actions().why_not(read_action(message.action))
    if reason is not None:
        raise Refused(reason.code, reason.message, reason.rule)


def _payments(room: Room, message: Payments) -> Answer:
    seen = room.observe(message.seat)
    if message.route not in room.board.route_index:
        raise Refused("unknown_route", f"there is no route {message.route!r} on this board", None, "route", 422)
    found, truncated = list_payments(seen, message.route, message.limit)
    return Answer(id=message.id, ok=True, payments=found, truncated=truncated)


def _look(room: Room, listener: Listener, message: Look) -> None:
    """Shows the game with other eyes, from its beginning: they have seen other things."""
    if message.seat is not None:
        _own(listener, message.seat)
    listener.eyes = message.seat
    listener.sent_seq = 0
    room.show_to(listener)


def _check_patience(log: GameLog, seat: int) -> None:
    """A log does not grow for ever because somebody leaves and returns, or acts and takes back, all the time."""
    if sum(1 for entry in log.entries if entry.seat == seat and (entry.undone or entry.kind != "action")) >= MOST_WHIMS:
        raise Refused("too_often", f"a seat may leave, return, take back and offer {MOST_WHIMS} times in a game")


async def undo(room: Room, message: Undo) -> int:
    """Takes the seat's last action back, if nobody has acted since and it revealed nothing."""
    async with room.lock:
        for _ in range(_TRIES):
            log = room.log
            problem = _why_no_undo(room, message)
            if problem is None and log is not None:
                _check_patience(log, message.seat)
            if problem is None and await room.append("undo", message.seat, client_id=message.id):
                assert log is not None
                return log.seq
            done = await room.hub.storage.entry_of_client(room.row.id, message.seat, message.id)
            if done is not None:
                return done
            if problem is not None:
                raise problem
    raise _busy()


def _why_no_undo(room: Room, message: Undo) -> Refused | None:
    try:
        log = room.playing()
    except Refused as problem:
        return problem
    if log.undo_by != message.seat:
        text = "only your own last action can be taken back, until another has acted or something hidden was revealed"
        return Refused("no_undo", text)
    if message.seq < log.fresh[message.seat]:
        return Refused("stale", f"the game has moved on: this was made on {message.seq}, and it is at {log.seq}")
    return None


async def leave(room: Room, message: Leave) -> None:
    """Lets a bot play on."""
    async with room.lock:
        for _ in range(_TRIES):
            log = room.playing()
            _check_patience(log, message.seat)
            if message.seat in log.stand_ins or await room.append(
                "bot_took_over", message.seat, reason="left", client_id=message.id
            ):
                return
    raise _busy()


async def come_back(room: Room, message: Return) -> None:
    """Takes the seat back from the bot."""
    async with room.lock:
        for _ in range(_TRIES):
            log = room.playing()
            _check_patience(log, message.seat)
            if message.seat not in log.stand_ins or await room.append(
                "person_returned", message.seat, client_id=message.id
            ):
                return
    raise _busy()


async def offer_end(room: Room, message: OfferEnd) -> None:
    """Asks the others to let bots finish."""
    async with room.lock:
        log = room.playing()
        _check_patience(log, message.seat)
        if log.end_offer is None:
            await room.append("end_offered", message.seat, client_id=message.id)
        await _end_if_agreed(room, log)


async def answer_end(room: Room, message: AnswerEnd) -> None:
    """Agrees to an offer to let bots finish, or does not."""
    async with room.lock:
        log = room.playing()
        _check_patience(log, message.seat)
        if log.end_offer is None:
            raise Refused("no_offer", "nobody has offered to let bots finish the game")
        await room.append("end_answered", message.seat, yes=message.yes, client_id=message.id)
        await _end_if_agreed(room, log)


async def _end_if_agreed(room: Room, log: GameLog) -> None:
    """When all who play themselves have agreed, bots finish the game."""
    if log.end_offer is not None and log.people - log.stand_ins <= set(log.end_offer.yes):
        await room.append("end_agreed", None, reason="agreed")


async def say(room: Room, message: Say) -> None:
    """Says something to everybody at the table."""
    text = None if message.text is None else clean(message.text)
    if (text is None) == (message.phrase is None):
        raise Refused("bad_message", "a line of chat has either a text or a phrase", None, "text", 422)
    if text == "":
        raise Refused("bad_message", "the text is empty", None, "text", 422)
    line = StoredChat(
        game=room.row.id,
        seat=message.seat,
        name=room.seats[message.seat].name,
        text=text,
        phrase=message.phrase,
        client_id=message.id,
        at=time.time(),
    )
    if await room.hub.storage.say(line):
        await room.tell_chat()


async def rename(room: Room, message: Rename) -> None:
    """Changes the name or the colour of a seat."""
    async with room.lock:
        seat = room.seats[message.seat]
        name = seat.name if message.name is None else clean_name(message.name)
        colour = message.colour or seat.colour
        check_free(room.seats, name, colour, message.seat)
        changed = replace(seat, name=name, colour=colour)
        if not await room.hub.storage.change_seat(changed, {"token": seat.token}):
            await room.reload_table()
            raise _busy()
        room.seats[message.seat] = changed
        room.tell_table()


async def start(room: Room, listener: Listener, message: Start) -> None:
    """Starts the game, when its owner says so and all seats are taken (or are to be filled with bots)."""
    if not any(room.seats[seat].owner for seat in listener.seats):
        raise Refused("not_owner", "only who made the table starts the game", status=403)
    async with room.lock:
        if room.log is not None:
            return
        if message.fill is not None:
            await _fill(room, check_level(message.fill, "fill"))
        await begin_game(room)


async def begin_game(room: Room) -> None:
    """Deals, if all seats are taken. The lock must be held."""
    open_seats = [seat.seat for seat in room.seats if seat.kind == "open"]
    if open_seats:
        raise Refused("seats_open", f"nobody sits at {', '.join(f'seat {seat}' for seat in open_seats)} yet")
    await room.append("start", None)


async def _fill(room: Room, level: str) -> None:
    """Seats bots where nobody sits."""
    for seat in room.seats:
        if seat.kind == "open":
            name = bot_name(other.name for other in room.seats)
            filled = StoredSeat(game=seat.game, seat=seat.seat, kind="bot", name=name, colour=seat.colour, level=level)
            if await room.hub.storage.change_seat(filled, {"kind": "open"}):
                room.seats[seat.seat] = filled
            else:
                room.seats = await room.hub.storage.seats(room.row.id)
                raise _busy()


def _busy() -> Refused:
    return Refused("busy", "the table is being changed by somebody else; try again", status=503)
