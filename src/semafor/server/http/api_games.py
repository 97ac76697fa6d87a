"""REST: the lobby, invitations, sitting down, and moving a seat to another device."""

from __future__ import annotations

from semafor.home.endpoints.endpoint import Endpoints
from semafor.home.room import Room
from semafor.home.tables import join as sit_down
from semafor.server import transfers
from semafor.server.http.rest import ServedAsk
from semafor.server.lan import is_own_machine, network_url
from semafor.table.tokens import hashed, read_code
from semafor.table.wire.api_messages import Join, Joined, Network, Transfer, UseTransfer
from semafor.table.wire.messages import Table
from semafor.table.wire.problems import not_found

SITTING = Endpoints()


@SITTING.get("/network")
async def network(ask: ServedAsk) -> Network:
    """Return the server's URL for others in the same network (for invitations), to its own machine only."""
    asks_itself = is_own_machine(ask.host)
    return Network(network_url(ask.hub.settings.network_port if asks_itself else None))


@SITTING.get("/lobby", needs="lobby")
async def lobby(ask: ServedAsk) -> list[Table]:
    """Return public tables that wait for players or can be watched, the newest first."""
    return await ask.hub.lobby.tables()


@SITTING.get("/invites/{code}", 404, 410, cost="heavy", needs="invite")
async def invitation(ask: ServedAsk, code: str) -> Table:
    """Return the table of an invitation code. Codes are short, so attempts are rate-limited."""
    return (await _invited(ask, code)).table.info()


@SITTING.post("/join", 401, 403, 404, 409, 410, 422, cost="heavy", needs="invite")
async def join_by_code(ask: ServedAsk, wanted: Join, token: str | None = None) -> Joined:
    """Sit down at the table of an invitation code."""
    room = await _invited(ask, wanted.invite or "")
    return await sit_down(room, wanted, None if token is None else await ask.bot(token))


@SITTING.post("/games/{game}/seats/{seat}/transfer", 401, 403, 404, 410, 422, needs="transfer")
async def transfer(ask: ServedAsk, game: str, seat: int, token: str) -> Transfer:
    """Return a code that moves your seat to another device: valid once, for ten minutes.

    With the token of the table's big screen, the seat of a player who is away: for two minutes.
    """
    room = await ask.home.room(game)
    await room.know([hashed(token)])
    held = room.table.movable(seat, hashed(token), ask.home.clock.now())
    return await transfers.offer(ask.hub, room, seat, held, own=held == hashed(token))


@SITTING.post("/transfers", 404, 409, 410, 422, needs="transfer")
async def take_over(ask: ServedAsk, wanted: UseTransfer) -> Joined:
    """Take over a seat by a transfer code; the old token is revoked."""
    return await transfers.use(ask.hub, wanted.code)


async def _invited(ask: ServedAsk, code: str) -> Room:
    game = await ask.hub.storage.game_by_invite(read_code(code))
    if game is None:
        raise not_found("there is no table with that invitation code")
    return await ask.home.room(game)
