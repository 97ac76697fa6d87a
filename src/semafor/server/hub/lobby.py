"""The lobby: public tables that wait for players or can be watched.

Nobody pays for what is in it: a table that is not in memory is listed as it is stored, without its game, and the board
file of somebody else is read by a worker process, once.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from semafor import RULES_VERSION, builtin_ids, load_board
from semafor.home.work.workers import NOBODY
from semafor.table.about import About, BoardHead, head_of
from semafor.table.stored import StoredGame
from semafor.table.wire.messages import Table
from semafor.table.wire.problems import Refused

if TYPE_CHECKING:
    from semafor.server.hub.hub import Hub

LISTED: Final = 50
_SECONDS: Final = 0.5
"""How long the lobby waits for board files to be read; a table that is missing shows up the next time."""
_HEADS_KEPT: Final = 1000


class Lobby:
    """The lobby of one server process."""

    def __init__(self, hub: Hub) -> None:
        """Take the hub, which has the tables in memory and the database."""
        self._hub = hub
        self._heads: OrderedDict[str, BoardHead] = OrderedDict()

    async def tables(self) -> list[Table]:
        """Return the tables, the newest first."""
        hub = self._hub
        rooms = hub.home.rooms
        games = await hub.storage.lobby(LISTED)
        stored = await hub.storage.rows([game for game in games if game not in rooms])
        seats = await hub.storage.tables(list(stored))
        until = time.monotonic() + _SECONDS
        listed: list[Table] = []
        for game in games:
            if game in rooms:
                listed.append(rooms[game].table.info())
            elif game in stored and game in seats and not hub.home.is_unplayable(game):
                # Nobody can join a game of another revision, or one that can't be read.
                with suppress(Refused, TimeoutError, msgspec.MsgspecError):
                    async with asyncio.timeout(until - time.monotonic()):
                        head = await self._head(stored[game])
                    if head is not None:
                        listed.append(About(stored[game], head).info(seats[game][2]))
        return listed

    async def _head(self, row: StoredGame) -> BoardHead | None:
        """Return the head of the board of a table; None if it is not as it was when the table was made."""
        if row.board_text is not None:
            head = await self._own_head(row.id)
        elif row.board in builtin_ids():
            head = head_of(load_board(row.board))
        else:
            return None
        return head if (head.digest, RULES_VERSION) == (row.digest, row.rules) else None

    async def _own_head(self, game: str) -> BoardHead:
        """Return the head of the board file of a table."""
        if game not in self._heads:
            row = await self._hub.storage.game(game)
            text = "" if row is None else row.board_text or ""
            self._heads[game] = await self._hub.home.boards.head(text, NOBODY)
            if len(self._heads) > _HEADS_KEPT:
                self._heads.popitem(last=False)
        self._heads.move_to_end(game)
        return self._heads[game]
