"""A page's store of tables, in the browser's database.

The database is asynchronous and called through JavaScript; `Shelf` is the interface, and all data crosses it as text.
Other tabs may write to the same games: an entry is accepted only at its position, as in a server's database.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from semafor.table.requests import SeatChange
from semafor.table.stored import Status, StoredChat, StoredEntry, StoredGame, StoredSeat
from semafor.table.wire.problems import Refused


class Shelf(Protocol):
    """Storage of texts: IndexedDB in a browser, a dictionary in tests."""

    async def load(self, game: str) -> str | None:
        """Return everything about a game, as a `Kept` in JSON; None if there is no such game."""
        ...

    async def create(self, game: str, row: str, seats: str, entries: str) -> None:
        """Store a new game; its seats and entries are JSON lists."""
        ...

    async def append(self, game: str, seq: int, entry: str, status: str) -> bool:
        """Store an entry and the status of the game; return False if that position in the log is taken."""
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


class PageStore:
    """The tables on a shelf."""

    shared = True
    """Other tabs may write to it."""

    def __init__(self, shelf: Shelf) -> None:
        """Take the shelf."""
        self.shelf = shelf
        self._chat: dict[str, list[StoredChat]] = {}

    async def _load(self, game: str) -> Kept | None:
        """Return a game, if it exists; raise Refused if another version of the page has stored it."""
        found = await self.shelf.load(game)
        try:
            return None if found is None else msgspec.json.decode(found, type=Kept)
        except msgspec.MsgspecError:
            raise Refused("old_game", "the game can't be read; another version of the page has stored it") from None

    async def game(self, game: str) -> StoredGame | None:
        """Return a table; None if there is none."""
        kept = await self._load(game)
        return None if kept is None else kept.row

    async def seats(self, game: str) -> list[StoredSeat]:
        """Return the seats of a table, in order."""
        kept = await self._load(game)
        return [] if kept is None else kept.seats

    async def entries(self, game: str, after: int = 0) -> list[StoredEntry]:
        """Return the entries of a log after a seq."""
        return msgspec.json.decode(await self.shelf.entries(game, after), type=list[StoredEntry])

    async def tables(self, games: Sequence[str]) -> dict[str, tuple[str | None, bool, list[StoredSeat]]]:
        """Return what may change of tables besides their logs: the rematch, whether it is sealed, the seats."""
        kept = {game: await self._load(game) for game in games}
        return {game: (one.row.rematch, one.row.sealed, one.seats) for game, one in kept.items() if one is not None}

    async def create(self, game: StoredGame, seats: Sequence[StoredSeat], entries: Sequence[StoredEntry] = ()) -> None:
        """Store a new table."""
        await self.shelf.create(game.id, _text(game), _text(seats), _text(entries))

    async def append(self, entry: StoredEntry, status: Status, wake_at: float | None) -> bool:
        """Store an entry; return False if another tab wrote first. No page wakes up for a game."""
        return await self.shelf.append(entry.game, entry.seq, _text(entry), status)

    async def change_seats(self, changes: Sequence[SeatChange]) -> bool:
        """Store changes of seats, all or none; return False if a stored seat is not as expected."""
        game = changes[0].seat.game
        kept = await self._load(game)
        if kept is None or any(
            getattr(kept.seats[change.seat.seat], name) != value
            for change in changes
            for name, value in change.only_if.items()
        ):
            return False
        for change in changes:
            kept.seats[change.seat.seat] = change.seat
        await self.shelf.change(game, _text(kept.row), _text(kept.seats))
        return True

    async def set_rematch(self, game: str, rematch: str) -> bool:
        """Store the rematch of a table; return False if it has one."""
        kept = await self._load(game)
        if kept is None or kept.row.rematch is not None:
            return False
        kept.row.rematch = rematch
        await self.shelf.change(game, _text(kept.row), _text(kept.seats))
        return True

    async def remove(self, game: str) -> None:
        """Delete a table."""
        await self.shelf.remove(game)

    async def say(self, line: StoredChat) -> bool:
        """Keep a line of chat as long as the page is open; return False if it is kept already."""
        lines = self._chat.setdefault(line.game, [])
        if any((one.seat, one.client_id) == (line.seat, line.client_id) for one in lines):
            return False
        lines.append(msgspec.structs.replace(line, number=len(lines) + 1))
        return True

    async def chat(self, game: str, after: int = 0) -> list[StoredChat]:
        """Return the lines of chat after a number."""
        return self._chat.get(game, [])[after:]

    async def analysis(self, game: str) -> str | None:
        """Return the stored analysis of a game."""
        return await self.shelf.analysis(game)

    async def keep_analysis(self, game: str, text: str) -> None:
        """Store the analysis of a game."""
        await self.shelf.keep_analysis(game, text)
