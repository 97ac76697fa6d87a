"""One table that is in memory: who looks at it, its log, and what may be done there.

Everything that changes a table happens under its lock: it is checked, written to the database, and only then done and
shown. Memory is a cache: another process may write to the same log, and the room catches up with it.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING, Final

import msgspec

from semafor import Action, Board, Observation
from semafor.server.metrics import BROADCAST_SECONDS, ENTRIES_WRITTEN, VIEWS
from semafor.server.rooms.driver import Driver
from semafor.server.rooms.listening import Listener
from semafor.table.entries import EntryKind, Reason, Status, StoredEntry, StoredGame, StoredSeat
from semafor.table.log import GameLog
from semafor.table.views.viewer import Viewer
from semafor.table.wire.messages import ChatMessage, Clock, Table, TableMessage, TableSeat, View
from semafor.table.wire.problems import Refused

if TYPE_CHECKING:
    from semafor.server.rooms.hub import Hub

ENCODER: Final = msgspec.json.Encoder()
PLAIN: Final = frozenset({"action", "undo"})
"""Entries that change nothing about the table but the game."""
SEAT_MOVED: Final = 4001
_REMOTE_SECONDS: Final = 40.0
"""How long the word of another process about who is connected there counts."""


class Room:
    """A table in memory."""

    def __init__(self, hub: Hub, row: StoredGame, seats: list[StoredSeat], board: Board) -> None:
        """Takes what the database says about the table; `begin` takes the log."""
        self.hub = hub
        self.row = row
        self.seats = seats
        self.board = board
        self.clock = msgspec.json.decode(row.clock, type=Clock)
        self.lock = asyncio.Lock()
        self.log: GameLog | None = None
        self.viewer: Viewer | None = None
        self.delayed: Viewer | None = None
        """What spectators see, where they see it later than the players."""
        self.held: deque[StoredEntry] = deque()
        self.listeners: set[Listener] = set()
        self.remote: dict[str, tuple[float, set[int], int]] = {}
        self.away_since = {seat.seat: time.time() for seat in seats}
        self.used = time.monotonic()
        self.driver = Driver(self)

    # The log

    def begin(self, entries: list[StoredEntry]) -> None:
        """Takes entries of the log into account, without telling anybody."""
        for entry in entries:
            if self.log is None:
                self._open_log()
            assert self.log is not None
            self.log.add(entry)
            if self.delayed is not None:
                self.held.append(entry)
        if self.log is not None:
            self.row.status = "over" if self.log.game.over else "playing"
            if self.delayed is not None:
                keep = 0 if self.log.game.over else self.row.spectator_delay
                while len(self.held) > keep:
                    self.delayed.log.add(self.held.popleft())

    def _open_log(self) -> None:
        self.log = self._new_log()
        self.viewer = Viewer(self.log, self.row.tracker, self.hub.settings.undo_pause)
        if self.row.spectator_delay > 0:
            self.delayed = Viewer(self._new_log(), self.row.tracker)

    def _new_log(self) -> GameLog:
        log = GameLog(self.board, self.row.players, self.row.seed, self.row.first, self.clock)
        log.people = {seat.seat for seat in self.seats if seat.kind == "person"}
        return log

    def playing(self) -> GameLog:
        """The log of a game that is being played, or a refusal."""
        if self.log is None:
            raise Refused("not_started", "the game has not started yet")
        if self.log.game.over:
            raise Refused("game_over", "the game is over")
        return self.log

    async def append(
        self,
        kind: EntryKind,
        seat: int | None,
        *,
        action: Action | None = None,
        by_bot: bool = False,
        reason: Reason | None = None,
        yes: bool | None = None,
        client_id: str | None = None,
    ) -> bool:
        """Writes an entry, which must have been checked, and shows what it did. The lock must be held.

        False: somebody else was faster, or the client has sent this before; the room has caught up.
        """
        log = self.log
        last = log.entries[-1].at if log is not None and log.entries else 0.0
        entry = StoredEntry(
            game=self.row.id,
            seq=self.seq + 1,
            kind=kind,
            seat=seat,
            action=None if action is None else ENCODER.encode(action.to_json()).decode(),
            by_bot=by_bot,
            reason=reason,
            yes=yes,
            client_id=client_id,
            at=max(time.time(), last),
        )
        status, wake_at = self._outlook(entry, action)
        if not await self.hub.storage.log.append(entry, status, wake_at):
            await self.catch_up()
            return False
        ENTRIES_WRITTEN.labels(kind).inc()
        self.begin([entry])
        self.show(table=kind not in PLAIN or status == "over")
        return True

    def _outlook(self, entry: StoredEntry, action: Action | None) -> tuple[Status, float | None]:
        """How the game will stand after an entry: its status, and when somebody must see to it, if nobody is here."""
        log = self._new_log() if self.log is None else self.log
        game = log.game
        if action is not None and entry.seat is not None:
            game = game.clone()
            game.apply(entry.seat, action)
        if game.over:
            return "over", None
        changed = {seat for seat in log.people if seat == entry.seat}
        stand_ins = set(log.stand_ins)
        if entry.kind == "bot_took_over":
            stand_ins |= changed
        elif entry.kind == "person_returned":
            stand_ins -= changed
        elif entry.kind == "end_agreed":
            stand_ins |= log.people
        to_act = changed if entry.kind == "undo" else set(game.pending.seats)
        if not to_act <= log.people - stand_ins:
            return "playing", entry.at
        if not log.clocks.used:
            return "playing", None
        left = min(log.clocks.left[seat] for seat in to_act)
        return "playing", entry.at + (left if self.clock.kind == "game" else log.clocks.allowance)

    @property
    def seq(self) -> int:
        """The seq of the last entry that this process knows."""
        return 0 if self.log is None else self.log.seq

    async def catch_up(self) -> None:
        """Takes into account what other processes have written. The lock must be held."""
        await self._take(await self.hub.storage.entries(self.row.id, self.seq))

    async def take(self, entries: list[StoredEntry]) -> None:
        """Takes entries that other processes have written and this one has read."""
        async with self.lock:
            new = [entry for entry in entries if entry.seq > self.seq]
            if new and new[0].seq != self.seq + 1:
                await self.catch_up()
            else:
                await self._take(new)

    async def _take(self, entries: list[StoredEntry]) -> None:
        if not entries:
            return
        if self.log is None:
            # Who sits where may have changed elsewhere, too, before the game was started there.
            self.seats = await self.hub.storage.seats(self.row.id)
        self.begin(entries)
        self.show(table=self.row.status == "over" or any(entry.kind not in PLAIN for entry in entries))

    async def reload_table(self) -> None:
        """Reads the table again, which another process (or a request) has changed."""
        row = await self.hub.storage.game(self.row.id)
        if row is None:
            return
        self.row.rematch = row.rematch
        self.seats = await self.hub.storage.seats(self.row.id)
        tokens = {seat.seat: seat.token for seat in self.seats}
        for listener in list(self.listeners):
            if any(tokens.get(seat) != token for seat, token in listener.seats.items()):
                self.remove(listener)
                listener.end(SEAT_MOVED, "seat_moved")
        self.tell_table()

    # Listeners

    def add(self, listener: Listener) -> None:
        """Lets somebody look at the table."""
        self.listeners.add(listener)
        self.presence_changed()

    def remove(self, listener: Listener) -> None:
        """Somebody has stopped looking."""
        if listener not in self.listeners:
            return
        self.listeners.discard(listener)
        here = self.present()
        for seat in listener.seats:
            if seat not in here:
                self.away_since[seat] = time.time()
        self.presence_changed()

    def presence_changed(self) -> None:
        """Tells everybody who is there."""
        self.used = time.monotonic()
        self.hub.announce_presence(self)
        self.tell_table()
        self.driver.plan()

    def present_here(self) -> set[int]:
        """The seats that are connected to this process."""
        return {seat for listener in self.listeners for seat in listener.seats}

    def present(self) -> set[int]:
        """The seats that are connected anywhere."""
        now = time.monotonic()
        self.remote = {name: word for name, word in self.remote.items() if word[0] > now}
        return self.present_here().union(*(seats for _, seats, _ in self.remote.values()))

    def set_remote(self, process: str, seats: set[int], watching: int) -> None:
        """Another process says who is connected there."""
        before = self.present()
        old = self.remote.get(process)
        self.remote[process] = (time.monotonic() + _REMOTE_SECONDS, seats, watching)
        for seat in before - self.present():
            self.away_since[seat] = time.time()
        if old is None or old[1:] != (seats, watching):
            self.tell_table()
            self.driver.plan()

    def watching_here(self) -> int:
        """How many spectators are connected to this process."""
        return sum(1 for listener in self.listeners if not listener.seats)

    # Showing

    def table(self) -> Table:
        """The table as everybody sees it."""
        row = self.row
        present = self.present()
        stand_ins = set() if self.log is None else self.log.stand_ins
        owners = [seat.seat for seat in self.seats if seat.owner]
        return Table(
            game=row.id,
            board=row.board,
            board_name=dict(self.board.spec.names),
            board_revision=self.board.spec.revision,
            board_file=row.board_text is not None,
            status=row.status,
            seats=[
                TableSeat(
                    seat=seat.seat,
                    kind=seat.kind,
                    name=seat.name,
                    colour=seat.colour,
                    level=seat.level,
                    connected=seat.kind == "bot" or seat.seat in present,
                    played_by_bot=seat.kind == "bot" or seat.seat in stand_ins,
                    external_bot=seat.bot is not None,
                )
                for seat in self.seats
            ],
            clock=self.clock,
            spectators=row.spectators,
            spectator_delay=row.spectator_delay,
            tracker=row.tracker,
            public=row.public,
            created=row.created,
            commitment=row.commitment,
            rematch=row.rematch,
            end_offer=None if self.log is None else self.log.end_offer,
            watching=self.watching_here() + sum(watching for _, _, watching in self.remote.values()),
            owner=owners[0] if owners else None,
        )

    def tell_table(self) -> None:
        """Sends the table to everybody who looks at it."""
        if self.listeners:
            message = TableMessage(table=self.table())
            encoded = ENCODER.encode(message)
            for listener in list(self.listeners):
                listener.send(message, encoded)

    def show(self, table: bool) -> None:
        """Sends everybody their view, after the game has changed; and the table, if that has, too."""
        started = time.perf_counter()
        self.used = time.monotonic()
        if table:
            self.tell_table()
        made: dict[tuple[int | None, bool, int], tuple[View, bytes]] = {}
        for listener in list(self.listeners):
            self._show_to(listener, made)
        BROADCAST_SECONDS.observe(time.perf_counter() - started)
        self.driver.plan()

    def show_to(self, listener: Listener) -> None:
        """Sends one listener its view."""
        self._show_to(listener, {})

    def _show_to(self, listener: Listener, made: dict[tuple[int | None, bool, int], tuple[View, bytes]]) -> None:
        """Sends a view; those who see with the same eyes, and have seen as much, share one."""
        late = self.delayed is not None and not listener.seats
        viewer = self.delayed if late else self.viewer
        if viewer is None or not viewer.log.entries:
            return
        if late and listener.had_view and viewer.log.seq == listener.sent_seq:
            return
        key = (listener.eyes, late, listener.sent_seq)
        if key not in made:
            view = viewer.view(listener.eyes, listener.sent_seq, time.time())
            made[key] = (view, ENCODER.encode(view))
        view, encoded = made[key]
        listener.sent_seq = view.seq
        listener.had_view = True
        listener.send(view, encoded)
        VIEWS.inc()

    async def tell_chat(self) -> None:
        """Sends everybody the lines of chat that they have not had, each once and in order.

        Several calls may wait for the database at the same time. Who comes meanwhile is not told here but by a call of
        their own, as this one reads only what those who are here now lack.
        """
        here = list(self.listeners)
        for line in await self.hub.storage.chat(self.row.id, min((one.heard for one in here), default=0)):
            message = ChatMessage(seat=line.seat, name=line.name, text=line.text, phrase=line.phrase, at=line.at)
            for listener in here:
                if listener.heard < line.number:
                    listener.heard = line.number
                    listener.send(message)

    # Looking up

    def seat_of(self, token: str) -> int | None:
        """The seat that a token (hashed) is for."""
        return next((seat.seat for seat in self.seats if seat.token is not None and seat.token == token), None)

    def observe(self, seat: int) -> Observation:
        """What a seat may know now."""
        if self.log is None:
            raise Refused("not_started", "the game has not started yet")
        return self.log.game.observe(seat)
