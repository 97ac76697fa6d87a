"""A page's storage of games, in the browser's database.

The database is asynchronous and called through JavaScript; `Shelf` is the interface, and all data crosses it as text.
Other tabs may write to the same games: an entry is accepted only at its position, as in a server's database.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from semafor.table.stored import Status, StoredEntry, StoredGame, StoredSeat
from semafor.table.wire.problems import Refused


class Shelf(Protocol):
    """Storage of texts: IndexedDB in a browser, a dictionary in tests."""

    async def load(self, game: str) -> str | None:
        """Return everything about a game, as a `Kept` in JSON; None if there is no such game."""
        ...

    async def create(self, game: str, row: str, seats: str, entries: str) -> None:
        """Store a new game; its seats and entries are JSON lists."""
        ...

    async def append(self, game: str, seq: int, entry: str, row: str) -> bool:
        """Store an entry and the updated row of the game; return False if that position in the log is taken."""
        ...

    async def entries(self, game: str, after: int) -> str:
        """Return the entries after a seq, as a JSON list."""
        ...

    async def change(self, game: str, row: str, seats: str) -> None:
        """Store a game's row and seats."""
        ...

    async def analysis(self, game: str) -> str | None:
        """Return the text stored by `keep_analysis`."""
        ...

    async def keep_analysis(self, game: str, text: str) -> None:
        """Store the analysis of a game."""
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
    """Stores games on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        """Take the shelf."""
        self.shelf = shelf

    async def load(self, game: str) -> Kept | None:
        """Return a game, if it exists; raise Refused if another version of the page has stored it."""
        found = await self.shelf.load(game)
        try:
            return None if found is None else msgspec.json.decode(found, type=Kept)
        except msgspec.MsgspecError:
            raise Refused("old_game", "the game can't be read; another version of the page has stored it") from None

    async def create(self, row: StoredGame, seats: list[StoredSeat], entries: Sequence[StoredEntry] = ()) -> None:
        """Store a new game."""
        await self.shelf.create(row.id, _text(row), _text(seats), _text(list(entries)))

    async def append(self, row: StoredGame, entry: StoredEntry, status: Status) -> bool:
        """Store an entry; return False if another tab wrote first."""
        kept = msgspec.structs.replace(row, status=status)
        return await self.shelf.append(row.id, entry.seq, _text(entry), _text(kept))

    async def entries(self, game: str, after: int) -> list[StoredEntry]:
        """Return the entries after a seq."""
        return msgspec.json.decode(await self.shelf.entries(game, after), type=list[StoredEntry])

    async def change(self, row: StoredGame, seats: list[StoredSeat]) -> None:
        """Store the row and the seats of a game."""
        await self.shelf.change(row.id, _text(row), _text(seats))

    async def analysis(self, game: str) -> str | None:
        """Return the stored analysis of a game."""
        return await self.shelf.analysis(game)

    async def keep_analysis(self, game: str, text: str) -> None:
        """Store the analysis of a game."""
        await self.shelf.keep_analysis(game, text)

    async def remove(self, game: str) -> None:
        """Delete a game."""
        await self.shelf.remove(game)
