"""The relay by which pages find each other: alone, and as a part of a server."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from semafor.server.http.meeting import MOST_ROOMS, Relay
from tests.server.client import run
from tests.server.serving import Server

KEY = "k" * 24


@pytest.fixture(scope="module")
def alone() -> Iterator[str]:
    """Run `semafor meet`, and return its URL."""
    command = [sys.executable, "-W", "ignore", "-m", "semafor.cli.main", "meet", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        assert process.stderr is not None
        found = next(re.search(r"on (http://\S+)/", line) for line in process.stderr if "http://" in line)
        assert found is not None
        yield found[1]
        process.terminate()
        process.stderr.read()


@pytest.fixture(params=["alone", "served"])
def url(request: pytest.FixtureRequest, server: Server, alone: str) -> str:
    return server.url if request.param == "served" else alone


def dial(url: str, code: str) -> connect:
    """Connect as a page of another origin does."""
    return connect(
        f"{url.replace('http', 'ws')}/api/meet/{code}", additional_headers={"origin": "https://else.example"}
    )


async def said(socket: ClientConnection, **message: Any) -> Any:
    await socket.send(json.dumps(message))
    return json.loads(await socket.recv())


def test_an_offer_goes_to_the_host_and_the_answer_back(url: str) -> None:
    async def work() -> None:
        async with dial(url, "abcd2345") as host:
            assert await said(host, type="host", key=KEY) == {"type": "open"}
            async with dial(url, "abcd2345") as one, dial(url, "abcd2345") as two:
                for guest, text in ((one, "offer 1"), (two, "offer 2")):
                    await guest.send(json.dumps({"type": "knock", "text": text}))
                knocks = [json.loads(await host.recv()) for _ in range(2)]
                for knock in reversed(knocks):
                    answer = {"type": "answer", "to": knock["from"], "text": f"answer to {knock['text']}"}
                    await host.send(json.dumps(answer))
                assert json.loads(await one.recv()) == {"type": "answer", "text": "answer to offer 1"}
                assert json.loads(await two.recv()) == {"type": "answer", "text": "answer to offer 2"}
                with pytest.raises(ConnectionClosed):
                    await one.recv()

    run(work())


def test_a_room_is_its_hosts_who_may_come_back(url: str) -> None:
    async def work() -> None:
        async with dial(url, "back2345") as host:
            await said(host, type="host", key=KEY)
            async with dial(url, "back2345") as thief:
                assert await said(thief, type="host", key="x" * 24) == {"type": "taken"}
        async with dial(url, "back2345") as guest:
            # The relay may notice a moment later that the host has gone.
            assert (await said(guest, type="knock", text="offer"))["type"] == "empty"
        async with dial(url, "back2345") as thief:
            assert await said(thief, type="host", key="x" * 24) == {"type": "taken"}
        async with dial(url, "back2345") as host:
            assert await said(host, type="host", key=KEY) == {"type": "open"}
        async with dial(url, "none2345") as guest:
            assert await said(guest, type="knock", text="offer") == {"type": "empty"}

    run(work())


@pytest.mark.parametrize(
    "first",
    ["", "[", '{"type":"host","key":"short"}', '{"type":"host"}', '{"type":"act"}', b"\xff", "[" * 30_000],
)
def test_nonsense_ends_the_connection(url: str, first: str | bytes) -> None:
    async def work() -> None:
        async with dial(url, "abcd2345") as socket:
            await socket.send(first)
            assert json.loads(await socket.recv()) == {"type": "error", "code": "bad_message"}
            with pytest.raises(ConnectionClosed):
                await socket.recv()
        async with dial(url, "abcd2345") as socket:
            await socket.send(json.dumps({"type": "knock", "text": "x" * 1001}))
            assert json.loads(await socket.recv())["code"] == "bad_message"

    run(work())


def test_a_code_is_letters_and_digits(url: str) -> None:
    async def work() -> None:
        for code in ("short", "a" * 21, "ABCD2345", "abcd%2F345"):
            async with dial(url, code) as socket:
                assert json.loads(await socket.recv())["code"] == "bad_code"

    run(work())


def test_a_host_with_too_many_rooms_is_refused(alone: str) -> None:
    async def work() -> None:
        opened = [await dial(alone, f"room{number:04}") for number in range(50)]
        for socket in opened:
            assert await said(socket, type="host", key=KEY) == {"type": "open"}
        async with dial(alone, "onemore2") as socket:
            assert (await said(socket, type="host", key=KEY))["code"] == "too_many_rooms"
        await asyncio.gather(*(socket.close() for socket in opened))

    run(work())


def test_rooms_that_were_left_make_way_for_new_ones() -> None:
    relay = Relay()

    async def come_and_go(code: str) -> str:
        first = json.dumps({"type": "host", "key": KEY})
        events = [{"type": "websocket.connect"}, {"text": first, "type": "websocket.receive"}]
        replies: list[Any] = []

        async def receive() -> Any:
            return events.pop(0) if events else {"type": "websocket.disconnect"}

        async def send(message: Any) -> None:
            replies.append(message)

        await relay.serve(receive, send, code)
        return str(json.loads(replies[1]["text"])["type"])

    async def work() -> None:
        for number in range(MOST_ROOMS + 1):
            assert await come_and_go(f"room{number:06}") == "open"

    run(work())


def test_guests_in_line_hear_that_the_host_has_gone() -> None:
    relay = Relay()

    async def work() -> None:
        knocked, gone = asyncio.Event(), asyncio.Event()
        replies: asyncio.Queue[str] = asyncio.Queue()

        def page(first: dict[str, str], send: Any) -> tuple[asyncio.Queue[Any], asyncio.Task[None]]:
            events: asyncio.Queue[Any] = asyncio.Queue()
            events.put_nowait({"type": "websocket.connect"})
            events.put_nowait({"type": "websocket.receive", "text": json.dumps(first)})
            return events, asyncio.create_task(relay.serve(events.get, send, "abcd2345"))

        async def to_host(message: Any) -> None:
            if "knock" in message.get("text", ""):
                knocked.set()
                await gone.wait()
                raise OSError
            if "open" in message.get("text", ""):
                replies.put_nowait("open")

        async def to_guest(message: Any) -> None:
            if "text" in message:
                replies.put_nowait(json.loads(message["text"])["type"])

        events, host = page({"type": "host", "key": KEY}, to_host)
        assert await replies.get() == "open"
        guests = [page({"type": "knock", "text": "offer"}, to_guest)[1] for _ in range(2)]
        await knocked.wait()
        events.put_nowait({"type": "websocket.disconnect"})
        await host
        gone.set()
        await asyncio.gather(*guests)
        assert [await replies.get(), await replies.get()] == ["empty", "empty"]

    run(work())


def test_the_relay_alone_has_no_games(alone: str) -> None:
    async def work() -> None:
        with pytest.raises(InvalidStatus):
            await connect(f"{alone.replace('http', 'ws')}/api/games/abc/socket")

    run(work())
