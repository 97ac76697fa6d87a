"""A real server in a separate process, which a test may stop, kill and restart on the same games."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from tests.signals import hearing_ctrl_c

PATIENCE = 300.0
"""Timeout of a test in seconds, generous enough for a busy machine."""
FAST = ("--bot-pause", "0", "--undo-pause", "0.05", "--bot-processes", "1", "--message-rate", "100000")


FREE = (
    *("--games-per-hour", "100000"),
    *("--connections", "10000"),
    *("--request-rate", "10000"),
    *("--processor-share", "1000"),
    *("--unattended-games", "10000"),
)
"""Options that lift the limits per address, since all clients of a test share one."""


class Server:
    """`semafor serve` on a free port, which it keeps across restarts."""

    limits: tuple[str, ...] = FREE
    python: tuple[str, ...] = (sys.executable, "-W", "ignore")

    def __init__(self, database: str, *options: str, port: int = 0) -> None:
        self.database = database
        self.options = options
        self.port = port
        self.log: list[str] = []
        self.process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> None:
        command = [*self.python, "-m", "semafor.cli.main", "serve", "--port", str(self.port)]
        command += ["--database", self.database, *self.limits, *self.options]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            hearing_ctrl_c(command), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment
        )
        started = threading.Event()
        assert self.process.stderr is not None
        self._reader = threading.Thread(target=self._read, args=(self.process.stderr, started), daemon=True)
        self._reader.start()
        assert started.wait(PATIENCE), "the server did not start:\n" + "\n".join(self.log)
        assert self.process.poll() is None, "the server has exited:\n" + "\n".join(self.log)

    def _read(self, stream: IO[str], started: threading.Event) -> None:
        for line in stream:
            self.log.append(line.rstrip())
            found = re.search(r"serves on http://[^:]+:(\d+)/", line)
            if found:
                self.port = int(found[1])
                started.set()
        started.set()
        stream.close()

    def kill(self) -> None:
        """Kill the process, as a power failure would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stop as Ctrl-C does; return the exit code."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        assert self._reader is not None
        self._reader.join(PATIENCE)
        self.process = None
        return code

    def children(self) -> list[int]:
        """Return the server's child processes and their children."""
        parents = {pid: parent for pid, parent in _processes() if pid != self.pid}
        found = [self.pid]
        for one in found:
            found += [pid for pid, parent in parents.items() if parent == one]
        return found[1:]

    def memory(self) -> int:
        """Return the resident memory of the server's process in bytes."""
        for line in Path(f"/proc/{self.pid}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("the system does not say how much memory a process has")

    def wait_for_log(self, text: str) -> None:
        end = time.monotonic() + PATIENCE
        while not any(text in line for line in self.log):
            assert time.monotonic() < end, f"{text!r} was not logged"
            time.sleep(0.02)


def _processes() -> Iterator[tuple[int, int]]:
    """Return all running processes with their parents, without zombies."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent = stat.read_text(encoding="utf-8").rpartition(")")[2].split()[:2]
            if state != "Z":
                yield int(stat.parent.name), int(parent)


def wait_until_ended(pids: Collection[int]) -> None:
    """Wait until none of these processes is running."""
    end = time.monotonic() + PATIENCE
    while left := {pid for pid, _ in _processes()} & set(pids):
        assert time.monotonic() < end, f"{left} are still running"
        time.sleep(0.02)
