"""All tables of a process: those in memory, and how the others get there."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Coroutine
from typing import Any, Final

from semafor.server.budget import at_expense
from semafor.server.files import FileWatch
from semafor.server.logs import LOGGER, report
from semafor.server.metrics import ROOMS
from semafor.server.rooms.room import Room
from semafor.server.settings import Settings
from semafor.server.store.bus import Bus
from semafor.server.store.storage import Storage
from semafor.server.thinkers import Thinkers
from semafor.table.game_table import open_table
from semafor.table.tokens import new_code
from semafor.table.wire.problems import Refused, not_found

SLACK: Final = 3.0
"""Grace period, in seconds, before another process takes over a due game."""
_HEARTBEAT: Final = 15.0
_AT_ONCE: Final = 50


def _bus(url: str, postgres: bool) -> Bus:
    """The bus that goes with a database."""
    if not postgres:
        return Bus()
    from semafor.server.store.bus_postgres import PostgresBus  # noqa: PLC0415  (its driver takes long to load)

    return PostgresBus(url)


class Hub:
    """What all tables of a process share."""

    def __init__(self, settings: Settings) -> None:
        """Take the settings; `open` starts everything."""
        self.settings = settings
        self.storage = Storage(settings.database)
        self.bus = _bus(settings.database, self.storage.postgres)
        self.files = FileWatch()
        self.thinkers = Thinkers(settings.bot_processes)
        self.process = f"{os.getpid()}-{new_code(6)}"
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._small: set[asyncio.Task[None]] = set()
        self._behind: set[str] = set()
        self._catching_up = False

    async def open(self) -> None:
        """Open the database and start looking after the games."""
        self.storage.lock()
        await self.storage.open()
        self.thinkers.start()
        await self.bus.open(self._heard)
        self._tasks = [asyncio.create_task(self._sweep(), name="sweep")]
        if self.storage.postgres:
            self._tasks.append(asyncio.create_task(self._beat(), name="presence"))

    async def close(self) -> None:
        """End everything in order; nothing that was acknowledged is lost even without this."""
        for task in [*self._tasks, *self._small]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._small, return_exceptions=True)
        for room in self.rooms.values():
            room.driver.stop()
            for listener in list(room.listeners):
                listener.end(1012, "the server is restarting")
        await self.bus.close()
        await self.storage.close()
        self.thinkers.stop()

    # Tables

    async def room(self, game: str) -> Room:
        """The room of a game, loaded if it is not in memory; raises Refused if there is no such game."""
        room = self.rooms.get(game)
        if room is not None:
            room.used = time.monotonic()
            return room
        if not game.isalnum():
            # Our ids are letters and digits; what else there is, a database may not even take.
            raise not_found(f"there is no game {game!r}")
        task = self._loading.get(game)
        if task is None:
            task = asyncio.create_task(at_expense(self._load(game)), name=f"load {game}")
            self._loading[game] = task
            task.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(task)

    async def _load(self, game: str) -> Room:
        row = await self.storage.game(game)
        if row is None:
            raise not_found(f"there is no game {game!r}")
        seats = await self.storage.seats(game)
        entries = await self.storage.entries(game)
        room = Room(self, open_table(row, seats, entries, self.settings.pace, time.time()))
        self.rooms[game] = room
        ROOMS.set(len(self.rooms))
        room.driver.plan()
        return room

    async def _sweep(self) -> None:
        """Load the games that are due, and drop from memory those that nobody needs."""
        while True:
            await asyncio.sleep(self.settings.sweep)
            try:
                for game in await self.storage.due(time.time() - SLACK, _AT_ONCE):
                    await self._see_to(game)
                await self._put_away()
                self.files.look()
            except Exception as error:
                report(error)

    async def _see_to(self, game: str) -> None:
        """Load a due game, whose driver then goes on; leave one of an old revision alone."""
        if game not in self.rooms:
            try:
                await self.room(game)
            except Refused as problem:
                LOGGER.warning("a game can't be played on", extra={"game": game, "reason": problem.info.code})
                await self.storage.forget_due(game)

    async def _put_away(self) -> None:
        old = time.monotonic() - self.settings.idle
        for game, room in list(self.rooms.items()):
            if not room.listeners and room.used < old and not room.driver.busy and not room.lock.locked():
                del self.rooms[game]
                room.driver.stop()
                await self.bus.let_go(game)
        ROOMS.set(len(self.rooms))

    # Other processes

    async def _heard(self, message: str) -> None:
        """Another process (or this one) has changed something."""
        kind, _, rest = message.partition(":")
        if kind == "missed":
            for every in list(self.rooms.values()):
                self._fall_behind(every)
            return
        game, _, rest = rest.partition(":")
        room = self.rooms.get(game)
        if room is None:
            return
        if kind == "entries":
            if room.table.seq < int(rest):
                self._fall_behind(room)
        elif kind == "table":
            self._do(room.reload_table())
        elif kind == "chat":
            self._do(room.tell_chat())
        elif kind == "presence":
            word = json.loads(rest)
            if word["process"] != self.process:
                room.set_remote(word["process"], set(word["seats"]), word["watching"])

    def _fall_behind(self, room: Room) -> None:
        """There is something new in a log; all that come in while one look is under way are for the next."""
        self._behind.add(room.id)
        if len(self._behind) == 1 and not self._catching_up:
            self._do(self._catch_up())

    async def _catch_up(self) -> None:
        self._catching_up = True
        try:
            while self._behind:
                rooms = [self.rooms[game] for game in self._behind if game in self.rooms]
                self._behind = set()
                found = await self.storage.entries_after({room.id: room.table.seq for room in rooms})
                for room in rooms:
                    if room.id in found:
                        self._do(room.take(found[room.id]))
        except Exception as error:
            # Nothing is lost: whoever writes to such a log next is told, and looks again.
            report(error)
        finally:
            self._catching_up = False

    def announce_presence(self, room: Room) -> None:
        """Tell other processes who is connected here."""
        if self.storage.postgres:
            self._do(self._announce(room))

    async def _announce(self, room: Room) -> None:
        word = {"process": self.process, "seats": sorted(room.present_here()), "watching": room.watching_here()}
        await self.bus.say(f"presence:{room.id}:{json.dumps(word)}")

    async def _beat(self) -> None:
        """Repeat now and then who is connected: the word of a process that is gone expires."""
        while True:
            await asyncio.sleep(_HEARTBEAT)
            for room in list(self.rooms.values()):
                if room.listeners:
                    await self._announce(room)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something small soon."""
        task = asyncio.create_task(work)
        self._small.add(task)
        task.add_done_callback(self._small.discard)
