"""What the two workers of a page run: one keeps the tables, the other has the bots.

JavaScript calls these; texts cross the border in both directions, and nothing else but functions.
"""

from __future__ import annotations

import warnings
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from semafor.contest.par import FieldGames
from semafor.page.home import Connection, Home, written
from semafor.page.keeping import Shelf
from semafor.simulation.hints import HintJob
from semafor.simulation.spreads import SpreadGames
from semafor.simulation.thinking import Job, Slice, do
from semafor.table.game_table import Pace
from semafor.table.wire.messages import ErrorInfo
from semafor.table.wire.problems import Refused

_JOBS = msgspec.json.Decoder(Job | Slice | FieldGames | HintJob | SpreadGames)

# A page can't be compiled, and its player can do nothing about it.
warnings.filterwarnings("ignore", "semafor runs interpreted", RuntimeWarning)


def think(job: str) -> str:
    """Do a job of a bot."""
    wanted = _JOBS.decode(job)
    return wanted.run().decode() if isinstance(wanted, FieldGames | HintJob | SpreadGames) else do(wanted)


class TableWorker:
    """The tables of a page, as its worker calls them."""

    def __init__(
        self, shelf: Shelf, ask_bots: Callable[[str], Awaitable[str]], progress: Callable[[str, float], None]
    ) -> None:
        """Take the database, the way to the bots, and whom to tell how far an analysis is."""

        async def asked(job: Job | Slice | FieldGames | HintJob | SpreadGames) -> str:
            return await ask_bots(written(job))

        self.home = Home(shelf, asked)
        self.home.studies.tell = progress
        self.connections: dict[str, Connection] = {}

    async def ask(self, path: str, body: str | None, token: str | None) -> str:
        """Answer a request: what was asked for, or an error, as JSON."""
        return await _answered(self.home.ask(path, body, token))

    async def connect(self, key: str, game: str, hello: str, send: Callable[[str], None]) -> str:
        """Connect a screen; an error, if there is no such table, as JSON."""

        async def connected() -> None:
            self.connections[key] = await self.home.connect(game, hello, send)

        return await _answered(connected())

    async def hear(self, key: str, message: str) -> None:
        """Take a message of a screen."""
        if key in self.connections:
            await self.connections[key].hear(message)

    def close(self, key: str) -> None:
        """Forget a screen."""
        connection = self.connections.pop(key, None)
        if connection is not None:
            connection.close()

    async def changed(self, game: str) -> None:
        """Another tab has changed a game."""
        await self.home.changed(game)

    def hurry(self, bot: float, undo: float) -> None:
        """Let bots wait so many seconds before they move, and after an action that can be taken back."""
        self.home.pace = Pace(bot_pause=bot, undo_pause=undo)

    async def forget(self, game: str) -> None:
        """Delete a game."""
        await self.home.forget(game)

    def stop(self, game: str) -> None:
        """Give up the analysis of a game."""
        self.home.studies.stop(game)


async def _answered(work: Awaitable[Any]) -> str:
    try:
        return written({"ok": await work})
    except Refused as problem:
        return written({"error": problem.info})
    except Exception as error:
        text = f"something went wrong; nothing has changed ({type(error).__name__}: {error})"
        return written({"error": ErrorInfo("internal_error", text)})
