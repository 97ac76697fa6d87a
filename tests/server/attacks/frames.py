"""WebSockets without a library, since no library would send frames like these."""

from __future__ import annotations

import asyncio
import contextlib
import os
from typing import Final

from tests.server.attacks.guests import Guest

MORE: Final = 0
TEXT: Final = 1
PING: Final = 9
AT_ONCE: Final = 256_000
"""The bytes that the system delivers at once."""


def frame(kind: int, *, last: bool = True) -> bytes:
    """Return an empty client frame: six bytes."""
    return bytes([0x80 * last | kind, 0x80]) + os.urandom(4)


def handshake(path: bytes = b"a", header: bytes = b"") -> bytes:
    """Return the request that upgrades a connection to a WebSocket."""
    return (
        b"GET /api/games/%b/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n%b\r\n" % (path, header)
    )


async def frames(guest: Guest) -> None:
    """Send the smallest possible frames: pings, messages, and fragments of an endless message."""
    kinds = [(b"", frame(PING)), (b"", frame(TEXT)), (frame(TEXT, last=False), frame(MORE, last=False))]

    async def send(first: bytes, then: bytes) -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", guest.server.port, local_addr=(guest.address, 0)
                )
                writer.write(handshake())
                await reader.readuntil(b"\r\n\r\n")
                writer.write(first)
                while not writer.is_closing() and not reader.at_eof():
                    writer.write(then * (AT_ONCE // len(then)))
                    await writer.drain()
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(reader.read(AT_ONCE), 0.001)
                writer.transport.abort()
            await asyncio.sleep(0.1)

    await asyncio.gather(*(send(*kind) for kind in kinds for _ in range(10)))
