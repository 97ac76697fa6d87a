"""A page's store of tables, in the browser's database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from semafor.table.requests import SeatChange
from semafor.table.stored import Status, StoredChat, StoredEntry, StoredGame, StoredSeat
from semafor.table.wire.problems import Refused


class Database(Protocol):
    """IndexedDB behind a few functions of JavaScript, which take and give JSON."""

    async def load(self, game: str) -> str | None:
        """Return a game as it was stored, without its log; None if there is none."""
        ...

    async def entries(self, game: str, after: int) -> str:
        """Return the list of the entries after a seq."""
        ...

    async def store(self, game: str, kept: str, entries: str) -> bool:
        """Store a game, and add a list of entries to its log; return False if a position there is taken."""
        ...

    async def remove(self, game: str) -> None:
        """Delete a game with its log."""
        ...


class Kept(msgspec.Struct):
    """A game without its log."""

    row: StoredGame
    seats: Sequence[StoredSeat]
    analysis: str | None = None


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


class PageStore:
    """The tables in a browser's database.

    Other tabs may write to the same games: an entry is accepted only at its position, as in a server's database.
    """

    shared = True

    def __init__(self, database: Database) -> None:
        self._database = database
        self._chat: dict[str, list[StoredChat]] = {}

    async def _load(self, game: str) -> Kept | None:
        """Return a game, if it exists; raise Refused if another version of the page has stored it."""
        found = await self._database.load(game)
        try:
            return None if found is None else msgspec.json.decode(found, type=Kept)
        except msgspec.MsgspecError:
            raise Refused("old_game", "the game can't be read; another version of the page has stored it") from None

    async def _store(self, kept: Kept, entries: Sequence[StoredEntry] = ()) -> bool:
        return await self._database.store(kept.row.id, _text(kept), _text(entries))

    async def game(self, game: str) -> StoredGame | None:
        """Return a table; None if there is none."""
        kept = await self._load(game)
        return None if kept is None else kept.row

    async def seats(self, game: str) -> list[StoredSeat]:
        """Return the seats of a table, in order."""
        kept = await self._load(game)
        return [] if kept is None else list(kept.seats)

    async def entries(self, game: str, after: int = 0) -> list[StoredEntry]:
        """Return the entries of a log after a seq."""
        return msgspec.json.decode(await self._database.entries(game, after), type=list[StoredEntry])

    async def tables(self, games: Sequence[str]) -> dict[str, tuple[str | None, bool, list[StoredSeat]]]:
        """Return what may change of tables besides their logs: the rematch, whether it is sealed, the seats."""
        kept = [await self._load(game) for game in games]
        return {one.row.id: (one.row.rematch, one.row.sealed, list(one.seats)) for one in kept if one is not None}

    async def create(self, game: StoredGame, seats: Sequence[StoredSeat], entries: Sequence[StoredEntry] = ()) -> None:
        """Store a new table."""
        await self._store(Kept(game, seats), entries)

    async def append(self, entry: StoredEntry, status: Status, wake_at: float | None) -> bool:
        """Store an entry; return False if another tab wrote first. No page wakes up for a game."""
        kept = await self._load(entry.game)
        if kept is None:
            return False
        kept.row.status = status
        return await self._store(kept, [entry])

    async def change_seats(self, changes: Sequence[SeatChange]) -> bool:
        """Store changes of seats, all or none; return False if a stored seat is not as expected."""
        kept = await self._load(changes[0].seat.game)
        if kept is None or any(
            getattr(kept.seats[change.seat.seat], name) != value
            for change in changes
            for name, value in change.only_if.items()
        ):
            return False
        new = {change.seat.seat: change.seat for change in changes}
        kept.seats = [new.get(seat.seat, seat) for seat in kept.seats]
        return await self._store(kept)

    async def set_rematch(self, game: str, rematch: str) -> bool:
        """Store the rematch of a table; return False if it has one."""
        kept = await self._load(game)
        if kept is None or kept.row.rematch is not None:
            return False
        kept.row.rematch = rematch
        return await self._store(kept)

    async def remove(self, game: str) -> None:
        """Delete a table."""
        await self._database.remove(game)

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
        kept = await self._load(game)
        return None if kept is None else kept.analysis

    async def keep_analysis(self, game: str, text: str) -> None:
        """Store the analysis of a game."""
        kept = await self._load(game)
        if kept is not None:
            kept.analysis = text
            await self._store(kept)
