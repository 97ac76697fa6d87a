"""A scripted player: speaks the protocol over real sockets, keeps everything it receives, and acts on the offers."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Self, TypeVar
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.server.serving import PATIENCE

Json = dict[str, Any]
T = TypeVar("T")


_made: list[Player] = []


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a test and close whatever it left open."""

    async def wait() -> T:
        try:
            return await work
        finally:
            for player in _made:
                await player.close()
            _made.clear()

    return asyncio.run(wait())


async def post(url: str, path: str, body: object, token: str | None = None) -> Json:
    """Send a request that must be answered with 200."""
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(verify=False, base_url=url, timeout=PATIENCE) as client:
        answer = await client.post(path, json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    made: Json = answer.json()
    return made


async def get(url: str, path: str, token: str | None = None) -> Any:
    """Send a GET request that must succeed."""
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(verify=False, base_url=url, timeout=PATIENCE) as client:
        answer = await client.get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def metric(url: str, name: str, label: str = "") -> float:
    """Return the sum of a server's metric over all labels, or over those that contain one."""
    return metric_in(httpx.get(f"{url}/metrics", verify=False, timeout=PATIENCE).text, name, label)


def metric_in(text: str, name: str, label: str = "") -> float:
    """Return the same from the text of /metrics."""
    lines = re.findall(rf"^{name}(?:\{{([^}}]*)\}})? (\S+)$", text, re.MULTILINE)
    return sum(float(value) for labels, value in lines if label in labels)


async def new_game(url: str, seats: list[Json], **more: object) -> Json:
    """Make a table."""
    return await post(url, "/api/games", {"board": "usa", "seats": seats, **more})


class Player:
    """One connection to a table, reopened whenever it breaks."""

    def __init__(self, url: str, game: str, tokens: list[str] | None = None, seed: int = 0) -> None:
        self.url = url.replace("http", "ws", 1)
        self.game = game
        self.tokens = tokens or []
        self.random = random.Random(seed)
        self.received: list[Json] = []
        self.raw: list[str] = []
        self.welcome: Json = {}
        self.table: Json = {}
        self.view: Json = {}
        self.log: dict[int, Json] = {}
        self.answers: dict[str, Json] = {}
        self.socket: ClientConnection | None = None
        self.reader: asyncio.Task[None] | None = None
        self.changed = asyncio.Event()
        self.closed: tuple[int, str] | None = None
        _made.append(self)

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self, last_seq: int | None = None) -> None:
        """Connect and say hello."""
        self.closed = None
        self.welcome = {}
        self.socket = await connect(
            f"{self.url}/api/games/{self.game}/socket", max_size=None, open_timeout=PATIENCE, ping_interval=None
        )
        await self.send({"type": "hello", "version": 2, "tokens": self.tokens, "last_seq": last_seq})
        self.reader = asyncio.create_task(self._read(self.socket))
        await self.until(lambda: bool(self.welcome) or self.closed is not None)

    async def open_again(self, seconds: float = PATIENCE) -> None:
        """Connect as soon as the server is up, and resume from the last entry seen."""
        await self.close()
        end = asyncio.get_running_loop().time() + seconds
        while True:
            try:
                await self.open(self.seq or None)
            except (OSError, WebSocketException, AssertionError):
                assert asyncio.get_running_loop().time() < end, "the server is not up"
                await asyncio.sleep(0.05)
            else:
                if self.welcome:
                    return
                await asyncio.sleep(0.05)

    async def close(self) -> None:
        if self.reader is not None:
            self.reader.cancel()
            await asyncio.gather(self.reader, return_exceptions=True)
            self.reader = None
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    def cut(self) -> None:
        """Abort the connection without a close frame."""
        assert self.socket is not None
        self.socket.transport.abort()

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for raw in socket:
                assert isinstance(raw, str)
                self.raw.append(raw)
                self._take(json.loads(raw))
        except ConnectionClosed:
            pass
        self.closed = (socket.close_code or 0, socket.close_reason or "")
        self.changed.set()

    def _take(self, message: Json) -> None:
        self.received.append(message)
        match message["type"]:
            case "welcome":
                self.welcome = message
                self.table = message["table"]
            case "table":
                self.table = message["table"]
            case "view":
                if message["reset"]:
                    self.log.clear()
                else:
                    assert message["from_seq"] == self.seq, "a view must continue from the last entry"
                for entry in message["entries"]:
                    assert entry["seq"] not in self.log, "an entry came twice"
                    self.log[entry["seq"]] = entry
                self.view = message
            case "answer":
                assert message["id"] not in self.answers, "a request was answered twice"
                self.answers[message["id"]] = message
        self.changed.set()

    @property
    def seq(self) -> int:
        return int(self.view.get("seq", 0))

    @property
    def over(self) -> bool:
        return bool(self.view) and self.view["score"] is not None

    def kinds(self) -> list[str]:
        """Return the kinds of all log entries."""
        return [str(self.log[seq]["kind"]) for seq in sorted(self.log)]

    async def send(self, message: Json) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def until(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait for a condition."""
        end = asyncio.get_running_loop().time() + seconds
        while not condition():
            left = end - asyncio.get_running_loop().time()
            if left <= 0:
                raise AssertionError(f"timed out after {seconds} s; last: {str(self.received[-1:])[:600]}")
            self.changed.clear()
            try:
                await asyncio.wait_for(self.changed.wait(), left)
            except TimeoutError:
                continue

    async def until_seq(self, seq: int) -> None:
        """Wait until it has seen an entry of the log or a later one."""
        await self.until(lambda: self.seq >= seq or self.closed is not None)
        assert self.seq >= seq, self.closed

    async def until_view(self) -> None:
        """Wait for the first view."""
        await self.until(lambda: bool(self.view))

    async def until_more(self) -> None:
        """Wait until something happens in the game or the connection is lost."""
        before = self.seq
        await self.until(lambda: self.seq != before or self.closed is not None)

    async def ask(self, type_: str, **fields: object) -> Json:
        """Send a request and wait for its answer."""
        id_ = str(fields.pop("id", uuid4()))
        self.answers.pop(id_, None)
        await self.send({"type": type_, "id": id_, **fields})
        await self.until(lambda: id_ in self.answers or self.closed is not None)
        if id_ not in self.answers:
            raise ConnectionError("the connection broke before the answer")
        return self.answers[id_]

    async def act(self, action: Json, **fields: object) -> Json:
        """Act for the seat whose view it has."""
        return await self.ask("act", **{"seat": self.view["eyes"], "seq": self.seq, "action": action, **fields})

    def choice(self) -> Json | None:
        """Return an action from the offers, or None when there is nothing to decide."""
        offers = self.view.get("offers")
        if not offers:
            return None
        return choose(offers, self.view["observation"], self.random)

    async def play(self, done: Callable[[], Awaitable[bool] | bool] | None = None) -> None:
        """Play from the offers until the game is over or `done` says so."""
        while not self.over:
            if done is not None:
                enough = done()
                if enough if isinstance(enough, bool) else await enough:
                    return
            action = self.choice()
            if action is None:
                await self.until_more()
                assert self.closed is None, self.closed
                continue
            answer = await self.act(action)
            assert answer["ok"] or answer["error"]["code"] == "stale", (action, answer)
            if answer["ok"]:
                await self.until_seq(answer["seq"])


def choose(offers: Json, observation: Json, chance: random.Random) -> Json:
    """Return a legal action: claim a route if possible, else draw cards."""
    if offers["keep"]:
        least = max(1, offers["keep"]["at_least"])
        return {"type": "keep_tickets", "tickets": offers["keep"]["tickets"][:least]}
    if offers["tunnel"]:
        if offers["tunnel"]["payments"] and chance.random() < 0.8:
            return {"type": "pay_tunnel", "cards": chance.choice(offers["tunnel"]["payments"])}
        return {"type": "withdraw"}
    draw = offers["draw"]
    if offers["claims"] and chance.random() < 0.85:
        longest = sorted(offers["claims"], key=lambda claim: -sum(claim["best"]["cards"].values()))
        claim = chance.choice(longest[:3])
        return {"type": "claim", "route": claim["route"], **claim["best"]}
    if draw["tickets"] and chance.random() < 0.04:
        return {"type": "draw_tickets"}
    if draw["ferry_card"] and chance.random() < 0.3:
        return {"type": "draw_ferry_card"}
    shown = [card for card, can in zip(observation["display"], draw["display"], strict=True) if can]
    if shown and (not draw["deck"] or chance.random() < 0.5):
        return {"type": "draw_card", "from": "display", "card": chance.choice(shown)}
    if draw["deck"]:
        return {"type": "draw_card", "from": "deck"}
    if offers["claims"]:
        return {"type": "claim", "route": offers["claims"][0]["route"], **offers["claims"][0]["best"]}
    for kind in ("tickets", "ferry_card"):
        if draw[kind]:
            return {"type": f"draw_{kind}"}
    return {"type": "pass"}
