"""Handles the messages of players: for each, what to store, or the answer.

`decide` is called again after each stored change, until it answers. So a retry of a stored request whose answer was
lost is answered but not applied twice, and if another process wrote first, it is decided again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from semafor.table.bot_levels import check_level
from semafor.table.game_table import GameTable
from semafor.table.log import GameLog, Prepared
from semafor.table.names import bot_name, check_free, clean, clean_name
from semafor.table.stored import StoredChat, StoredSeat
from semafor.table.views.listeners import Listener
from semafor.table.views.observed_game import ObservedGame
from semafor.table.views.questions import read_action, reply
from semafor.table.wire.client_messages import (
    LONGEST_CHAT,
    Act,
    AnswerEnd,
    AskHint,
    Check,
    ClientMessages,
    GoOn,
    Hello,
    Leave,
    Look,
    OfferEnd,
    Payments,
    Ping,
    Point,
    Rename,
    Return,
    Say,
    SeatBot,
    Skip,
    Start,
    Undo,
)
from semafor.table.wire.messages import Answer, Pointed
from semafor.table.wire.problems import Refused

MAX_NON_ACTIONS: Final = 1000
"""How often a seat may leave, return, undo and offer in one game."""


class Reply(Struct, frozen=True):
    """Answer the request; if `show`, send the listener its view first; if `hurry`, a bot need not wait any longer."""

    answer: Answer
    show: bool = False
    hurry: bool = False


class Append(Struct, frozen=True):
    """Store an entry of the log, commit it, and decide again."""

    prepared: Prepared


class SeatChange(Struct, frozen=True):
    """A seat to store, provided the stored one still equals `only_if`."""

    seat: StoredSeat
    only_if: Mapping[str, object]


class ChangeSeats(Struct, frozen=True):
    """Store changes of seats, all or none, and decide again."""

    changes: list[SeatChange]


class AddLine(Struct, frozen=True):
    """Store a line of chat, unless it is already stored, and answer."""

    line: StoredChat
    answer: Answer


class Relay(Struct, frozen=True):
    """Send a message to whoever has its seat, and answer."""

    message: Pointed
    answer: Answer


class Advise(Struct, frozen=True):
    """Have a bot advise the observer of `observed`, keep the hint there, and decide again."""

    observed: ObservedGame


Decision = Reply | Append | ChangeSeats | AddLine | Relay | Advise
READING: Final = (Hello, Ping, Look, Check, Payments, AskHint, Say, GoOn, Point)
"""Messages that change neither the log nor the seats: they can be decided at any time, even during a write."""


def decide(table: GameTable, listener: Listener, message: ClientMessages, now: float) -> Decision:
    """Return what to do next about a listener's message; raise Refused."""
    match message:
        case Hello():
            raise Refused("bad_message", "hello must be the first message, and sent once")
        case Ping():
            return _done(message)
        case Start():
            return _start(table, listener, message, now)
        case SeatBot():
            return _seat_bot(table, listener, message)
        case Point():
            return _point(table, listener, message)
        case Look():
            if message.seat is not None:
                _check_own(listener, message.seat)
            listener.look_as(message.seat)
            return Reply(Answer(id=message.id, ok=True), show=True)
        case _:
            _check_own(listener, message.seat)
    match message:
        case Check() | Payments():
            return Reply(reply(table.observed(message.seat), message))
        case AskHint():
            return _hint(table, message)
        case Say():
            return _say(table, message, now)
        case GoOn():
            return _go_on(table, message)
        case Rename():
            return _rename(table, message)
    seq = None if table.log is None else table.log.seq_of(message.seat, message.id)
    match message:
        case Act():
            return _act(table, message, now) if seq is None else _done(message, seq)
        case Undo():
            return _undo(table, message, now) if seq is None else _done(message, seq)
        case Leave():
            return _leave(table, message, now) if seq is None else _done(message)
        case Return():
            return _return(table, message, now) if seq is None else _done(message)
        case OfferEnd() | AnswerEnd():
            return _end(table, message, seq is not None, now)
        case Skip():
            return _skip(table, message, now)


def _done(
    message: Act | AnswerEnd | Leave | OfferEnd | Ping | Rename | Return | SeatBot | Skip | Start | Undo,
    seq: int | None = None,
) -> Reply:
    return Reply(Answer(id=message.id, ok=True, seq=seq))


def _check_own(listener: Listener, seat: int) -> None:
    if seat not in listener.seats:
        raise Refused("not_your_seat", f"seat {seat} is not yours", status=403)


# The game


def _act(table: GameTable, message: Act, now: float) -> Append:
    """Take an action for a person (or an external bot)."""
    action = read_action(message.action)
    log = table.playing()
    if message.seat in log.now.stand_ins:
        raise Refused("played_by_bot", "a bot is playing this seat; take it back first")
    _check_fresh(log, message)
    return Append(table.prepare(now, "action", message.seat, action=action, client_id=message.id))


