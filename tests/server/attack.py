"""Attack a server as one hostile guest would, and measure what a bystander in another game notices of it.

Run `python -m tests.server.attack [--seconds 20] [KIND …]`. The server has its default limits. The guest comes from
127.0.0.2 and the bystander from 127.0.0.3, so that the server takes them for two. Every kind of attack is done for so
many seconds; the bystander pings over its socket, and asks for /healthz, ten times a second.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import semafor
from semafor.engine.loading import board_text
from tests.server.client import choose
from tests.server.serving import PATIENCE, Server

Json = dict[str, Any]
HOSTILE: Final = "127.0.0.2"
BYSTANDER: Final = "127.0.0.3"
STRONGEST: Final = "semafor"
EVERY: Final = 0.1
"""Seconds between two pings of the bystander."""
_GONE: Final = (OSError, WebSocketException, httpx.HTTPError)


class Attacked(Server):
    """A server with the limits that it has by default."""

    limits: tuple[str, ...] = ()


class Guest:
    """Somebody at an address, who makes tables and connects to them."""

    def __init__(self, server: Server, address: str) -> None:
        self.server = server
        self.address = address
        self.opened: list[ClientConnection] = []
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
        """Break all connections; to close them in order would take long where nobody is read from."""
        for socket in self.opened:
            socket.transport.abort()
        for socket in self.opened:
            await socket.wait_closed()
        await self.http.aclose()

    @contextlib.asynccontextmanager
    async def sockets(self, game: str, tokens: list[str], count: int) -> AsyncIterator[list[ClientConnection]]:
        """So many connections to a table, whose messages are read and forgotten."""
        async with contextlib.AsyncExitStack() as stack:
            opened = [await stack.enter_async_context(await self.connect(game, tokens)) for _ in range(count)]
            readers = [asyncio.create_task(_forget(socket)) for socket in opened]
            try:
                yield opened
            finally:
                for reader in readers:
                    reader.cancel()
                await asyncio.gather(*readers, return_exceptions=True)


async def _forget(socket: ClientConnection) -> None:
    with contextlib.suppress(*_GONE):
        async for _ in socket:
            pass


async def _flood(socket: ClientConnection, messages: Iterator[Json], rate: float) -> None:
    """Send messages at a rate, whatever is answered."""
    with contextlib.suppress(*_GONE):
        for message in messages:
            await socket.send(json.dumps(message))
            await asyncio.sleep(1 / rate)


def _numbered(*messages: Json) -> Iterator[Json]:
    for number in itertools.count():
        yield {**messages[number % len(messages)], "id": str(number)}


# What a hostile guest does; each goes on until it is cancelled.

ME: Final = {"kind": "me", "name": "Mallory"}


async def _dear_game(guest: Guest) -> tuple[str, str]:
    """A game on the Nordic board with a full hand, in which looking and paying cost most."""
    made = await guest.make([ME, {"kind": "me", "name": "Trudy"}], board="nordic-countries")
    tokens = [seat["token"] for seat in made["seats"]]
    async with await guest.connect(made["game"], tokens) as socket:
        for number in itertools.count():
            seat = await _act(socket, number)
            if seat >= 80:
                break
    return made["game"], tokens[0]


async def _act(socket: ClientConnection, number: int) -> int:
    """Take the next action by the offers: tickets at first, then cards; return how long the game is."""
    view: Json | None = None
    for seat in (0, 1):
        await socket.send(json.dumps({"type": "look", "id": f"look {number} {seat}", "seat": seat}))
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            if message["type"] == "view" and message["eyes"] == seat:
                view = message
                break
        if view["offers"]:
            break
    assert view is not None
    offers = view["offers"]
    if offers is None:
        return 1000
    action: Json = {"type": "draw_card", "from": "deck"}
    if offers["keep"]:
        action = {"type": "keep_tickets", "tickets": offers["keep"]["tickets"]}
    await socket.send(
        json.dumps({"type": "act", "id": f"act {number}", "seat": seat, "seq": view["seq"], "action": action})
    )
    return int(view["seq"])


async def messages(guest: Guest, connections: int = 10) -> None:
    """Ten connections send the dearest messages at the permitted rate."""
    game, token = await _dear_game(guest)
    board = (await guest.http.get(f"/api/games/{game}/board")).json()
    routes = sorted(board["routes"], key=lambda route: -route["length"])[:20]
    dear = [{"type": "payments", "seat": 0, "route": route["id"], "limit": 1000} for route in routes]
    looks: list[Json] = [{"type": "look", "seat": 0}]
    async with guest.sockets(game, [token], connections) as sockets:
        floods = [_flood(socket, _numbered(*dear, *looks * len(dear)), 20) for socket in sockets]
        await asyncio.gather(*floods)


async def many(guest: Guest) -> None:
    """The same over all connections that an address may have, and faster than it may."""
    await messages(guest, 90)


async def pings(guest: Guest) -> None:
    """Pings of the protocol itself, which no program of ours sees."""
    made = await guest.make([ME, {"kind": "bot"}])
    async with guest.sockets(made["game"], [], 10) as sockets:

        async def flood(socket: ClientConnection) -> None:
            with contextlib.suppress(*_GONE):
                while True:
                    for _ in range(100):
                        await socket.ping()
                    await asyncio.sleep(0)

        await asyncio.gather(*(flood(socket) for socket in sockets))


async def spectators(guest: Guest) -> None:
    """Spectators come and go at one table, a hundred at a time."""
    made = await guest.make([ME, {"kind": "bot"}])

    async def come_and_go() -> None:
        while True:
            try:
                async with await guest.connect(made["game"], []) as socket:
                    await socket.recv()
                    await asyncio.sleep(0.2)
            except _GONE:
                await asyncio.sleep(0.1)

    await asyncio.gather(*(come_and_go() for _ in range(90)))


async def slow_readers(guest: Guest) -> None:
    """Connections that ask for one view after the other, and read none."""
    game, token = await _dear_game(guest)
    async with contextlib.AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(await guest.connect(game, [token])) for _ in range(60)]
        for socket in opened:
            socket.transport.pause_reading()
        await asyncio.gather(*(_flood(socket, _numbered({"type": "look", "seat": 0}), 20) for socket in opened))


async def chat(guest: Guest) -> None:
    """Long lines of chat, from as many connections as there may be, to all of them."""
    made = await guest.make([ME, {"kind": "bot"}])
    line: Json = {"type": "chat", "seat": 0, "text": "x" * 300}
    async with guest.sockets(made["game"], [made["seats"][0]["token"]], 60) as sockets:
        lines = [({**line, "id": f"{number} {one}"} for one in itertools.count()) for number, _ in enumerate(sockets)]
        await asyncio.gather(*(_flood(socket, said, 20) for socket, said in zip(sockets, lines, strict=True)))


async def nonsense(guest: Guest) -> None:
    """Deep JSON, and messages as large as they may be."""
    made = await guest.make([ME, {"kind": "bot"}])
    large = {"type": "check", "seat": 0, "action": {"type": "claim", "route": "x" * 15_000, "cards": {"y" * 15_000: 1}}}
    deep = '{"type":"act","id":"a","seat":0,"seq":0,"action":' + "[" * 15_000

    async def flood() -> None:
        while True:
            try:
                async with await guest.connect(made["game"], [made["seats"][0]["token"]]) as socket:
                    reader = asyncio.create_task(_forget(socket))
                    for message in _numbered(large):
                        await socket.send(json.dumps(message))
                        await socket.send(deep)
                        await asyncio.sleep(0.02)
                    reader.cancel()
            except _GONE:
                await asyncio.sleep(0.1)

    await asyncio.gather(*(flood() for _ in range(20)))


async def bots(guest: Guest) -> None:
    """Tables of five bots of the highest level that nobody watches, as many as can be had."""
    while True:
        answer = await guest.http.post("/api/games", json={"board": "usa", "seats": [_STRONG] * 5})
        await asyncio.sleep(0.05 if answer.is_success else 1)


_STRONG: Final = {"kind": "bot", "level": STRONGEST}


async def watched_bots(guest: Guest) -> None:
    """The same with a spectator at every table."""
    async with contextlib.AsyncExitStack() as stack:
        while True:
            answer = await guest.http.post("/api/games", json={"board": "usa", "seats": [_STRONG] * 5})
            if not answer.is_success:
                await asyncio.sleep(1)
                continue
            with contextlib.suppress(*_GONE):
                await stack.enter_async_context(guest.sockets(answer.json()["game"], [], 1))


async def _finished(guest: Guest, players: int = 5) -> str:
    """The id of a finished game, played here and sent as a record."""
    game = semafor.new_game(semafor.load_board("usa"), players, seed="attack")
    chance = random.Random(1)
    while not game.over:
        seat = game.pending.seats[0]
        legal = game.observe(seat).legal_actions()
        game.apply(seat, chance.choice(list(itertools.islice(legal, 200))))
    answer = await guest.http.post("/api/records", json=game.record().to_json())
    answer.raise_for_status()
    return str(answer.json()["game"])


async def _forever(guest: Guest, paths: list[str], at_once: int) -> None:
    """Ask for pages, as fast as it goes."""

    async def ask(path: str) -> None:
        while True:
            with contextlib.suppress(*_GONE):
                await guest.http.get(path)

    await asyncio.gather(*(ask(path) for path in paths for _ in range(at_once)))


async def replays(guest: Guest) -> None:
    """Replays of a finished game with everything open, its record, its statistics and its analysis."""
    game = await _finished(guest)
    asked = ["replay?eyes=open", "replay?eyes=0", "record", "record?format=text", "statistics", "analysis"]
    await _forever(guest, [f"/api/games/{game}/{path}" for path in asked], 5)


async def requests(guest: Guest) -> None:
    """Everything else that can be asked for."""
    game = (await guest.make([ME, {"kind": "bot"}]))["game"]
    paths = ["/api/boards", "/api/boards/usa", "/api/lobby", f"/api/games/{game}", "/metrics", "/", "/openapi.json"]
    await _forever(guest, paths, 8)


async def boards(guest: Guest) -> None:
    """Board files as large as they may be, all of them different, at public tables; and the lobby."""
    text = board_text("northern-lights")
    text += "#" + "x" * (199_000 - len(text))

    async def upload(number: int) -> None:
        for one in itertools.count():
            body = {"board_file": f"{text}{number} {one}", "seats": [ME, {"kind": "bot"}], "public": True}
            with contextlib.suppress(*_GONE):
                await guest.http.post("/api/games", json=body)
                await guest.http.get("/api/lobby")

    await asyncio.gather(*(upload(number) for number in range(10)))


async def uploads(guest: Guest) -> None:
    """Uploads that are never finished."""
    head = b"POST /api/records HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000000\r\n\r\n"

    async def upload() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", guest.server.port, local_addr=(guest.address, 0)
                )
                writer.write(head + b" " * 3_999_000)
                await reader.read()
                writer.transport.abort()
            await asyncio.sleep(0.1)

    await asyncio.gather(*(upload() for _ in range(180)))


async def silent(guest: Guest) -> None:
    """Connections that say nothing."""

    async def wait() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", guest.server.port, local_addr=(guest.address, 0)
                )
                await reader.read()
                writer.transport.abort()
            await asyncio.sleep(0.1)

    await asyncio.gather(*(wait() for _ in range(1000)))


KINDS: Final[dict[str, Callable[[Guest], Coroutine[Any, Any, None]]]] = {
    kind.__name__: kind
    for kind in (
        *(messages, many, pings, spectators, slow_readers, chat, nonsense),
        *(bots, watched_bots, replays, requests, boards, uploads, silent),
    )
}


# What the bystander notices


class Figures:
    """How long the bystander waited, in milliseconds."""

    def __init__(self) -> None:
        self.pings: list[float] = []
        self.health: list[float] = []
        self.bots: list[float] = []

    def line(self) -> str:
        """The figures as a row of a table."""
        return " | ".join(_figures(values) for values in (self.pings, self.health, self.bots))


def _figures(values: list[float]) -> str:
    if not values:
        return "–"
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]:.0f}, {ordered[int(len(ordered) * 0.99)]:.0f}, {ordered[-1]:.0f} ms"


async def watch(bystander: Guest, figures: Figures) -> None:
    """Play against a bot of the highest level, and ping meanwhile; until cancelled."""
    made = await bystander.make([{"kind": "me", "name": "Ala"}, _STRONG])
    async with await bystander.connect(made["game"], [made["seats"][0]["token"]]) as socket:
        table = _Table(socket)
        await asyncio.gather(table.read(), table.ping(figures), table.play(figures), _ask_health(bystander, figures))


async def _ask_health(bystander: Guest, figures: Figures) -> None:
    while True:
        started = time.perf_counter()
        (await bystander.http.get("/healthz")).raise_for_status()
        figures.health.append(1000 * (time.perf_counter() - started))
        await asyncio.sleep(EVERY)


class _Table:
    """The bystander's game."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: Json = {}
        self.waiting: dict[str, asyncio.Future[Json]] = {}
        self.news = asyncio.Event()

    async def read(self) -> None:
        async for raw in self.socket:
            message = json.loads(raw)
            if message["type"] == "answer":
                self.waiting.pop(message["id"]).set_result(message)
            elif message["type"] == "view":
                self.view = message
                self.news.set()

    async def ask(self, message: Json) -> Json:
        answered: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self.waiting[message["id"]] = answered
        await self.socket.send(json.dumps(message))
        return await answered

    async def ping(self, figures: Figures) -> None:
        for number in itertools.count():
            started = time.perf_counter()
            await self.ask({"type": "ping", "id": f"ping {number}"})
            figures.pings.append(1000 * (time.perf_counter() - started))
            await asyncio.sleep(EVERY)

    async def play(self, figures: Figures) -> None:
        """Act by the offers; the bot's time counts from the acknowledged action to its own."""
        chance = random.Random(1)
        for number in itertools.count():
            started: float | None = None
            while not self.view.get("offers"):
                if self.view and 0 not in self.view["observation"]["to_act"] and started is None:
                    started = time.perf_counter()
                self.news.clear()
                await self.news.wait()
            if started is not None:
                figures.bots.append(1000 * (time.perf_counter() - started))
            action = choose(self.view["offers"], self.view["observation"], chance)
            seq = self.view["seq"]
            self.view = {}
            await self.ask({"type": "act", "id": f"act {number}", "seat": 0, "seq": seq, "action": action})


