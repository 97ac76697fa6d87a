"""All tables of a process: those in memory, and loading the others."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Coroutine
from typing import Any, Final

from semafor.server.budget import at_expense
from semafor.server.files import FileWatch
from semafor.server.limits import Buckets
from semafor.server.logs import LOGGER, report
from semafor.server.metrics import ROOMS
from semafor.server.rooms.boards import Boards
from semafor.server.rooms.lobby import Lobby
from semafor.server.rooms.makers import Makers
from semafor.server.rooms.peers import Peers
from semafor.server.rooms.reminding import Reminding
from semafor.server.rooms.room import Room
from semafor.server.settings import Settings
from semafor.server.store.bus import make_bus
from semafor.server.store.guests import Guests
from semafor.server.store.storage import Storage
from semafor.server.thinkers import Thinkers
from semafor.table.game_table import GameTable, opening
from semafor.table.steady_clock import SteadyClock
from semafor.table.stored import StoredEntry, StoredGame, StoredSeat
from semafor.table.wire.problems import Refused, not_found

SLACK: Final = 3.0
"""Grace period, in seconds, before another process takes over a due game."""
_AT_ONCE: Final = 50
_UNPLAYABLE: Final = 10_000
_LATER: Final = 60.0
"""Seconds until a due game whose board could not be read in time is due again."""
_BUSY: Final = 503
_CHAT: Final = 4
"""The rate of chat is the message rate divided by this."""


class Hub:
    """What all tables of a process share."""

    def __init__(self, settings: Settings, clock: SteadyClock | None = None) -> None:
        """Take the settings; `open` starts everything."""
        self.settings = settings
        self.clock = SteadyClock(time.time, time.monotonic) if clock is None else clock
        self.storage = Storage(settings.database)
        self.guests = Guests(self.storage)
        self.bus = make_bus(settings.database)
        self.files = FileWatch()
        self.thinkers = Thinkers(settings.bot_processes)
        self.rooms: dict[str, Room] = {}
        self.boards = Boards(self.thinkers)
        self.lobby = Lobby(self)
        self.chat = Buckets(settings.messages_per_second / _CHAT, settings.burst)
        """The chat limit of each address."""
        self.makers = Makers(self)
        self.game_over = asyncio.Event()
        """Set when a game ends at this process."""
        self.reminding = Reminding(self)
        self.peers = Peers(self)
        self.loading: dict[str, asyncio.Task[Room]] = {}
        """Games that are being loaded."""
        self._tasks: list[asyncio.Task[None]] = []
        self._small: set[asyncio.Task[None]] = set()
        self._unplayable: OrderedDict[str, Refused] = OrderedDict()

    async def open(self) -> None:
        """Open the database and start the background tasks; if that fails, close what was opened."""
        try:
            await self._start()
        except BaseException:
            await self.close()
            raise

    async def _start(self) -> None:
        self.storage.lock()
        await self.storage.open()
        self.thinkers.start()
        await self.bus.open(self.peers.heard)
        await self.peers.agree_on_time()
        self._tasks = [asyncio.create_task(self._sweep(), name="sweep")]
        await self.reminding.read()
        self._tasks += [asyncio.create_task(work, name="push") for work in self.reminding.tasks()]
        if self.storage.postgres:
            self._tasks.append(asyncio.create_task(self.peers.beat(), name="presence"))

    async def close(self) -> None:
        """Shut down cleanly; even without this no acknowledged action is lost."""
        # First of all, because whatever is heard starts more work.
        await self.bus.close()
        tasks = [*self._tasks, *self._small, *self.loading.values()]
        for room in self.rooms.values():
            tasks += room.stop()
            for listener in list(room.listeners):
                listener.end(1012, "the server is restarting")
        for task in tasks:
            task.cancel()
        # Work that outlives the storage would connect again, and nobody would close that connection.
        await asyncio.gather(*tasks, return_exceptions=True)
        self.reminding.reminders.close()
        await self.storage.close()
        self.thinkers.stop()

    # Tables

    async def room(self, game: str) -> Room:
        """Return the room of a game, loaded if it is not in memory; raise Refused if there is no such game."""
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
            task = asyncio.create_task(at_expense(self._load(game)), name=f"load {game}")
            self.loading[game] = task
            task.add_done_callback(lambda _: self._loaded(game))
        return await asyncio.shield(task)

    def _loaded(self, game: str) -> None:
        del self.loading[game]
        self.peers.outdated.discard(game)

    async def _load(self, game: str) -> Room:
        row = await self.storage.game(game)
        if row is None:
            raise not_found(f"there is no game {game!r}")
        entries = await self.storage.entries(game)
        # After the entries: seats don't change once the game has begun.
        seats = await self.storage.seats(game)
        try:
            if row.board_text is not None:
                await self.boards.load(row.board_text)
            table = await self._open(row, seats, entries)
        except Refused as problem:
            if problem.info.code == "too_expensive":
                raise
            text = "the game was played on another revision of the board or of the rules"
            raise self._give_up(game, Refused("old_game", text, status=410)) from None
        except Exception as error:
            report(error, game)
            text = "the game can't be read; another version of the server may have written it"
            raise self._give_up(game, Refused("old_game", text, status=410)) from None
        room = self.keep(table)
        await room.count()
        if not room.counted:
            await self.evict(room)
            text = "the game takes too long to score"
            raise self._give_up(game, Refused("old_game", text, status=410))
        return room

    async def _open(self, row: StoredGame, seats: list[StoredSeat], entries: list[StoredEntry]) -> GameTable:
        """Open a stored table; others have their turn meanwhile."""
        steps = opening(row, seats, entries, self.settings.pace, self.clock.now(), self.clock.started)
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
        ROOMS.set(len(self.rooms))
        room.driver.plan()
        self.peers.kept(room)
        return room

    def _give_up(self, game: str, problem: Refused) -> Refused:
        """Remember that a game can't be loaded: repeated attempts would keep others waiting."""
        self._unplayable[game] = problem
        if len(self._unplayable) > _UNPLAYABLE:
            self._unplayable.popitem(last=False)
        return problem

    def is_unplayable(self, game: str) -> bool:
        """Return whether a game was found not to be loadable."""
        return game in self._unplayable

    async def _sweep(self) -> None:
        """Load the games that are due, and evict those that nobody needs."""
        early: list[str] | None = None
        while True:
            await asyncio.sleep(self.settings.sweep)
            try:
                if early is None:
                    early = await self.storage.from_the_future(self.clock.now())
                due = early[:_AT_ONCE] or await self.storage.due(self.clock.now() - SLACK, _AT_ONCE)
                early = early[_AT_ONCE:]
                for game in due:
                    await self._see_to(game)
                await self._put_away()
                self.files.look()
            except Exception as error:
                report(error)

    async def _see_to(self, game: str) -> None:
        """Load a due game, which starts its driver; put off one that can't be loaded now, perhaps for ever."""
        if game not in self.rooms:
            try:
                await self.room(game)
            except Refused as problem:
                LOGGER.warning("a game can't be continued", extra={"game": game, "reason": problem.info.code})
                busy = problem.status == _BUSY
                await self.storage.put_off(game, self.clock.now() + _LATER if busy else None)

    async def _put_away(self) -> None:
        old = time.monotonic() - self.settings.idle
        for room in list(self.rooms.values()):
            if not room.listeners and room.used < old and not room.driver.busy and not room.lock.locked():
                await self.evict(room)

    async def evict(self, room: Room) -> None:
        """Remove a room from memory, unless it has been removed meanwhile."""
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            ROOMS.set(len(self.rooms))
            room.driver.stop()
            await self.bus.let_go(room.id)

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a small background task."""
        task = asyncio.create_task(work)
        self._small.add(task)
        task.add_done_callback(self._small.discard)
