"""CPU time is charged to the address that caused it, and an address without budget waits."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from semafor.server import budget as budgets
from semafor.server.budget import PAYER, Budget, Metered, at_expense, in_thread
from semafor.server.http import sockets
from semafor.server.http.security import Guard
from semafor.server.settings import Settings
from tests.server.serving import PATIENCE


def spend(seconds: float) -> None:
    """Use up CPU time."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_a_budget_is_used_up_and_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(budgets, "time", SimpleNamespace(monotonic=lambda: now, thread_time=time.thread_time))
    budget = Budget(0.25, 0.5)
    budget.charge(0.5)
    assert budget.early() == 0
    budget.charge(0.1)
    assert budget.early() == pytest.approx(0.4)
    now += 0.4
    assert budget.early() == pytest.approx(0)
    now += 1000
    assert budget.early() == 0
    assert budget.left == 0.5, "no more than that can be saved up"


def test_work_is_charged_to_who_caused_it_and_waiting_is_free() -> None:
    async def work(seconds: float) -> str:
        spend(seconds)
        await asyncio.sleep(0.01)
        spend(seconds)
        return "done"

    async def both() -> tuple[float, float]:
        spent = [0.0, 0.0]

        def charge(number: int, seconds: float) -> None:
            spent[number] += seconds

        done = await asyncio.gather(
            Metered(work(0.02), lambda seconds: charge(0, seconds)),
            Metered(work(0.1), lambda seconds: charge(1, seconds)),
        )
        assert set(done) == {"done"}
        return spent[0], spent[1]

    little, much = asyncio.run(both())
    assert 0.04 <= little < 0.1
    assert 0.2 <= much < 0.3


def test_an_error_and_an_end_go_through() -> None:
    async def fail() -> None:
        await asyncio.sleep(0)
        raise KeyError("x")

    async def work() -> None:
        with pytest.raises(KeyError):
            await Metered(fail(), lambda _: None)
        waiting = asyncio.create_task(at_expense(asyncio.sleep(PATIENCE)))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(work())


def test_tasks_and_threads_are_charged_to_who_started_them() -> None:
    async def spending() -> None:
        spend(0.05)

    async def work() -> None:
        budget = Budget(1e-6, 10.0)
        PAYER.set(budget)
        await asyncio.create_task(at_expense(spending()))
        assert budget.left < 10
        before = budget.left
        await in_thread(lambda: spend(0.05))
        assert budget.left < before

    asyncio.run(work())


def test_who_has_used_up_the_share_waits_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the order of the work; the test controls the clock."""
    now = 100.0
    monkeypatch.setattr(budgets, "time", SimpleNamespace(monotonic=lambda: now, thread_time=time.thread_time))
    order: list[str] = []

    async def piece(name: str, budget: Budget) -> None:
        order.append(name)
        budget.charge(0.1)

    async def work() -> None:
        nonlocal now
        hostile, other = Budget(25.0, 0.25), Budget(25.0, 0.25)
        tasks = [asyncio.create_task(hostile.run(piece(f"hostile {number}", hostile))) for number in range(10)]
        tasks.append(asyncio.create_task(other.run(piece("other", other))))
        for _ in range(5):
            await asyncio.sleep(0)
        assert order == ["hostile 0", "hostile 1", "hostile 2", "other"]
        while not all(task.done() for task in tasks):
            now += 1
            await asyncio.sleep(0.001)
        await asyncio.gather(*tasks)
        assert [name for name in order if name != "other"] == [f"hostile {number}" for number in range(10)]

    asyncio.run(work())


def test_messages_and_requests_are_charged_to_their_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a tiny budget, the first message overdraws it for hours, while another address has its own."""
    settings = Settings(database="", processor_share=1e-6)
    taken = 0
    answered: list[bytes] = []
    statuses: list[int] = []

    async def reply(_room: object, _socket: object, raw: bytes) -> None:
        answered.append(raw)
        spend(0.02)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            hub: Any = SimpleNamespace(settings=settings)
            await sockets._read(hub, None, None, receive, PAYER.get())  # type: ignore[arg-type]
        spend(0.02)
        await Response(b"done")(scope, receive, send)

    async def receive() -> Message:
        nonlocal taken
        taken += 1
        if taken > 5:
            await asyncio.Event().wait()
        return {"type": "websocket.receive", "text": "x"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def work() -> None:
        guard = Guard(app, settings)
        scope: Scope = {"type": "websocket", "path": "/", "scheme": "ws", "client": ("192.0.2.1", 1)}
        scope["headers"] = [(b"host", b"127.0.0.1")]
        talk = asyncio.create_task(guard(scope, receive, send))
        while taken < 2:
            await asyncio.sleep(0)
        for _ in range(100):
            await asyncio.sleep(0)
        talk.cancel()
        await asyncio.gather(talk, return_exceptions=True)
        for address in ("192.0.2.1", "192.0.2.2", "192.0.2.2"):
            asked = {**scope, "type": "http", "method": "GET", "scheme": "http", "client": (address, 1)}
            await guard(asked, receive, send)

    monkeypatch.setattr(sockets, "_reply", reply)
    asyncio.run(work())
    assert answered == [b"x"]
    assert statuses == [429, 200, 429]
