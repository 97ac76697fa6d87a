"""A server with several worker processes reports the metrics of all of them together."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx

from semafor.bots.levels import LEVELS
from semafor.server.metrics import BOT_SECONDS
from tests.server.client import metric_in
from tests.server.hubs import made_at, processes, until
from tests.server.serving import FAST, PATIENCE, Server, wait_until_ended

ASKED = 20


def test_all_workers_count_together(postgres: Callable[[], str]) -> None:
    with Server(postgres(), *FAST, "--workers", "2") as server:
        for _ in range(ASKED):
            # A new connection each time, so that both processes answer.
            assert httpx.get(f"{server.url}/healthz", timeout=PATIENCE).is_success
        texts = [httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text for _ in range(10)]
        found = [metric_in(text, "semafor_http_requests_total") for text in texts]
        assert found == [ASKED + asked for asked in range(10)]
        assert "semafor_append_seconds_bucket" in texts[0]
        # Its workers and their bots end with it, even if it is killed.
        children = server.children()
        assert len(children) >= 4
        server.kill()
        wait_until_ended(children)


def test_what_dead_processes_held_is_gone_and_what_they_counted_is_not(tmp_path: Path) -> None:
    """Each process counts in its own files, as workers do; the second one reads them."""
    counts = "from semafor.server import metrics\nmetrics.ROOMS.set(5)\nmetrics.MESSAGES.inc(3)\n"
    asks = f"{counts}print(metrics.metrics_text().decode())"
    said = ""
    for code in (counts, asks):
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code],
            env={"PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
        said = done.stdout
    assert metric_in(said, "semafor_rooms") == 5
    assert metric_in(said, "semafor_messages_total") == 6


def test_bots_are_counted_by_their_levels(tmp_path: Path) -> None:
    """Whatever guests ask for, there are no more labels than levels."""

    def labels() -> set[str]:
        return {sample.labels["level"] for metric in BOT_SECONDS.collect() for sample in metric.samples}

    async def work() -> None:
        async with processes(str(tmp_path / "games.sqlite3"), [0.0]) as (hub,):
            await made_at(hub, [{"kind": "bot", "level": level} for level in ("guard", "stationmaster")])
            await until(lambda: labels() >= {"guard", "stationmaster"})

    asyncio.run(work())
    assert labels() <= {level.id for level in LEVELS}
