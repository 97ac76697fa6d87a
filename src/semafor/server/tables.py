"""The server's part of making tables, sitting down, moving seats to other devices, and rematches."""

from __future__ import annotations

import time
from typing import Final

from msgspec.structs import replace

from semafor.server.contest.ladder import sit
from semafor.server.contest.results import already_begun, enter_sealed
from semafor.server.metrics import ENTRIES_WRITTEN
from semafor.server.rooms.hub import Hub
from semafor.server.rooms.room import Room
from semafor.server.store.errors import StorageError
from semafor.server.store.guests import StoredGuest
from semafor.table import creating
from semafor.table.deals import today
from semafor.table.finished import moments
from semafor.table.game_table import open_table
from semafor.table.requests import begin
from semafor.table.stored import StoredTransfer
from semafor.table.tokens import hashed, new_code, new_token
from semafor.table.wire.api_messages import Join, Joined, MadeGame, NewGame, PlayOn, SeatToken, Transfer
from semafor.table.wire.problems import Refused, not_found

TRANSFER_SECONDS: Final = 600.0
_TRIES: Final = 10
"""How often sitting down is retried after losing a race: there are five seats, and each can be taken once."""


async def make_game(hub: Hub, wanted: NewGame, address: str) -> MadeGame:
    """Make a table for a client at an address; if all its seats are taken, start the game."""
    hub.makers.check_unattended(address)
    if wanted.board_file is not None and wanted.board is None:
        await hub.boards.load(wanted.board_file)
    guest = None if wanted.guest is None else await hub.guests.get(hashed(wanted.guest))
    if guest is not None and guest.ladder and wanted.hints is None:
        # Games with hints don't count.
        wanted = replace(wanted, hints=False)
    # One moment for both: the secret is that of the same day, even at midnight.
    now = time.time()
    made = creating.new_table(wanted, now, await _secret(hub, wanted, guest, now), "" if guest is None else guest.key)
    hub.makers.note(made.row, address)
    own = [seat.seat for seat in made.tokens]
    table = open_table(made.row, made.seats, [], hub.settings.pace, hub.clock.now())
    if not made.full:
        await hub.storage.create(made.row, made.seats)
        await sit(hub.guests, guest, table, own)
        return made.made
    start = begin(table, hub.clock.now())
    made.row.wake_at = start.wake_at
    table.commit(start)
    try:
        await hub.storage.create(made.row, made.seats, [start.entry])
    except StorageError:
        if wanted.sealed and await hub.storage.game(made.row.id) is not None:
            raise already_begun() from None
        raise
    if wanted.sealed and guest is not None:
        try:
            await enter_sealed(hub, guest, made.row.seed, made.row.id, address)
        except Refused:
            await hub.storage.remove(made.row.id)
            raise
    await sit(hub.guests, guest, table, own)
    ENTRIES_WRITTEN.labels("start").inc()
    hub.keep(table)
    return made.made


async def _secret(hub: Hub, wanted: NewGame, guest: StoredGuest | None, now: float) -> str | None:
    """Return the secret of today's sealed deals, if one is wanted; it needs a guest, who has one try."""
    if not wanted.sealed:
        return None
    if guest is None:
        raise Refused("no_guest", "a sealed deal is played by a guest: send the key of one", None, "guest", 422)
    return await hub.guests.secret(str(today(now)), make=True)


async def play_on(hub: Hub, room: Room, wanted: PlayOn, address: str) -> MadeGame:
    """Make a table that goes on from a moment of a finished game, for somebody at an address."""
    hub.makers.check_unattended(address)
    made, entries = moments.play_on(room.table, wanted, time.time())
    hub.makers.note(made.row, address)
    await hub.storage.create(made.row, made.seats, entries)
    return made.made


async def _begin(room: Room) -> None:
    """Deal, unless another process has done it."""
    async with room.lock:
        if room.table.log is None:
            await room.append(begin(room.table, room.hub.clock.now()))


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
                    guests = room.hub.guests
                    await sit(guests, await guests.get(hashed(wanted.guest)), room.table, [sitting.joined.seat])
                return sitting.joined
            # Somebody else has just taken that seat; the table has been reloaded.
    raise Refused("busy", "many people are sitting down at this table; try again", status=503)


async def offer_transfer(hub: Hub, room: Room, seat: int, token: str) -> Transfer:
    """Return a code that moves a seat to another device, given the seat's token."""
    code = new_code(20)
    now = hub.clock.now()
    made = StoredTransfer(code=hashed(code), game=room.id, seat=seat, expires=now + TRANSFER_SECONDS)
    if not await hub.storage.add_transfer(made, hashed(token), now):
        await room.reload_table()
        raise Refused("wrong_token", "the seat has been taken over", status=403)
    return Transfer(code)


async def use_transfer(hub: Hub, code: str) -> Joined:
    """Take over a seat with a new token. The old one, its codes, its bot and its place in a contest are revoked."""
    unknown = not_found("that code is unknown, has been used, or is older than ten minutes")
    found = await hub.storage.transfer(hashed(code))
    if found is None or not 0.0 <= found.expires - hub.clock.now() < 2 * TRANSFER_SECONDS:
        raise unknown
    room = await hub.room(found.game)
    token = new_token()
    async with room.lock:
        if not await hub.storage.use_transfer(found, hashed(token)):
            raise unknown
        await room.reload_table()
    return Joined(found.game, found.seat, token, room.table.row.contest)


async def rematch(hub: Hub, room: Room, token: str, address: str) -> MadeGame:
    """Play again with the seats rotated, for a client at an address; everybody's token is valid for the new game."""
    async with room.lock:
        if room.table.row.rematch is None:
            hub.makers.check_unattended(address)
            made = creating.rematch(room.table, time.time())
            hub.makers.note(made.row, address)
            await hub.storage.create(made.row, made.seats)
            if await hub.storage.set_rematch(room.id, made.row.id):
                await hub.guests.sit_again(room.id, made.row.id, made.row.players)
            else:
                await hub.storage.remove(made.row.id)
            await room.reload_table()
    new = await hub.room(room.table.row.rematch or "")
    await _begin(new)
    own = new.table.seat_of(hashed(token))
    return MadeGame(new.id, new.table.row.invite, [] if own is None else [SeatToken(own, token)])
