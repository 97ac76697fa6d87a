"""A server process: its home of tables, and what only a server has."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, Final, TypeVar, get_args

from msgspec.structs import replace

from semafor.home.connection import Connection
from semafor.home.home import Home
from semafor.home.host import Host, Wish
from semafor.home.limits import Buckets
from semafor.home.logs import LOGGER, report
from semafor.home.room import Room
from semafor.home.steady_clock import SteadyClock
from semafor.server.budget import at_expense
from semafor.server.guests.day_results import Results
from semafor.server.guests.guest_store import GuestStore, StoredGuest
from semafor.server.guests.ladder import sit
from semafor.server.hub.lobby import Lobby
from semafor.server.hub.makers import Makers
from semafor.server.hub.peers import Peers
from semafor.server.hub.reminding import Reminding
from semafor.server.metrics import (
    BOT_FAILURES,
    BOT_SECONDS,
    BROADCAST_SECONDS,
    ENTRIES_WRITTEN,
    REFUSED,
    ROOMS,
    VIEWS,
)
from semafor.server.open_files import FileWatch
from semafor.server.settings import Settings
from semafor.server.store.bus import make_bus
from semafor.server.store.storage import Storage
from semafor.server.thinkers import Thinkers
from semafor.simulation.insight.analysis import MOST_POINTS
from semafor.simulation.insight.studying import Effort
from semafor.table.deals import today
from semafor.table.game_table import GameTable
from semafor.table.log import Prepared
from semafor.table.stored import StoredGame
from semafor.table.tokens import hashed
from semafor.table.wire.api_messages import Capability, NewGame
from semafor.table.wire.client_messages import ClientMessages, Point, Rename, Say
from semafor.table.wire.messages import Pointed
from semafor.table.wire.problems import Refused

T = TypeVar("T")
SLACK: Final = 3.0
"""Grace period, in seconds, before another process takes over a due game."""
_AT_ONCE: Final = 50
_LATER: Final = 60.0
"""Seconds until a due game whose board could not be read in time is due again."""
_BUSY: Final = 503
_CHAT: Final = 4
"""The rate of chat is the message rate divided by this."""
_SLICE: Final = 50
"""Playouts per job: a fifth of a second or less."""


class Hub(Host):
    """What the tables of a process share beyond their home."""

    def __init__(self, settings: Settings, clock: SteadyClock | None = None) -> None:
        """Take the settings; `open` starts everything."""
        self.settings = settings
        self.storage = Storage(settings.database)
        self.thinkers = Thinkers(settings.bot_processes)
        offered = {"push": settings.push_services, "webhook": settings.webhooks}
        missing = {"meet", *(name for name, hosts in offered.items() if not hosts)}
        self.home = Home(
            self.storage,
            self.thinkers,
            self,
            capabilities=[one for one in get_args(Capability) if one not in missing],
            pace=settings.pace,
            effort=Effort(settings.analysis_playouts, MOST_POINTS + 2, _SLICE),
            clock=clock,
        )
        self.guests = GuestStore(self.storage)
        self.results = Results(self.guests, self.thinkers)
        self.bus = make_bus(settings.database)
        self.files = FileWatch()
        self.lobby = Lobby(self)
        self.chat = Buckets(settings.messages_per_second / _CHAT, settings.burst)
        """The chat limit of each address."""
        self.makers = Makers(self)
        self.game_over = asyncio.Event()
        """Set when a game ends at this process."""
        self.reminding = Reminding(self)
        self.peers = Peers(self)
        self._tasks: list[asyncio.Task[None]] = []
        self._small: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Open the database and start the background tasks; if that fails, close what was opened."""
        try:
            await self._start()
        except BaseException:
            await self.close()
            raise

    async def _start(self) -> None:
        self.storage.lock()
        await self.storage.open()
        self.thinkers.start()
        await self.bus.open(self.peers.heard)
        await self.peers.agree_on_time()
        self._tasks = [asyncio.create_task(self._sweep(), name="sweep")]
        await self.reminding.read()
        self._tasks += [asyncio.create_task(work, name="push") for work in self.reminding.tasks()]
        if self.storage.postgres:
            self._tasks.append(asyncio.create_task(self.peers.beat(), name="presence"))

    async def close(self) -> None:
        """Shut down cleanly; even without this no acknowledged action is lost."""
        # First, because notifications start more work.
        await self.bus.close()
        tasks = [*self._tasks, *self._small, *self.home.stop()]
        for room in self.home.rooms.values():
            for listener in list(room.listeners):
                listener.end(1012, "the server is restarting")
        for task in tasks:
            task.cancel()
        # A task that outlives the storage would open a connection that is never closed.
        await asyncio.gather(*tasks, return_exceptions=True)
        self.reminding.reminders.close()
        await self.storage.close()
        self.thinkers.stop()

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a small background task."""
        task = asyncio.create_task(work)
        self._small.add(task)
        task.add_done_callback(self._small.discard)

    # Games that are due, and games that nobody needs

    async def _sweep(self) -> None:
        early: list[str] | None = None
        while True:
            await asyncio.sleep(self.settings.sweep)
            try:
                now = self.home.clock.now()
                if early is None:
                    early = await self.storage.from_the_future(now)
                due = early[:_AT_ONCE] or await self.storage.due(now - SLACK, _AT_ONCE)
                early = early[_AT_ONCE:]
                for game in due:
                    await self._see_to(game)
                await self._put_away()
                self.files.look()
            except Exception as error:
                report(error)

    async def _see_to(self, game: str) -> None:
        """Load a due game, which starts its driver; put off one that can't be loaded now, perhaps for ever."""
        if game not in self.home.rooms:
            try:
                await self.home.room(game)
            except Refused as problem:
                LOGGER.warning("a game can't be continued", extra={"game": game, "reason": problem.info.code})
                busy = problem.status == _BUSY
                await self.storage.put_off(game, self.home.clock.now() + _LATER if busy else None)

    async def _put_away(self) -> None:
        old = time.monotonic() - self.settings.idle
        for room in list(self.home.rooms.values()):
            if not room.listeners and room.used < old and not room.driver.busy and not room.lock.locked():
                await self.home.evict(room)

    # Who asks, and how much

    async def pay(self, work: Coroutine[Any, Any, T]) -> T:
        """Charge work to the client for which it is done."""
        return await at_expense(work)

    def check_maker(self, address: str) -> None:
        """Refuse another table of an address at whose tables bots play with nobody watching."""
        self.makers.check_unattended(address)

    def note_maker(self, row: StoredGame, address: str) -> None:
        """Remember which address made a table."""
        self.makers.note(row, address)

    def maker_of(self, game: str) -> str:
        """Return the address that made a table, if it is still known."""
        return self.makers.addresses.get(game, "")

    def check_message(self, connection: Connection, message: ClientMessages) -> None:
        """Refuse more of an address than it may send of what others are shown."""
        if isinstance(message, Say | Rename | Point) and not self.chat.allows(connection.address):
            raise Refused("too_fast", "you are writing too fast; wait a moment")

    # Guests

    async def expect(self, wanted: NewGame, now: float) -> Wish:
        """Find the guest who wants a table; give a sealed deal's secret only to a guest, who has one try."""
        guest = None if wanted.guest is None else await self.guests.get(hashed(wanted.guest))
        if guest is not None and guest.ladder and wanted.hints is None:
            # Games with hints don't count.
            wanted = replace(wanted, hints=False)
        if not wanted.sealed:
            return Wish(wanted, guest=guest)
        if guest is None:
            raise Refused("no_guest", "a sealed deal is played by a guest: send the key of one", None, "guest", 422)
        return Wish(wanted, await self.guests.secret(str(today(now)), make=True), guest.key, guest)

    async def seat(self, wish: Wish, table: GameTable, address: str) -> None:
        """Note the guest who made a table: for a sealed deal, and for the ladder."""
        guest = wish.guest
        assert guest is None or isinstance(guest, StoredGuest)
        if wish.wanted.sealed and guest is not None:
            await self.results.enter_sealed(guest, table.row.seed, table.row.id, address)
        await sit(self.guests, guest, table, [seat.seat for seat in table.seats if seat.token is not None])

    async def sit(self, table: GameTable, key: str, seat: int) -> None:
        """Let a game count for a guest who sits down."""
        await sit(self.guests, await self.guests.get(hashed(key)), table, [seat])

    async def sit_again(self, game: str, rematch: str, players: int) -> None:
        """Let a rematch count for the guests of a game."""
        await self.guests.sit_again(game, rematch, players)

    # Other processes

    async def may_drive(self, game: str) -> bool:
        """Return whether this process moves the bots of a game."""
        return await self.bus.may_drive(game)

    async def let_go(self, game: str) -> None:
        """Let another process move the bots of a game that has left this one's memory."""
        ROOMS.set(len(self.home.rooms))
        await self.bus.let_go(game)

    def kept(self, room: Room) -> None:
        """Bring a room that was just loaded up to date."""
        ROOMS.set(len(self.home.rooms))
        self.peers.kept(room)

    def announce(self, room: Room) -> None:
        """Tell other processes who is connected here."""
        self.peers.announce(room)

    def pointed(self, room: Room, message: Pointed) -> None:
        """Tell other processes what was touched on a big screen."""
        self.peers.pointed(room, message)

    # What has happened

    def wrote(self, room: Room, prepared: Prepared) -> None:
        """Count an entry; wake up what waits for turns and for the ends of games."""
        ENTRIES_WRITTEN.labels(prepared.entry.kind).inc()
        if prepared.status == "over":
            self.game_over.set()
        self.reminding.turned(room)

    def showed(self, views: int, seconds: float) -> None:
        """Count views."""
        VIEWS.inc(views)
        BROADCAST_SECONDS.observe(seconds)

    def thought(self, level: str, seconds: float) -> None:
        """Measure how long a bot took."""
        BOT_SECONDS.labels(level).observe(seconds)

    def bot_failed(self) -> None:
        """Count a bot's failure."""
        BOT_FAILURES.inc()

    def refused(self, code: str) -> None:
        """Count a refused message."""
        REFUSED.labels(code).inc()
