"""Running the server: in this process, or in several that share a port and a PostgreSQL."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
import uvicorn
from starlette.types import ASGIApp
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from semafor import builtin_ids, load_board
from semafor.home.logs import LOGGER
from semafor.server.app import make_app, make_relay
from semafor.server.http.door import HttpDoor, SocketDoor
from semafor.server.http.sockets import LARGEST_MESSAGE
from semafor.server.json_logs import set_up_logs
from semafor.server.lan import EVERYWHERE
from semafor.server.metrics import shared_metrics
from semafor.server.open_files import raise_limit
from semafor.server.settings import Settings
from semafor.simulation.runners.worker import when_orphaned

APP: Final = "semafor.server.main:app_from_environment"
RELAY: Final = "semafor.server.main:relay_from_environment"
SETTINGS: Final = "SEMAFOR_SERVER_SETTINGS"
"""The environment variable by which worker processes get their settings."""
LOG_LEVEL: Final = "SEMAFOR_LOG_LEVEL"
_COLLECT_AFTER: Final = (20_000, 20, 20)
"""Thresholds of the garbage collector: new objects, and rounds before it looks at older generations."""
_SWITCH: Final = 0.001
"""The interpreter's switch interval in seconds: how soon a busy thread yields to the event loop."""
PING_SECONDS: Final = 20.0
_GOODBYE_SECONDS: Final = 5
BACKLOG: Final = 32
"""Connections that wait to be accepted. The event loop accepts so many in one step: more of them, reset as soon as they
are made, would keep everybody else waiting."""
_PAUSE: Final = 1.0
"""Seconds between the attempts to start a worker."""


def data_folder() -> Path:
    """Return the folder for this user's games."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "semafor"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "semafor"


def app_from_environment() -> ASGIApp:
    """Return the application of a worker process."""
    when_orphaned(_stop)
    set_up_logs(os.environ.get(LOG_LEVEL, "info"))
    before, now = raise_limit()
    if now > before:
        LOGGER.info("the limit of open files has been raised", extra={"before": before, "now": now})
    # Now, and not on the event loop when they are first played on.
    for board in builtin_ids():
        load_board(board)
    # What has been loaded stays for good. Few of the later objects are in cycles, and a full collection stops
    # everything else.
    sys.setswitchinterval(_SWITCH)
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)
    return make_app(msgspec.json.decode(os.environ[SETTINGS], type=Settings))


def relay_from_environment() -> ASGIApp:
    """Return the application of `semafor meet`."""
    set_up_logs(os.environ.get(LOG_LEVEL, "info"))
    return make_relay(msgspec.json.decode(os.environ[SETTINGS], type=Settings))


def _stop() -> None:
    """Stop this worker: without its supervisor nobody could, and the port would stay taken."""
    os.kill(os.getpid(), signal.SIGTERM)


class _Server(uvicorn.Server):
    """A server that reports when it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[int], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening."""
        await super().startup(sockets)
        if self.started and sockets:
            self._ready(int(sockets[0].getsockname()[1]))


class _Supervisor(Multiprocess):
    """Starts workers again, even those that could not start: the database was there before, and will be again."""

    def keep_subprocess_alive(self) -> None:
        """Replace the workers that have died or hang."""
        for number, worker in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if worker.is_alive(self.config.timeout_worker_healthcheck):
                continue
            worker.kill()
            worker.join()
            LOGGER.error("a worker has ended", extra={"status": worker.exitcode})
            if worker.exitcode == STARTUP_FAILURE:
                self.should_exit.wait(_PAUSE)
            self.processes[number] = Process(self.config, self.sockets)
            self.processes[number].start()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket to listen on; raise OSError if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(BACKLOG)
        made.set_inheritable(True)
    except OSError:
        made.close()
        raise
    return made


def run(
    settings: Settings,
    sock: socket.socket,
    ready: Callable[[int], None],
    *,
    log_level: str = "info",
    workers: int = 1,
    trusted_proxies: str | None = None,
    app: str = APP,
) -> None:
    """Serve until stopped."""
    host, port = sock.getsockname()[:2]
    if host in EVERYWHERE:
        settings = msgspec.structs.replace(settings, network_port=port)
    os.environ[SETTINGS] = msgspec.json.encode(settings).decode()
    os.environ[LOG_LEVEL] = log_level
    config = uvicorn.Config(
        app,
        factory=True,
        workers=workers,
        http=HttpDoor,
        ws=SocketDoor,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
        proxy_headers=trusted_proxies is not None,
        forwarded_allow_ips=trusted_proxies,
        timeout_graceful_shutdown=_GOODBYE_SECONDS,
        backlog=BACKLOG,
    )
    server = _Server(config, ready)
    if workers == 1:
        server.run(sockets=[sock])
        return
    set_up_logs(log_level)
    ready(int(sock.getsockname()[1]))
    with shared_metrics():
        _Supervisor(config, sockets=[sock]).run()
