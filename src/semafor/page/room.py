"""A table on a page: its listeners, how their requests get into the log, and its automatic steps.

Every change of a table is decided, stored, and only then committed and shown, one after another. Another tab of the
same browser may play the same game; the log accepts one entry for each position, and the tab that comes second reads
it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from semafor import Action, Observation, parse_action
from semafor.page.keeping import Keeper
from semafor.simulation.hints import HintJob
from semafor.simulation.jobs import Job
from semafor.simulation.thinking import FALLBACK, Decide
from semafor.table.game_table import GameTable
from semafor.table.log import PLAIN, Prepared
from semafor.table.requests import AddLine, Advise, Append, ChangeSeats, Reply, decide
from semafor.table.steady_clock import SteadyClock
from semafor.table.steps import BotTurn, Step, bot_time, move_bot, next_step, take_over
from semafor.table.stored import StoredEntry
from semafor.table.tokens import hashed
from semafor.table.views.listeners import Listener
from semafor.table.wire.client_messages import AskHint, ClientMessages
from semafor.table.wire.messages import Answer, Hint, ServerMessage
from semafor.table.wire.problems import Refused

LOGGER: Final = logging.getLogger("semafor.page")
ENCODER: Final = msgspec.json.Encoder()
_TRIES: Final = 5
"""How often a request is retried when another tab wrote first."""
_AGAIN: Final = 1.0
"""Seconds until a step is retried after an error."""
Think = Callable[[Job], Awaitable[str]]
"""Runs a job in another worker; returns its result as JSON, or nothing if a bot failed. May raise anything."""
Awake = Callable[[], bool]
"""Returns whether the other worker can begin a job now; if not, starts it."""


class Guest(Listener):
    """A screen of this page that shows the table."""

    def __init__(self, send: Callable[[str], None], seats: dict[int, str], last_seq: int | None) -> None:
        """Take the function that sends to the screen, and the fields of `hello`."""
        super().__init__(seats, last_seq)
        self._send = send

    def send(self, message: ServerMessage) -> None:
        """Send a message."""
        self._send(ENCODER.encode(message).decode())


class Room:
    """A table and its listeners."""

    def __init__(self, table: GameTable, keeper: Keeper, think: Think, awake: Awake, clock: SteadyClock) -> None:
        """Take the table as stored; `plan` starts it."""
        self.table = table
        self.keeper = keeper
        self.think = think
        self.awake = awake
        self.clock = clock
        self.guests: list[Guest] = []
        self.lock = asyncio.Lock()
        self._driver: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._hurried = asyncio.Event()

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.table.row.id

    # Listeners

    def welcome(self, send: Callable[[str], None], tokens: list[str], last_seq: int | None) -> Guest:
        """Add a listener, with the seats of its tokens."""
        found = {token: self.table.seat_of(hashed(token)) for token in tokens}
        seats = {seat: hashed(token) for token, seat in found.items() if seat is not None}
        guest = Guest(send, seats, last_seq)
        guest.send(self.table.welcome(seats, len(tokens) - len(seats), self.clock.now()))
        self.guests.append(guest)
        self._count()
        self._show([guest])
        self.plan()
        if self.table.hints and self.table.row.status == "playing":
            # A hint may be the first thing that anybody asks of the bots, after a reload say.
            self.awake()
        return guest

    def leave(self, guest: Guest) -> None:
        """Remove a listener."""
        self.guests.remove(guest)
        self._count()
        self.plan()

    def _count(self) -> None:
        # All players share this device: as long as the table is shown, nobody is away.
        present = {seat.seat for seat in self.table.seats} if self.guests else set()
        watching = sum(not guest.seats for guest in self.guests)
        self.table.set_presence(present, watching, self.clock.now())

    def tell_table(self) -> None:
        """Send the table to all listeners."""
        for guest in self.guests:
            guest.send(self.table.table_message())

    def _show(self, guests: Iterable[Guest], table: bool = False) -> None:
        for message, group in self.table.show(guests, self.clock.now(), table=table):
            for guest in group:
                guest.send(message)

    # Requests

    async def handle(self, guest: Guest, message: ClientMessages) -> Answer:
        """Carry out a guest's request and return the answer; raise Refused."""
        if isinstance(message, AskHint):
            await self._advise(guest, message)
        async with self.lock:
            for _ in range(_TRIES):
                try:
                    decided = decide(self.table, guest, message, self.clock.now())
                except Refused:
                    # Another tab may have made a move, or may have done it already.
                    if not await self.catch_up():
                        raise
                    continue
                match decided:
                    case Reply():
                        if decided.show:
                            self._show([guest])
                        if decided.hurry:
                            self._hurried.set()
                        return decided.answer
                    case Append():
                        await self.append(decided.prepared)
                    case ChangeSeats():
                        self.table.set_seats(change.seat for change in decided.changes)
                        await self.keeper.change(self.table.row, self.table.seats)
                        self.tell_table()
                    case Advise():
                        raise Refused("stale", "the game has moved on; ask again")
                    case AddLine():
                        raise Refused("no_chat", "there is nobody to talk to on a page")
        raise Refused("busy", "another tab is playing this game; try again", status=503)

    async def _advise(self, guest: Guest, message: AskHint) -> None:
        """Have a hint worked out, unless there is one already or none may be given.

        The table goes on meanwhile: if another player decides before the hint is there, it is worked out anew.
        """
        for _ in range(_TRIES):
            try:
                decided = decide(self.table, guest, message, self.clock.now())
            except Refused:
                return
            if not isinstance(decided, Advise):
                return
            decided.sight.hint = await self._hint(decided.sight.seen)

    async def _hint(self, seen: Observation) -> Hint:
        """Return the hint, worked out here while the other worker starts or if it fails."""
        job = HintJob(seen)
        if self.awake():
            try:
                return msgspec.json.decode(await self.think(job), type=Hint)
            except Exception as error:
                LOGGER.warning("a hint failed: %s: %s", type(error).__name__, error)
        return msgspec.json.decode(job.run(), type=Hint)

    # The log

    async def append(self, prepared: Prepared) -> bool:
        """Store a prepared entry and show it; return False if another tab wrote first. The lock must be held."""
        if not await self.keeper.append(self.table.row, prepared.entry, prepared.status):
            await self.catch_up()
            return False
        self.table.commit(prepared)
        self._show(self.guests, table=prepared.changes_table)
        self.plan()
        return True

    async def catch_up(self) -> bool:
        """Read what other tabs have written, if anything. The lock must be held."""
        entries = await self.keeper.entries(self.id, self.table.seq)
        self._take(entries)
        return bool(entries)

    def _take(self, entries: list[StoredEntry]) -> None:
        if entries:
            self.table.take(entries, self.clock.now())
            over = self.table.row.status == "over"
            self._show(self.guests, table=over or any(entry.kind not in PLAIN for entry in entries))
            self.plan()

    async def look_again(self) -> None:
        """Catch up: another tab has changed the game."""
        async with self.lock:
            kept = await self.keeper.load(self.id)
            if kept is not None:
                self.table.row.rematch = kept.row.rematch
                self.table.set_seats(kept.seats)
                self.tell_table()
            await self.catch_up()

    # Automatic steps

    def plan(self) -> None:
        """Schedule the next step; call this after every change."""
        self._changed.set()
        self._hurried.set()
        if self._driver is None and self._due() is not None:
            self._driver = asyncio.create_task(self._drive(), name=f"driver {self.id}")

    def _due(self) -> Step | None:
        """Return the next step; None while nobody is watching, so that games wait for their players."""
        return next_step(self.table) if self.guests else None

    async def _drive(self) -> None:
        try:
            while (step := self._due()) is not None:
                self._changed.clear()
                try:
                    await self._step(step)
                except Exception:
                    # Whatever the error (a database that the browser has closed, say), the game must go on.
                    LOGGER.exception("a step failed; it is tried again")
                    await asyncio.sleep(_AGAIN)
        finally:
            self._driver = None

    async def _step(self, step: Step) -> None:
        """Run a step, or wait until it is due or something else happens."""
        if isinstance(step, BotTurn):
            await self._move(step)
        elif step.at > self.clock.now():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), step.at - self.clock.now())
        else:
            async with self.lock:
                prepared = take_over(self.table, self.clock.now())
                if prepared is not None:
                    await self.append(prepared)

    async def _move(self, turn: BotTurn) -> None:
        """Let a bot decide, wait until people have seen the last action, and make the move if the game is unchanged."""
        action = turn.action or await self._decision(turn)
        await self._wait()
        async with self.lock:
            prepared = move_bot(self.table, turn, action, self.clock.now())
            if prepared is not None:
                await self.append(prepared)

    async def _wait(self) -> None:
        """Wait until a bot may move; not for ever, should the clock go wrong."""
        with suppress(TimeoutError):
            async with asyncio.timeout(max(self.table.pace.bot_pause, self.table.pace.undo_pause)):
                while (wait := bot_time(self.table) - self.clock.now()) > 0:
                    self._hurried.clear()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._hurried.wait(), wait)

    async def _decision(self, turn: BotTurn) -> Action:
        """Return a legal action: the bot's, or a simpler bot's if it fails, or else any.

        If the other worker fails altogether, the simpler bot decides in this one.
        """
        job = Decide(turn.seen, turn.spec, turn.seed, turn.brief)
        simpler = replace(job, spec=FALLBACK)
        for think in (partial(self.think, job), partial(self.think, simpler), partial(_here, simpler)):
            try:
                return parse_action(msgspec.json.decode(await think()))
            except Exception as error:
                LOGGER.warning("a bot failed: %s: %s", type(error).__name__, error)
        return next(iter(turn.seen.legal_actions()))


async def _here(job: Job) -> str:
    """Let a bot decide in this worker: the table stands still meanwhile, but not for ever."""
    return job.run().decode()
