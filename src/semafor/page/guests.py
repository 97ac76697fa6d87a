"""Guests: pages of other people, each at the end of a data channel, at the tables of this page.

A guest's page sends what a screen of this page sends, and gets the same answers and views. Unlike a screen it may be
hostile: it reaches only the game that it was invited to and the games that follow from it, messages are small and read
strictly, and there are limits by second. A guest who exceeds them is slowed down, and one who goes on is sent away.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from semafor.home import talk
from semafor.home.connection import Connection
from semafor.home.endpoints.answers import answered, reply
from semafor.home.endpoints.endpoint import SMALL, Ask, Cost
from semafor.home.home import Home
from semafor.home.limits import Bucket
from semafor.home.logs import report
from semafor.home.room import ENCODER, SEAT_MOVED, Room
from semafor.table.wire.messages import ErrorMessage
from semafor.table.wire.problems import Refused, not_found
from semafor.table.wire.reading import NOT_JSON, read_hello

LARGEST_MESSAGE: Final = SMALL
"""Bytes of a message."""
RATE, BURST = 20.0, 60
"""Messages that a guest may send in a second, and at once; more have to wait."""
MOST_WAITING: Final = 200
"""Messages that may wait."""
MOST_MISTAKES: Final = 20
MOST_REQUESTS: Final = 8
"""Requests of a guest that may be answered at the same time."""
MOST_CONNECTIONS: Final = 4
"""Connections of a guest to tables: one as a rule, and a second while the page goes from one table to the next."""
MOST_GAMES: Final = 50
"""Games that may follow from the one that a guest was invited to."""
HEAVY: Final = (1 / 20, 10)
"""Slow requests in a second, and at once."""
TABLES: Final = (1 / 300, 5)
"""The same for new tables."""

Key = Annotated[str, Meta(min_length=1, max_length=64)]
Number = Annotated[int, Meta(ge=0, lt=1 << 53)]


class Message(Struct, tag_field="kind", forbid_unknown_fields=True):
    """A message from a guest's page."""


class AskMessage(Message, tag="ask"):
    """A request; its key names the answer."""

    key: Number
    method: str
    path: Annotated[str, Meta(max_length=2_000)]
    body: str | None = None
    token: Annotated[str, Meta(max_length=200)] | None = None


class StopMessage(Message, tag="stop"):
    """Nobody waits for the answer any more."""

    key: Number


class ConnectMessage(Message, tag="connect"):
    """Connect to a table."""

    key: Key
    game: Annotated[str, Meta(max_length=100)]
    hello: str


class HearMessage(Message, tag="hear"):
    """A message of a connection."""

    key: Key
    text: str


class CloseMessage(Message, tag="close"):
    """End a connection."""

    key: Key


Messages = AskMessage | StopMessage | ConnectMessage | HearMessage | CloseMessage
_DECODER: Final[msgspec.json.Decoder[Messages]] = msgspec.json.Decoder(Messages)


class GuestAsk(Ask):
    """A request of a guest, who pays for slow work."""

    def __init__(self, guest: Guest, tell: Callable[[float], None]) -> None:
        """Take the guest, and the callback for the progress."""
        super().__init__(guest.home, guest.name, tell)
        self.guest = guest

    def charge(self, cost: Cost) -> None:
        """Refuse a guest who has asked for too much lately."""
        bucket = self.guest.heavy if cost == "heavy" else self.guest.tables
        if bucket.take() > 0:
            bucket.give_back()
            raise Refused("too_fast", "too much slow work at once; wait a moment", status=429)


class GuestConnection(Connection):
    """A guest's page at a table."""

    def __init__(self, guest: Guest, key: str, seats: dict[int, str], last_seq: int | None) -> None:
        """Take the guest, the key of the connection, and the fields of `hello`."""
        super().__init__(seats, last_seq, guest.name)
        self.key = key
        self._guest = guest

    def send(self, encoded: bytes) -> None:
        """Send a message."""
        self._guest.tell({"kind": "said", "key": self.key, "text": encoded.decode()})

    def end(self, code: int, reason: str) -> None:
        """Tell the page why it hears nothing more."""
        if code == SEAT_MOVED:
            self.send(ENCODER.encode(ErrorMessage(code=reason, message="the seat is on another device")))
        self._guest.close(self.key)


