"""The levels of the bots that people play against (`semafor.bots.levels`), and the machine owner's bots beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from semafor.bots.levels import LEVELS, level_by_id
from semafor.bots.registry import BotError, make_bot
from semafor.model.board import Board
from semafor.table.wire.problems import Refused

STAND_IN: Final = "dispatcher"
"""The level that plays on for a player who has left: strong, and fast."""
_own: dict[str, str] = {}
"""Bots that the owner of this machine offers, by name; a seat stores the name as its level."""


def offer(bots: Mapping[str, str]) -> None:
    """Offer bots beside the levels, by name, as the registry names them; earlier ones no longer."""
    _own.clear()
    _own.update(bots)


def own_bots() -> list[str]:
    """Return the names of the owner's bots."""
    return list(_own)


def is_own(level: str) -> bool:
    """Return whether this is a bot of the owner, not a level."""
    return level in _own


def level_spec(level: str, board: Board, players: int) -> str:
    """Return the bot of a level for a table, as the registry names it; a stand-in for one that is offered no more."""
    if level in _own:
        return _own[level]
    known = any(level == one.id for one in LEVELS)
    return level_by_id(level if known else STAND_IN).spec_at(board, players)


def check_level(level: str | None, where: str, board: Board | None = None, *, kids: bool = False) -> str:
    """Return the level (a middle one by default); raise Refused, with the known levels, if there is no such level.

    With a board, an owner's bot must be able to play on it. With `kids` only gentle levels are known.
    """
    ours = [one.id for one in LEVELS if one.gentle or not kids]
    if level is None:
        return ours[len(ours) // 2]
    if level not in ours and (kids or level not in _own):
        known = ", ".join(ours if kids else [*ours, *_own])
        raise Refused("unknown_level", f"there is no level {level!r}; there are {known}", None, where, 422)
    if level in _own and board is not None:
        try:
            make_bot(_own[level], board)
        except BotError as error:
            raise Refused("unfit_bot", f"{level} can't play on {board.id}: {error}", None, where, 422) from None
    return level
