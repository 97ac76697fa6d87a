"""What a page keeps of its games, in the database of the browser.

The database is asynchronous and written in JavaScript; texts cross the border, and `Shelf` is the way over it. Other
tabs may write to the same games: an entry is taken only in its place, as in the database of a server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from semafor.table.stored import Status, StoredEntry, StoredGame, StoredSeat
from semafor.table.wire.problems import Refused


class Shelf(Protocol):
    """Where texts are kept: IndexedDB in a browser, a dictionary in tests."""

    async def load(self, game: str) -> str | None:
        """Return everything about a game, as a `Kept` in JSON; None if there is no such game."""
        ...

    async def create(self, game: str, row: str, seats: str, entries: str) -> None:
        """Keep a new game; its seats and entries are lists in JSON."""
        ...

    async def append(self, game: str, seq: int, entry: str, row: str) -> bool:
        """Keep an entry and the game's row as it is then; False if that place in the log is taken."""
        ...

    async def entries(self, game: str, after: int) -> str:
        """Return the entries after a seq, as a list in JSON."""
        ...

    async def change(self, game: str, row: str, seats: str) -> None:
        """Keep a game's row and seats."""
        ...

    async def remove(self, game: str) -> None:
        """Delete a game."""
        ...


class Kept(msgspec.Struct):
    """Everything about a game."""

    row: StoredGame
    seats: list[StoredSeat]
    entries: list[StoredEntry]


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


class Keeper:
    """Keeps games on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        """Take the shelf."""
        self.shelf = shelf

    async def load(self, game: str) -> Kept | None:
        """Return a game, if there is one of that id; raise Refused if another version of the page has kept it."""
        found = await self.shelf.load(game)
        try:
            return None if found is None else msgspec.json.decode(found, type=Kept)
        except msgspec.MsgspecError:
            raise Refused("old_game", "the game can't be read; another version of the page has made it") from None

    async def create(self, row: StoredGame, seats: list[StoredSeat], entries: Sequence[StoredEntry] = ()) -> None:
        """Keep a new game."""
        await self.shelf.create(row.id, _text(row), _text(seats), _text(list(entries)))

    async def append(self, row: StoredGame, entry: StoredEntry, status: Status) -> bool:
        """Keep an entry; False if another tab was faster."""
        kept = msgspec.structs.replace(row, status=status)
        return await self.shelf.append(row.id, entry.seq, _text(entry), _text(kept))

    async def entries(self, game: str, after: int) -> list[StoredEntry]:
        """Return the entries after a seq."""
        return msgspec.json.decode(await self.shelf.entries(game, after), type=list[StoredEntry])

    async def change(self, row: StoredGame, seats: list[StoredSeat]) -> None:
        """Keep the row and the seats of a game."""
        await self.shelf.change(row.id, _text(row), _text(seats))

    async def remove(self, game: str) -> None:
        """Delete a game."""
        await self.shelf.remove(game)
