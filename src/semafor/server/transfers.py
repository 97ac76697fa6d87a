"""Moving a seat to another device by a code."""

from __future__ import annotations

from typing import Final

from semafor.home.room import Room
from semafor.server.hub.hub import Hub
from semafor.table.stored import StoredTransfer
from semafor.table.tokens import hashed, new_code, new_token
from semafor.table.wire.api_messages import Joined, Transfer
from semafor.table.wire.problems import Refused, not_found

TRANSFER_SECONDS: Final = 600.0


async def offer(hub: Hub, room: Room, seat: int, token: str) -> Transfer:
    """Return a code that moves a seat to another device, given the seat's token."""
    code = new_code(20)
    now = hub.home.clock.now()
    made = StoredTransfer(code=hashed(code), game=room.id, seat=seat, expires=now + TRANSFER_SECONDS)
    if not await hub.storage.add_transfer(made, hashed(token), now):
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
    return Joined(found.game, found.seat, token, room.table.row.contest)
