"""What the program around a home adds to it: limits, guests, metrics, other processes, fewer bots.

Each method says what a home does without it, so a page overrides only `fits`.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from semafor import Board, builtin_ids, load_board
from semafor.bots.levels import LEVELS
from semafor.bots.levels import Level as BotLevel
from semafor.home.connection import Connection
from semafor.table.bot_levels import own_bots
from semafor.table.game_table import GameTable
from semafor.table.log import Prepared
from semafor.table.stored import StoredGame
from semafor.table.wire.api_messages import Level, NewGame
from semafor.table.wire.client_messages import ClientMessages
from semafor.table.wire.messages import Pointed

if TYPE_CHECKING:
    from semafor.home.room import Room

T = TypeVar("T")


class Wish(Struct):
    """A table that somebody wants."""

    wanted: NewGame
    secret: str | None = None
    """Of a sealed deal."""
    player: str = ""
    """Who has one try at it (hashed)."""
    guest: object = None
    """The host's own record of who wants it."""


class Host:
    """A host that adds nothing."""

    # Bots

    def levels(self) -> list[Level]:
        """Return the levels of the bots, the weakest first; of one that fits only some tables, also which these are."""
        boards = [load_board(board) for board in builtin_ids()]
        tables = [(board, n) for board in boards for n in range(board.spec.min_players, board.spec.max_players + 1)]
        offered: list[Level] = []
        for level in LEVELS:
            fitting: dict[str, list[int]] = {}
            for board, players in tables:
                if self.fits(level, board, players):
                    fitting.setdefault(board.id, []).append(players)
            if fitting:
                everywhere = sum(map(len, fitting.values())) == len(tables)
                offered.append(Level(level.id, level.elo, None if everywhere else fitting, level.gentle))
        # Nobody knows how strong bots of the machine's owner are.
        return [*offered, *(Level(name, None) for name in own_bots())]

    def fits(self, level: BotLevel, board: Board, players: int) -> bool:
        """Return whether a level's bot is fast enough here for a table."""
        return True

    # Who asks, and how much

    async def pay(self, work: Coroutine[Any, Any, T]) -> T:
        """Do work for whoever asks for it now."""
        return await work

    def check_maker(self, address: str) -> None:
        """Refuse another table of an address that has too many."""

    def note_maker(self, row: StoredGame, address: str) -> None:
        """Remember which address made a table."""

    def maker_of(self, game: str) -> str:
        """Return the address that made a table."""
        return ""

    def check_message(self, connection: Connection, message: ClientMessages) -> None:
        """Refuse a message that comes too fast."""

    # Guests

    async def expect(self, wanted: NewGame, now: float) -> Wish:
        """Complete the request for a table, whose maker may be a guest; raise Refused."""
        return Wish(wanted)

    async def seat(self, wish: Wish, table: GameTable, address: str) -> None:
        """Note who sits at a table that has just been stored; raise Refused."""

    async def sit(self, table: GameTable, key: str, seat: int) -> None:
        """Note that a guest with a key sits down."""

    async def sit_again(self, game: str, rematch: str, players: int) -> None:
        """Note that the guests of a game play again, with the seats rotated."""

    # Others on the same store

    async def may_drive(self, game: str) -> bool:
        """Return whether this home, of several, moves the bots of a game."""
        return True

    async def let_go(self, game: str) -> None:
        """Let another home move the bots of a game."""

    def kept(self, room: Room) -> None:
        """Note that a table is in memory now."""

    def announce(self, room: Room) -> None:
        """Tell other homes who is connected here."""

    def pointed(self, room: Room, message: Pointed) -> None:
        """Tell other homes what was touched on a big screen: the player may be connected there."""

    # What has happened

    def wrote(self, room: Room, prepared: Prepared) -> None:
        """Note a new entry of a log."""

    def showed(self, views: int, seconds: float) -> None:
        """Note that views were made and sent."""

    def thought(self, level: str, seconds: float) -> None:
        """Note how long a bot took for a decision."""

    def bot_failed(self) -> None:
        """Note that a bot failed to decide."""

    def refused(self, code: str) -> None:
        """Note a refused message."""
