"""A table on a page: who looks at it, how what they ask gets into the log, and what happens by itself.

Everything that changes a table is decided, kept, and only then committed and shown, one thing after another. Another
tab of the same browser may play the same game; the log takes one entry for each place, and whoever is late reads it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Final

import msgspec

from semafor import Action, parse_action
from semafor.contest.par import FieldGames
from semafor.page.keeping import Keeper
from semafor.simulation.hints import HintJob, hint_job
from semafor.simulation.spreads import SpreadGames
from semafor.simulation.thinking import FALLBACK, Job, Slice, decision
from semafor.table.game_table import GameTable
from semafor.table.listeners import Listener
from semafor.table.log import PLAIN, Prepared
from semafor.table.requests import AddLine, Advise, Append, ChangeSeats, Reply, decide
from semafor.table.steady_clock import SteadyClock
from semafor.table.steps import BotTurn, Step, move_bot, next_step, take_over
from semafor.table.stored import StoredEntry
from semafor.table.tokens import hashed
from semafor.table.wire.client_messages import AskHint, ClientMessages
from semafor.table.wire.messages import Answer, Hint, ServerMessage
from semafor.table.wire.problems import Refused

ENCODER: Final = msgspec.json.Encoder()
_TRIES: Final = 5
"""How often a request is tried again when another tab was faster."""
Think = Callable[[Job | Slice | FieldGames | HintJob | SpreadGames], Awaitable[str]]
"""Does a job elsewhere; gives what comes out of it as JSON, or nothing if a bot has failed."""


class Guest(Listener):
    """A screen of this page that shows the table."""

    def __init__(self, send: Callable[[str], None], seats: dict[int, str], last_seq: int | None) -> None:
        """Take the way to the screen and what `hello` said."""
        super().__init__(seats, last_seq)
        self._send = send

    def send(self, message: ServerMessage) -> None:
        """Send a message."""
        self._send(ENCODER.encode(message).decode())


class Room:
    """A table and those who look at it."""

    def __init__(self, table: GameTable, keeper: Keeper, think: Think, clock: SteadyClock) -> None:
        """Take the table as it is kept; `plan` starts it."""
        self.table = table
        self.keeper = keeper
        self.think = think
        self.clock = clock
        self.guests: list[Guest] = []
        self.lock = asyncio.Lock()
        self._driver: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.table.row.id

    # Who looks at it

    def welcome(self, send: Callable[[str], None], tokens: list[str], last_seq: int | None) -> Guest:
        """Let somebody look at the table, with the seats that their tokens are for."""
        found = {token: self.table.seat_of(hashed(token)) for token in tokens}
        seats = {seat: hashed(token) for token, seat in found.items() if seat is not None}
        guest = Guest(send, seats, last_seq)
        guest.send(self.table.welcome(seats, len(tokens) - len(seats), self.clock.now()))
        self.guests.append(guest)
        self._count()
        self._show([guest])
        self.plan()
        return guest

    def leave(self, guest: Guest) -> None:
        """Forget somebody who has stopped looking."""
        self.guests.remove(guest)
        self._count()
        self.plan()

    def _count(self) -> None:
        # All who play sit at this device: as long as somebody looks, nobody is away.
        present = {seat.seat for seat in self.table.seats} if self.guests else set()
        watching = sum(not guest.seats for guest in self.guests)
        self.table.set_presence(present, watching, self.clock.now())

    def tell_table(self) -> None:
        """Send the table to everybody who looks at it."""
        for guest in self.guests:
            guest.send(self.table.table_message())

    def _show(self, guests: Iterable[Guest], table: bool = False) -> None:
        for message, group in self.table.show(guests, self.clock.now(), table=table):
            for guest in group:
                guest.send(message)

    # Requests

    async def handle(self, guest: Guest, message: ClientMessages) -> Answer:
        """Do what a guest asks, and answer; raises Refused."""
        if isinstance(message, AskHint):
            await self._advise(guest, message)
        async with self.lock:
            for _ in range(_TRIES):
                try:
                    decided = decide(self.table, guest, message, self.clock.now())
                except Refused:
                    # Another tab may have gone on, or have done it already.
                    if not await self.catch_up():
                        raise
                    continue
                match decided:
                    case Reply():
                        if decided.show:
                            self._show([guest])
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
        """Have a hint worked out, unless there is one already or none may be given; the table goes on meanwhile."""
        with suppress(Refused):
            decided = decide(self.table, guest, message, self.clock.now())
            if isinstance(decided, Advise):
                said = await self.think(hint_job(decided.sight.seen, self.table.row.board_text, FALLBACK))
                decided.sight.hint = msgspec.json.decode(said, type=Hint)

    # The log

    async def append(self, prepared: Prepared) -> bool:
        """Keep a prepared entry and show what it did; False if another tab was faster. The lock must be held."""
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
        """Another tab has changed the game."""
        async with self.lock:
            kept = await self.keeper.load(self.id)
            if kept is not None:
                self.table.row.rematch = kept.row.rematch
                self.table.set_seats(kept.seats)
                self.tell_table()
            await self.catch_up()

    # What happens by itself

    def plan(self) -> None:
        """See to it that what is due is done; to be called after every change."""
        self._changed.set()
        if self._driver is None and self._due() is not None:
            self._driver = asyncio.create_task(self._drive(), name=f"driver {self.id}")

    def _due(self) -> Step | None:
        """Return what is to be done next; nothing while nobody looks: games wait for those who play them."""
        return next_step(self.table) if self.guests else None

    async def _drive(self) -> None:
        try:
            while (step := self._due()) is not None:
                self._changed.clear()
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
        finally:
            self._driver = None

    async def _move(self, turn: BotTurn) -> None:
        """Let a bot decide, wait until people have seen the last action, and make the move if it still fits."""
        action = turn.action or await self._decision(turn)
        wait = turn.at - self.clock.now()
        if wait > 0:
            await asyncio.sleep(min(wait, max(self.table.pace.bot_pause, self.table.pace.undo_pause)))
        async with self.lock:
            prepared = move_bot(self.table, turn, action, self.clock.now())
            if prepared is not None:
                await self.append(prepared)

    async def _decision(self, turn: BotTurn) -> Action:
        """Return a legal action: that of the bot, or if it fails, of a simpler one, or else any."""
        job = decision(self.table.board, self.table.row.board_text, turn.seen, turn.spec, turn.seed)
        for spec in (turn.spec, FALLBACK):
            job.spec = spec
            said = await self.think(job)
            if said:
                return parse_action(msgspec.json.decode(said))
        return next(iter(turn.seen.legal_actions()))
