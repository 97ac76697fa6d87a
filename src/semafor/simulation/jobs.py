"""Jobs that run elsewhere: in a process of a server, or in a web worker of a page."""

from __future__ import annotations

from msgspec import Struct

from semafor import Board
from semafor.engine.boards import find_board


class BoardJob(Struct, frozen=True, tag=True):
    """A job about a game on a board: a built-in one, or somebody's own with its text."""

    board: str
    board_text: str | None

    def load_board(self) -> Board:
        """Return the board."""
        return find_board(self.board, self.board_text)
