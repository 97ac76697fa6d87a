"""Making tables, sitting down at them, taking seats to other devices, playing again: what of it is the server's."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from msgspec.structs import replace

from semafor.server.rooms.hub import Hub
from semafor.server.rooms.room import Room
from semafor.table import creating
from semafor.table.requests import SeatChange, begin
from semafor.table.tokens import hashed, new_code, new_token
from semafor.table.wire.api_messages import Join, Joined, MadeGame, NewGame, SeatToken, Transfer
from semafor.table.wire.problems import Refused, not_found

TRANSFER_SECONDS: Final = 600.0


async def make_game(hub: Hub, wanted: NewGame) -> MadeGame:
    """Make a table; if all its seats are taken, the game begins."""
    # In a thread, for reading a board file that is new takes a while.
    made = await asyncio.to_thread(creating.new_table, wanted, time.time())
    await hub.storage.create(made.row, made.seats)
    if made.full:
        await _begin(await hub.room(made.row.id))
    return made.made


async def _begin(room: Room) -> None:
    """Deal, unless that has been done."""
    async with room.lock:
        if room.table.log is None:
            await room.append(begin(room.table, time.time()))


async def join(room: Room, wanted: Join, bot: str | None) -> Joined:
    """Sit down at an open seat. `bot` is the account of an external bot."""
    async with room.lock:
        sitting = creating.sit_down(room.table, wanted, bot)
        if not await room.change_seats(sitting.changes):
            raise Refused("seat_taken", "somebody else has just sat down there; try again", None, "seat")
        return sitting.joined


async def offer_transfer(hub: Hub, room: Room, seat: int) -> Transfer:
    """A code that takes a seat to another device."""
    code = new_code(20)
    await hub.storage.add_transfer(hashed(code), room.id, seat, time.time() + TRANSFER_SECONDS)
    return Transfer(code)


async def use_transfer(hub: Hub, code: str) -> Joined:
    """Take a seat over: there is a new token for it, and the old one is good for nothing."""
    found = await hub.storage.use_transfer(hashed(code), time.time())
    if found is None:
        raise not_found("that code is not known, has been used, or is older than ten minutes")
    game, number = found
    room = await hub.room(game)
    async with room.lock:
        seat = room.table.seats[number]
        token = new_token()
        changed = SeatChange(replace(seat, token=hashed(token)), {"token": seat.token})
        if not await hub.storage.change_seats([changed]):
            raise Refused("seat_taken", "somebody else has taken that seat over")
        await room.reload_table()
    return Joined(game, number, token)


async def rematch(hub: Hub, room: Room, token: str) -> MadeGame:
    """Play again with the seats rotated. Everybody's token is good for the new game, too."""
    async with room.lock:
        if room.table.row.rematch is None:
            made = creating.rematch(room.table, time.time())
            await hub.storage.create(made.row, made.seats)
            if not await hub.storage.set_rematch(room.id, made.row.id):
                await hub.storage.remove(made.row.id)
            await room.reload_table()
    new = await hub.room(room.table.row.rematch or "")
    await _begin(new)
    own = new.table.seat_of(hashed(token))
    return MadeGame(new.id, new.table.row.invite, [] if own is None else [SeatToken(own, token)])
