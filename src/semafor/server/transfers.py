"""Moving a seat to another device by a code."""

from __future__ import annotations

from typing import Final

from semafor.home.room import Room
from semafor.server.hub.hub import Hub
from semafor.table.requests import note_moved
from semafor.table.stored import StoredTransfer
from semafor.table.tokens import hashed, new_code, new_token
from semafor.table.wire.api_messages import Joined, Transfer
from semafor.table.wire.problems import Refused, not_found

TRANSFER_SECONDS: Final = 600.0
SCREEN_SECONDS: Final = 120.0
"""How long a code on the big screen is valid: the player may come back."""


async def offer(hub: Hub, room: Room, seat: int, token: str, *, own: bool = True) -> Transfer:
    """Return a code that moves a seat to another device, given the seat's token (hashed).

    If it is not the player's `own` wish, the code is valid for a shorter time.
    """
    code = new_code(20)
    now = hub.home.clock.now()
    expires = now + (TRANSFER_SECONDS if own else SCREEN_SECONDS)
    made = StoredTransfer(code=hashed(code), game=room.id, seat=seat, expires=expires)
    if not await hub.storage.add_transfer(made, token, now):
        await room.reload_table()
        raise Refused("wrong_token", "the seat has been taken over", status=403)
    return Transfer(code)


async def use(hub: Hub, code: str) -> Joined:
    """Take over a seat with a new token. The old one, its codes, its bot and its place in a contest are revoked."""
    unknown = not_found("that code is unknown, has been used, or is older than ten minutes")
    found = await hub.storage.transfer(hashed(code))
    if found is None or not 0.0 <= found.expires - hub.home.clock.now() < 2 * TRANSFER_SECONDS:
        raise unknown
    room = await hub.home.room(found.game)
    token = new_token()
    async with room.lock:
        if not await hub.storage.use_transfer(found, hashed(token)):
            raise unknown
        await room.reload_table()
        moved = note_moved(room.table, found.seat, hub.home.clock.now())
        while moved is not None and not await room.append(moved):
            # Another process wrote first.
            moved = note_moved(room.table, found.seat, hub.home.clock.now())
    return Joined(found.game, found.seat, token, room.table.row.contest)
