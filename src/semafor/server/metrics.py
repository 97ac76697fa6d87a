"""The server's metrics, for Prometheus.

Worker processes of one server write their metrics into files of a shared folder (`SHARED`); the worker that answers a
request adds them up.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that names the folder; prometheus_client reads it when it is imported."""

REGISTRY: Final = CollectorRegistry()
_FAST: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

ROOMS: Final = Gauge("semafor_rooms", "Games in memory", registry=REGISTRY, multiprocess_mode="livesum")
CONNECTIONS: Final = Gauge(
    "semafor_connections", "Open WebSocket connections", registry=REGISTRY, multiprocess_mode="livesum"
)
ENTRIES_WRITTEN: Final = Counter("semafor_entries", "Entries written to the logs", ["kind"], registry=REGISTRY)
REFUSED: Final = Counter("semafor_refused", "Requests over WebSocket that were refused", ["code"], registry=REGISTRY)
MESSAGES: Final = Counter("semafor_messages", "Messages received over WebSocket", registry=REGISTRY)
VIEWS: Final = Counter("semafor_views", "Views sent", registry=REGISTRY)
APPEND_SECONDS: Final = Histogram(
    "semafor_append_seconds", "Time to commit a batch of entries", buckets=_FAST, registry=REGISTRY
)
BATCH_SIZE: Final = Histogram(
    "semafor_batch_size", "Entries committed together", buckets=(1, 2, 5, 10, 20, 50, 100, 200), registry=REGISTRY
)
BROADCAST_SECONDS: Final = Histogram(
    "semafor_broadcast_seconds", "Time to make and send all views of an entry", buckets=_FAST, registry=REGISTRY
)
BOT_SECONDS: Final = Histogram(
    "semafor_bot_seconds", "Time a bot took for a decision", ["level"], buckets=(*_FAST, 10.0, 30.0), registry=REGISTRY
)
BOT_FAILURES: Final = Counter("semafor_bot_failures", "Decisions that a bot failed to make", registry=REGISTRY)
PUSHES_SENT: Final = Counter("semafor_pushes", "Push messages sent, by the answer", ["status"], registry=REGISTRY)
IN_CONTESTS: Final = Counter(
    "semafor_contest_steps",
    "Contests made, people who joined, deals begun and finished at a table",
    ["what"],
    registry=REGISTRY,
)
DAY_RESULTS: Final = Counter("semafor_day_results", "Results of days' deals that count", ["deal"], registry=REGISTRY)
RATED_GAMES: Final = Counter("semafor_rated_games", "Games that changed ratings on the ladder", registry=REGISTRY)
COUNT_FAILURES: Final = Counter(
    "semafor_count_failures", "Failed attempts to count a game for the ladder or a sealed deal", registry=REGISTRY
)
REQUESTS: Final = Counter("semafor_http_requests", "HTTP requests", ["method", "status"], registry=REGISTRY)


def metrics_text() -> bytes:
    """Return the metrics of all worker processes in Prometheus' format."""
    folder = os.environ.get(SHARED)
    if folder is None:
        return generate_latest(REGISTRY)
    for file in Path(folder).glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not _is_alive(pid):
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)


@contextmanager
def shared_metrics() -> Iterator[None]:
    """Let processes started in this context share their metrics."""
    folder = tempfile.mkdtemp(prefix="semafor-metrics-")
    os.environ[SHARED] = folder
    try:
        yield
    finally:
        del os.environ[SHARED]
        shutil.rmtree(folder, ignore_errors=True)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
