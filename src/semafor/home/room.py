"""A table in memory: its lock, its connections, and how requests get into the store.

Everything that changes a table happens under its lock: it is decided, stored, and only then committed and shown. Memory
is a cache: another process or another tab may write to the same log, and the room catches up with it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from semafor.home.connection import Connection
from semafor.home.driver import Driver
from semafor.home.work.workers import Caller
from semafor.simulation.insight.hints import HintJob
from semafor.table.game_table import GameTable
from semafor.table.log import PLAIN, Prepared
from semafor.table.requests import (
    READING,
    AddLine,
    Advise,
    Append,
    ChangeSeats,
    Decision,
    Relay,
    Reply,
    SeatChange,
    decide,
)
from semafor.table.stored import StoredEntry, StoredSeat
from semafor.table.views.listeners import Listener
from semafor.table.views.observed_game import ObservedGame
from semafor.table.wire.client_messages import ClientMessages, Rename, SeatBot, Start
from semafor.table.wire.messages import Answer, ChatMessage, Hint, Pointed, ServerMessage, View
from semafor.table.wire.problems import Refused

if TYPE_CHECKING:
    from semafor.home.home import Home

ENCODER: Final = msgspec.json.Encoder()
SEAT_MOVED: Final = 4001
_TRIES: Final = 5
"""How often a request is retried when another process wrote first."""
_BETWEEN_READINGS: Final = 0.05
"""Minimum seconds between two reloads of a table."""
_PRESENCE_PAUSE: Final = 0.1
"""Seconds until those at a table are told who has come or gone."""
_REMOTE_SECONDS: Final = 40.0
"""How long the presence reported by another process is valid."""


class Room:
    """A table in memory."""

    def __init__(self, home: Home, table: GameTable) -> None:
        """Take a table as stored."""
        self.home = home
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Connection] = set()
        self.remote: dict[str, tuple[float, set[int], int]] = {}
        self.loaded = self.used = time.monotonic()
        self.driver = Driver(self)
        self._one_reading = asyncio.Lock()
        self._next_reading: asyncio.Task[None] | None = None
        self._readings: set[asyncio.Task[None]] = set()
        self._read_at = 0.0
        self._changes = 0
        self._telling: asyncio.TimerHandle | None = None
        self._stopped = False

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.table.row.id

    def stop(self) -> list[asyncio.Task[None]]:
        """Stop all work on the table; return the tasks that are ending."""
        for task in self._readings:
            task.cancel()
        self._stopped = True
        if self._telling is not None:
            self._telling.cancel()
        return [*self.driver.stop(), *self._readings]

    # For whom bots and jobs work here (`semafor.home.work.workers.Requester`)

    @property
    def addresses(self) -> set[str]:
        """The addresses that the bots here work for: those watching the table, or else its creator."""
        here = {listener.address for listener in self.listeners}
        return here or {self.home.host.maker_of(self.id)}

    @property
    def watched(self) -> bool:
        """Whether somebody watches the table, here or at another process."""
        return bool(self.table.present) or self.table.watching > 0

    @property
    def unattended(self) -> bool:
        """Whether bots play here with nobody watching."""
        log = self.table.log
        return log is not None and not log.game.over and log.bot_seat() is not None and not self.watched

    # Requests

    async def handle(self, listener: Listener, message: ClientMessages) -> Answer:
        """Carry out a listener's request and return the answer; raise Refused."""
        if isinstance(message, READING):
            return await self._answer_at_once(listener, message)
        lost = 0
        async with self.lock:
            while lost < _TRIES:
                try:
                    decision = decide(self.table, listener, message, self.home.clock.now())
                except Refused:
                    # Another process may have newer data, or may have done it already.
                    about_seats = isinstance(message, Start | Rename | SeatBot)
                    if not await self.catch_up() and not (about_seats and await self.look_again()):
                        raise
                    lost += 1
                    continue
                if isinstance(decision, Reply):
                    return decision.answer
                if not await self._store(decision):
                    lost += 1
        raise Refused("busy", "others are changing the table at the same time; try again", status=503)

    async def _answer_at_once(self, listener: Listener, message: ClientMessages) -> Answer:
        decision = decide(self.table, listener, message, self.home.clock.now())
        for _ in range(_TRIES):
            if not isinstance(decision, Advise):
                break
            # The game goes on meanwhile: if another player acts first, the hint is computed again.
            await self._advise(listener, decision.observed)
            decision = decide(self.table, listener, message, self.home.clock.now())
        if isinstance(decision, Advise):
            raise Refused("stale", "the game has moved on; ask again")
        assert isinstance(decision, Reply | AddLine | Relay)
        if isinstance(decision, Relay):
            self.point(decision.message)
            self.home.host.pointed(self, decision.message)
        elif isinstance(decision, AddLine):
            if await self.home.store.say(decision.line):
                await self.tell_chat()
        elif decision.show and isinstance(listener, Connection):
            self.show([listener])
        elif decision.hurry:
            self.driver.hurry()
        return decision.answer

    async def _advise(self, listener: Listener, observed: ObservedGame) -> None:
        """Have a worker find a hint, from what the seat sees, charged to the client that asks."""
        address = listener.address if isinstance(listener, Connection) else ""
        done = await self.home.workers.do(HintJob(observed.seen), Caller((address,)), brief=True)
        observed.hint = msgspec.json.decode(done, type=Hint)

    async def _store(self, decision: Decision) -> bool:
        match decision:
            case Append():
                return await self.append(decision.prepared)
            case ChangeSeats():
                return await self.change_seats(decision.changes)
        raise TypeError(f"a request that changes a table can't lead to {type(decision).__name__}")

    # The log

    async def append(self, prepared: Prepared) -> bool:
        """Write a prepared entry and show its effect. The lock must be held.

        Returns False if another process wrote first, or if it is a retry; the room has then caught up.
        """
        if not await self.home.store.append(prepared.entry, prepared.status, prepared.wake_at):
            await self.catch_up()
            return False
        self.table.commit(prepared)
        self.home.host.wrote(self, prepared)
        self.show(self.listeners, table=prepared.changes_table)
        self.driver.plan()
        return True

    async def read_on(self) -> None:
        """Read what other processes have written."""
        async with self.lock:
            await self.catch_up()

    async def catch_up(self) -> bool:
        """Read what other processes have written, if anything. The lock must be held."""
        entries = await self.home.store.entries(self.id, self.table.seq)
        await self._take(entries)
        return bool(entries)

    async def take(self, entries: Sequence[StoredEntry]) -> None:
        """Apply entries that other processes have written."""
        async with self.lock:
            new = [entry for entry in entries if entry.seq > self.table.seq]
            if new and new[0].seq != self.table.seq + 1:
                await self.catch_up()
            else:
                await self._take(new)

    async def _take(self, entries: Sequence[StoredEntry]) -> None:
        if not entries:
            return
        if self.table.log is None:
            # Seats may also have changed at the other process before it started the game.
            self.table.seats = await self.home.store.seats(self.id)
        self.table.take(entries, self.home.clock.now())
        over = self.table.row.status == "over"
        self.show(self.listeners, table=over or any(entry.kind not in PLAIN for entry in entries))
        self.driver.plan()

    # Seats

    async def change_seats(self, changes: Sequence[SeatChange]) -> bool:
        """Write changes of seats and notify everybody. The lock must be held.

        Returns False if another process wrote first; the table has then been reloaded.
        """
        if not await self.home.store.change_seats(changes):
            await self.reload_table()
            return False
        self._changes += 1
        self.table.set_seats(change.seat for change in changes)
        self.tell_table()
        return True

    async def know(self, tokens: Sequence[str]) -> None:
        """Reload the table if a token (hashed) is unknown: another process may have just made it."""
        if any(self.table.seat_of(token) is None and not self.table.is_screen(token) for token in tokens):
            await self.look_again()

    async def look_again(self) -> bool:
        """Reload the table if other processes may have changed it; return whether they have."""
        if not self.home.store.shared:
            return False
        before = list(self.table.seats)
        await self.reload_table()
        return self.table.seats != before

    async def reload_table(self) -> None:
        """Reload the table, which another process (or a request) has changed.

        There is one reload at a time, with a pause between two. Requests that arrive meanwhile wait for the next one,
        so that many of them (with forged tokens, say) cost no more than a few.
        """
        if self._next_reading is None:
            self._next_reading = asyncio.create_task(self._read_table(), name=f"read {self.id}")
            self._readings.add(self._next_reading)
            self._next_reading.add_done_callback(self._readings.discard)
        await asyncio.shield(self._next_reading)

    async def _read_table(self) -> None:
        async with self._one_reading:
            await asyncio.sleep(max(0.0, self._read_at + _BETWEEN_READINGS - time.monotonic()))
            self._next_reading = None
            try:
                while True:
                    changes = self._changes
                    found = await self.home.store.tables([self.id])
                    if changes == self._changes:
                        break
            finally:
                self._read_at = time.monotonic()
        if self.id in found and self.differs(*found[self.id]):
            self._set_table(*found[self.id])

    def differs(self, rematch: str | None, sealed: bool, seats: list[StoredSeat]) -> bool:
        """Return whether the stored table differs from the one in memory."""
        row = self.table.row
        return (rematch, sealed, seats) != (row.rematch, row.sealed, self.table.seats)

    def _set_table(self, rematch: str | None, sealed: bool, seats: list[StoredSeat]) -> None:
        self.table.row.rematch = rematch
        self.table.row.sealed = sealed
        self.table.seats = seats
        tokens = {seat.seat: seat.token for seat in self.table.seats}
        for listener in list(self.listeners):
            if any(tokens.get(seat) != token for seat, token in listener.seats.items()):
                self.remove(listener)
                listener.end(SEAT_MOVED, "seat_moved")
        self.tell_table()

    # Listeners

    def add(self, listener: Connection) -> None:
        """Add a listener to the table."""
        self.listeners.add(listener)
        self._presence_changed_here()

    def remove(self, listener: Connection) -> None:
        """Remove a listener from the table."""
        if listener in self.listeners:
            self.listeners.discard(listener)
            self._presence_changed_here()

    def _presence_changed_here(self) -> None:
        self.used = time.monotonic()
        self._count_present()
        if self._telling is None and not self._stopped:
            self._telling = asyncio.get_running_loop().call_later(_PRESENCE_PAUSE, self._tell_presence)
        self.driver.plan()

    def _tell_presence(self) -> None:
        """Tell everybody who is here, debounced: a crowd that comes and goes causes one message."""
        self._telling = None
        self.home.host.announce(self)
        self.tell_table()

    def present_here(self) -> set[int]:
        """Return the seats that are connected to this process."""
        return {seat for listener in self.listeners for seat in listener.seats}

    def watching_here(self) -> int:
        """Return how many spectators are connected to this process."""
        return sum(1 for listener in self.listeners if not listener.seats)

    def set_remote(self, process: str, seats: set[int], watching: int) -> None:
        """Note who is connected to another process."""
        old = self.remote.get(process)
        self.remote[process] = (time.monotonic() + _REMOTE_SECONDS, seats, watching)
        self._count_present()
        if old is None or old[1:] != (seats, watching):
            self.tell_table()
            self.driver.plan()

    def forget_the_dead(self) -> None:
        """Forget who is connected to processes that have been silent for too long."""
        now = time.monotonic()
        if any(until <= now for until, _, _ in self.remote.values()):
            self._count_present()
            self.tell_table()
            self.driver.plan()

    def _count_present(self) -> None:
        """Update the table's presence: who is connected, here and elsewhere."""
        now = time.monotonic()
        self.remote = {name: word for name, word in self.remote.items() if word[0] > now}
        present = self.present_here().union(*(seats for _, seats, _ in self.remote.values()))
        watching = self.watching_here() + sum(watching for _, _, watching in self.remote.values())
        self.table.set_presence(present, watching, self.home.clock.now())

    # Showing

    def tell_table(self) -> None:
        """Send the table to all listeners."""
        if self.listeners:
            self._count_present()
            self._send(self.table.table_message(), self.listeners)

    def show(self, listeners: Iterable[Connection], table: bool = False) -> None:
        """Send listeners their views, and with `table` also the table."""
        started = time.perf_counter()
        self.used = time.monotonic()
        views = 0
        for message, group in self.table.show(listeners, self.home.clock.now(), table=table):
            self._send(message, group)
            views += len(group) if isinstance(message, View) else 0
        self.home.host.showed(views, time.perf_counter() - started)

    def _send(self, message: ServerMessage, listeners: Iterable[Connection]) -> None:
        encoded = ENCODER.encode(message)
        for listener in list(listeners):
            listener.send(encoded)

    def point(self, message: Pointed) -> None:
        """Show the player of a seat, if connected here, what was touched on the big screen."""
        self._send(message, [listener for listener in self.listeners if message.seat in listener.seats])

    async def tell_chat(self) -> None:
        """Send all listeners the lines of chat that they don't have yet, each once and in order.

        Several calls may wait for the database at the same time. A listener that joins meanwhile gets its lines from a
        later call: this one reads only what the present listeners lack.
        """
        here = list(self.listeners)
        for line in await self.home.store.chat(self.id, min((one.heard for one in here), default=0)):
            message = ChatMessage(seat=line.seat, name=line.name, text=line.text, phrase=line.phrase, at=line.at)
            listeners = [listener for listener in here if listener.heard < line.number]
            for listener in listeners:
                listener.heard = line.number
            self._send(message, listeners)
