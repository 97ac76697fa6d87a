"""Connections before a request is parsed: how many, how long they may be silent, how long headers may be."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import uvicorn
from starlette.types import Message, Receive, Send
from uvicorn.server import ServerState

from semafor.server import app as served
from semafor.server.app import make_app
from semafor.server.http import door
from semafor.server.http.door import (
    LONGEST_HEAD,
    MOST_FRAGMENTS,
    MOST_HEADERS,
    MOST_PIPELINED,
    PIECE,
    HttpDoor,
    SocketDoor,
)
from semafor.server.http.security import LINES
from semafor.server.http.sockets import MOST_BYTES_WAITING, MOST_WAITING, Socket
from semafor.server.http.streams import Stream
from semafor.server.settings import Settings
from tests.server.attacks.frames import MORE, PING, TEXT, frame, handshake
from tests.server.attacks.guests import dialled
from tests.server.serving import PATIENCE


@contextlib.asynccontextmanager
async def doors(folder: Path, connections: int = 100) -> AsyncIterator[int]:
    """Return the port of a server that has only the connection limits."""
    database = f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}"
    app = make_app(Settings(database=database, connections_per_address=connections))
    config = uvicorn.Config(app, http=HttpDoor, ws=SocketDoor, lifespan="off", log_config=None, proxy_headers=False)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    serving = await loop.create_server(lambda: HttpDoor(config, state, {}), "127.0.0.1", 0)
    try:
        yield serving.sockets[0].getsockname()[1]
    finally:
        serving.close()
        for connection in list(state.connections):
            connection.transport.abort()
        for task in state.tasks:
            task.cancel()
        await asyncio.gather(*state.tasks, return_exceptions=True)
        await asyncio.sleep(0)


async def upgrade(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Upgrade a connection to a WebSocket."""
    writer.write(handshake())
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")