def _check_fresh(log: GameLog, message: Act | Undo) -> None:
    if message.seq < log.now.fresh[message.seat]:
        raise Refused("stale", f"the game has moved on: this is based on {message.seq}, and it is at {log.seq}")


def _hint(table: GameTable, message: AskHint) -> Reply | Advise:
    """Answer with a hint; one is worked out for each state of the game, however often it is asked for."""
    if not table.hints:
        raise Refused("no_hints", "this table is played without hints")
    log = table.playing()
    if message.seat in log.now.stand_ins:
        raise Refused("played_by_bot", "a bot is playing this seat; take it back first")
    if message.seat not in log.game.pending.seats:
        raise Refused("not_your_turn", "there is nothing for you to decide now")
    observed = table.observed(message.seat)
    if observed.hint is None:
        return Advise(observed)
    return Reply(Answer(id=message.id, ok=True, seq=log.seq, hint=observed.hint))


def _undo(table: GameTable, message: Undo, now: float) -> Append:
    """Undo the seat's last action, if nobody has acted since and it revealed nothing."""
    log = table.playing()
    if log.now.undo_by != message.seat:
        text = "you can only undo your own last action, until another player acts or something hidden is revealed"
        raise Refused("no_undo", text)
    _check_fresh(log, message)
    _check_patience(log, message.seat)
    return Append(table.prepare(now, "undo", message.seat, client_id=message.id))


def _go_on(table: GameTable, message: GoOn) -> Reply:
    """Stop bots from waiting for the seat's undo, which stays possible until one has moved."""
    log = table.playing()
    if log.now.undo_by == message.seat and message.seq == log.seq:
        table.undo_waived = log.seq
    return Reply(Answer(id=message.id, ok=True), hurry=True)


# Who plays


def _check_patience(log: GameLog, seat: int) -> None:
    """Keep the log from growing for ever if a player keeps leaving and returning, or acting and undoing."""
    if sum(one.seat == seat and (one.undone or one.kind != "action") for one in log.entries) >= MAX_NON_ACTIONS:
        raise Refused("too_often", f"a seat may leave, return, undo and offer to end {MAX_NON_ACTIONS} times in a game")


def _leave(table: GameTable, message: Leave, now: float) -> Decision:
    """Let a bot play on."""
    log = table.playing()
    _check_patience(log, message.seat)
    if message.seat in log.now.stand_ins:
        return _done(message)
    return Append(table.prepare(now, "bot_took_over", message.seat, reason="left", client_id=message.id))


def _return(table: GameTable, message: Return, now: float) -> Decision:
    """Take the seat back from the bot."""
    log = table.playing()
    _check_patience(log, message.seat)
    if message.seat not in log.now.stand_ins:
        return _done(message)
    return Append(table.prepare(now, "person_returned", message.seat, client_id=message.id))


def _end(table: GameTable, message: OfferEnd | AnswerEnd, said: bool, now: float) -> Decision:
    """Offer to let bots finish the game, or answer the offer; bots take over when all active players agree."""
    log = table.begun() if said else table.playing()
    if log.game.over:
        return _done(message)
    offer = log.now.end_offer
    if not said:
        _check_patience(log, message.seat)
        if isinstance(message, AnswerEnd):
            if offer is None:
                raise Refused("no_offer", "nobody has offered to let bots finish the game")
            answered = table.prepare(now, "end_answered", message.seat, yes=message.yes, client_id=message.id)
            return Append(answered)
        if offer is None:
            return Append(table.prepare(now, "end_offered", message.seat, client_id=message.id))
    if offer is not None and log.people - log.now.stand_ins <= set(offer.yes):
        return Append(table.prepare(now, "end_agreed", reason="agreed"))
    return _done(message)


def _skip(table: GameTable, message: Skip, now: float) -> Decision:
    """Let bots play to the end without pauses; done already if they do, or have."""
    log = table.begun()
    if log.game.over or log.now.skipped:
        return _done(message)
    if not table.bots_only:
        raise Refused("people_play", "people still have decisions to make; only bots can be skipped")
    _check_patience(log, message.seat)
    return Append(table.prepare(now, "skipped", message.seat, client_id=message.id))


# Seats, chat, the big screen


