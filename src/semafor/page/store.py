"""A page's store of tables, in the browser's database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from semafor.table.requests import SeatChange
from semafor.table.stored import Status, StoredChat, StoredEntry, StoredGame, StoredSeat
from semafor.table.wire.problems import Refused


class Database(Protocol):
    """IndexedDB behind a few functions of JavaScript, which take and give JSON."""

    async def load(self, game: str) -> str | None:
        """Return a game as it was stored, without its log; None if there is none."""

    async def entries(self, game: str, after: int) -> str:
        """Return the list of the entries after a seq."""

    async def store(self, game: str, kept: str, entries: str) -> bool:
        """Store a game, and add a list of entries to its log; return False if a position there is taken."""

    async def remove(self, game: str) -> None:
        """Delete a game with its log."""


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

    async def _change(
        self, game: str, change: Callable[[Kept], Kept | None], entries: Sequence[StoredEntry] = ()
    ) -> bool:
        """Store what becomes of a game, and new entries; return False if nothing does, or another tab was faster."""
        kept = await self._load(game)
        changed = None if kept is None else change(kept)
        return changed is not None and await self._database.store(game, _text(changed), _text(entries))

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
        await self._database.store(game.id, _text(Kept(game, seats)), _text(entries))

    async def append(self, entry: StoredEntry, status: Status, wake_at: float | None) -> bool:
        """Store an entry; return False if another tab wrote first. No page wakes up for a game."""
        return await self._change(entry.game, lambda kept: replace(kept, row=replace(kept.row, status=status)), [entry])

    async def change_seats(self, changes: Sequence[SeatChange]) -> bool:
        """Store changes of seats, all or none; return False if a stored seat is not as expected."""

        def change(kept: Kept) -> Kept | None:
            seats = list(kept.seats)
            for one in changes:
                number = one.seat.seat
                if any(getattr(seats[number], name) != value for name, value in one.only_if.items()):
                    return None
                seats[number] = one.seat
            return replace(kept, seats=seats)

        return await self._change(changes[0].seat.game, change)

    async def set_rematch(self, game: str, rematch: str) -> bool:
        """Store the rematch of a table; return False if it has one."""
        return await self._change(
            game, lambda kept: None if kept.row.rematch else replace(kept, row=replace(kept.row, rematch=rematch))
        )

    async def remove(self, game: str) -> None:
        """Delete a table."""
        await self._database.remove(game)

    async def say(self, line: StoredChat) -> bool:
        """Keep a line of chat as long as the page is open; return False if it is kept already."""
        lines = self._chat.setdefault(line.game, [])
        if any((one.seat, one.client_id) == (line.seat, line.client_id) for one in lines):
            return False
        lines.append(replace(line, number=len(lines) + 1))
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
        await self._change(game, lambda kept: replace(kept, analysis=text))
