"""What a bystander in another game notices: how long pings, /healthz and bots take."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import time
from typing import Final

from websockets.asyncio.client import ClientConnection

from tests.server.attacks.guests import BYSTANDER, STRONG, Guest, Json
from tests.server.client import choose
from tests.server.serving import Server

EVERY: Final = 0.1
"""Seconds between two pings."""


class Figures:
    """How long the bystander waited, in milliseconds."""

    def __init__(self) -> None:
        self.pings: list[float] = []
        self.health: list[float] = []
        self.bots: list[float] = []

    def line(self) -> str:
        """Return the figures as a row of a table."""
        return " | ".join(_figures(values) for values in (self.pings, self.health, self.bots))


def _figures(values: list[float]) -> str:
    if not values:
        return "–"
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]:.0f}, {ordered[int(len(ordered) * 0.99)]:.0f}, {ordered[-1]:.0f} ms"


async def watch(bystander: Guest, figures: Figures) -> None:
    """Play against a top-level bot and ping meanwhile, until cancelled."""
    made = await bystander.make([{"kind": "me", "name": "Ala"}, STRONG])
    async with await bystander.connect(made["game"], [made["seats"][0]["token"]]) as socket:
        table = _Table(socket)
        await asyncio.gather(table.read(), table.ping(figures), table.play(figures), _ask_health(bystander, figures))


async def _ask_health(bystander: Guest, figures: Figures) -> None:
    while True:
        started = time.perf_counter()
        answer = await bystander.http.get("/healthz")
        assert answer.is_success, f"/healthz returned {answer.status_code}: {answer.text}"
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
        """Act on the offers; time the bot from the acknowledged action to its own."""
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


async def measure(server: Server, seconds: float) -> Figures:
    """Be the bystander for some seconds."""
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
