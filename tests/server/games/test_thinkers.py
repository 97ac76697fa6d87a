"""Bots in worker processes: whatever happens to one, there is a legal action, and no hidden data reaches it."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import statistics
import time
from pathlib import Path

import pytest

import semafor
from semafor import Chance
from semafor.bots.levels import LEVELS
from semafor.home.driver import bot_action
from semafor.home.host import Host
from semafor.home.work.workers import NOBODY
from semafor.server import thinkers as module
from semafor.server.thinkers import Thinkers
from semafor.simulation.jobs import Job
from semafor.simulation.thinking import Decide
from semafor.table.wire.problems import Refused
from tests.server.serving import PATIENCE
from tests.table.test_views import BOARDS, played


@pytest.mark.parametrize("board", BOARDS)
def test_what_crosses_to_a_process_follows_from_the_observation_alone(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worlds that look the same to the bot give the same job, and the job gives the same observation."""
    sent: list[bytes] = []

    async def keep(_: Thinkers, job: Decide, __: object, *, brief: bool) -> bytes:
        sent.append(pickle.dumps(job))
        return b'{"type": "pass"}'

    monkeypatch.setattr(Thinkers, "do", keep)
    for decisions in (0, 3, 30, 80):
        game = played(board, decisions, decisions).game
        seat = game.pending.seats[0]
        seen = game.observe(seat)
        worlds = [game, *(seen.determinise(Chance.seeded(number)) for number in range(3))]
        sent.clear()
        for world in worlds:
            asyncio.run(bot_action(Thinkers(1), Decide(world.observe(seat), "planner", "seed"), NOBODY, Host()))
        assert len(set(sent)) == 1
        assert pickle.loads(sent[0]).seen == seen


async def decide(thinkers: Thinkers, game: semafor.Game, spec: str) -> None:
    """Check that every bot returns a legal action."""
    seen = game.observe(game.pending.seats[0])
    action = await bot_action(thinkers, Decide(seen, spec, "seed"), NOBODY, Host())
    assert action in seen.legal


OWN = """
class Own:
    def choose(self, seen, legal, chance, seconds):
        return self.fall()

    def fall(self):
        raise RuntimeError("fell over")
"""


def test_an_owner_is_shown_why_a_bot_failed_and_where(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A bot of the machine's owner shows its traceback and a position in which it sees the same; others say nothing."""
    path = tmp_path / "own.py"
    path.write_text(OWN)
    seen = played("usa", 30, 3).game
    seen_by = seen.observe(seen.pending.seats[0])
    assert Decide(seen_by, f"{path}:Own", "seed").run() == b""
    assert capfd.readouterr().err == ""
    assert Decide(seen_by, f"{path}:Own", "seed", whose="game 0").run() == b""
    told = capfd.readouterr().err
    assert f'File "{path}", line 7, in fall' in told
    assert "RuntimeError: fell over" in told
    assert "thinking.py" not in told
    world = semafor.load_position(told.rstrip().rsplit("the position: ", 1)[1])
    assert world.observe(seen_by.seat) == seen_by


@pytest.mark.parametrize("board", BOARDS)
def test_every_level_but_the_strongest_moves_within_700_ms(board: str) -> None:
    """Take the median CPU time, so that a busy machine does not matter."""
    positions = [played(board, decisions, decisions).game for decisions in (0, 20, 45, 70, 95)]
    took: dict[str, float] = {}
    for level in LEVELS[:-1]:
        times: list[float] = []
        for game in positions:
            seat = game.pending.seats[0]
            spec = level.spec_at(game.board, game.players)
            job = Decide(game.observe(seat), spec, "seed")
            started = time.process_time()
            assert job.run(), "the bot has failed"
            times.append(time.process_time() - started)
        took[level.id] = statistics.median(times)
    assert len(took) == 6
    assert max(took.values()) < 0.7, took


HANGS = """
import time
from pathlib import Path


class Hangs:
    def __init__(self, board):
        pass

    def choose(self, seen, legal, chance, seconds):
        Path(__file__).with_name("thinks").touch()
        while True:
            pass


class Sleeps(Hangs):
    def choose(self, seen, legal, chance, seconds):
        time.sleep(3600)
"""


def test_a_bot_that_dies_hangs_or_is_none_is_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "LIMIT", PATIENCE)
    monkeypatch.setattr(module, "BOT_CPU_LIMIT", 1)
    (tmp_path / "bot.py").write_text(HANGS, encoding="utf-8")
    game = played("usa", 3, 40).game

    async def work() -> None:
        thinkers = Thinkers(1)
        thinkers.start()
        try:
            (worker,) = thinkers._workers
            await decide(thinkers, game, "planner")
            pid = worker.process.pid
            await decide(thinkers, game, "no-such-bot")
            assert worker.process.pid == pid, "a bot that can't be made uses no process"
            await _kill_while_it_thinks(thinkers, game, pid, tmp_path)
            assert worker.process.pid != pid
            await decide(thinkers, game, "planner")
            pid = worker.process.pid
            if os.name != "nt":
                await decide(thinkers, game, f"{tmp_path}/bot.py:Hangs")
                assert worker.process.pid != pid, "the CPU limit ends it, however long that takes"
                pid = worker.process.pid
            monkeypatch.setattr(module, "LIMIT", 1.0)
            await decide(thinkers, game, f"{tmp_path}/bot.py:Sleeps")
            assert worker.process.pid != pid
        finally:
            thinkers.stop()

    asyncio.run(work())


async def _kill_while_it_thinks(thinkers: Thinkers, game: semafor.Game, pid: int | None, folder: Path) -> None:
    deciding = asyncio.create_task(decide(thinkers, game, f"{folder}/bot.py:Hangs"))
    while not (folder / "thinks").exists():
        await asyncio.sleep(0.01)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    await deciding


class BusyJob(Job, frozen=True):
    """A job that never ends."""

    def run(self) -> bytes:
        """Never return."""
        while True:
            pass


@pytest.mark.skipif(os.name == "nt", reason="only POSIX limits the CPU time of a process")
def test_endless_work_is_ended_by_its_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline is generous for busy machines, so CPU time is what stops a hostile file."""
    monkeypatch.setattr(module, "LIMIT", PATIENCE)
    monkeypatch.setattr(module, "CPU_LIMIT", 1)

    async def work() -> None:
        thinkers = Thinkers(1)
        thinkers.start()
        try:
            with pytest.raises(Refused) as problem:
                await thinkers.do(BusyJob(), NOBODY)
            assert problem.value.info.code == "too_expensive"
        finally:
            thinkers.stop()

    asyncio.run(work())


class Busy(Job, frozen=True):
    """A job that says when it begins, and never ends."""

    begun: str

    def run(self) -> bytes:
        """Never return."""
        Path(self.begun).touch()
        while True:
            time.sleep(1)


def test_cancelled_work_is_ended_and_the_next_is_done(tmp_path: Path) -> None:
    async def work() -> None:
        thinkers = Thinkers(1)
        thinkers.start()
        try:
            working = asyncio.create_task(thinkers.do(Busy(str(tmp_path / "begun")), NOBODY))
            while not (tmp_path / "begun").exists():
                await asyncio.sleep(0.01)
            working.cancel()
            await asyncio.wait([working])
            assert working.cancelled()
            await decide(thinkers, played("usa", 3, 40).game, "planner")
        finally:
            thinkers.stop()

    asyncio.run(work())
