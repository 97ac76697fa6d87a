"""The code of the web worker that has the tables: JavaScript calls it, and all data crosses the boundary as text."""

from __future__ import annotations

import warnings
from collections.abc import Awaitable, Callable
from typing import Any

from semafor.page.home import Connection, Home, went_wrong, written
from semafor.page.keeping import Shelf
from semafor.page.room import Awake
from semafor.simulation.jobs import Job, job_to_text
from semafor.table.game_table import Pace
from semafor.table.wire.problems import Refused

# Code can't be compiled in a page, and the player can do nothing about it.
warnings.filterwarnings("ignore", "semafor runs interpreted", RuntimeWarning)


class TableWorker:
    """The tables of a page, for its worker."""

    def __init__(
        self,
        shelf: Shelf,
        ask_bots: Callable[[str], Awaitable[str]],
        awake: Awake,
        progress: Callable[[str, float], None],
    ) -> None:
        """Take the database, the bots and whether they are loaded, and the callback for the progress of an analysis."""

        async def asked(job: Job) -> str:
            return await ask_bots(job_to_text(job))

        self.home = Home(shelf, asked, awake)
        self.home.studies.tell = progress
        self.connections: dict[str, Connection] = {}

    async def ask(self, path: str, body: str | None, token: str | None) -> str:
        """Return the reply to a request, or an error, as JSON."""
        return await _answered(self.home.ask(path, body, token))

    async def connect(self, key: str, game: str, hello: str, send: Callable[[str], None]) -> str:
        """Connect a screen; return an error as JSON if there is no such table."""

        async def connected() -> None:
            self.connections[key] = await self.home.connect(game, hello, send)

        return await _answered(connected())

    async def hear(self, key: str, message: str) -> None:
        """Handle a message from a screen."""
        if key in self.connections:
            await self.connections[key].hear(message)

    def close(self, key: str) -> None:
        """Disconnect a screen."""
        connection = self.connections.pop(key, None)
        if connection is not None:
            connection.close()

    async def changed(self, game: str) -> None:
        """Reload a game that another tab has changed."""
        await self.home.changed(game)

    def hurry(self, bot: float, undo: float) -> None:
        """Set how many seconds bots wait before they move, and after an action that can be undone."""
        self.home.pace = Pace(bot_pause=bot, undo_pause=undo)

    async def forget(self, game: str) -> None:
        """Delete a game."""
        await self.home.forget(game)

    def stop(self, game: str) -> None:
        """Stop the analysis of a game."""
        self.home.studies.stop(game)


async def _answered(work: Awaitable[Any]) -> str:
    try:
        return written({"ok": await work})
    except Refused as problem:
        return written({"error": problem.info})
    except Exception as error:
        return written({"error": went_wrong(error)})
