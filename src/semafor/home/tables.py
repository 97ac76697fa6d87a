"""Making tables, sitting down, going on from a finished game, and rematches."""

from __future__ import annotations

import time
from typing import Final

from semafor.bots.levels import LEVELS, level_by_id
from semafor.engine.boards import find_board
from semafor.home.home import Home
from semafor.home.room import Room
from semafor.home.store import StoreError
from semafor.table import creating
from semafor.table.bot_levels import check_level, is_own
from semafor.table.finished import moments
from semafor.table.game_table import open_table
from semafor.table.requests import begin
from semafor.table.tokens import hashed
from semafor.table.wire.api_messages import Join, Joined, MadeGame, NewGame, PlayOn, SeatToken
from semafor.table.wire.problems import Refused

_TRIES: Final = 10
"""How often sitting down is retried after losing a race: there are five seats, and each can be taken once."""


async def make_game(home: Home, wanted: NewGame, address: str) -> MadeGame:
    """Make a table for a client at an address; if all its seats are taken, start the game."""
    home.host.check_maker(address)
    if wanted.board_file is not None and wanted.board is None:
        await home.boards.load(wanted.board_file, address)
    # Read the clock once: at midnight, a sealed deal and its secret must be of the same day.
    now = time.time()
    wish = await home.host.expect(wanted, now)
    made = creating.new_table(wish.wanted, now, wish.secret, wish.player)
    _check(home, made)
    home.host.note_maker(made.row, address)
    table = open_table(made.row, made.seats, [], home.pace, home.clock.now())
    start = begin(table, home.clock.now()) if made.full else None
    if start is not None:
        made.row.wake_at = start.wake_at
        table.commit(start)
    try:
        await home.store.create(made.row, made.seats, [] if start is None else [start.entry])
    except StoreError:
        # The id of a sealed game follows from the deal and its guest, who has one try.
        if wish.secret is not None and await home.store.game(made.row.id) is not None:
            raise already_begun() from None
        raise
    try:
        await home.host.seat(wish, table, address)
    except Refused:
        await home.store.remove(made.row.id)
        raise
    if start is not None:
        home.host.wrote(home.keep(table), start)
    return made.made


def already_begun() -> Refused:
    """Return the refusal of a second try at a sealed deal."""
    return Refused("already_sent", "you have begun this sealed deal already, and the first game counts", status=409)


def _check(home: Home, made: creating.NewTable) -> None:
    """Refuse a table that this home can't have."""
    board = find_board(made.row.board, made.row.board_text)
    for seat in made.seats:
        where = f"seats[{seat.seat}].level"
        if seat.level is None or is_own(check_level(seat.level, where, board)):
            continue
        if not home.host.fits(level_by_id(seat.level), board, made.row.players):
            text = f"no bot of level {seat.level!r} is fast enough here for this table"
            raise Refused("unknown_level", text, None, where, 422)


async def play_on(home: Home, room: Room, wanted: PlayOn, address: str) -> MadeGame:
    """Make a table that goes on from a moment of a finished game; the strongest bot here plays for those it lacks."""
    home.host.check_maker(address)
    made, entries = moments.play_on(room.table, wanted, time.time())
    board, players = room.table.board, room.table.row.players
    fitting = [level.id for level in LEVELS if home.host.fits(level, board, players)]
    for seat in made.seats:
        if seat.level is not None and seat.level not in fitting and not is_own(seat.level):
            seat.level = fitting[-1]
    home.host.note_maker(made.row, address)
    await home.store.create(made.row, made.seats, entries)
    return made.made


async def join(room: Room, wanted: Join, bot: str | None) -> Joined:
    """Sit down at an open seat. `bot` is the account of an external bot."""
    async with room.lock:
        for _ in range(_TRIES):
            try:
                sitting = creating.sit_down(room.table, wanted, bot)
            except Refused:
                # Another process may have newer data.
                if not await room.look_again():
                    raise
                continue
            if await room.change_seats(sitting.changes):
                if wanted.guest is not None and bot is None:
                    await room.home.host.sit(room.table, wanted.guest, sitting.joined.seat)
                return sitting.joined
            # Somebody else has just taken that seat; the table has been reloaded.
    raise Refused("busy", "many people are sitting down at this table; try again", status=503)


async def rematch(home: Home, room: Room, token: str, address: str) -> MadeGame:
    """Play again with the seats rotated, for a client at an address; everybody's token is valid for the new game."""
    async with room.lock:
        if room.table.row.rematch is None:
            home.host.check_maker(address)
            made = creating.rematch(room.table, time.time())
            home.host.note_maker(made.row, address)
            await home.store.create(made.row, made.seats)
            if await home.store.set_rematch(room.id, made.row.id):
                await home.host.sit_again(room.id, made.row.id, made.row.players)
            else:
                await home.store.remove(made.row.id)
            await room.reload_table()
    new = await home.room(room.table.row.rematch or "")
    async with new.lock:
        # Another process may have dealt already.
        if new.table.log is None:
            await new.append(begin(new.table, home.clock.now()))
    own = new.table.seat_of(hashed(token))
    return MadeGame(new.id, new.table.row.invite, [] if own is None else [SeatToken(own, token)])
