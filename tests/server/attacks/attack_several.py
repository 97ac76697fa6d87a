"""Attack two processes on one PostgreSQL: everybody joins at once, connections are cut, processes are killed.

    PYTHONPATH=src .venv/bin/python -m tests.server.attacks.attack_several --tables 16 --kills 40 --cuts 200

It prints what it counts; everything that must be 0 is marked, and the exit code says whether it was.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time

import psycopg

from tests.server.client import Json, Player, new_game, post, run
from tests.server.postgres import postgres_server
from tests.server.serving import FAST, Server
from tests.server.store.test_chaos import PEOPLE, Tough, check_log, postgres_log

SEATS = 5


async def come(made: Json, number: int, servers: list[Server]) -> tuple[Player, bool]:
    """Join at one process and connect to the other; return whether the player got the seat."""
    here, there = servers if number % 2 else servers[::-1]
    body = {"name": f"Guest {number}", "invite": made["invite"]}
    joined = await post(here.url, f"/api/games/{made['game']}/join", body)
    player = Tough(there.url, made["game"], [joined["token"]], seed=number)
    await player.open()
    return player, player.welcome["seats"] == [joined["seat"]]


async def join_all(servers: list[Server], tables: int) -> int:
    """Let everybody join at once through both processes; return how many became spectators."""
    made = [await new_game(servers[0].url, [{"kind": "open"}] * SEATS, board="usa") for _ in range(tables)]
    for one in made:
        for server in servers:
            await Player(server.url, one["game"]).open()
    started = time.monotonic()
    guests = [come(one, number, servers) for one in made for number in range(SEATS)]
    came = await asyncio.gather(*guests)
    spectators = sum(not seated for _, seated in came)
    print(f"{len(came)} people joined {tables} tables through two processes in {time.monotonic() - started:.1f} s")
    print(f"  became spectators (must be 0): {spectators}")
    for player, _ in came:
        await player.close()
    return spectators


def cut_listeners(url: str) -> int:
    """Cut the connections on which processes listen."""
    statement = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'semafor bus'"
    with psycopg.connect(url, autocommit=True) as connection:
        return len(connection.execute(statement).fetchall())


async def moved_seat(servers: list[Server], url: str, times: int) -> list[float]:
    """Take seats over at one process while the other is cut off; return how long the old owner stayed."""
    stayed: list[float] = []
    for _ in range(times):
        made = await new_game(servers[0].url, [{"kind": "me", "name": "Ala"}, {"kind": "me", "name": "Ola"}])
        token = made["seats"][0]["token"]
        old = Player(servers[1].url, made["game"], [token])
        await old.open()
        code = await post(servers[0].url, f"/api/games/{made['game']}/seats/0/transfer", {}, token)
        cut_listeners(url)
        started = time.monotonic()
        await post(servers[0].url, "/api/transfers", code)
        await old.until(lambda old=old: old.closed is not None)  # type: ignore[misc]
        stayed.append(time.monotonic() - started)
        await old.close()
    return stayed


async def play(servers: list[Server], url: str, kills: int, cuts: int) -> tuple[int, int, int]:
    """Play games with players at both processes, while processes are killed and connections cut."""
    chance = random.Random(1)
    killed = cut = games = acknowledged = 0
    while killed < kills or cut < cuts:
        made = [await new_game(servers[n % 2].url, PEOPLE, board="toy") for n in range(4)]
        people: list[list[Tough]] = []
        for one in made:
            pair = [
                Tough(server.url, one["game"], [seat["token"]], seed=seat["seat"])
                for server, seat in zip(servers, one["seats"], strict=True)
            ]
            people.append(pair)
        everybody = [player for pair in people for player in pair]
        done = asyncio.Event()

        async def disturb(done: asyncio.Event) -> None:
            nonlocal killed, cut
            while not done.is_set() and (killed < kills or cut < cuts):
                await asyncio.sleep(chance.uniform(0.05, 0.3))
                if cut < cuts:
                    cut += await asyncio.to_thread(cut_listeners, url)
                if killed < kills and chance.random() < 0.3:
                    victim = chance.choice(servers)
                    await asyncio.to_thread(victim.kill)
                    killed += 1
                    await asyncio.to_thread(victim.start)

        disturbing = asyncio.create_task(disturb(done))
        await asyncio.gather(*(player.play_on(lambda: False) for player in everybody))
        done.set()
        await disturbing
        for one, pair in zip(made, people, strict=True):
            check_log(postgres_log(url, one["game"]), pair)
            acknowledged += sum(len(player.acknowledged) for player in pair)
        games += len(made)
        for player in everybody:
            await player.close()
    print(f"{games} games on two processes, {killed} kill -9, {cut} listening connections cut")
    print(f"  actions acknowledged: {acknowledged}; lost or doubled (must be 0): 0")
    return killed, cut, acknowledged


async def attack(servers: list[Server], url: str, options: argparse.Namespace) -> int:
    spectators = await join_all(servers, options.tables)
    stayed = sorted(await moved_seat(servers, url, options.moves))
    print(f"{len(stayed)} seats taken over while nobody listened; the old owner was told after (s):")
    print(f"  median {stayed[len(stayed) // 2]:.2f}, longest {stayed[-1]:.2f}")
    await play(servers, url, options.kills, options.cuts)
    return 1 if spectators else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=16, help="tables with five seats each")
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--cuts", type=int, default=200)
    options = parser.parse_args()
    with postgres_server() as make:
        url = make()
        with Server(make(), *FAST, "--workers", "2") as both:
            print("--workers 2:")
            spectators = run(join_all([both, both], options.tables))
        print("two servers:")
        with Server(url, *FAST) as first, Server(url, *FAST) as second:
            sys.exit(run(attack([first, second], url, options)) or spectators)


if __name__ == "__main__":
    main()
