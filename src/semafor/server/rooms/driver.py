"""What happens at a table without anybody's doing: bots move, clocks run out, bots take over for those who are away.

Of several processes that have a game in memory, one drives it (`Bus.may_drive`). Should two ever think they do, the
log takes only one entry for each place.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from semafor.server.logs import report
from semafor.table.bot_levels import STAND_IN, level_spec
from semafor.table.fairness import bot_seed
from semafor.table.log import GameLog

if TYPE_CHECKING:
    from semafor.server.rooms.room import Room

_AGAIN: Final = 1.0
"""Seconds until the next try, when something went wrong or another process drives the game."""


class Driver:
    """Drives one room."""

    def __init__(self, room: Room) -> None:
        """Takes the room; `plan` starts it."""
        self.room = room
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    @property
    def busy(self) -> bool:
        """Whether there is something under way or soon to be done."""
        return self._task is not None or self._timer is not None

    def plan(self) -> None:
        """Looks what is to be done next, and when; to be called after every change."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._stopped or self._task is not None:
            return
        due = self._next_time()
        if due is not None:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, due - time.time()), self._start)

    def stop(self) -> None:
        """Does nothing any more."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._task is not None:
            self._task.cancel()

    def _next_time(self) -> float | None:
        """When something must be done: a bot's decision at once, the others in their time."""
        log = self.room.log
        if log is None or log.game.over:
            return None
        if self._bot_seat(log) is not None:
            return time.time()
        times = [moment for moment, _ in self._absences(log)]
        deadline = log.clocks.deadline()
        if deadline is not None:
            times.append(deadline[0])
        return min(times, default=None)

    def _bot_seat(self, log: GameLog) -> int | None:
        """The next seat that a bot of ours must decide for."""
        return next((seat for seat in log.game.pending.seats if seat not in log.people or seat in log.stand_ins), None)

    def _absences(self, log: GameLog) -> list[tuple[float, int]]:
        """Who must decide and is away while others wait, and when a bot takes over."""
        if self.room.clock.kind == "days":
            return []
        present = self.room.present() & log.people
        away = [seat for seat in log.game.pending.seats if seat in log.people - log.stand_ins - present]
        if not away or not present:
            return []
        grace = self.room.hub.settings.grace
        return [(self.room.away_since[seat] + grace, seat) for seat in away]

    def _start(self) -> None:
        self._timer = None
        self._task = asyncio.create_task(self._run(), name=f"driver {self.room.row.id}")

    async def _run(self) -> None:
        wait = 0.0
        try:
            if await self.room.hub.bus.may_drive(self.room.row.id):
                await self._step()
            else:
                wait = _AGAIN
        except Exception as error:
            # Whatever it was (a database that is away, say), the game must go on.
            report(error, self.room.row.id)
            wait = _AGAIN
        finally:
            self._task = None
        if wait and not self._stopped:
            self._timer = asyncio.get_running_loop().call_later(wait, self._start)
        else:
            self.plan()

    async def _step(self) -> None:
        """Does the one thing that is due."""
        log = self.room.log
        if log is None or log.game.over:
            return
        seat = self._bot_seat(log)
        if seat is not None:
            await self._move(log, seat)
            return
        now = time.time()
        async with self.room.lock:
            deadline = log.clocks.deadline()
            if deadline is not None and deadline[0] <= now:
                await self.room.append("bot_took_over", deadline[1], by_bot=True, reason="clock")
                return
            for moment, absent in self._absences(log):
                if moment <= now:
                    await self.room.append("bot_took_over", absent, by_bot=True, reason="away")
                    return

    async def _move(self, log: GameLog, seat: int) -> None:
        """Lets a bot decide, waits until people have seen the last action, and makes the move if it still fits."""
        settings = self.room.hub.settings
        seq = log.seq
        changed = log.changed
        last = log.last_action()
        shown_at = 0.0 if last is None else last.at
        pause = settings.bot_pause if log.undo_by is None else settings.undo_pause
        stored = self.room.seats[seat]
        spec = level_spec(stored.level if stored.kind == "bot" and stored.level else STAND_IN)
        seen = log.game.observe(seat)
        seed = bot_seed(log.seed, seat, seq)
        action = await self.room.hub.thinkers.decide(self.room.board, self.room.row.board_text, seen, spec, seed)
        wait = shown_at + pause - time.time()
        if wait > 0:
            await asyncio.sleep(min(wait, pause))
        async with self.room.lock:
            if self.room.log is not log or log.changed != changed or self._bot_seat(log) != seat:
                return
            if log.game.why_not(seat, action) is None:
                await self.room.append("action", seat, action=action, by_bot=True)
