"""Work that several clients request is done once for all, and nobody takes the others' slots."""

from __future__ import annotations

import asyncio

import pytest

from semafor.home.work.shared_work import SharedWork
from semafor.table.wire.problems import Refused

HOSTILE = "192.0.2.1"
OTHER = "192.0.2.2"


async def never() -> int:
    await asyncio.Event().wait()
    return 0


async def soon() -> int:
    return 7


def test_one_address_can_t_take_all_places() -> None:
    async def work() -> None:
        shared: SharedWork[int, int] = SharedWork(100, "too many")
        asked = [asyncio.create_task(shared.of(key, HOSTILE, never)) for key in range(20)]
        while sum(task.done() for task in asked) < 17:
            await asyncio.sleep(0)
        answers = [task.exception() for task in asked if task.done()]
        assert all(isinstance(answer, Refused) and answer.status == 429 for answer in answers)
        assert await shared.of(100, OTHER, soon) == 7
        shared.stop()
        await asyncio.gather(*asked, return_exceptions=True)

    asyncio.run(work())


def test_what_is_done_takes_no_place() -> None:
    async def work() -> None:
        shared: SharedWork[int, int] = SharedWork(100, "too many")
        for key in range(20):
            assert await shared.of(key, HOSTILE, soon) == 7

    asyncio.run(work())


def test_all_who_ask_for_the_same_wait_for_one_job() -> None:
    async def work() -> None:
        shared: SharedWork[int, int] = SharedWork(100, "too many")
        made = 0

        async def count() -> int:
            nonlocal made
            made += 1
            await asyncio.sleep(0)
            return made

        assert await asyncio.gather(*(shared.of(1, HOSTILE, count) for _ in range(20))) == [1] * 20

    asyncio.run(work())


def test_a_failure_is_tried_again() -> None:
    async def work() -> None:
        shared: SharedWork[int, int] = SharedWork(100, "too many")

        async def fail() -> int:
            raise LookupError

        for _ in range(5):
            with pytest.raises(LookupError):
                await shared.of(1, HOSTILE, fail)
        assert await shared.of(1, HOSTILE, soon) == 7

    asyncio.run(work())


def test_a_failure_that_nobody_waited_for_is_tried_again() -> None:
    async def work() -> None:
        shared: SharedWork[int, int] = SharedWork(100, "too many")
        failing = asyncio.Event()

        async def fail() -> int:
            await failing.wait()
            raise LookupError

        asked = asyncio.create_task(shared.of(1, HOSTILE, fail))
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        failing.set()
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)
        assert await shared.of(1, HOSTILE, soon) == 7

    asyncio.run(work())
