"""The other processes on the same database: notifications from them, and to them.

A notification only says that something has changed; the new state is in the database.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from semafor.home.logs import LOGGER, report
from semafor.home.room import Room
from semafor.server.store.errors import StorageError
from semafor.table.tokens import new_code
from semafor.table.wire.messages import Pointed

if TYPE_CHECKING:
    from semafor.server.hub.hub import Hub

_HEARTBEAT: Final = 15.0
_READ_AT_ONCE: Final = 200
_AGAIN: Final = 1.0
"""Seconds until a retry if the database does not answer."""
_TIME_ANSWER: Final = 30.0
"""Seconds that a starting process waits for another to send its time."""


class Peers:
    """The other processes, as this one's hub hears of them."""

    def __init__(self, hub: Hub) -> None:
        """Take the hub, which has the tables."""
        self.hub = hub
        self.process = f"{os.getpid()}-{new_code(6)}"
        self.behind: set[str] = set()
        """Games whose logs have new entries."""
        self.outdated: set[str] = set()
        """Games that another process changed while this one loaded them."""
        self._catching_up = False
        self._agreed = asyncio.Event()

    def kept(self, room: Room) -> None:
        """Bring a room that was just loaded up to date, if it was changed meanwhile."""
        if room.id in self.outdated:
            self.outdated.discard(room.id)
            self._fall_behind(room)
            self._insist(room, room.reload_table)

    async def heard(self, message: str) -> None:
        """Handle a notification: another process (or this one) has changed something."""
        kind, _, rest = message.partition(":")
        match kind:
            case "missed":
                await self._read_all_again()
                return
            case "time?":
                if self._agreed.is_set():
                    await self.hub.bus.say(f"time:{self.hub.home.clock.now()}")
                return
            case "time":
                if not self._agreed.is_set():
                    self.hub.home.clock.set(float(rest))
                    self._agreed.set()
                return
            case "push":
                self.hub.reminding.add(rest)
                return
        game, _, rest = rest.partition(":")
        room = self.hub.home.rooms.get(game)
        if room is None:
            if game in self.hub.home.loading:
                self.outdated = {one for one in self.outdated if one in self.hub.home.loading} | {game}
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
        elif kind == "pointed":
            word = json.loads(rest)
            if word["process"] != self.process:
                room.point(Pointed(seat=word["seat"], route=word["route"]))

    def _fall_behind(self, room: Room) -> None:
        """Note that a log has new entries; games noted during one read wait for the next."""
        self.behind.add(room.id)
        if not self._catching_up:
            self._catching_up = True
            self.hub.do(self._catch_up())

    async def _catch_up(self) -> None:
        try:
            while self.behind:
                rooms = [self.hub.home.rooms[game] for game in self.behind if game in self.hub.home.rooms]
                self.behind = set()
                try:
                    found = await self.hub.storage.entries_after({room.id: room.table.seq for room in rooms})
                except StorageError as error:
                    report(error)
                    self.behind |= {room.id for room in rooms}
                    await asyncio.sleep(_AGAIN)
                    continue
                for room in rooms:
                    if room.id in found:
                        self._insist(room, partial(room.take, found[room.id]))
        finally:
            self._catching_up = False

    async def _read_all_again(self) -> None:
        """Reload what this process may have missed without notifications: logs, tables and chat."""
        self.outdated |= set(self.hub.home.loading)
        await self.hub.reminding.read()
        rooms = list(self.hub.home.rooms.values())
        for room in rooms:
            self._fall_behind(room)
        for first in range(0, len(rooms), _READ_AT_ONCE):
            part = {room.id: room for room in rooms[first : first + _READ_AT_ONCE]}
            tables = await self.hub.storage.tables(list(part))
            lines = await self.hub.storage.last_lines(list(part))
            for game, room in part.items():
                if game in tables and room.differs(*tables[game]):
                    self._insist(room, room.reload_table)
                if any(listener.heard < lines.get(game, 0) for listener in room.listeners):
                    self._insist(room, room.tell_chat)
                if room.listeners:
                    self.announce(room)

    def _insist(self, room: Room, work: Callable[[], Awaitable[None]]) -> None:
        """Bring a room up to date soon, and retry as long as the database does not answer."""

        async def insist() -> None:
            while self.hub.home.rooms.get(room.id) is room:
                try:
                    await work()
                except StorageError as error:
                    report(error, room.id)
                    await asyncio.sleep(_AGAIN)
                except Exception as error:
                    # This version can't read what is stored; clients are told when they reconnect.
                    report(error, room.id)
                    await self.hub.home.evict(room)
                    for listener in list(room.listeners):
                        listener.end(1012, "the table is being reloaded")
                else:
                    return

        self.hub.do(insist())

    async def agree_on_time(self) -> None:
        """Adopt the time of the running processes, whatever the date on this machine."""
        async with self.hub.bus.starting() as others:
            if others:
                await self.hub.bus.say("time?:")
                try:
                    await asyncio.wait_for(self._agreed.wait(), _TIME_ANSWER)
                except TimeoutError:
                    LOGGER.warning("no other process has sent its time")
            self._agreed.set()

    def pointed(self, room: Room, message: Pointed) -> None:
        """Tell other processes what was touched on a big screen."""
        if self.hub.storage.postgres:
            word = {"process": self.process, "seat": message.seat, "route": message.route}
            self.hub.do(self.hub.bus.say(f"pointed:{room.id}:{json.dumps(word)}"))

    def announce(self, room: Room) -> None:
        """Tell other processes who is connected here."""
        if self.hub.storage.postgres:
            self.hub.do(self._announce(room))

    async def _announce(self, room: Room) -> None:
        word = {"process": self.process, "seats": sorted(room.present_here()), "watching": room.watching_here()}
        await self.hub.bus.say(f"presence:{room.id}:{json.dumps(word)}")

    async def beat(self) -> None:
        """Repeat now and then who is connected; what a process has said that died since expires."""
        while True:
            await asyncio.sleep(_HEARTBEAT)
            for room in list(self.hub.home.rooms.values()):
                room.forget_the_dead()
                if room.listeners:
                    await self._announce(room)
