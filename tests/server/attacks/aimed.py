"""Attacks that each aim at what one guard of the server is for."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, Final

from tests.server.attacks.attacks import finished
from tests.server.attacks.frames import AT_ONCE, MORE, TEXT, frame, handshake
from tests.server.attacks.guests import Guest


async def _send_again(guest: Guest, number: int, request: bytes, *, wait: bool = True) -> None:
    """Send the same bytes over so many connections, again and again; wait for the replies, or hang up at once."""

    async def send() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", guest.server.port, local_addr=(guest.address, 0)
                )
                writer.write(request)
                await writer.drain()
                if wait:
                    await reader.read()
                writer.transport.abort()
            await asyncio.sleep(0.02)

    await asyncio.gather(*(send() for _ in range(number)))


async def headers(guest: Guest) -> None:
    """Send requests with as many headers as fit."""
    request = b"GET /api/boards/usa HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" + b"a:\r\n" * 15_000
    await _send_again(guest, 10, request + b"\r\n")


async def queries(guest: Guest) -> None:
    """Send as many parameters as fit after a question mark."""
    request = b"GET /api/lobby?" + b"&".join([b"a"] * 32_000) + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    await _send_again(guest, 10, request + b"\r\n")


async def hang_ups(guest: Guest) -> None:
    """Ask for replays of a finished game and hang up at once, again and again."""
    request = f"GET /api/games/{await finished(guest)}/replay?eyes=open HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    await _send_again(guest, 50, request.encode(), wait=False)


async def unread(guest: Guest) -> None:
    """Ask for replays of a finished game over connections that read nothing."""
    request = f"GET /api/games/{await finished(guest)}/replay?eyes=open HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for _ in range(180):
        # What comes stays with the system once the reader's buffer is full.
        _, writer = await asyncio.open_connection(
            "127.0.0.1", guest.server.port, limit=1, local_addr=(guest.address, 0)
        )
        writer.write(request.encode())
        await asyncio.sleep(0.05)
        guest.kept.append(writer)
    await asyncio.Event().wait()


async def fragments(guest: Guest) -> None:
    """Send messages of empty frames without end over ten WebSockets."""

    async def send() -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", guest.server.port, local_addr=(guest.address, 0)
                )
                writer.write(handshake())
                await reader.readuntil(b"\r\n\r\n")
                writer.write(frame(TEXT, last=False))
                while not writer.is_closing() and not reader.at_eof():
                    writer.write(frame(MORE, last=False) * (AT_ONCE // 6))
                    await writer.drain()
                writer.transport.abort()
            await asyncio.sleep(0.1)

    await asyncio.gather(*(send() for _ in range(10)))


async def no_hello(guest: Guest) -> None:
    """Open WebSockets that never say hello, as many as there may be."""
    await _send_again(guest, 300, handshake())


AIMED: Final[dict[str, Callable[[Guest], Coroutine[Any, Any, None]]]] = {
    kind.__name__: kind for kind in (headers, queries, hang_ups, unread, fragments, no_hello)
}
