"""Notices whose turn it is, and who is away, for push messages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

from semafor.home.logs import report
from semafor.home.room import Room
from semafor.server.push.push_store import StoredPush
from semafor.server.push.reminders import Reminders, Wanted
from semafor.server.store.errors import StorageError
from semafor.table.wire.problems import Refused

if TYPE_CHECKING:
    from semafor.server.hub.hub import Hub

_PRESENCE: Final = 20.0
"""Seconds after which a process has heard from all others who is at a table that it has just loaded."""
_AGAIN: Final = 1.0
_LOST: Final = (404, 410)


class Reminding:
    """The turns of one process for which somebody may want a message."""

    def __init__(self, hub: Hub) -> None:
        """Take the hub, which has the tables."""
        self.hub = hub
        settings = hub.settings
        self.reminders = Reminders(hub.storage, settings, self._wanted)
        self.sends = bool(settings.push_services or settings.webhooks)
        self.games: set[str] = set()
        """Games with subscriptions: few tables have any, and the others cost nothing."""
        self._added: set[str] = set()
        self._turned: set[str] = set()
        self._news = asyncio.Event()

    def tasks(self) -> list[Coroutine[Any, Any, None]]:
        """Return what runs as long as the server does."""
        return [self._note_turns(), self._send()] if self.sends else []

    async def read(self) -> None:
        """Learn which games have subscriptions."""
        if self.sends:
            self.games |= await self.reminders.store.games()

    def add(self, game: str) -> None:
        """Note that a game has a subscription."""
        self.games.add(game)
        self._added.add(game)

    def turned(self, room: Room) -> None:
        """Note that it may be somebody else's turn."""
        if room.id in self.games:
            self._turned.add(room.id)
            self._news.set()

    async def _note_turns(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._turned:
                game = self._turned.pop()
                try:
                    await self._note(game)
                except StorageError as error:
                    report(error, game)
                    self._turned.add(game)
                    await asyncio.sleep(_AGAIN)
                except Exception as error:
                    report(error, game)

    async def _note(self, game: str) -> None:
        log = (await self.hub.home.room(game)).table.log
        if log is None:
            return
        # Somebody may subscribe while the others are read.
        self._added.discard(game)
        if log.game.over:
            await self.reminders.store.remove_game(game)
        elif await self.reminders.turn(game, set(log.game.pending.seats)):
            return
        if game not in self._added:
            self.games.discard(game)

    async def _send(self) -> None:
        while True:
            try:
                if self.games:
                    await self.reminders.sweep()
            except Exception as error:
                report(error)
            await asyncio.sleep(self.hub.settings.sweep)

    async def _wanted(self, push: StoredPush) -> Wanted:
        """Return whether a player must decide and is away."""
        try:
            room = await self.hub.home.room(push.game)
        except Refused as problem:
            return "never" if problem.status in _LOST else "later"
        table = room.table
        log = table.log
        if log is None or log.game.over:
            return "never"
        if not push.webhook and table.seats[push.seat].token != push.token:
            return "never"
        if push.seat not in log.game.pending.seats or push.seat in log.now.stand_ins:
            return "no"
        if push.seat in table.present:
            return "there"
        heard = not self.hub.storage.postgres or time.monotonic() - room.loaded > _PRESENCE
        return "yes" if heard else "later"
