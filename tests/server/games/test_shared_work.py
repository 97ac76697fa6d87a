"""Work that several clients request is done once for all."""

from __future__ import annotations

import asyncio

import pytest

from semafor.home.work.shared_work import SharedWork


async def soon() -> int:
    return 7


def test_all_who_ask_for_the_same_wait_for_one_job() -> None:
    async def work() -> None:
        shared: SharedWork[int, int] = SharedWork(100)
        made = 0

        async def count() -> int:
            nonlocal made
            made += 1
            await asyncio.sleep(0)
            return made

        assert await asyncio.gather(*(shared.of(1, count) for _ in range(20))) == [1] * 20

    asyncio.run(work())


def test_a_failure_is_tried_again() -> None:
    async def work() -> None:
        shared: SharedWork[int, int] = SharedWork(100)

        async def fail() -> int:
            raise LookupError

        for _ in range(5):
            with pytest.raises(LookupError):
                await shared.of(1, fail)
        assert await shared.of(1, soon) == 7

    asyncio.run(work())


def test_a_failure_that_nobody_waited_for_is_tried_again() -> None:
    async def work() -> None:
        shared: SharedWork[int, int] = SharedWork(100)
        failing = asyncio.Event()

        async def fail() -> int:
            await failing.wait()
            raise LookupError

        asked = asyncio.create_task(shared.of(1, fail))
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        failing.set()
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)
        assert await shared.of(1, soon) == 7

    asyncio.run(work())
