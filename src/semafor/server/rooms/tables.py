"""Making tables, sitting down at them, taking seats to other devices, playing again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Final

import msgspec

from semafor import RULES_VERSION, Board, BoardError, builtin_ids
from semafor.server.rooms.hub import Hub
from semafor.server.rooms.requests import begin_game
from semafor.server.rooms.room import Room
from semafor.table.board_files import find_board
from semafor.table.bot_levels import check_level
from semafor.table.entries import StoredGame, StoredSeat
from semafor.table.fairness import commitment, new_seed
from semafor.table.names import bot_name, check_free, clean_name, free_name
from semafor.table.tokens import hashed, new_code, new_game_id, new_invite, new_token, read_code
from semafor.table.wire.api_messages import Join, Joined, MadeGame, NewGame, NewSeat, SeatToken, Transfer
from semafor.table.wire.client_messages import PLAYER_COLOURS
from semafor.table.wire.messages import Clock
from semafor.table.wire.problems import Refused, not_found

TRANSFER_SECONDS: Final = 600.0


async def make_game(hub: Hub, wanted: NewGame) -> MadeGame:
    """Makes a table; if all its seats are taken, the game begins."""
    # Elsewhere, for a board file that is new takes its time.
    board = await asyncio.to_thread(wanted_board, wanted.board, wanted.board_file)
    players = len(wanted.seats)
    if not board.spec.min_players <= players <= board.spec.max_players:
        text = f"{board.id} is for {board.spec.min_players} to {board.spec.max_players} players, not {players}"
        raise Refused("wrong_number_of_players", text, None, "seats", 422)
    if wanted.first is not None and wanted.first >= players:
        raise Refused("unknown_seat", f"the first player must be a seat from 0 to {players - 1}", None, "first", 422)
    _check_clock(wanted.clock)
    game = new_game_id()
    seats, tokens = _seats(game, wanted.seats)
    row = new_row(game, board, wanted.board_file, players)
    row.first = wanted.first
    row.clock = msgspec.json.encode(wanted.clock).decode()
    row.spectators = wanted.spectators
    row.spectator_delay = wanted.spectator_delay
    row.public = wanted.public
    row.tracker = wanted.tracker
    await hub.storage.create(row, seats)
    if all(seat.kind != "open" for seat in seats):
        room = await hub.room(game)
        async with room.lock:
            await begin_game(room)
    return MadeGame(game, row.invite, [SeatToken(seat, token) for seat, token in tokens.items()])


def wanted_board(name: str | None, file: str | None) -> Board:
    """The board that somebody asks for: one of ours by its id, or their own as the text of its file."""
    if (name is None) == (file is None):
        raise Refused("bad_request", "name a board, or send the text of a board file", None, "board", 422)
    if name is not None and name not in builtin_ids():
        text = f"there is no board {name!r}; there are {', '.join(builtin_ids())}"
        raise Refused("unknown_board", text, None, "board", 422)
    try:
        return find_board(name or "", file)
    except BoardError as error:
        raise Refused("bad_board", str(error), None, "board_file", 422) from None


def new_row(game: str, board: Board, board_text: str | None, players: int) -> StoredGame:
    """A table with a new seed and the usual settings."""
    seed = new_seed()
    return StoredGame(
        id=game,
        board=board.id,
        board_text=board_text,
        digest=board.spec.digest,
        rules=RULES_VERSION,
        players=players,
        seed=seed,
        commitment=commitment(seed),
        first=None,
        status="waiting",
        clock=msgspec.json.encode(Clock()).decode(),
        spectators=True,
        spectator_delay=0,
        public=False,
        tracker=False,
        invite=new_invite(),
        rematch=None,
        created=time.time(),
        wake_at=None,
    )


def _check_clock(clock: Clock) -> None:
    needed = {"none": None, "move": "seconds", "game": "seconds", "days": "days"}[clock.kind]
    for field in ("seconds", "increment", "days"):
        given = getattr(clock, field) is not None
        allowed = field == needed or (field == "increment" and clock.kind == "game")
        if given and not allowed:
            raise Refused("bad_clock", f"a clock of kind {clock.kind} has no {field}", None, f"clock.{field}", 422)
        if field == needed and not given:
            raise Refused("bad_clock", f"a clock of kind {clock.kind} needs {field}", None, f"clock.{field}", 422)


def _seats(game: str, wanted: Sequence[NewSeat]) -> tuple[list[StoredSeat], dict[int, str]]:
    """The seats of a new table, and the tokens of those that are taken."""
    chosen = {seat.colour for seat in wanted if seat.colour is not None}
    free = [colour for colour in PLAYER_COLOURS if colour not in chosen]
    given = [clean_name(seat.name) for seat in wanted if seat.name]
    seats: list[StoredSeat] = []
    tokens: dict[int, str] = {}
    for number, seat in enumerate(wanted):
        colour = seat.colour or free.pop(0)
        made = StoredSeat(game=game, seat=number, kind="open", name="", colour=colour)
        if seat.kind == "bot":
            made.level = check_level(seat.level, f"seats[{number}].level")
            made.kind = "bot"
            made.name = (
                free_name(seats, clean_name(seat.name))
                if seat.name
                else bot_name([*given, *(other.name for other in seats)])
            )
        elif seat.level is not None:
            raise Refused("bad_request", "only a bot has a level", None, f"seats[{number}].level", 422)
        elif seat.kind == "me":
            tokens[number] = new_token()
            made.kind = "person"
            made.name = clean_name(seat.name) if seat.name else free_name(seats, "Guest")
            made.token = hashed(tokens[number])
            made.owner = not any(one.owner for one in seats)
        check_free(seats, made.name or f"open seat {number}", colour, number)
        seats.append(made)
    colours = [seat.colour for seat in seats]
    if len(set(colours)) < len(colours):
        raise Refused("colour_taken", "two seats have the same colour", None, "seats", 422)
    return seats, tokens


async def join(hub: Hub, room: Room, wanted: Join, bot: tuple[str, str] | None) -> Joined:
    """Sits down at an open seat; a public table needs no code. `bot` is the account of an external bot."""
    invited = wanted.invite is not None and read_code(wanted.invite) == room.row.invite
    if not invited and not (room.row.public and wanted.invite is None):
        raise Refused("bad_invite", "that is no invitation to this table", None, "invite", 403)
    async with room.lock:
        if room.log is not None:
            raise Refused("already_started", "the game has begun")
        name = clean_name(wanted.name)
        seat = _open_seat(room, wanted.seat)
        colour = wanted.colour or seat.colour
        await _rename_bot(hub, room, name)
        check_free(room.seats, name, colour, seat.seat)
        token = new_token()
        taken = StoredSeat(
            game=seat.game,
            seat=seat.seat,
            kind="person",
            name=name,
            colour=colour,
            token=hashed(token),
            owner=not any(one.owner for one in room.seats),
            bot=None if bot is None else bot[0],
        )
        if not await hub.storage.change_seat(taken, {"kind": "open"}):
            await room.reload_table()
            raise Refused("seat_taken", "somebody else has just sat down there; try again", None, "seat")
        room.seats[seat.seat] = taken
        swap = next((one for one in room.seats if one.kind == "open" and one.colour == colour), None)
        if swap is not None:
            given = msgspec.structs.replace(swap, colour=seat.colour)
            if await hub.storage.change_seat(given, {"kind": "open"}):
                room.seats[swap.seat] = given
        room.tell_table()
        return Joined(room.row.id, seat.seat, token)


async def _rename_bot(hub: Hub, room: Room, name: str) -> None:
    """A bot that is called as somebody who sits down takes another name."""
    for bot in room.seats:
        if bot.kind == "bot" and bot.name.casefold() == name.casefold():
            other = msgspec.structs.replace(bot, name=bot_name([name, *(one.name for one in room.seats)]))
            if await hub.storage.change_seat(other, {"kind": "bot"}):
                room.seats[bot.seat] = other


def _open_seat(room: Room, wanted: int | None) -> StoredSeat:
    if wanted is not None:
        if wanted >= len(room.seats):
            raise Refused("unknown_seat", f"there is no seat {wanted} at this table", None, "seat", 422)
        if room.seats[wanted].kind != "open":
            raise Refused("seat_taken", f"seat {wanted} is taken", None, "seat")
        return room.seats[wanted]
    seat = next((seat for seat in room.seats if seat.kind == "open"), None)
    if seat is None:
        raise Refused("table_full", "all seats are taken")
    return seat


async def offer_transfer(hub: Hub, room: Room, seat: int) -> Transfer:
    """A code that takes a seat to another device."""
    code = new_code(20)
    await hub.storage.add_transfer(hashed(code), room.row.id, seat, time.time() + TRANSFER_SECONDS)
    return Transfer(code)


async def use_transfer(hub: Hub, code: str) -> Joined:
    """Takes a seat over: there is a new token for it, and the old one is good for nothing."""
    found = await hub.storage.use_transfer(hashed(code), time.time())
    if found is None:
        raise not_found("that code is not known, has been used, or is older than ten minutes")
    game, number = found
    room = await hub.room(game)
    async with room.lock:
        seat = room.seats[number]
        token = new_token()
        changed = msgspec.structs.replace(seat, token=hashed(token))
        if not await hub.storage.change_seat(changed, {"token": seat.token}):
            raise Refused("seat_taken", "somebody else has taken that seat over")
        await room.reload_table()
    return Joined(game, number, token)


async def rematch(hub: Hub, room: Room, token: str) -> MadeGame:
    """Plays again with the seats rotated. Everybody's token is good for the new game, too."""
    if room.log is None or not room.log.game.over:
        raise Refused("not_over", "the game is not over yet")
    async with room.lock:
        if room.row.rematch is None:
            players = room.row.players
            game = new_game_id()
            row = new_row(game, room.board, room.row.board_text, players)
            for field in ("clock", "spectators", "spectator_delay", "public", "tracker"):
                setattr(row, field, getattr(room.row, field))
            seats = [
                msgspec.structs.replace(room.seats[(number + 1) % players], game=game, seat=number)
                for number in range(players)
            ]
            await hub.storage.create(row, seats)
            if not await hub.storage.set_rematch(room.row.id, game):
                await hub.storage.remove(game)
            await room.reload_table()
    new = await hub.room(room.row.rematch or "")
    async with new.lock:
        if new.log is None:
            await begin_game(new)
    own = new.seat_of(hashed(token))
    return MadeGame(new.row.id, new.row.invite, [] if own is None else [SeatToken(own, token)])
