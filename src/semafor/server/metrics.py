"""What the server counts about itself, for Prometheus."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY: Final = CollectorRegistry()
_FAST: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

ROOMS: Final = Gauge("semafor_rooms", "Games in memory", registry=REGISTRY)
CONNECTIONS: Final = Gauge("semafor_connections", "Open WebSocket connections", registry=REGISTRY)
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
    "semafor_bot_seconds", "Time a bot took for a decision", ["level"], buckets=_FAST, registry=REGISTRY
)
BOT_FAILURES: Final = Counter("semafor_bot_failures", "Decisions that a bot failed to make", registry=REGISTRY)
REQUESTS: Final = Counter("semafor_http_requests", "HTTP requests", ["method", "status"], registry=REGISTRY)


def metrics_text() -> bytes:
    """Return all of it, as Prometheus reads it."""
    return generate_latest(REGISTRY)
