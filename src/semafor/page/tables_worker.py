"""The code of the web worker that has the tables: JavaScript calls it, and all data crosses the boundary as text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from semafor import Board
from semafor.bots.levels import Level
from semafor.home import talk
from semafor.home.connection import Connection
from semafor.home.endpoints.answers import answered, reply
from semafor.home.endpoints.endpoint import Ask, Method
from semafor.home.home import Home
from semafor.home.host import Host
from semafor.home.room import Room
from semafor.page.bots_worker import PageWorkers
from semafor.page.guests import Guests
from semafor.page.store import Database, PageStore
from semafor.simulation.insight.studying import Effort
from semafor.table.game_table import Pace
from semafor.table.wire.reading import read_hello

EFFORT: Final = Effort(playouts=20, points=20, slice=4)
"""The standard error of a chance is at most 11 percentage points; a bot's turn waits a second at most."""


class PageHost(Host):
    """A page without the bots that are too slow there: interpreted, a search plays too few games for its rating."""

    def fits(self, level: Level, board: Board, players: int) -> bool:
        """Return whether a level's bot decides within 1.5 seconds on a phone."""
        return not level.spec_at(board, players).startswith("search")


class Screen(Connection):
    """A screen of this page that shows a table."""

    def __init__(self, send: Callable[[str], None], seats: dict[int, str], last_seq: int | None) -> None:
        """Take the function that sends to the screen, and the fields of `hello`."""
        super().__init__(seats, last_seq)
        self._send = send

    def send(self, encoded: bytes) -> None:
        """Send a message."""
        self._send(encoded.decode())

    def end(self, code: int, reason: str) -> None:
        """Do nothing: the page closes its own views."""


class TablesWorker:
    """The tables of a page, for its worker."""

    def __init__(
        self,
        database: Database,
        ask_bots: Callable[[str], Awaitable[str]],
        awake: Callable[[], bool],
        progress: Callable[[int, float], None],
    ) -> None:
        """Take the database, the bots and whether they are loaded, and the callback for the progress of a request."""
        self.workers = PageWorkers(ask_bots, awake)
        self.store = PageStore(database)
        self.home = Home(
            self.store,
            self.workers,
            PageHost(),
            capabilities=["analysis", "chat", "meet", "spectators"],
            pace=Pace(unwatched=False),
            effort=EFFORT,
        )
        self.guests = Guests(self.home)
        self._progress = progress
        self._asked: dict[int, asyncio.Task[Any]] = {}
        self._screens: dict[str, tuple[Room, Screen]] = {}

    # Requests

    async def ask(self, key: int, method: Method, path: str, body: str | None, token: str | None) -> str:
        """Return the reply to a request, or an error, as JSON; its key is for its progress, and to stop it."""
        work = reply(Ask(self.home, tell=partial(self._progress, key)), method, path, body, token)
        self._asked[key] = asyncio.ensure_future(work)
        try:
            return await answered(self._asked[key])
        finally:
            del self._asked[key]

    def stop(self, key: int) -> None:
        """Stop a request that nobody waits for any more."""
        if key in self._asked:
            self._asked[key].cancel()

    async def forget(self, game: str) -> None:
        """Delete a game."""
        room = self.home.rooms.get(game)
        if room is not None:
            await self.home.evict(room)
        await self.store.remove(game)

    async def changed(self, game: str) -> None:
        """Catch up: another tab has changed a game."""
        room = self.home.rooms.get(game)
        if room is not None:
            await room.reload_table()
            await room.read_on()

    def hurry(self, bot: float, undo: float) -> None:
        """Set how many seconds bots wait before they move, and after an action that can be undone."""
        self.home.pace = Pace(bot_pause=bot, undo_pause=undo, unwatched=False)

    # Screens

    async def connect(self, key: str, game: str, hello: str, send: Callable[[str], None]) -> str:
        """Connect a screen; return an error as JSON if there is no such table."""

        async def connected() -> None:
            room, screen = await talk.welcome(
                self.home, game, read_hello(hello.encode()), lambda seats, seq: Screen(send, seats, seq)
            )
            self._screens[key] = room, screen
            await talk.enter(room, screen)
            if room.table.hints and room.table.row.status == "playing":
                # A hint may be the first thing that anybody asks of the bots, after a reload say.
                self.workers.awake()

        return await answered(connected())

    async def hear(self, key: str, message: str) -> None:
        """Answer a message of a screen."""
        if key in self._screens:
            await talk.hear(*self._screens[key], message.encode("utf-8", "surrogatepass"))

    async def close(self, key: str) -> None:
        """Disconnect a screen."""
        if key in self._screens:
            room, screen = self._screens.pop(key)
            room.remove(screen)
