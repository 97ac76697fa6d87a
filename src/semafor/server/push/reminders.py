"""Tells players by Web Push that it is their turn, if they are away.

When it becomes a seat's turn, its subscriptions become due some seconds later. What is due is in the database: if a
process ends, the next one sends it, and each message is sent by one process only. Messages are sent in threads, a few
at a time. If a service does not answer, it is tried again later, a few times, and its other messages wait for that; a
subscription that it no longer knows is deleted.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import time
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import urlsplit

from msgspec.json import decode

from semafor.home.logs import LOGGER, report
from semafor.server.metrics import PUSHES_SENT
from semafor.server.push.push_store import PushStore, StoredPush
from semafor.server.push.quiet import quiet_until
from semafor.server.push.services import BadEndpoint, send
from semafor.server.push.silence import Silences
from semafor.server.settings import Settings
from semafor.server.store.storage import Storage
from semafor.table.wire.push_messages import Quiet

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec

PER_SEAT: Final = 5
"""Browsers that may get the messages of one seat."""
PER_ENDPOINT: Final = 100
"""Seats whose messages one browser may get."""
WAIT: Final = 5.0
"""Seconds until somebody whose turn it is counts as away: a page that is being reloaded comes back."""
LOOK_AGAIN: Final = 60.0
"""Seconds until a second look at somebody who seems to be there: a phone that sleeps stays connected for a while."""
RETRIES: Final = 5
_FIRST_RETRY: Final = 60.0
_AT_ONCE: Final = 4
_PER_SWEEP: Final = 50
_TTL: Final = 24 * 3600
"""Seconds that a service keeps a message for a browser that is off."""
_GONE: Final = (404, 410)

Wanted = Literal["yes", "there", "later", "no", "never"]
"""Whether to send a message.

`yes`: the player is away; `there`: is connected; `later`: nobody knows yet; `no`: it is not their turn; `never`: the
subscription is of no use any more.
"""
AskWanted = Callable[[StoredPush], Awaitable[Wanted]]


class Reminders:
    """The push messages of one server process."""

    def __init__(self, storage: Storage, settings: Settings, wanted: AskWanted) -> None:
        """Take the database, the settings, and who knows whether a message is wanted."""
        self.store = PushStore(storage)
        self.services = settings.push_services
        self.webhooks = settings.webhooks
        self.contact = settings.push_contact
        self.wanted = wanted
        self._key: ec.EllipticCurvePrivateKey | None = None
        self._tls: ssl.SSLContext | None = None
        self._threads = ThreadPoolExecutor(_AT_ONCE, "push")
        # Neither threads nor connections to the database are taken away from the games.
        self._lines = asyncio.Semaphore(_AT_ONCE)
        self._silences = Silences()

    def close(self) -> None:
        """Send no more; what is due stays in the database."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def key(self) -> ec.EllipticCurvePrivateKey:
        """Return the server's key."""
        from semafor.server.push.sealing import new_private_key, read_private_key  # noqa: PLC0415  (not in every installation)

        if self._key is None:
            self._key = read_private_key(await self.store.key(new_private_key()))
        return self._key

    async def public_key(self) -> str:
        """Return the public key as browsers want it."""
        from semafor.server.push.sealing import encoded, public_bytes  # noqa: PLC0415  (not in every installation)

        return encoded(public_bytes(await self.key()))

    async def turn(self, game: str, seats: Collection[int]) -> bool:
        """Note whose turn it is in a game, for messages; return whether anybody there wants one."""
        now = time.time()
        found = await self.store.of(game)
        for push in found:
            if push.seat in seats and push.turn is None:
                await self.store.set_turn(push, now, now + WAIT)
            elif push.seat not in seats and push.turn is not None:
                await self.store.set_turn(push, None, None)
        return bool(found)

    async def sweep(self) -> None:
        """Send what is due."""
        due = await self.store.due(time.time(), _PER_SWEEP)
        await asyncio.gather(*(self._see_to(push) for push in due))

    async def _see_to(self, push: StoredPush) -> None:
        try:
            async with self._lines:
                await self._deliver(push)
        except Exception as error:
            report(error, push.game)

    async def _deliver(self, push: StoredPush) -> None:
        now = time.time()
        until = quiet_until(None if push.quiet is None else decode(push.quiet, type=Quiet), now)
        if until > now:
            await self.store.set_due(push, until, push.tries)
            return
        host = urlsplit(push.endpoint).hostname or ""
        if (until := self._silences.until(host, now)) > now:
            await self.store.set_due(push, until, push.tries)
            return
        # The process that changes this first sends the message. If it dies meanwhile, the message is due again later.
        tries = push.tries + 1
        if not await self.store.set_due(push, None if tries > RETRIES else now + _FIRST_RETRY * 4**push.tries, tries):
            return
        match await self.wanted(push):
            case "yes":
                await self._send(push)
            case "there" if now < (push.turn or 0.0) + LOOK_AGAIN:
                await self.store.set_due(push, now + LOOK_AGAIN)
            case "later":
                await self.store.set_due(push, now + LOOK_AGAIN, tries - 1)
            case "never":
                await self.store.remove(push)
            case _:
                await self.store.set_due(push, None)

    async def _send(self, push: StoredPush) -> None:
        key = None if push.webhook else await self.key()
        status = await asyncio.get_running_loop().run_in_executor(self._threads, self._post, push, key)
        PUSHES_SENT.labels(str(status or "none")).inc()
        self._silences.note(urlsplit(push.endpoint).hostname or "", status != 0, time.time())
        if status in _GONE:
            await self.store.remove(push)
        elif 200 <= status < 300:
            await self.store.set_due(push, None)
        elif 400 <= status < 500 and status != 429:
            # The same again would be refused again: perhaps the service wants another contact, or the clock is wrong.
            LOGGER.warning("a push service refuses messages", extra={"status": status, "game": push.game})
            await self.store.set_due(push, None)

    def _post(self, push: StoredPush, key: ec.EllipticCurvePrivateKey | None) -> int:
        """Send a message; return the status, or 0 if nobody answers. This blocks."""
        if self._tls is None:
            self._tls = ssl.create_default_context()
        headers, body = _plain(push) if key is None else self._sealed(push, key)
        try:
            return send(push.endpoint, body, headers, self.services if key is not None else self.webhooks, self._tls)
        except BadEndpoint:
            return _GONE[0]
        except OSError:
            return 0

    def _sealed(self, push: StoredPush, key: ec.EllipticCurvePrivateKey) -> tuple[dict[str, str], bytes]:
        """Return the message for a browser: only its page can read it."""
        from semafor.server.push.sealing import authorization, encoded, encrypt  # noqa: PLC0415  (not in every installation)

        message = json.dumps({"game": push.game, "title": push.title, "text": push.text}).encode()
        headers = {
            "Authorization": authorization(key, push.endpoint, self.contact, time.time()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_TTL),
            # A newer message takes the place of one that the browser has not fetched yet.
            "Topic": encoded(sha256(f"{push.game}:{push.seat}".encode()).digest())[:32],
            "Urgency": "normal",
        }
        return headers, encrypt(message, push.p256dh, push.auth)


def _plain(push: StoredPush) -> tuple[dict[str, str], bytes]:
    """Return the message for a channel, as chat programs take it: some read `content`, others `text`."""
    body = json.dumps({"content": push.text, "text": push.text}).encode()
    return {"Content-Type": "application/json"}, body
