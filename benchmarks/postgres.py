"""Find the limit of one PostgreSQL, with server processes that only write entries and hear of each other's.

    python -m benchmarks.postgres [--processes 1 2 4 8] [--seconds 10] [--batch 10]

Each process writes batches as the server does (`PostgresAppender`), one after the other, to its own games, and
listens to all the others. Every batch is on disk before the next one begins (`fsync=on`). One more process only
listens. Prints the number of entries written, the time of a commit, and the CPU time of PostgreSQL and that listener.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import time
from multiprocessing.connection import Connection
from pathlib import Path

import psycopg
from sqlalchemy import insert

from semafor.server.store.bus_postgres import CHANNEL, conninfo
from semafor.server.store.database import check_database, database_url, make_engine
from semafor.server.store.log_postgres import PostgresAppender
from semafor.server.store.log_writer import NewEntry
from semafor.server.store.schema import GAMES
from semafor.table.stored import StoredEntry
from tests.server.postgres import postgres_server

ACTION = '{"type":"claim","route":"denver:omaha:grey","cards":{"purple":3,"locomotive":1},"ferry_cards":0}'
TICK = os.sysconf("SC_CLK_TCK")


def game_id(process: int, game: int) -> str:
    """Return the id of one of a process's games."""
    return f"p{process}g{game}"


async def fill(url: str, processes: int, games: int) -> None:
    """Create the games to write to."""
    await check_database(url)
    engine = make_engine(url)
    usual: dict[type, object] = {bool: False, int: 0, float: 0.0, str: "x"}
    row = {column.name: None if column.nullable else usual[column.type.python_type] for column in GAMES.columns}
    rows = [
        {**row, "id": game_id(process, game), "invite": game_id(process, game)}
        for process in range(processes)
        for game in range(games)
    ]
    async with engine.begin() as connection:
        await connection.execute(insert(GAMES), rows)
    await engine.dispose()


def new_entries(process: int, games: int, seq: int) -> list[NewEntry]:
    """Return an action at each of a process's games."""
    at = time.time()
    return [
        NewEntry(
            StoredEntry(
                game=game_id(process, game),
                seq=seq,
                kind="action",
                seat=0,
                action=ACTION,
                by_bot=False,
                reason=None,
                yes=None,
                client_id=f"{process}-{game}-{seq}",
                at=at,
            ),
            "playing",
            None,
        )
        for game in range(games)
    ]


async def write(url: str, process: int, batch: int, until: float) -> list[float]:
    """Write one batch after another; return how long each took."""
    appender = PostgresAppender(url)
    taken: list[float] = []
    seq = 0
    while time.time() < until:
        seq += 1
        entries = new_entries(process, batch, seq)
        started = time.perf_counter()
        await appender.write(entries)
        taken.append(time.perf_counter() - started)
    await appender.close()
    return taken


async def hear(url: str, until: float) -> int:
    """Count a notification."""
    heard = 0
    async with await psycopg.AsyncConnection.connect(conninfo(url), autocommit=True) as connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        while (left := until - time.time()) > 0:
            async for _ in connection.notifies(timeout=left):
                heard += 1
    return heard


def work(url: str, process: int, batch: int, report: Connection) -> None:
    """Run as one process of a server; without a batch, only listen."""

    async def both(until: float) -> tuple[list[float], int]:
        if batch == 0:
            return [], await hear(url, until)
        taken, heard = await asyncio.gather(write(url, process, batch, until), hear(url, until))
        return taken, heard

    report.send("ready")
    until = report.recv()
    before = time.process_time()
    taken, heard = asyncio.run(both(until))
    report.send((taken, heard, time.process_time() - before))


def postgres_seconds() -> float:
    """Return the CPU seconds of all PostgreSQL processes here."""
    total = 0.0
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdecimal() and (folder / "comm").read_text(encoding="utf-8").startswith("postgres"):
                fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                total += (int(fields[11]) + int(fields[12])) / TICK
        except OSError:
            continue
    return total


def measure(url: str, processes: int, batch: int, seconds: float) -> str:
    """Return a row of the table."""
    asyncio.run(fill(url, processes, batch))
    context = multiprocessing.get_context("spawn")
    lines = []
    started = []
    for process in range(processes + 1):
        ours, theirs = context.Pipe()
        worker = context.Process(target=work, args=(url, process, batch if process < processes else 0, theirs))
        worker.start()
        started.append(worker)
        lines.append(ours)
    for line in lines:
        line.recv()
    before, began = postgres_seconds(), time.time()
    for line in lines:
        line.send(began + seconds)
    # Read it while they are running: a process's CPU time is gone with it.
    time.sleep(seconds - 0.5)
    database = (postgres_seconds() - before) * seconds / (seconds - 0.5)
    results = [line.recv() for line in lines]
    for worker in started:
        worker.join()
    _, heard, listening = results.pop()
    times = sorted(one for taken, _, _ in results for one in taken)
    entries = len(times) * batch
    cells = [
        f"{processes}",
        f"{entries / seconds:,.0f}",
        f"{1000 * times[len(times) // 2]:.0f}, {1000 * times[int(len(times) * 0.99)]:.0f} ms",
        f"{100 * database / seconds:.0f} %",
        f"{1000 * database / entries:.2f} ms",
        f"{1e6 * listening / max(1, heard):.0f} µs",
        f"{os.getloadavg()[0]:.0f}",
    ]
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    """Measure with more and more processes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--batch", type=int, default=10, help="entries that are committed together")
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args()
    print("| processes | entries/s | commit p50, p99 | PostgreSQL, of a core | per entry | to hear of one | load |")
    print("| ---: | ---: | --- | ---: | ---: | ---: | ---: |")
    with postgres_server() as make:
        for processes in options.processes:
            print(measure(database_url(make()), processes, options.batch, options.seconds), flush=True)


if __name__ == "__main__":
    main()