async def attack(port: int, kind: str) -> None:
    """Attack a server until this process is ended."""
    server = Attacked("", port=port)
    print("begins", flush=True)
    await KINDS[kind](Guest(server, HOSTILE))


async def measure(server: Server, seconds: float) -> Figures:
    """Be the bystander for so many seconds."""
    bystander = Guest(server, BYSTANDER)
    figures = Figures()
    watching = asyncio.create_task(watch(bystander, figures))
    try:
        await asyncio.wait([watching], timeout=seconds)
        if watching.done():
            watching.result()
    finally:
        await bystander.leave()
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
    return figures


@contextlib.contextmanager
def attacking(server: Server, kind: str) -> Iterator[None]:
    """Attack from a process of its own: what the guest does costs the bystander nothing on this side."""
    if kind not in KINDS:
        yield
        return
    command = [sys.executable, "-W", "ignore", "-m", "tests.server.attack", kind, "--against", str(server.port)]
    guest = subprocess.Popen(["nice", *command], stdout=subprocess.PIPE, text=True)
    try:
        assert guest.stdout is not None
        assert guest.stdout.readline() == "begins\n"
        yield
        assert guest.poll() is None, "the guest has given up"
    finally:
        guest.kill()
        guest.communicate()


def main() -> None:
    """Do all attacks that were asked for, each on a new server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"nothing, {', '.join(KINDS)}; all if none is named")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--against", type=int, help="be the guest only, at a server on this port")
    options = parser.parse_args()
    if options.against is not None:
        asyncio.run(attack(options.against, options.kinds[0]))
        return
    print("| attack | ping p50, p99, worst | /healthz | bot's answer | memory | load |")
    print("| --- | --- | --- | --- | --- | --- |")
    for kind in options.kinds or ["nothing", *KINDS]:
        with tempfile.TemporaryDirectory() as folder, Attacked(str(Path(folder) / "games.sqlite3")) as server:
            before = server.memory()
            with attacking(server, kind):
                figures = asyncio.run(measure(server, options.seconds))
                grown = (server.memory() - before) / 1e6
            load = os.getloadavg()[0]
            print(f"| {kind} | {figures.line()} | +{grown:.0f} MB | {load:.0f} |", flush=True)
            assert server.process is not None
            assert server.process.poll() is None, "the server has ended"


if __name__ == "__main__":
    main()
