"""What one guest may use: bytes in flight, requests, connections, files."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from semafor.engine.loading import board_text
from semafor.home.endpoints import puzzles
from semafor.home.limits import Amounts
from semafor.server import app as served
from semafor.server.app import make_app
from semafor.server.http import security
from semafor.server.http.security import LINES, MOST_BYTES, Guard, _Body
from semafor.server.settings import Settings
from semafor.table.wire.problems import Refused
from tests.server.attacks.guests import dialled
from tests.server.serving import FAST, PATIENCE, Server


async def _never() -> Message:
    await asyncio.sleep(PATIENCE)
    raise AssertionError("nobody waits as long")


class TestBodies:
    def test_a_body_that_does_not_come_is_given_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(security, "BODY_SECONDS", 0.01)
        body = _Body(_never, Amounts(), "192.0.2.1")
        with pytest.raises(Refused, match="took longer") as refused:
            asyncio.run(body.receive())
        assert (refused.value.info.code, refused.value.status) == ("too_slow", 408)

    def test_there_is_no_timeout_after_the_body(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(security, "BODY_SECONDS", 0.05)
        messages: list[Message] = [{"type": "http.request", "body": b"x"}, {"type": "http.disconnect"}]

        async def receive() -> Message:
            if len(messages) == 1:
                await asyncio.sleep(0.1)
            return messages.pop(0)

        async def work() -> None:
            body = _Body(receive, Amounts(), "192.0.2.1")
            assert (await body.receive())["body"] == b"x"
            assert (await body.receive())["type"] == "http.disconnect"

        asyncio.run(work())

    def test_unfinished_uploads_of_an_address_are_limited(self, server: Server) -> None:
        """Each announces four million bytes and sends all but the last."""
        length = 4_000_000
        head = (
            f"POST /api/records HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\n"
            "Content-Type: application/json\r\n\r\n"
        ).encode()

        async def status(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
            writer.write(head + b" " * (length - 1))
            return (await reader.readline()).split(b" ")[1]

        async def work() -> None:
            fit = MOST_BYTES // length
            async with contextlib.AsyncExitStack() as stack:
                lines = [await stack.enter_async_context(dialled(server.port)) for _ in range(30)]
                waiting = {asyncio.create_task(status(*line)) for line in lines}
                answers: list[bytes] = []
                while len(answers) < len(lines) - fit:
                    done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
                    assert done
                    answers += [task.result() for task in done]
                # On a machine so busy that the bytes take half a minute, the accepted uploads time out (408).
                assert set(answers) <= {b"429", b"408"}
                assert b"429" in answers
                assert server.memory() < before + 100_000_000
                for task in waiting:
                    task.cancel()
                await asyncio.gather(*waiting, return_exceptions=True)

        before = server.memory()
        asyncio.run(work())


def test_requests_count_until_they_are_answered_even_if_nobody_waits() -> None:
    """Hanging up and asking again must not get around the limit."""
    begun = 0

    async def app(_scope: Scope, _receive: Receive, _send: Send) -> None:
        nonlocal begun
        begun += 1
        await asyncio.Event().wait()

    async def work() -> None:
        statuses: list[int] = []

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        settings = Settings(database="", connections_per_address=1, request_burst=1000, processor_share=1000.0)
        guard = Guard(app, settings)
        scope: Scope = {"type": "http", "method": "GET", "path": "/", "scheme": "http", "client": ("192.0.2.1", 1)}
        scope["headers"] = [(b"host", b"127.0.0.1")]
        tasks = [asyncio.create_task(guard(dict(scope), _never, send)) for _ in range(LINES + 11)]
        while len(statuses) < 10:
            await asyncio.sleep(0)
        assert begun == LINES + 1
        assert statuses == [429] * 10
        other = asyncio.create_task(guard({**scope, "client": ("192.0.2.2", 1)}, _never, send))
        while begun < LINES + 2:
            await asyncio.sleep(0)
        for task in (*tasks, other):
            task.cancel()
        await asyncio.gather(*tasks, other, return_exceptions=True)

    asyncio.run(work())


def test_who_is_refused_does_not_wait_in_line() -> None:
    """Otherwise an address without budget would fill the memory with requests that are refused anyway."""

    async def app(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise AssertionError("it is refused")

    async def work() -> list[int]:
        statuses: list[int] = []

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        guard = Guard(app, Settings(database=""))
        guard.budgets.of("192.0.2.1").charge(PATIENCE)
        scope: Scope = {"type": "http", "method": "GET", "path": "/", "scheme": "http", "client": ("192.0.2.1", 1)}
        scope["headers"] = [(b"host", b"127.0.0.1")]
        for _ in range(3):
            await guard(dict(scope), _never, send)
        return statuses

    assert asyncio.run(work()) == [429] * 3


@pytest.mark.parametrize(("query", "status"), [(b"eyes=0", 200), (b"a&" * 1_000, 200), (b"a&" * 1_001, 413)])
def test_a_query_is_short(query: bytes, status: int) -> None:
    """Thousands of parameters are parsed on the event loop, even if nobody reads them."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await Response(b"done")(scope, receive, send)

    async def work() -> int:
        statuses: list[int] = []

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        scope: Scope = {"type": "http", "method": "GET", "path": "/", "scheme": "http", "client": ("192.0.2.1", 1)}
        scope["headers"], scope["query_string"] = [(b"host", b"127.0.0.1")], query
        await Guard(app, Settings(database=""))(scope, _never, send)
        return statuses[0]

    assert asyncio.run(work()) == status


