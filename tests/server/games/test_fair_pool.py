"""Scheduling of worker processes: nobody waits for other people's games."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from semafor.home.work.workers import Caller, Requester
from semafor.server import fair_pool as module
from semafor.server.fair_pool import FairPool


class Clock:
    """A clock that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: self.now))


class Games:
    """Games that ask for one decision after another, each of which takes a second."""

    def __init__(self, clock: Clock, processes: int) -> None:
        self.clock = clock
        self.pool: FairPool[int] = FairPool()
        for process in range(processes):
            self.pool.add(process)
        self.served: list[str] = []
        self.waiting: dict[int, asyncio.Future[None]] = {}

    async def play(self, name: str, requester: Requester) -> None:
        """Ask repeatedly."""
        while True:
            process = await self.pool.borrow(requester)
            self.served.append(name)
            done = self.waiting[process] = asyncio.get_running_loop().create_future()
            await done
            self.pool.give_back(process)

    async def run(self, requesters: dict[str, Requester], seconds: int) -> None:
        """Advance the clock by some seconds."""
        tasks = [asyncio.create_task(self.play(name, requester)) for name, requester in requesters.items()]
        for _ in range(seconds):
            for _ in range(10):
                await asyncio.sleep(0)
            self.clock.now += 1
            over, self.waiting = self.waiting, {}
            for done in over.values():
                done.set_result(None)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


HOSTILE = "192.0.2.1"
OTHER = "192.0.2.2"


def unattended(count: int) -> dict[str, Requester]:
    return {f"unattended {number}": Caller((HOSTILE,), watched=False) for number in range(count)}


@pytest.mark.parametrize(("processes", "served"), [(1, 30), (2, 59), (4, 59)])
def test_sixty_unattended_tables_keep_nobody_waiting(
    processes: int, served: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one process the watched game waits only for the job in progress; with more, not at all."""
    games = Games(Clock(monkeypatch), processes)
    asyncio.run(games.run({**unattended(60), "watched": Caller((OTHER,))}, 60))
    assert games.served.count("watched") >= served


def test_a_process_is_left_free_of_what_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        Clock(monkeypatch)
        pool: FairPool[int] = FairPool()
        pool.add(1)
        pool.add(2)
        await pool.borrow(Caller((HOSTILE,), watched=False))
        second = asyncio.create_task(pool.borrow(Caller((HOSTILE,), watched=False)))
        await asyncio.sleep(0)
        assert not second.done()
        assert await pool.borrow(Caller((OTHER,))) in {1, 2}
        second.cancel()

    asyncio.run(work())


def test_a_process_is_left_free_of_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """One guest's replays and board files may take seconds each: another guest's bot must not wait for them."""

    async def work() -> None:
        Clock(monkeypatch)
        pool: FairPool[int] = FairPool()
        pool.add(1)
        pool.add(2)
        await pool.borrow(Caller((HOSTILE,)), long=True)
        second = asyncio.create_task(pool.borrow(Caller((HOSTILE,)), long=True))
        await asyncio.sleep(0)
        assert not second.done()
        bots = await pool.borrow(Caller((OTHER,)))
        pool.give_back(bots)
        await asyncio.sleep(0)
        assert not second.done()
        second.cancel()

    asyncio.run(work())


def test_every_unattended_game_gets_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    games = Games(Clock(monkeypatch), 2)
    asyncio.run(games.run(unattended(10), 40))
    shares = [games.served.count(name) for name in unattended(10)]
    assert max(shares) - min(shares) <= 1


def test_sixty_watched_tables_of_one_address_get_half_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    games = Games(Clock(monkeypatch), 1)
    watched: dict[str, Requester] = {f"hostile {number}": Caller((HOSTILE,)) for number in range(60)}
    asyncio.run(games.run({**watched, "other": Caller((OTHER,))}, 100))
    assert games.served.count("other") >= 45


def test_who_has_waited_long_is_not_put_last_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    games = Games(Clock(monkeypatch), 1)
    requesters: dict[str, Requester] = {"watched": Caller((OTHER,)), "watched, too": Caller((OTHER,))}
    asyncio.run(games.run({**requesters, "nobody's": Caller((HOSTILE,), watched=False)}, 100))
    assert games.served.count("nobody's") >= 2


def test_who_gives_up_waiting_takes_nothing_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        Clock(monkeypatch)
        pool: FairPool[int] = FairPool()
        pool.add(1)
        first = await pool.borrow(Caller((OTHER,)))
        given_up = asyncio.create_task(pool.borrow(Caller((OTHER,))))
        await asyncio.sleep(0)
        given_up.cancel()
        too_late = asyncio.create_task(pool.borrow(Caller((OTHER,))))
        await asyncio.sleep(0)
        pool.give_back(first)
        too_late.cancel()
        await asyncio.gather(given_up, too_late, return_exceptions=True)
        assert await pool.borrow(Caller((OTHER,))) == 1

    asyncio.run(work())