class Guest:
    """The page of somebody who was invited to a game."""

    def __init__(self, name: str, home: Home, game: str, say: Callable[[str], None], drop: Callable[[], None]) -> None:
        """Take the name of the channel, the home, the game, how to send, and how to end the channel."""
        self.name = name
        self.home = home
        self.heavy = Bucket(*HEAVY)
        self.tables = Bucket(*TABLES)
        self._games = [game]
        self._say = say
        self._drop = drop
        self._messages = Bucket(RATE, BURST)
        self._mistakes = Bucket(0.2, MOST_MISTAKES)
        self._waiting: deque[str] = deque()
        self._news = asyncio.Event()
        self._asked: dict[int, asyncio.Task[None]] = {}
        self._connections: dict[str, tuple[Room, GuestConnection]] = {}
        self._gone = False
        self._work = asyncio.ensure_future(self._serve())

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message."""
        if not self._gone:
            self._say(ENCODER.encode(message).decode())

    def hear(self, text: str) -> None:
        """Take a message; send away a guest who does not wait for the answers."""
        if len(text) > LARGEST_MESSAGE or len(self._waiting) >= MOST_WAITING:
            self.send_away()
            return
        self._waiting.append(text)
        self._news.set()

    def send_away(self) -> None:
        """End the channel."""
        if not self._gone:
            self.leave()
            self._drop()

    def leave(self) -> None:
        """Note that the channel has ended."""
        self._gone = True
        self._waiting.clear()
        self._work.cancel()
        for task in self._asked.values():
            task.cancel()
        for key in list(self._connections):
            self.close(key)

    def close(self, key: str) -> None:
        """End a connection to a table."""
        if key in self._connections:
            room, connection = self._connections.pop(key)
            room.remove(connection)

    async def _serve(self) -> None:
        """Answer one message after the other."""
        await self._invite()
        while True:
            while self._waiting:
                early = self._messages.take()
                if early > 0:
                    await asyncio.sleep(early)
                await self._answer(self._waiting.popleft())
            self._news.clear()
            await self._news.wait()

    async def _invite(self) -> None:
        """Tell the guest which game this is about."""
        try:
            row = (await self.home.room(self._games[0])).table.row
        except Refused:
            self.send_away()
            return
        self.tell({"kind": "invited", "game": row.id, "invite": row.invite, "board": row.board})

    async def _answer(self, text: str) -> None:
        try:
            message = _DECODER.decode(text.encode("utf-8", "surrogatepass"))
        except NOT_JSON:
            # A page never sends this.
            self._mistake()
            return
        try:
            match message:
                case AskMessage():
                    self._ask(message)
                case StopMessage():
                    if message.key in self._asked:
                        self._asked[message.key].cancel()
                case ConnectMessage():
                    await self._connect(message)
                case HearMessage():
                    await self._hear(message)
                case CloseMessage():
                    self.close(message.key)
        except Exception as error:
            report(error)

    def _mistake(self) -> None:
        if self._mistakes.take() > 0:
            self.send_away()

    # Requests

    def _ask(self, message: AskMessage) -> None:
        if message.key in self._asked:
            self._mistake()
            return
        if len(self._asked) >= MOST_REQUESTS:
            info = Refused("too_fast", "too many of your requests are being answered; wait for them", status=429).info
            self.tell({"kind": "answer", "key": message.key, "text": ENCODER.encode({"error": info}).decode()})
            return
        task = asyncio.ensure_future(self._reply(message))
        self._asked[message.key] = task
        task.add_done_callback(lambda _: self._asked.pop(message.key, None))

    async def _reply(self, message: AskMessage) -> None:
        def tell(part: float) -> None:
            self.tell({"kind": "progress", "key": message.key, "part": part})

        async def work() -> Any:
            part = message.path.partition("?")[0].split("/")
            if part[:3] != ["", "api", "games"] or len(part) < 4 or message.method not in {"GET", "POST"}:
                raise not_found("a guest can ask for the games that they were invited to")
            await self._check(part[3])
            method: Any = message.method
            done = await reply(GuestAsk(self, tell), method, message.path, message.body, message.token)
            if part[4:] in (["rematch"], ["play-on"]) and len(self._games) < MOST_GAMES:
                self._games.append(done.game)
            return done

        self.tell({"kind": "answer", "key": message.key, "text": await answered(work())})

    async def _check(self, game: str) -> None:
        """Refuse a game to which no invitation has led."""
        while game not in self._games:
            rematch = (await self.home.room(self._games[-1])).table.row.rematch
            if rematch is None or rematch in self._games or len(self._games) >= MOST_GAMES:
                raise not_found(f"there is no game {game!r} for you")
            self._games.append(rematch)

    # Connections

    async def _connect(self, message: ConnectMessage) -> None:
        if message.key in self._connections or len(self._connections) >= MOST_CONNECTIONS:
            self._mistake()
            return

        async def connected() -> None:
            await self._check(message.game)
            room, connection = await talk.welcome(
                self.home,
                message.game,
                read_hello(message.hello.encode("utf-8", "surrogatepass")),
                lambda seats, seq: GuestConnection(self, message.key, seats, seq),
            )
            self._connections[message.key] = room, connection
            await talk.enter(room, connection)

        if (await answered(connected())).startswith('{"error"'):
            self.tell({"kind": "refused", "key": message.key})

    async def _hear(self, message: HearMessage) -> None:
        if message.key not in self._connections:
            # It has just been ended.
            return
        if not await talk.hear(*self._connections[message.key], message.text.encode("utf-8", "surrogatepass")):
            self._mistake()


class Guests:
    """The guests of a page."""

    def __init__(self, home: Home) -> None:
        """Take the home."""
        self._home = home
        self._here: dict[str, Guest] = {}

    def come(self, name: str, game: str, say: Callable[[str], None], drop: Callable[[], None]) -> None:
        """Let a guest in, at the end of a channel with a name."""
        self._here[name] = Guest(name, self._home, game, say, drop)

    def hear(self, name: str, text: str) -> None:
        """Take a message of a guest."""
        if name in self._here:
            self._here[name].hear(text)

    def leave(self, name: str) -> None:
        """Note that a channel has ended."""
        if name in self._here:
            self._here.pop(name).leave()
