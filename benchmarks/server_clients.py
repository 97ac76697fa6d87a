"""Many cheap WebSocket clients in one process, for `server_load.py`.

They read only as much of a message as they need (of a view its `seq`, and the offers of who must act), so that they
take little of the machine that they share with the server, and do not measure themselves.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import time
from functools import partial
from typing import Any, Final, cast

import msgspec

from semafor.table.wire.client_messages import VERSION

_VIEW: Final = b'{"type":"view","seq":'
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_ENCODER: Final = msgspec.json.Encoder()


class _Seen(msgspec.Struct):
    """What a client must know about the game to act."""

    display: list[str | None]


class _Decision(msgspec.Struct):
    """What a client reads from a view when it must act."""

    offers: dict[str, Any]
    observation: _Seen


_DECISIONS: Final = msgspec.json.Decoder(_Decision)


class Client(asyncio.Protocol):
    """One person's connection, with as much of WebSockets (RFC 6455) as it needs."""

    def __init__(self, table: Table, number: int) -> None:
        self.table = table
        self.number = number
        self.opened = asyncio.get_running_loop().create_future()
        self._rest = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        # uvloop's transports are those of asyncio in all but their class.
        self._transport = cast(asyncio.Transport, transport)
        host, port = transport.get_extra_info("peername")[:2]
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET /api/games/{self.table.game}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Handle the received bytes."""
        if self._rest:
            data = self._rest + data
        at = 0
        if not self.opened.done():
            head, mark, _ = data.partition(b"\r\n\r\n")
            if not mark:
                self._rest = data
                return
            if not head.startswith(b"HTTP/1.1 101 "):
                self.opened.set_exception(ConnectionError(head.decode(errors="replace")))
                return
            self.opened.set_result(None)
            at = len(head) + len(mark)
        self._rest = data[self._frames(data, at) :]

    def _frames(self, data: bytes, at: int) -> int:
        """Handle all complete frames; return where the first incomplete one begins."""
        while len(data) - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                if len(data) - start < width:
                    return at
                size = int.from_bytes(data[start : start + width], "big")
                start += width
            if len(data) - start < size:
                return at
            kind = data[at] & 15
            at = start + size
            if kind == _TEXT:
                if data.startswith(_VIEW, start):
                    self.table.take(self.number, data[start:at])
            elif kind == _PING:
                self._send(_PONG, data[start:at])
            elif kind == _CLOSE:
                raise ConnectionError(f"the server has closed a connection: {data[start:at]!r}")
        return at

    def connection_lost(self, error: Exception | None) -> None:
        """Fail if a client is disconnected under load."""
        if not self.table.finished:
            raise ConnectionError("the server has cut a connection") from error

    def say(self, message: dict[str, object]) -> None:
        """Send a message."""
        self._send(_TEXT, _ENCODER.encode(message))

    def _send(self, kind: int, payload: bytes) -> None:
        """Send a frame; its mask is all zeros, which leaves the payload unchanged."""
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2, "big")
        assert self._transport is not None
        self._transport.write(bytes([128 | kind]) + length + b"\0\0\0\0" + payload)

    def close(self) -> None:
        """Close the connection."""
        assert self._transport is not None
        self._transport.abort()


class Table:
    """A game, its clients, and when they saw what."""

    def __init__(self, game: str, tokens: list[str]) -> None:
        self.game = game
        self.tokens = tokens
        self.clients: list[Client] = []
        self.seen = [0] * len(tokens)
        self.finished = False
        self._deciding: list[bytes | None] = [None] * len(tokens)
        self._random = random.Random(game)
        self._loop = asyncio.get_running_loop()
        self._pace: Pace | None = None
        self._due = 0.0
        self._waits_for = 0

    async def connect(self, host: str, port: int) -> None:
        """Connect all players of the table."""
        for number, token in enumerate(self.tokens):
            _, client = await self._loop.create_connection(partial(Client, self, number), host, port)
            self.clients.append(client)
            await client.opened
            client.say({"type": "hello", "version": VERSION, "tokens": [token]})

    def take(self, number: int, view: bytes) -> None:
        """Note that a client has received a view."""
        seq = int(view[len(_VIEW) : view.index(b",", len(_VIEW))])
        self.seen[number] = seq
        self._deciding[number] = None if b'"offers":null' in view else view
        self.finished = self.finished or b'"score":null' not in view
        if self._waits_for and min(self.seen) >= self._waits_for and self._pace is not None:
            self._waits_for = 0
            self._pace.latencies.append(time.perf_counter() - self._due)
            self._plan()

    def start(self, pace: Pace, offset: float) -> None:
        """Act once per period from now on, the first time after `offset` seconds."""
        self._pace = pace
        self._due = pace.started + offset - pace.period
        self._plan()

    def _plan(self) -> None:
        assert self._pace is not None
        self._due += self._pace.period
        if self._due >= self._pace.ends or self.finished:
            self._pace.at_work -= 1
            if self._pace.at_work == 0:
                self._pace.over.set()
            return
        self._loop.call_later(self._due - time.perf_counter(), self._act)

    def _act(self) -> None:
        """Act for the seat that must decide."""
        number, view = next((number, view) for number, view in enumerate(self._deciding) if view is not None)
        decision = _DECISIONS.decode(view)
        action = choose(decision.offers, decision.observation.display, self._random)
        seq = self.seen[number]
        self._waits_for = seq + 1
        self.clients[number].say({"type": "act", "id": f"{seq}", "seat": number, "seq": seq, "action": action})

    def close(self) -> None:
        """Close all connections."""
        self.finished = True
        for client in self.clients:
            client.close()


class Pace:
    """How fast all tables act, and what came of it: times from when an action was due to the last client's view.

    A late client acts at once, and its time counts from when the action was due: a server that can't keep up can't hide
    it.
    """

    def __init__(self, tables: int, rate: float, seconds: float) -> None:
        self.period = 1 / rate
        self.started = time.perf_counter() + 0.1
        self.ends = self.started + seconds
        self.latencies: list[float] = []
        self.at_work = tables
        self.over = asyncio.Event()


def choose(offers: Any, display: list[str | None], chance: random.Random) -> dict[str, Any]:
    """Mostly draw cards, so that the games last."""
    if offers["keep"]:
        return {"type": "keep_tickets", "tickets": offers["keep"]["tickets"][: max(1, offers["keep"]["at_least"])]}
    if offers["claims"] and chance.random() < 0.3:
        claim = chance.choice(offers["claims"])
        return {"type": "claim", "route": claim["route"], **claim["best"]}
    shown = [card for card, can in zip(display, offers["draw"]["display"], strict=True) if can]
    if shown and chance.random() < 0.5:
        return {"type": "draw_card", "from": "display", "card": chance.choice(shown)}
    if offers["draw"]["deck"]:
        return {"type": "draw_card", "from": "deck"}
    if offers["claims"]:
        return {"type": "claim", "route": offers["claims"][0]["route"], **offers["claims"][0]["best"]}
    return {"type": "draw_tickets"} if offers["draw"]["tickets"] else {"type": "pass"}
