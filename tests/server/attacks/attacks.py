"""What one hostile guest does to a server; each attack goes on until it is cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import struct
from collections.abc import Callable, Coroutine, Iterator
from socket import SO_LINGER, SOL_SOCKET
from socket import socket as tcp_socket
from typing import Any, Final

from websockets.asyncio.client import ClientConnection

import semafor
from semafor.engine.loading import board_text
from tests.server.attacks.frames import frames
from tests.server.attacks.guests import GONE, STRONG, WEAK, Guest, Json, forget
from tests.server.serving import PATIENCE


async def _flood(socket: ClientConnection, messages: Iterator[Json], rate: float) -> None:
    """Send messages at a rate, whatever the answers."""
    with contextlib.suppress(*GONE):
        for message in messages:
            await socket.send(json.dumps(message))
            await asyncio.sleep(1 / rate)


def _numbered(*messages: Json) -> Iterator[Json]:
    for number in itertools.count():
        yield {**messages[number % len(messages)], "id": str(number)}


ME: Final = {"kind": "me", "name": "Mallory"}


async def dear_game(guest: Guest) -> tuple[str, str]:
    """Return a game on the Nordic board with a full hand, in which views and payments are most expensive."""
    if guest.dear is not None:
        return guest.dear
    made = await guest.make([ME, {"kind": "me", "name": "Trudy"}], board="nordic-countries")
    tokens = [seat["token"] for seat in made["seats"]]
    async with await guest.connect(made["game"], tokens) as socket:
        for number in itertools.count():
            seat = await _act(socket, number)
            if seat >= 80:
                break
    guest.dear = made["game"], tokens[0]
    return guest.dear


async def _act(socket: ClientConnection, number: int) -> int:
    """Take the next action from the offers: tickets at first, then cards; return the length of the game."""
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
    """Send the most expensive messages over ten connections at the permitted rate."""
    game, token = await dear_game(guest)
    board = (await guest.http.get(f"/api/games/{game}/board")).json()
    routes = sorted(board["routes"], key=lambda route: -route["length"])[:20]
    dear = [{"type": "payments", "seat": 0, "route": route["id"], "limit": 500} for route in routes]
    looks: list[Json] = [{"type": "look", "seat": 0}]
    async with guest.sockets(game, [token], connections) as sockets:
        floods = [_flood(socket, _numbered(*dear, *looks * len(dear)), 20) for socket in sockets]
        await asyncio.gather(*floods)


async def many(guest: Guest) -> None:
    """Send the same over as many connections as an address may have, faster than permitted."""
    await messages(guest, 90)


async def pings(guest: Guest) -> None:
    """Send WebSocket pings, which our code never sees."""
    made = await guest.make([ME, {"kind": "bot"}])
    async with guest.sockets(made["game"], [], 10) as sockets:

        async def flood(socket: ClientConnection) -> None:
            with contextlib.suppress(*GONE):
                while True:
                    for _ in range(100):
                        await socket.ping()
                    await asyncio.sleep(0)

        await asyncio.gather(*(flood(socket) for socket in sockets))


async def spectators(guest: Guest) -> None:
    """Let spectators come and go at one table, a hundred at a time."""
    made = await guest.make([ME, {"kind": "bot"}])

    async def come_and_go() -> None:
        while True:
            try:
                async with await guest.connect(made["game"], []) as socket:
                    await socket.recv()
                    await asyncio.sleep(0.2)
            except GONE:
                await asyncio.sleep(0.1)

    await asyncio.gather(*(come_and_go() for _ in range(90)))


async def slow_readers(guest: Guest) -> None:
    """Open connections that ask for one view after another and read none."""
    game, token = await dear_game(guest)
    async with contextlib.AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(await guest.connect(game, [token])) for _ in range(60)]
        for socket in opened:
            socket.transport.pause_reading()
        await asyncio.gather(*(_flood(socket, _numbered({"type": "look", "seat": 0}), 20) for socket in opened))


async def chat(guest: Guest) -> None:
    """Send long lines of chat over as many connections as allowed."""
    made = await guest.make([ME, {"kind": "bot"}])
    line: Json = {"type": "chat", "seat": 0, "text": "x" * 300}
    async with guest.sockets(made["game"], [made["seats"][0]["token"]], 60) as sockets:
        lines = [({**line, "id": f"{number} {one}"} for one in itertools.count()) for number, _ in enumerate(sockets)]
        await asyncio.gather(*(_flood(socket, said, 20) for socket, said in zip(sockets, lines, strict=True)))


async def nonsense(guest: Guest) -> None:
    """Send deeply nested JSON, and messages of the largest permitted size."""
    made = await guest.make([ME, {"kind": "bot"}])
    large = {"type": "check", "seat": 0, "action": {"type": "claim", "route": "x" * 15_000, "cards": {"y" * 15_000: 1}}}
    deep = '{"type":"act","id":"a","seat":0,"seq":0,"action":' + "[" * 15_000

    async def flood() -> None:
        while True:
            try:
                async with await guest.connect(made["game"], [made["seats"][0]["token"]]) as socket:
                    reader = asyncio.create_task(forget(socket))
                    for message in _numbered(large):
                        await socket.send(json.dumps(message))
                        await socket.send(deep)
                        await asyncio.sleep(0.02)
                    reader.cancel()
            except GONE:
                await asyncio.sleep(0.1)

    await asyncio.gather(*(flood() for _ in range(20)))


async def bots(guest: Guest) -> None:
    """Make as many unwatched tables of five top-level bots as allowed."""
    while True:
        answer = await guest.http.post("/api/games", json={"board": "usa", "seats": [STRONG] * 5})
        await asyncio.sleep(0.05 if answer.is_success else 1)


async def watched_bots(guest: Guest) -> None:
    """Do the same with a spectator at every table."""
    async with contextlib.AsyncExitStack() as stack:
        while True:
            answer = await guest.http.post("/api/games", json={"board": "usa", "seats": [STRONG] * 5})
            if not answer.is_success:
                await asyncio.sleep(1)
                continue
            with contextlib.suppress(*GONE):
                await stack.enter_async_context(guest.sockets(answer.json()["game"], [], 1))


async def quick_bots(guest: Guest) -> None:
    """Make tables of five bots of the lowest level, which move as fast as allowed, each with a spectator."""
    async with contextlib.AsyncExitStack() as stack:
        while True:
            answer = await guest.http.post("/api/games", json={"board": "usa", "seats": [WEAK] * 5})
            if not answer.is_success:
                await asyncio.sleep(1)
                continue
            with contextlib.suppress(*GONE):
                await stack.enter_async_context(guest.sockets(answer.json()["game"], [], 1))


async def hints(guest: Guest) -> None:
    """Ask for hints over all connections; the game keeps moving, so that none is cached."""
    made = await guest.make([ME, {"kind": "bot", "level": WEAK["level"]}])
    tokens = [made["seats"][0]["token"]]
    async with guest.sockets(made["game"], tokens, 60) as sockets, await guest.connect(made["game"], tokens) as player:
        asking = [asyncio.create_task(_flood(one, _numbered({"type": "hint", "seat": 0}), 20)) for one in sockets]
        with contextlib.suppress(*GONE):
            for number in itertools.count():
                await _act(player, number)
        await asyncio.gather(*asking)


async def finished(guest: Guest, players: int = 5) -> str:
    """Play a game, send it as a record, and return its id."""
    game = semafor.new_game(semafor.load_board("usa"), players, seed="attack")
    chance = random.Random(1)
    while not game.over:
        seat = game.pending.seats[0]
        legal = game.observe(seat).legal
        game.apply(seat, chance.choice(list(itertools.islice(legal, 200))))
    answer = await guest.http.post("/api/records", json=game.record().to_json())
    answer.raise_for_status()
    return str(answer.json()["game"])


async def _forever(guest: Guest, paths: list[str], at_once: int) -> None:
    """Request pages as fast as possible."""

    async def ask(path: str) -> None:
        while True:
            with contextlib.suppress(*GONE):
                await guest.http.get(path)

    await asyncio.gather(*(ask(path) for path in paths for _ in range(at_once)))


async def replays(guest: Guest) -> None:
    """Request replays of a finished game with everything open, its record, statistics and analysis."""
    game = await finished(guest)
    asked = ["replay?eyes=open", "replay?eyes=0", "record", "record?format=text", "statistics", "analysis"]
    await _forever(guest, [f"/api/games/{game}/{path}" for path in asked], 5)


async def spreads(guest: Guest) -> None:
    """Let bots play on from the beginning of a finished game, analyse it, and ask for the pars of many days."""
    game = await finished(guest)
    asked = [f"/api/games/{game}/spread?after=6&first={first}&games=20" for first in range(0, 100, 20)]
    days = [f"/api/days/2026-{month:02}-{day:02}/usa/par" for month in (10, 11) for day in range(1, 16)]
    await _forever(guest, [*asked, *days, f"/api/games/{game}/analysis"], 2)


async def heads(guest: Guest) -> None:
    """Send headers that never end, and endless requests on one connection."""
    header = b"X: " + b"x" * 1000 + b"\r\n"
    kinds = [
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", header * 60),
        (b"GET /", b"x" * 60_000),
        (b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", header * 60),
        (b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1500),
    ]

    async def send(first: bytes, then: bytes) -> None:
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", guest.server.port, local_addr=(guest.address, 0))
                writer.write(first)
                while not writer.is_closing():
                    writer.write(then)
                    await writer.drain()
                    await asyncio.sleep(0)
            await asyncio.sleep(0.1)

    await asyncio.gather(*(send(*kind) for kind in kinds for _ in range(20)))


async def requests(guest: Guest) -> None:
    """Request every other page."""
    game = (await guest.make([ME, {"kind": "bot"}]))["game"]
    paths = ["/api/boards", "/api/boards/usa", "/api/lobby", f"/api/games/{game}", "/metrics", "/", "/openapi.json"]
    await _forever(guest, paths, 8)


async def contests(guest: Guest) -> None:
    """Request a contest with the most tables allowed, new contests and people, the ladder, results and puzzles."""
    wanted = {"name": "Friday", "board": "usa", "seats": [{"kind": "person"}] * 5, "deals": 12}
    made = (await guest.http.post("/api/contests", json=wanted)).json()
    host = {"authorization": f"Bearer {made['host']}"}
    page = f"/api/contests/{made['contest']}"

    async def come() -> None:
        for number in itertools.count():
            with contextlib.suppress(*GONE):
                await guest.http.post(f"{page}/join", json={"name": f"Mallory {number}"})
                await guest.http.post(f"{page}/manage", json={"what": "open_joining"}, headers=host)
                await guest.http.post("/api/contests", json=wanted)

    days = (await guest.http.get("/api/days")).json()
    puzzle = (await guest.http.get("/api/puzzles")).json()[0]
    paths = [page, "/api/ladder", f"/api/days/{days['today']}/usa/results?sealed=true", "/api/puzzles"]
    paths.append(f"/api/puzzles/{puzzle['board']}/{puzzle['puzzles'][0]['id']}")
    await asyncio.gather(come(), _forever(guest, paths, 8))


async def results(guest: Guest) -> None:
    """Send day results that are a megabyte of brackets, each from a new guest."""
    day = (await guest.http.get("/api/days")).json()["today"]
    body = b'{"name": "Mallory", "record": [' + b"[]," * 320_000 + b"[]]}"

    async def send(number: int) -> None:
        for one in itertools.count():
            headers = {"authorization": f"Bearer {f'{number}-{one}'.rjust(40, 'x')}"}
            with contextlib.suppress(*GONE):
                await guest.http.post(f"/api/days/{day}/usa/results", content=body, headers=headers)

    await asyncio.gather(*(send(number) for number in range(10)))


async def boards(guest: Guest) -> None:
    """Send board files of the largest permitted size, all different, at public tables; request the lobby."""
    text = board_text("northern-lights")
    text += "#" + "x" * (199_000 - len(text))

    async def upload(number: int) -> None:
        for one in itertools.count():
            body = {"board_file": f"{text}{number} {one}", "seats": [ME, {"kind": "bot"}], "public": True}
            with contextlib.suppress(*GONE):
                await guest.http.post("/api/games", json=body)
                await guest.http.get("/api/lobby")

    await asyncio.gather(*(upload(number) for number in range(10)))


async def uploads(guest: Guest) -> None:
    """Start uploads that never finish."""
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
    """Open connections that send nothing."""

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


async def resets(guest: Guest) -> None:
    """Connect and reset the connection at once, without a byte."""
    abort = struct.pack("ii", 1, 0)

    def reset_many() -> None:
        while True:
            with contextlib.suppress(OSError), tcp_socket() as made:
                made.setsockopt(SOL_SOCKET, SO_LINGER, abort)
                made.bind((guest.address, 0))
                made.connect(("127.0.0.1", guest.server.port))

    await asyncio.gather(*(asyncio.to_thread(reset_many) for _ in range(4)))


KINDS: Final[dict[str, Callable[[Guest], Coroutine[Any, Any, None]]]] = {
    kind.__name__: kind
    for kind in (
        *(messages, many, pings, frames, spectators, slow_readers, chat, nonsense),
        *(
            bots,
            watched_bots,
            quick_bots,
            hints,
            replays,
            spreads,
            requests,
            contests,
            results,
            boards,
            uploads,
            heads,
            silent,
            resets,
        ),
    )
}
