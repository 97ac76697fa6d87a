"""Runs the automatic steps of a table when they are due (`semafor.table.steps`).

Of several homes that have a game in memory, one drives it (`Host.may_drive`). Even if two think they do, the log
accepts only one entry for each position.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from semafor import Action, parse_action
from semafor.home.host import Host
from semafor.home.logs import LOGGER, report
from semafor.home.work.workers import Requester, Workers
from semafor.simulation.thinking import FALLBACK, Decide
from semafor.table.steps import BotTurn, bot_time, move_bot, next_step, take_over
from semafor.table.wire.problems import Refused

if TYPE_CHECKING:
    from semafor.home.room import Room

_AGAIN: Final = 1.0
"""Seconds until a retry, after an error or if another home drives the game."""


class Driver:
    """Drives one room."""

    def __init__(self, room: Room) -> None:
        """Take the room; `plan` starts it."""
        self.room = room
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopped = False
        self._hurried = asyncio.Event()

    @property
    def busy(self) -> bool:
        """Whether a step is running or due soon."""
        return self._task is not None or self._timer is not None

    def plan(self) -> None:
        """Schedule the next step; call this after every change."""
        self.hurry()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._stopped or self._task is not None:
            return
        step = next_step(self.room.table)
        if step is not None:
            # A bot starts thinking at once.
            wait = 0.0 if isinstance(step, BotTurn) else max(0.0, step.at - self.room.home.clock.now())
            self._timer = asyncio.get_running_loop().call_later(wait, self._start)

    def hurry(self) -> None:
        """Look again whether a bot still has to wait."""
        self._hurried.set()

    def stop(self) -> list[asyncio.Task[None]]:
        """Stop driving; return the task that is ending, if there is one."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._task is None:
            return []
        self._task.cancel()
        return [self._task]

    def _start(self) -> None:
        self._timer = None
        self._task = asyncio.create_task(self._run(), name=f"driver {self.room.id}")

    async def _run(self) -> None:
        wait = 0.0
        try:
            if await self.room.home.host.may_drive(self.room.id):
                await self._step()
            else:
                wait = _AGAIN
        except Exception as error:
            # Whatever the error (an unreachable database, say), the game must go on.
            report(error, self.room.id)
            wait = _AGAIN
        finally:
            self._task = None
        if wait and not self._stopped:
            self._timer = asyncio.get_running_loop().call_later(wait, self._start)
        else:
            self.plan()

    async def _step(self) -> None:
        """Run the step that is due."""
        step = next_step(self.room.table)
        if isinstance(step, BotTurn):
            await self._move(step)
            return
        async with self.room.lock:
            prepared = take_over(self.room.table, self.room.home.clock.now())
            if prepared is not None:
                await self.room.append(prepared)

    async def _move(self, turn: BotTurn) -> None:
        """Let a bot decide, wait until people have seen the last action, and make the move if the game is unchanged."""
        table = self.room.table
        action = turn.action
        if action is None:
            home, started = self.room.home, time.perf_counter()
            job = Decide(turn.seen, turn.spec, turn.seed, turn.brief, turn.whose)
            action = await bot_action(home.workers, job, self.room, home.host)
            home.host.thought(turn.level, time.perf_counter() - started)
        await self._wait()
        async with self.room.lock:
            prepared = move_bot(table, turn, action, self.room.home.clock.now())
            if prepared is not None:
                await self.room.append(prepared)

    async def _wait(self) -> None:
        """Wait until a bot may move; not for ever, should the clock go wrong."""
        table = self.room.table
        with suppress(TimeoutError):
            async with asyncio.timeout(max(table.pace.bot_pause, table.pace.undo_pause)):
                while (wait := bot_time(table) - self.room.home.clock.now()) > 0:
                    self._hurried.clear()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._hurried.wait(), wait)


async def bot_action(workers: Workers, job: Decide, requester: Requester, host: Host) -> Action:
    """Return a legal action for the observer: the bot's, or a simpler bot's if it fails, or else any."""
    for asked in (job, msgspec.structs.replace(job, spec=FALLBACK, whose="")):
        try:
            done = await workers.do(asked, requester, brief=True)
            return parse_action(msgspec.json.decode(done))
        except (Refused, ValueError) as error:
            host.bot_failed()
            LOGGER.error("a bot failed", extra={"bot": asked.spec, "error": type(error).__name__})
    return next(iter(job.seen.legal))
