"""Nobody becomes a bot because the table, or its seat, was already there for a long time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from semafor.home.room import Room
from semafor.home.steady_clock import SteadyClock
from semafor.home.tables import join
from semafor.server.contest.contests import Contests
from semafor.server.hub.hub import Hub
from semafor.server.settings import Settings
from semafor.server.store.database import database_url
from semafor.table.steps import TakeOver, next_step
from semafor.table.tokens import hashed
from semafor.table.wire.api_messages import Join
from semafor.table.wire.client_messages import Start
from semafor.table.wire.contest_messages import ContestSeat, JoinContest, NewContest
from tests.server.hubs import Line, made_at, until
from tests.server.tables import ME, OPEN

HOUR = 3600.0


class Aging:
    """A clock that tests can set forward."""

    def __init__(self) -> None:
        self.later = 0.0

    def clock(self) -> SteadyClock:
        return SteadyClock(time.time, lambda: time.monotonic() + self.later)


@asynccontextmanager
async def running(url: str, count: int, aging: Aging) -> AsyncIterator[list[Hub]]:
    hubs = [Hub(Settings(database=database_url(url), bot_processes=1), aging.clock()) for _ in range(count)]
    try:
        for hub in hubs:
            await hub.open()
        yield hubs
    finally:
        for hub in hubs:
            await hub.close()


def connected(room: Room, token: str) -> Line:
    seat = room.table.seat_of(hashed(token))
    assert seat is not None
    line = Line({seat: hashed(token)})
    room.add(line)
    return line


def check_waiting(room: Room) -> None:
    """Check that a bot takes over, if at all, only after the grace."""
    step = next_step(room.table)
    assert isinstance(step, TakeOver)
    assert step.at - room.home.clock.now() > room.table.pace.grace - HOUR / 60
    assert room.table.info().seats[1].played_by_bot is False


async def fill(first: Hub, second: Hub, aging: Aging) -> None:
    """Let somebody sit down last, at another process perhaps, an hour after the table was made."""
    made = await made_at(first, [ME, OPEN])
    here, there = await first.home.room(made.game), await second.home.room(made.game)
    ala = connected(here, made.seats[0].token)
    aging.later += HOUR
    joined = await join(there, Join(name="Ola", invite=made.invite), None)
    await until(lambda: here.table.seat_of(hashed(joined.token)) is not None)
    await here.handle(ala, Start(id="1"))
    await until(lambda: there.table.seq > 0)
    await until(lambda: there.table.present)
    for room in (here, there):
        check_waiting(room)
    connected(there, joined.token)
    await until(lambda: here.table.present == {0, 1})
    assert next_step(here.table) is None


def test_who_sits_down_last_plays(tmp_path: Path) -> None:
    async def work() -> None:
        aging = Aging()
        async with running(str(tmp_path / "games.sqlite3"), 1, aging) as (hub,):
            await fill(hub, hub, aging)

    asyncio.run(work())


def test_who_sits_down_last_at_another_process_plays(postgres: Callable[[], str]) -> None:
    async def work() -> None:
        aging = Aging()
        async with running(postgres(), 2, aging) as (first, second):
            await fill(first, second, aging)

    asyncio.run(work())


def test_a_contests_table_waits_for_who_was_ready_an_hour_ago(tmp_path: Path) -> None:
    async def work() -> None:
        aging = Aging()
        async with running(str(tmp_path / "games.sqlite3"), 1, aging) as (hub,):
            contests = Contests(hub)
            people = [ContestSeat("person"), ContestSeat("person")]
            made = await contests.make(NewContest(name="Friday", board="toy", seats=people, deals=1))
            ala, ola = [await contests.join(made.contest, JoinContest(name=name)) for name in ("Ala", "Ola")]
            await contests.sit_down(made.contest, ola.token, 1, False, "192.0.2.1")
            aging.later += HOUR
            begun = await contests.sit_down(made.contest, ala.token, 1, False, "192.0.2.1")
            assert begun.game is not None
            room = await hub.home.room(begun.game)
            aging.later += HOUR
            connected(room, ala.token)
            check_waiting(room)

    asyncio.run(work())