class TestFrames:
    """A WebSocket with the smallest possible frames: 40,000 of them arrive at once."""

    def test_they_are_parsed_piece_by_piece_and_others_have_their_turn_between(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(door, "STEP_SECONDS", 1e-9)
        turn = 0
        parsed: list[tuple[int, int]] = []
        parse = SocketDoor.parse

        def noted(self: SocketDoor, data: bytes) -> None:
            parsed.append((turn, len(data)))
            parse(self, data)

        monkeypatch.setattr(SocketDoor, "parse", noted)

        async def others() -> None:
            nonlocal turn
            while True:
                turn += 1
                await asyncio.sleep(0)

        async def work() -> None:
            async with doors(tmp_path) as port, dialled(port) as one, dialled(port) as other:
                both = (one, other)
                for reader, writer in both:
                    await upgrade(reader, writer)
                parsed.clear()
                beside = asyncio.create_task(others())
                pings = frame(PING) * 2500
                for _, writer in both:
                    writer.write(pings)
                for reader, _ in both:
                    await reader.readexactly(2 * 2500)
                beside.cancel()
                assert sum(length for _, length in parsed) == 2 * len(pings)

        asyncio.run(asyncio.wait_for(work(), PATIENCE))
        assert all(length <= PIECE for _, length in parsed)
        assert len({at for at, _ in parsed}) == len(parsed), "two pieces in one turn of the event loop"

    def test_messages_that_nobody_has_read_yet_are_few_and_none_is_lost(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent = 2000
        found: list[int] = []
        queued: list[int] = []
        parse = SocketDoor.parse

        def noted(self: SocketDoor, data: bytes) -> None:
            parse(self, data)
            queued.append(self.queue.qsize())

        async def read(_: object, receive: Receive, send: Send, game: str) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            while (await receive())["type"] == "websocket.receive":
                found.append(1)
                if len(found) == sent:
                    await send({"type": "websocket.close", "code": 1000})
                    return

        monkeypatch.setattr(served, "serve_socket", read)
        monkeypatch.setattr(SocketDoor, "parse", noted)

        async def work() -> None:
            async with doors(tmp_path) as port, dialled(port) as (reader, writer):
                await upgrade(reader, writer)
                writer.write(frame(TEXT) * sent)
                await reader.read()

        asyncio.run(asyncio.wait_for(work(), PATIENCE))
        assert len(found) == sent
        assert max(queued) <= PIECE // len(frame(TEXT)) + 1

    def test_a_message_has_only_so_many(self, tmp_path: Path) -> None:
        async def work() -> bytes:
            async with doors(tmp_path) as port, dialled(port) as (reader, writer):
                await upgrade(reader, writer)
                writer.write(frame(TEXT, last=False) + frame(MORE, last=False) * (MOST_FRAGMENTS + 1))
                return await reader.read()

        assert b"too_many_fragments" in asyncio.run(asyncio.wait_for(work(), PATIENCE))


@pytest.mark.parametrize(
    "request_",
    [
        handshake(header=b"Content-Length: 10\r\n"),
        handshake(header=b"Transfer-Encoding: chunked\r\n"),
        handshake(header=b"Cookie: %b\r\n" % (b"x" * 10_000)),
        handshake(path=b"a" * 10_000),
    ],
)
def test_a_handshake_that_the_library_can_not_read_ends_the_connection(request_: bytes, tmp_path: Path) -> None:
    """Otherwise it would stay open forever without being counted."""

    async def work() -> bytes:
        async with doors(tmp_path) as port, dialled(port) as (reader, writer):
            writer.write(request_)
            return await reader.read()

    assert b" 101 " not in asyncio.run(asyncio.wait_for(work(), PATIENCE))


class TestDoors:
    @pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: 127"])
    def test_a_connection_without_a_whole_request_is_closed(
        self, said: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(door, "HEAD_SECONDS", 0.05)

        async def work() -> None:
            async with doors(tmp_path) as port, dialled(port) as (reader, writer):
                writer.write(said)
                with contextlib.suppress(ConnectionError):
                    assert await reader.read() == b""

        asyncio.run(work())

    @pytest.mark.parametrize(
        "endless",
        [
            (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"X: %s\r\n" % (b"x" * 1000)),
            (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", b"x" * 1000),
            (b"GET /", b"x" * 1000),
        ],
    )
    def test_headers_without_end_are_refused(self, endless: tuple[bytes, bytes], tmp_path: Path) -> None:
        async def work() -> bytes:
            async with doors(tmp_path) as port, dialled(port) as (reader, writer):
                writer.write(endless[0] + endless[1] * (LONGEST_HEAD // len(endless[1]) + 1))
                return await reader.read(-1)

        answer = asyncio.run(asyncio.wait_for(work(), PATIENCE))
        assert answer.startswith(b"HTTP/1.1 431 ")
        assert f"at most {LONGEST_HEAD} bytes".encode() in answer

    def test_a_request_names_one_host(self, tmp_path: Path) -> None:
        async def work() -> bytes:
            async with doors(tmp_path) as port, dialled(port) as (reader, writer):
                writer.write(b"GET /api/boards HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n")
                return await reader.readline()

        assert b" 421 " in asyncio.run(asyncio.wait_for(work(), PATIENCE))

    def test_a_request_has_only_so_many_headers(self, tmp_path: Path) -> None:
        async def work(headers: int) -> bytes:
            async with doors(tmp_path) as port, dialled(port) as (reader, writer):
                writer.write(b"GET /api/boards HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"a:\r\n" * headers + b"\r\n")
                return await reader.readline()

        assert b" 200 " in asyncio.run(asyncio.wait_for(work(MOST_HEADERS - 1), PATIENCE))
        assert b" 400 " in asyncio.run(asyncio.wait_for(work(MOST_HEADERS), PATIENCE))

    def test_trailers_without_end_close_the_connection(self, tmp_path: Path) -> None:
        async def work() -> None:
            async with doors(tmp_path) as port, dialled(port) as (_, writer):
                writer.write(b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
                with contextlib.suppress(ConnectionError):
                    while not writer.is_closing():
                        writer.write(b"X: %s\r\n" % (b"x" * 1000))
                        await writer.drain()
                        await asyncio.sleep(0)

        asyncio.run(asyncio.wait_for(work(), PATIENCE))

    def test_a_body_in_small_chunks_is_read(self, tmp_path: Path) -> None:
        """Chunk sizes must not be taken for headers."""
        body = b" " * (2 * LONGEST_HEAD - 2) + b"{}"
        chunks = b"".join(b"8\r\n%b\r\n" % body[at : at + 8] for at in range(0, len(body), 8))

        async def work() -> bytes:
            async with doors(tmp_path) as port, dialled(port) as (reader, writer):
                writer.write(b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
                writer.write(chunks + b"0\r\n\r\n")
                return await reader.readline()

        assert b" 422 " in asyncio.run(asyncio.wait_for(work(), PATIENCE))

    def test_requests_don_t_queue_up_on_a_connection(self, tmp_path: Path) -> None:
        async def work() -> bytes:
            async with doors(tmp_path) as port, dialled(port) as (reader, writer):
                writer.write(b"GET /api/boards HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1000)
                with contextlib.suppress(ConnectionError):
                    return await reader.read(-1)
                return b""

        answers = asyncio.run(asyncio.wait_for(work(), PATIENCE))
        assert answers.count(b"HTTP/1.1 200") <= MOST_PIPELINED + 1

    def test_connections_of_an_address_are_limited(self, tmp_path: Path) -> None:
        async def work() -> None:
            async with doors(tmp_path, 1) as port, contextlib.AsyncExitStack() as stack:
                opened = [await stack.enter_async_context(dialled(port)) for _ in range(LINES + 2)]
                ended = [asyncio.create_task(reader.read()) for reader, _ in opened]
                done, waiting = await asyncio.wait(ended, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
                for task in waiting:
                    task.cancel()
                await asyncio.gather(*ended, return_exceptions=True)
                assert len(done) == 1

        asyncio.run(work())

    def test_a_client_that_reads_nothing_is_cut_off(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(door, "STUCK_SECONDS", 0.1)

        async def work() -> None:
            async with doors(tmp_path) as port, dialled(port) as (reader, writer):
                with contextlib.suppress(ConnectionError):
                    while True:
                        # Send responses that nobody reads until the socket buffers are full.
                        writer.write(b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 10)
                        await writer.drain()
                        if reader.at_eof() or writer.is_closing():
                            return
                        await asyncio.sleep(0.01)

        async def limited() -> None:
            await asyncio.wait_for(work(), PATIENCE)

        asyncio.run(limited())

    def test_what_waits_for_a_slow_browser_is_limited_in_bytes(self) -> None:
        async def work() -> None:
            async def send(_: Message) -> None:
                await asyncio.sleep(PATIENCE)

            for listener in (Socket(send, {}, None), Stream({}, None, "")):
                for _ in range(3):
                    assert not listener.ended
                    listener.send(b"x" * (MOST_BYTES_WAITING // 2 + 1))
                assert listener.ended

        asyncio.run(work())

    def test_a_bot_that_reads_its_stream_keeps_it(self) -> None:
        async def work() -> None:
            stream = Stream({}, None, "")
            for _ in range(5):
                stream.send(b"x" * MOST_BYTES_WAITING)
                assert len(await stream.next() or b"") == MOST_BYTES_WAITING
            kept = not stream.ended
            for _ in range(MOST_WAITING + 1):
                stream.send(b"")
            assert (kept, stream.ended) == (True, True)
            assert await stream.next() is None

        asyncio.run(work())
