"""What a page adds to the home of its tables: only bots that are fast enough, and games that wait for their players."""

from __future__ import annotations

from typing import Final

from semafor import Board, builtin_ids, load_board
from semafor.bots.levels import LEVELS
from semafor.bots.levels import Level as BotLevel
from semafor.home.host import Host
from semafor.table.wire.api_messages import Level

_TOO_SLOW: Final = "search"
"""A bot that a page does not have: interpreted, a search plays too few games in a second to deserve its rating."""


class PageHost(Host):
    """The host of a page's tables."""

    def levels(self) -> list[Level]:
        """Return the levels whose bots decide within 1.5 seconds on a phone, with the tables for which they do."""
        return [Level(level.id, level.elo, tables) for level in LEVELS if (tables := self._tables(level)) != {}]

    def fits(self, level: BotLevel, board: Board, players: int) -> bool:
        """Return whether a level's bot decides within 1.5 seconds on a phone."""
        return not level.spec_at(board, players).startswith(_TOO_SLOW)

    def _tables(self, level: BotLevel) -> dict[str, list[int]] | None:
        """Return the boards and numbers of players at which a level's bot is fast enough; None if it is at all."""
        if not level.spec.startswith(_TOO_SLOW) and not level.untrained.startswith(_TOO_SLOW):
            return None
        offered = {
            board.id: [
                players
                for players in range(board.spec.min_players, board.spec.max_players + 1)
                if self.fits(level, board, players)
            ]
            for board in map(load_board, builtin_ids())
        }
        return {board: players for board, players in offered.items() if players}
