"""A relay by which pages find each other: it passes on an offer and its answer, and sees nothing of a game.

A host opens a room under a code of its own choice; a guest's offer goes to the host of the room, and the answer back.
Nothing is stored: a room is there while its host is connected, and for ten minutes after that only the same host can
open it again.
"""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct
from starlette.types import Receive, Send

from semafor.home.limits import Bucket, Counts
from semafor.home.room import ENCODER
from semafor.server.budget import PAYER, Budget
from semafor.server.http.sockets import POLICY, Gone, next_message
from semafor.table.tokens import hashed

KEPT_SECONDS: Final = 600.0
"""How long a code belongs to a host who has gone."""
FIRST_SECONDS: Final = 15.0
"""How long a page may take to send its first message."""
ANSWER_SECONDS: Final = 20.0
MOST_ROOMS: Final = 10_000
ROOMS_OF_ONE: Final = 50
"""Rooms of one address: a school or an office may have many hosts."""
MOST_KNOCKING: Final = 20
"""Guests of a room that may wait for an answer."""
_CODE: Final = re.compile("[a-z0-9]{6,20}")
_RATE, _BURST = 5.0, 60.0
"""Messages of a host."""

Text = Annotated[str, Meta(min_length=1, max_length=1_000)]


class FromPage(Struct, tag_field="type", forbid_unknown_fields=True):
    """A message from a page."""


class HostHere(FromPage, tag="host"):
    """Open the room, with the key that proves that it is ours."""

    key: Annotated[str, Meta(min_length=16, max_length=100)]


class Knock(FromPage, tag="knock"):
    """Ask the host of the room for an answer to an offer."""

    text: Text


class AnswerTo(FromPage, tag="answer"):
    """The host's answer to a guest."""

    to: int
    text: Text


_FIRST: Final[msgspec.json.Decoder[HostHere | Knock]] = msgspec.json.Decoder(HostHere | Knock)
_ANSWER: Final = msgspec.json.Decoder(AnswerTo)
_UNREADABLE: Final = (msgspec.DecodeError, RecursionError, UnicodeDecodeError)


class _Room:
    """The host of a code, and the guests who wait for an answer."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.until = time.monotonic() + KEPT_SECONDS
        self.host: Send | None = None
        self.line = asyncio.Lock()
        self.guests: dict[int, asyncio.Future[str]] = {}
        self.last = 0


class Relay:
    """The rooms of a process."""

    def __init__(self) -> None:
        """Start with none."""
        self._rooms: dict[str, _Room] = {}
        self._made = Counts(ROOMS_OF_ONE)

    async def serve(self, receive: Receive, send: Send, code: str) -> None:
        """Serve a page on a WebSocket until it disconnects, or has its answer."""
        await receive()
        await send({"type": "websocket.accept"})
        with suppress(Gone, OSError, RuntimeError):
            if not _CODE.fullmatch(code):
                await _end(send, "bad_code")
                return
            try:
                first = _FIRST.decode(await asyncio.wait_for(next_message(receive), FIRST_SECONDS))
            except (TimeoutError, *_UNREADABLE):
                await _end(send, "bad_message")
                return
            payer = PAYER.get()
            if isinstance(first, Knock):
                await payer.run(self._knock(code, first.text, send))
                return
            if not self._made.enter(payer.address):
                await _end(send, "too_many_rooms")
                return
            try:
                await self._host(code, first.key, receive, send, payer)
            finally:
                self._made.leave(payer.address)

    async def _knock(self, code: str, text: str, send: Send) -> None:
        room = self._rooms.get(code)
        if room is None or room.host is None or len(room.guests) >= MOST_KNOCKING:
            await _say(send, {"type": "empty"})
            await send({"type": "websocket.close", "code": 1000})
            return
        room.last += 1
        number = room.last
        answered = room.guests[number] = asyncio.get_running_loop().create_future()
        try:
            async with room.line:
                if room.host is None:
                    raise Gone
                await _say(room.host, {"type": "knock", "from": number, "text": text})
            answer = await asyncio.wait_for(answered, ANSWER_SECONDS)
            await _say(send, {"type": "answer", "text": answer})
        except (Gone, TimeoutError, OSError, RuntimeError):
            await _say(send, {"type": "empty"})
        finally:
            del room.guests[number]
        await send({"type": "websocket.close", "code": 1000})

    async def _host(self, code: str, key: str, receive: Receive, send: Send, payer: Budget) -> None:
        room = self._open(code, hashed(key))
        if room is None:
            await _say(send, {"type": "taken"})
            await _end(send, "taken")
            return
        room.host = send
        await _say(send, {"type": "open"})
        bucket = Bucket(_RATE, _BURST)
        try:
            while True:
                raw = await next_message(receive)
                early = bucket.take()
                if early > 0:
                    await asyncio.sleep(early)
                await payer.run(self._pass_on(room, raw))
        except _UNREADABLE:
            await _end(send, "bad_message")
        finally:
            # The same host may have come back by another connection.
            if room.host is send:
                room.host = None
                room.until = time.monotonic() + KEPT_SECONDS

    async def _pass_on(self, room: _Room, raw: bytes) -> None:
        answer = _ANSWER.decode(raw)
        waiting = room.guests.get(answer.to)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer.text)

    def _open(self, code: str, key: str) -> _Room | None:
        """Return the room of a code; None if it is another host's, or if there are too many."""
        room = self._rooms.get(code)
        now = time.monotonic()
        if room is not None and room.key != key and (room.host is not None or room.until > now):
            return None
        if room is None or room.key != key:
            if len(self._rooms) >= MOST_ROOMS:
                kept = {one: old for one, old in self._rooms.items() if old.host is not None or old.until > now}
                self._rooms = kept
            if len(self._rooms) >= MOST_ROOMS:
                # Otherwise one address that opens rooms and leaves them would lock out everybody else.
                gone = [(old.until, one) for one, old in self._rooms.items() if old.host is None]
                for _, one in sorted(gone)[: len(gone) // 2 + 1]:
                    del self._rooms[one]
            if len(self._rooms) >= MOST_ROOMS:
                return None
            room = self._rooms[code] = _Room(key)
        return room


async def _say(send: Send, message: dict[str, object]) -> None:
    await send({"type": "websocket.send", "text": ENCODER.encode(message).decode()})


async def _end(send: Send, reason: str) -> None:
    await _say(send, {"type": "error", "code": reason})
    await send({"type": "websocket.close", "code": POLICY, "reason": reason})
