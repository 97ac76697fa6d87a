"""Where a home stores its tables: a database, or a browser's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from semafor.table.requests import SeatChange
from semafor.table.stored import Status, StoredChat, StoredEntry, StoredGame, StoredSeat


class StoreError(Exception):
    """The store refused to write, or did not answer."""


class Store(Protocol):
    """Tables, their logs and their chat. Others may write to it, too: an entry is accepted only at its position.

    Any method may raise StoreError.
    """

    @property
    def shared(self) -> bool:
        """Whether others (another process, another tab) may write to it."""

    async def game(self, game: str) -> StoredGame | None:
        """Return a table; None if there is none."""

    async def seats(self, game: str) -> list[StoredSeat]:
        """Return the seats of a table, in order."""

    async def entries(self, game: str, after: int = 0) -> list[StoredEntry]:
        """Return the entries of a log after a seq."""

    async def tables(self, games: Sequence[str]) -> dict[str, tuple[str | None, bool, list[StoredSeat]]]:
        """Return what may change of tables besides their logs: the rematch, whether it is sealed, the seats."""

    async def create(self, game: StoredGame, seats: Sequence[StoredSeat], entries: Sequence[StoredEntry] = ()) -> None:
        """Store a new table; a code that is taken is replaced."""

    async def append(self, entry: StoredEntry, status: Status, wake_at: float | None) -> bool:
        """Store an entry; return False if its position is taken."""

    async def change_seats(self, changes: Sequence[SeatChange]) -> bool:
        """Store changes of seats, all or none; return False if a stored seat is not as expected."""

    async def set_rematch(self, game: str, rematch: str) -> bool:
        """Store the rematch of a table; return False if it has one."""

    async def remove(self, game: str) -> None:
        """Delete a table."""

    async def say(self, line: StoredChat) -> bool:
        """Store a line of chat; return False if it is stored already."""

    async def chat(self, game: str, after: int = 0) -> list[StoredChat]:
        """Return the lines of chat after a number."""

    async def analysis(self, game: str) -> str | None:
        """Return the text stored by `keep_analysis`."""

    async def keep_analysis(self, game: str, text: str) -> None:
        """Store the analysis of a game."""
