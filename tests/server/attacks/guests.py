"""Clients of a server, each at its own address, so that the server counts them separately."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.serving import PATIENCE, Server

Json = dict[str, Any]
HOSTILE: Final = "127.0.0.2"
BYSTANDER: Final = "127.0.0.3"
STRONG: Final = {"kind": "bot", "level": "semafor"}
WEAK: Final = {"kind": "bot", "level": "passenger"}
GONE: Final = (OSError, WebSocketException, httpx.HTTPError)
"""The exceptions raised when the server hangs up."""


class Attacked(Server):
    """A server with its default limits."""

    limits: tuple[str, ...] = ()


class Guest:
    """A client at an address, which makes tables and connects to them."""

    def __init__(self, server: Server, address: str) -> None:
        self.server = server
        self.address = address
        self.opened: list[ClientConnection] = []
        self.kept: list[asyncio.StreamWriter] = []
        self.dear: tuple[str, str] | None = None
        """A game whose messages are expensive, and its token."""
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=1000))
        self.http = httpx.AsyncClient(base_url=server.url, transport=transport, timeout=PATIENCE)

    async def make(self, seats: list[Json], **more: object) -> Json:
        """Make a table."""
        body = {"seats": seats, **more} if "board_file" in more else {"board": "usa", "seats": seats, **more}
        answer = await self.http.post("/api/games", json=body)
        answer.raise_for_status()
        made: Json = answer.json()
        return made

    async def connect(self, game: str, tokens: list[str]) -> ClientConnection:
        """Connect to a table and say hello."""
        url = f"{self.server.url.replace('http', 'ws', 1)}/api/games/{game}/socket"
        socket = await connect(
            url, local_addr=(self.address, 0), max_size=None, open_timeout=PATIENCE, ping_interval=None
        )
        self.opened.append(socket)
        await socket.send(json.dumps({"type": "hello", "version": 2, "tokens": tokens}))
        return socket

    async def leave(self) -> None:
        """Abort all connections; closing them properly would take long where nobody reads."""
        for socket in self.opened:
            socket.transport.abort()
        for socket in self.opened:
            await socket.wait_closed()
        await self.http.aclose()

    @contextlib.asynccontextmanager
    async def sockets(self, game: str, tokens: list[str], count: int) -> AsyncIterator[list[ClientConnection]]:
        """Open this many connections to a table; read and drop their messages."""
        async with contextlib.AsyncExitStack() as stack:
            opened = [await stack.enter_async_context(await self.connect(game, tokens)) for _ in range(count)]
            readers = [asyncio.create_task(forget(socket)) for socket in opened]
            try:
                yield opened
            finally:
                for reader in readers:
                    reader.cancel()
                await asyncio.gather(*readers, return_exceptions=True)


async def forget(socket: ClientConnection) -> None:
    """Read and drop all messages."""
    with contextlib.suppress(*GONE):
        async for _ in socket:
            pass


@contextlib.asynccontextmanager
async def dialled(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open a connection and close it afterwards."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
