"""Measure how much space a finished game takes in PostgreSQL: `python -m benchmarks.disk [--games 40]`.

Planners play games on every board with two and four players; they are stored as the server stores them, with a client's
id for every action, as if people had played.
"""

from __future__ import annotations

import argparse
import asyncio
from uuid import uuid4

import psycopg

from semafor import Chance, Game, load_board
from semafor.bots.registry import make_bot
from semafor.server.store.bus_postgres import conninfo
from semafor.server.store.database import database_url
from semafor.server.store.storage import Storage
from semafor.table.finished.files import stored_from_file
from tests.server.postgres import postgres_server

SIZES = (
    "SELECT sum(pg_table_size(oid)), sum(pg_indexes_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname = ANY(%s)"
)
BOARDS = {"usa": (2, 4), "nordic-countries": (2, 3), "italy": (2, 4), "northern-lights": (2, 4)}
TABLES = ["games", "seats", "entries", "chat"]


def played(board: str, players: int, seed: str) -> object:
    own = load_board(board)
    game = Game.new(own, players=players, seed=seed)
    bots = [make_bot("planner", own) for _ in range(players)]
    chance = Chance.seeded(1)
    while not game.over:
        seat = game.pending.seats[0]
        seen = game.observe(seat)
        game.apply(seat, bots[seat].choose(seen, seen.legal, chance, 1.0))
    return game.record().to_json()


async def measure(url: str, games: int) -> None:
    storage = Storage(url)
    await storage.open()
    sizes = [(0, 0)]
    entries = 0
    for board, tables in BOARDS.items():
        for players in tables:
            lengths = []
            for number in range(games):
                row, seats, log = stored_from_file(played(board, players, f"disk {number}"), 1.0)
                for entry in log:
                    entry.client_id = uuid4().hex
                await storage.create(row, seats, log)
                lengths.append(len(log))
            async with await psycopg.AsyncConnection.connect(conninfo(url), autocommit=True) as connection:
                await connection.execute("VACUUM ANALYZE")
                cursor = await connection.execute(SIZES, [TABLES])
                row_ = await cursor.fetchone()
            assert row_ is not None
            sizes.append((int(row_[0]), int(row_[1])))
            table, index = (now - before for now, before in zip(sizes[-1], sizes[-2], strict=True))
            entries += sum(lengths)
            print(
                f"{board}, {players} players: {sum(lengths) / games:.0f} entries a game,"
                f" {(table + index) / games / 1000:.0f} kB with indexes ({index / games / 1000:.0f} kB)",
                flush=True,
            )
    print(f"per entry: {sum(sizes[-1]) / entries:.0f} bytes")
    await storage.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    options = parser.parse_args()
    with postgres_server() as make:
        asyncio.run(measure(database_url(make()), options.games))


if __name__ == "__main__":
    main()
