"""All tables of a home: those in memory, and opening the others."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Collection
from typing import Final

from semafor.home.host import Host
from semafor.home.logs import report
from semafor.home.room import Room
from semafor.home.steady_clock import SteadyClock
from semafor.home.store import Store
from semafor.home.work.analyses import Analyses
from semafor.home.work.boards import Boards
from semafor.home.work.labs import Labs
from semafor.home.work.pars import Pars
from semafor.home.work.workers import Workers
from semafor.simulation.insight.studying import Effort
from semafor.table.game_table import GameTable, Pace, opening
from semafor.table.stored import StoredEntry, StoredGame, StoredSeat
from semafor.table.wire.api_messages import Capability
from semafor.table.wire.problems import Refused, not_found

_UNPLAYABLE: Final = 10_000


class Home:
    """What all tables of a home share."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        host: Host,
        *,
        capabilities: Collection[Capability],
        pace: Pace,
        effort: Effort,
        clock: SteadyClock | None = None,
    ) -> None:
        """Take what it is made of, what it can do, and how much an analysis computes."""
        self.store = store
        self.workers = workers
        self.host = host
        self.capabilities = capabilities
        self.pace = pace
        self.clock = SteadyClock(time.time, time.monotonic) if clock is None else clock
        self.rooms: dict[str, Room] = {}
        self.boards = Boards(workers)
        self.analyses = Analyses(workers, store, effort)
        self.pars = Pars(workers, effort.slice)
        self.labs = Labs(workers)
        self.loading: dict[str, asyncio.Task[Room]] = {}
        """Tables that are being opened."""
        self._unplayable: OrderedDict[str, Refused] = OrderedDict()

    def stop(self) -> list[asyncio.Task[None] | asyncio.Task[Room]]:
        """Stop all work; return the tasks that are ending."""
        self.analyses.work.stop()
        self.pars.work.stop()
        self.labs.work.stop()
        tasks: list[asyncio.Task[None] | asyncio.Task[Room]] = [*self.loading.values()]
        for room in self.rooms.values():
            tasks += room.stop()
        return tasks

    async def room(self, game: str) -> Room:
        """Return the room of a game, opened if it is not in memory; raise Refused if there is no such game."""
        room = self.rooms.get(game)
        if room is not None:
            room.used = time.monotonic()
            return room
        if not game.isalnum():
            # Our ids are letters and digits; a database may not even accept other characters.
            raise not_found(f"there is no game {game!r}")
        if game in self._unplayable:
            raise self._unplayable[game]
        task = self.loading.get(game)
        if task is None:
            task = asyncio.create_task(self.host.pay(self._load(game)), name=f"load {game}")
            self.loading[game] = task
            task.add_done_callback(lambda _: self.loading.pop(game))
        return await asyncio.shield(task)

    async def _load(self, game: str) -> Room:
        row = await self.store.game(game)
        if row is None:
            raise not_found(f"there is no game {game!r}")
        entries = await self.store.entries(game)
        # After the entries: seats don't change once the game has begun.
        seats = await self.store.seats(game)
        try:
            if row.board_text is not None:
                await self.boards.load(row.board_text, "")
            table = await self._open(row, seats, entries)
        except Refused as problem:
            if problem.info.code == "too_expensive":
                raise
            text = "the game was played on another revision of the board or of the rules"
            raise self._give_up(game, Refused("old_game", text, status=410)) from None
        except Exception as error:
            report(error, game)
            text = "the game can't be read; another version of Semafor may have written it"
            raise self._give_up(game, Refused("old_game", text, status=410)) from None
        return self.keep(table)

    async def _open(self, row: StoredGame, seats: list[StoredSeat], entries: list[StoredEntry]) -> GameTable:
        """Open a stored table; others have their turn meanwhile."""
        steps = opening(row, seats, entries, self.pace, self.clock.now(), self.clock.started)
        while True:
            try:
                next(steps)
            except StopIteration as opened:
                table: GameTable = opened.value
                return table
            await asyncio.sleep(0)

    def keep(self, table: GameTable) -> Room:
        """Keep a stored table in memory; return the room that it has already, if somebody was faster.

        A new table may be found due, and loaded, before its maker comes to keep it.
        """
        known = self.rooms.get(table.row.id)
        if known is not None:
            return known
        room = Room(self, table)
        self.rooms[room.id] = room
        room.driver.plan()
        self.host.kept(room)
        return room

    def _give_up(self, game: str, problem: Refused) -> Refused:
        """Remember that a game can't be opened: repeated attempts would keep others waiting."""
        self._unplayable[game] = problem
        if len(self._unplayable) > _UNPLAYABLE:
            self._unplayable.popitem(last=False)
        return problem

    def is_unplayable(self, game: str) -> bool:
        """Return whether a game was found not to be playable."""
        return game in self._unplayable

    async def evict(self, room: Room) -> None:
        """Remove a room from memory, unless it has been removed meanwhile."""
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            room.driver.stop()
            await self.host.let_go(room.id)