@pytest.mark.parametrize(
    ("path", "before"),
    [
        ("/api/puzzles/usa/1/answer", b'{"action":'),
        ("/api/puzzles/usa/1/ask", b'{"type":"check","id":"1","seat":0,"action":'),
        ("/api/score", b'{"board":"usa","goals":'),
        ("/api/join", b'{"name":'),
        (f"/api/days/{datetime.now(UTC).date()}/usa/results", b'{"name":"Ala","record":{"actions":'),
    ],
)
def test_bodies_of_any_shape_are_small(path: str, before: bytes, server: Server) -> None:
    """Four million bytes of brackets would become millions of objects and block the event loop for half a second."""
    body = before + b"[" + b"[]," * 1_300_000 + b"[]]" + b"}" * (before.count(b"{"))
    key = {"authorization": "Bearer " + "k" * 40}
    answer = httpx.post(server.url + path, content=body, headers=key, timeout=PATIENCE)
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too_large"


def test_a_board_file_may_be_escaped_letter_by_letter(server: Server) -> None:
    """However it is escaped, a board file has the same number of characters."""
    text = board_text("usa")
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in text)
    body = '{"seats": [{"kind": "me"}, {"kind": "bot"}], "board_file": "' + escaped + '"}'
    answer = httpx.post(f"{server.url}/api/games", content=body, timeout=PATIENCE)
    assert answer.status_code == 200, answer.text


def test_large_replies_that_nobody_reads_don_t_pile_up() -> None:
    """The client requests them all before the first is ready."""
    large = b"x" * (MOST_BYTES // 2)
    ready = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await ready.wait()
        await Response(large)(scope, receive, send)

    async def work() -> list[int]:
        statuses: list[int] = []

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])
            elif len(message["body"]) == len(large):
                await asyncio.Event().wait()

        guard = Guard(app, Settings(database="", request_burst=1000, processor_share=1000.0))
        scope: Scope = {"type": "http", "method": "GET", "path": "/", "scheme": "http", "client": ("192.0.2.1", 1)}
        scope["headers"] = [(b"host", b"127.0.0.1")]
        tasks = [asyncio.create_task(guard(dict(scope), _never, send)) for _ in range(20)]
        await asyncio.sleep(0)
        ready.set()
        while len(statuses) < 20:
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return statuses

    assert sorted(asyncio.run(work())) == [200] * 2 + [429] * 18


@pytest.mark.parametrize(
    ("path", "where", "name"), [("/api/puzzles", puzzles, "puzzle_lists"), ("/openapi.json", served, "openapi")]
)
def test_what_takes_long_the_first_time_is_done_in_a_thread(
    path: str, where: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []
    monkeypatch.setattr(where, name, lambda *_: threads.append(threading.current_thread()))

    async def work() -> int:
        app = make_app(Settings(database="sqlite+aiosqlite://"))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
            return (await client.get(path)).status_code

    assert asyncio.run(work()) == 200
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


FEW_FILES = """
import json, os, resource, sys
from semafor.server.open_files import FileWatch, raise_limit
from semafor.server.json_logs import set_up_logs

_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 96))
raised = raise_limit()
set_up_logs("info")
watch = FileWatch()
can = [watch.look()]
opened = []
try:
    while True:
        opened.append(os.open(os.devnull, os.O_RDONLY))
except OSError:
    can += [watch.look(), watch.look()]
print(json.dumps([raised, can]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_the_limit_of_files_is_raised_and_its_end_is_logged_once() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FEW_FILES], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert json.loads(done.stdout) == [[64, 96], [True, False, False]]
    (line,) = done.stderr.splitlines()
    assert "no more files can be opened" in json.loads(line)["event"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_connections_that_find_no_file_left_are_logged_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """asyncio itself logs every attempt to accept one."""
    import resource  # noqa: PLC0415  (not on Windows)

    (tmp_path / "uvloop.py").write_text("raise ImportError", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    with Server(str(tmp_path / "games.sqlite3"), *FAST) as server, contextlib.ExitStack() as stack:
        most = len(os.listdir(f"/proc/{server.pid}/fd")) + 5
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (most, most))
        for _ in range(20):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        server.wait_for_log("no more files can be opened")
        assert [line for line in server.log if "reported by asyncio" in line] == []