def _point(table: GameTable, listener: Listener, message: Point) -> Relay:
    """Show a route that was touched on the big screen to the player who decides now."""
    if not listener.screen:
        raise Refused("not_a_screen", "only the big screen of this table can point at routes", status=403)
    log = table.playing()
    if message.route not in table.board.route_index:
        raise Refused("unknown_route", f"there is no route {message.route!r} on this board", None, "route", 422)
    pending = log.game.pending.seats
    asked = [seat for seat in pending if seat in log.people - log.now.stand_ins and seat in table.present]
    if len(pending) != 1 or not asked:
        raise Refused("nobody_to_ask", "no phone at this table has the turn, so none can be asked about a route")
    return Relay(Pointed(seat=asked[0], route=message.route), Answer(id=message.id, ok=True))


def _say(table: GameTable, message: Say, now: float) -> AddLine:
    """Send a line of chat to everybody at the table."""
    text = None if message.text is None else clean(message.text, LONGEST_CHAT, "text")
    if table.row.kids and text is not None:
        raise Refused("only_phrases", "at a table for children people talk in phrases", None, "text", 422)
    if (text is None) == (message.phrase is None):
        raise Refused("bad_message", "a line of chat has either a text or a phrase", None, "text", 422)
    if text == "":
        raise Refused("bad_message", "the text is empty", None, "text", 422)
    line = StoredChat(
        game=table.row.id,
        seat=message.seat,
        name=table.seats[message.seat].name,
        text=text,
        phrase=message.phrase,
        client_id=message.id,
        at=now,
    )
    return AddLine(line, Answer(id=message.id, ok=True))


def _rename(table: GameTable, message: Rename) -> Decision:
    """Change the name or the colour of a seat."""
    seat = table.seats[message.seat]
    name = seat.name if message.name is None else clean_name(message.name)
    colour = message.colour or seat.colour
    if (name, colour) == (seat.name, seat.colour):
        return _done(message)
    check_free(table.seats, name, colour, message.seat)
    return ChangeSeats([SeatChange(replace(seat, name=name, colour=colour), {"token": seat.token})])


def _start(table: GameTable, listener: Listener, message: Start, now: float) -> Decision:
    """Start the game at its owner's request, if all seats are taken (or bots fill them)."""
    _check_owner(table, listener, "start the game")
    if table.log is not None:
        return _done(message)
    if message.fill is not None:
        level = check_level(message.fill, "fill", table.board, kids=table.row.kids)
        if any(seat.kind == "open" for seat in table.seats):
            return ChangeSeats(_fill(table, level))
    return Append(begin(table, now))


def _check_owner(table: GameTable, listener: Listener, what: str) -> None:
    if not listener.screen and not any(table.seats[seat].owner for seat in listener.seats):
        raise Refused("not_owner", f"only the creator of the table can {what}", status=403)


def _seat_bot(table: GameTable, listener: Listener, message: SeatBot) -> Decision:
    """Put a bot in a seat, change its level, or free the seat, at the request of the table's owner."""
    _check_owner(table, listener, "seat bots")
    if message.seat >= len(table.seats):
        raise Refused("unknown_seat", f"there is no seat {message.seat} at this table", None, "seat", 422)
    seat = table.seats[message.seat]
    wanted = _with_bot(table, seat, message.level)
    if wanted == seat:
        return _done(message)
    if table.log is not None:
        raise Refused("already_started", "the game has begun; seat bots before it starts")
    if seat.kind == "person":
        raise Refused("seat_taken", f"{seat.name} sits there; a bot needs a free seat", None, "seat")
    return ChangeSeats([SeatChange(wanted, {"kind": seat.kind})])


def _with_bot(table: GameTable, seat: StoredSeat, level: str | None) -> StoredSeat:
    if level is None:
        return replace(seat, kind="open", name="", level=None)
    name = seat.name or bot_name(other.name for other in table.seats)
    return replace(seat, kind="bot", name=name, level=check_level(level, "level", table.board, kids=table.row.kids))


def note_moved(table: GameTable, seat: int, now: float) -> Prepared | None:
    """Return the entry that a seat is on another device now, if the game goes on and the log has room for it."""
    log = table.log
    if log is None or log.game.over:
        return None
    try:
        _check_patience(log, seat)
    except Refused:
        return None
    return table.prepare(now, "seat_moved", seat)


def begin(table: GameTable, now: float) -> Prepared:
    """Deal, if all seats are taken."""
    open_seats = [seat.seat for seat in table.seats if seat.kind == "open"]
    if open_seats:
        raise Refused("seats_open", f"nobody sits at {', '.join(f'seat {seat}' for seat in open_seats)} yet")
    return table.prepare(now, "start")


def _fill(table: GameTable, level: str) -> list[SeatChange]:
    """Seat bots where nobody sits."""
    names = [seat.name for seat in table.seats]
    changes: list[SeatChange] = []
    for seat in table.seats:
        if seat.kind == "open":
            names.append(bot_name(names))
            filled = replace(seat, kind="bot", name=names[-1], level=level)
            changes.append(SeatChange(filled, {"kind": "open"}))
    return changes
