"""Which address made which table, and how many more it may make.

Each table of bots wants a worker: see `fair_pool` for what a bystander waits without these limits and its rules.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final

from semafor.home.limits import Buckets
from semafor.table.stored import StoredGame
from semafor.table.wire.problems import Refused

if TYPE_CHECKING:
    from semafor.server.hub.hub import Hub

_KEPT: Final = 10_000
_HOUR: Final = 3600.0


def mark_of(address: str) -> int:
    """Return a number that tells an address from others and does not tell who it is: 65,536 IPv4 addresses share it."""
    return int.from_bytes(sha256(address.encode()).digest()[:2], "big")


class Makers:
    """The makers of tables, as far as this process knows: their addresses are stored nowhere, only a mark of them."""

    def __init__(self, hub: Hub) -> None:
        """Take the hub, which has the tables in memory."""
        self._hub = hub
        games = hub.settings.games_per_hour
        self.new_games = Buckets(games / _HOUR, games)
        """How many more games each address may make for now."""
        self.addresses: dict[str, str] = {}
        """The addresses by game."""

    def note(self, row: StoredGame, address: str) -> None:
        """Remember the address that made a table, as long as that matters; mark the table as one of its maker's."""
        row.maker = mark_of(address)
        self.addresses[row.id] = address
        if len(self.addresses) > _KEPT:
            self.addresses = {one: maker for one, maker in self.addresses.items() if one in self._hub.home.rooms}

    def charge(self, address: str) -> None:
        """Charge an address for a game; raise Refused if it has made too many lately."""
        if not self.new_games.allows(address):
            raise Refused("too_many_games", "you have made many tables lately; wait a while", status=429)

    def check_unattended(self, address: str) -> None:
        """Refuse another game of an address that has too many unattended games."""
        rooms = self._hub.home.rooms.values()
        games = sum(room.unattended and self.addresses.get(room.id) == address for room in rooms)
        if games >= self._hub.settings.unattended_games:
            text = f"bots are playing {games} of your games with nobody watching; wait until some are over"
            raise Refused("too_many_games", text, status=429)
