"""The levels of the bots that people play against, as `semafor.bots.levels` defines them."""

from __future__ import annotations

from typing import Final

from semafor.bots.levels import LEVELS, level_by_id
from semafor.model.board import Board
from semafor.table.wire.problems import Refused

STAND_IN: Final = "dispatcher"
"""The level that plays on for a player who has left: strong, and fast."""


def level_spec(level: str, board: Board, players: int) -> str:
    """Return the bot of a level for a table, as the registry names it."""
    return level_by_id(level).spec_at(board, players)


def check_level(level: str | None, where: str) -> str:
    """Return the level (a middle one by default); raise Refused, with the known levels, if there is no such level."""
    known = [one.id for one in LEVELS]
    if level is None:
        return known[len(known) // 2]
    if level not in known:
        raise Refused("unknown_level", f"there is no level {level!r}; there are {', '.join(known)}", None, where, 422)
    return level
