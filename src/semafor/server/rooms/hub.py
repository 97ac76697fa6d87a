"""All tables of a process: those in memory, and loading the others."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Final

from semafor.server.budget import at_expense
from semafor.server.files import FileWatch
from semafor.server.limits import Buckets
from semafor.server.logs import LOGGER, report
from semafor.server.metrics import ROOMS
from semafor.server.rooms.boards import Boards
from semafor.server.rooms.lobby import Lobby
from semafor.server.rooms.reminding import Reminding
from semafor.server.rooms.room import Room
from semafor.server.settings import Settings
from semafor.server.store.bus import make_bus
from semafor.server.store.errors import StorageError
from semafor.server.store.guests import Guests
from semafor.server.store.storage import Storage
from semafor.server.thinkers import Thinkers
from semafor.table.game_table import GameTable, opening
from semafor.table.steady_clock import SteadyClock
from semafor.table.stored import StoredEntry, StoredGame, StoredSeat
from semafor.table.tokens import new_code
from semafor.table.wire.problems import Refused, not_found

SLACK: Final = 3.0
"""Grace period, in seconds, before another process takes over a due game."""
_HEARTBEAT: Final = 15.0
_AT_ONCE: Final = 50
_READ_AT_ONCE: Final = 200
_UNPLAYABLE: Final = 10_000
_AGAIN: Final = 1.0
"""Seconds until a retry if the database does not answer."""
_TIME_ANSWER: Final = 30.0
"""Seconds that a starting process waits for another to send its time."""
_MAKERS_KEPT: Final = 10_000
_HOUR: Final = 3600.0
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
        self.process = f"{os.getpid()}-{new_code(6)}"
        self.rooms: dict[str, Room] = {}
        self.boards = Boards(self.thinkers)
        self.lobby = Lobby(self)
        self.chat = Buckets(settings.messages_per_second / _CHAT, settings.burst)
        """The chat limit of each address."""
        self.new_games = Buckets(settings.games_per_hour / _HOUR, settings.games_per_hour)
        """How many more games each address may make for now."""
        self.makers: dict[str, str] = {}
        """The addresses that made the tables, as far as this process knows: they are stored nowhere else."""
        self.game_over = asyncio.Event()
        """Set when a game ends at this process."""
        self.reminding = Reminding(self)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._small: set[asyncio.Task[None]] = set()
        self._behind: set[str] = set()
        self._catching_up = False
        self._outdated: set[str] = set()
        """Games that another process changed while this one loaded them."""
        self._unplayable: OrderedDict[str, Refused] = OrderedDict()
        self._agreed = asyncio.Event()

    async def open(self) -> None:
        """Open the database and start the background tasks."""
        self.storage.lock()
        await self.storage.open()
        self.thinkers.start()
        await self.bus.open(self._heard)
        await self._agree_on_time()
        self._tasks = [asyncio.create_task(self._sweep(), name="sweep")]
        await self.reminding.read()
        self._tasks += [asyncio.create_task(work, name="push") for work in self.reminding.tasks()]
        if self.storage.postgres:
            self._tasks.append(asyncio.create_task(self._beat(), name="presence"))

    async def close(self) -> None:
        """Shut down cleanly; even without this no acknowledged action is lost."""
        # First of all, because whatever is heard starts more work.
        await self.bus.close()
        tasks = [*self._tasks, *self._small, *self._loading.values()]
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
        task = self._loading.get(game)
        if task is None:
            task = asyncio.create_task(at_expense(self._load(game)), name=f"load {game}")
            self._loading[game] = task
            task.add_done_callback(lambda _: self._loaded(game))
        return await asyncio.shield(task)

    def _loaded(self, game: str) -> None:
        del self._loading[game]
        self._outdated.discard(game)

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
            await self._evict(room)
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

        A table that was stored may be found due, and loaded, before whoever made it comes to keep it, or meanwhile.
        """
        known = self.rooms.get(table.row.id)
        if known is not None:
            return known
        room = Room(self, table)
        self.rooms[room.id] = room
        ROOMS.set(len(self.rooms))
        room.driver.plan()
        if room.id in self._outdated:
            self._outdated.discard(room.id)
            self._fall_behind(room)
            self._insist(room, room.reload_table)
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
        """Load a due game, which starts its driver; skip one of an old revision."""
        if game not in self.rooms:
            try:
                await self.room(game)
            except Refused as problem:
                LOGGER.warning("a game can't be continued", extra={"game": game, "reason": problem.info.code})
                await self.storage.forget_due(game)

    async def _put_away(self) -> None:
        old = time.monotonic() - self.settings.idle
        for room in list(self.rooms.values()):
            if not room.listeners and room.used < old and not room.driver.busy and not room.lock.locked():
                await self._evict(room)

    async def _evict(self, room: Room) -> None:
        """Remove a room from memory, unless it has been removed meanwhile."""
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            ROOMS.set(len(self.rooms))
            room.driver.stop()
            await self.bus.let_go(room.id)

    def made(self, game: str, address: str) -> None:
        """Remember the address that made a table, as long as that matters."""
        self.makers[game] = address
        if len(self.makers) > _MAKERS_KEPT:
            self.makers = {one: maker for one, maker in self.makers.items() if one in self.rooms}

    def charge_game(self, address: str) -> None:
        """Charge an address for a game; raise Refused if it has made too many lately."""
        if not self.new_games.allows(address):
            raise Refused("too_many_games", "you have made many tables lately; wait a while", status=429)

    def check_unattended(self, address: str) -> None:
        """Refuse another game of an address that has too many unattended games."""
        games = sum(room.unattended and self.makers.get(room.id) == address for room in self.rooms.values())
        if games >= self.settings.unattended_games:
            text = f"bots are playing {games} of your games with nobody watching; wait until some are over"
            raise Refused("too_many_games", text, status=429)

    # Other processes

    async def _heard(self, message: str) -> None:
        """Handle a notification: another process (or this one) has changed something."""
        kind, _, rest = message.partition(":")
        match kind:
            case "missed":
                await self._read_all_again()
                return
            case "time?":
                if self._agreed.is_set():
                    await self.bus.say(f"time:{self.clock.now()}")
                return
            case "time":
                if not self._agreed.is_set():
                    self.clock.set(float(rest))
                    self._agreed.set()
                return
            case "push":
                self.reminding.games.add(rest)
                return
        game, _, rest = rest.partition(":")
        room = self.rooms.get(game)
        if room is None:
            if game in self._loading:
                self._outdated.add(game)
            return
        if kind == "entries":
            if room.table.seq < int(rest):
                self._fall_behind(room)
        elif kind == "table":
            self._insist(room, room.reload_table)
        elif kind == "chat":
            self._insist(room, room.tell_chat)
        elif kind == "presence":
            word = json.loads(rest)
            if word["process"] != self.process:
                room.set_remote(word["process"], set(word["seats"]), word["watching"])

    def _fall_behind(self, room: Room) -> None:
        """Note that a log has new entries; games noted during one read wait for the next."""
        self._behind.add(room.id)
        if not self._catching_up:
            self._catching_up = True
            self._do(self._catch_up())

    async def _catch_up(self) -> None:
        try:
            while self._behind:
                rooms = [self.rooms[game] for game in self._behind if game in self.rooms]
                self._behind = set()
                try:
                    found = await self.storage.entries_after({room.id: room.table.seq for room in rooms})
                except StorageError as error:
                    report(error)
                    self._behind |= {room.id for room in rooms}
                    await asyncio.sleep(_AGAIN)
                    continue
                for room in rooms:
                    if room.id in found:
                        self._insist(room, partial(room.take, found[room.id]))
        finally:
            self._catching_up = False

    async def _read_all_again(self) -> None:
        """Reload what this process may have missed without notifications: logs, tables and chat."""
        self._outdated |= set(self._loading)
        await self.reminding.read()
        rooms = list(self.rooms.values())
        for room in rooms:
            self._fall_behind(room)
        for first in range(0, len(rooms), _READ_AT_ONCE):
            part = {room.id: room for room in rooms[first : first + _READ_AT_ONCE]}
            tables = await self.storage.tables(list(part))
            lines = await self.storage.last_lines(list(part))
            for game, room in part.items():
                if game in tables and room.differs(*tables[game]):
                    self._insist(room, room.reload_table)
                if any(listener.heard < lines.get(game, 0) for listener in room.listeners):
                    self._insist(room, room.tell_chat)
                if room.listeners:
                    self.announce_presence(room)

    def _insist(self, room: Room, work: Callable[[], Awaitable[None]]) -> None:
        """Bring a room up to date soon, and retry as long as the database does not answer."""

        async def insist() -> None:
            while self.rooms.get(room.id) is room:
                try:
                    await work()
                except StorageError as error:
                    report(error, room.id)
                    await asyncio.sleep(_AGAIN)
                except Exception as error:
                    # This version can't read what is stored; clients are told when they reconnect.
                    report(error, room.id)
                    await self._evict(room)
                    for listener in list(room.listeners):
                        listener.end(1012, "the table is being reloaded")
                else:
                    return

        self._do(insist())

    async def _agree_on_time(self) -> None:
        """Adopt the time of the running processes, whatever the date on this machine."""
        async with self.bus.starting() as others:
            if others:
                await self.bus.say("time?:")
                try:
                    await asyncio.wait_for(self._agreed.wait(), _TIME_ANSWER)
                except TimeoutError:
                    LOGGER.warning("no other process has sent its time")
            self._agreed.set()

    def announce_presence(self, room: Room) -> None:
        """Tell other processes who is connected here."""
        if self.storage.postgres:
            self._do(self._announce(room))

    async def _announce(self, room: Room) -> None:
        word = {"process": self.process, "seats": sorted(room.present_here()), "watching": room.watching_here()}
        await self.bus.say(f"presence:{room.id}:{json.dumps(word)}")

    async def _beat(self) -> None:
        """Repeat now and then who is connected, because the presence of a dead process must expire."""
        while True:
            await asyncio.sleep(_HEARTBEAT)
            for room in list(self.rooms.values()):
                if room.listeners:
                    await self._announce(room)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a small background task."""
        task = asyncio.create_task(work)
        self._small.add(task)
        task.add_done_callback(self._small.discard)
