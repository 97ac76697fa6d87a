"""Processes that work for their parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from semafor.simulation.runners.worker import Worker
from tests.server.serving import wait_until_ended


def never() -> bool:
    return False


def serving() -> Callable[[str], int]:
    """Answer with the number of the process; sleep, or die, if asked to."""

    def answer(wanted: str) -> int:
        if wanted == "sleep":
            time.sleep(3600)
        if wanted == "die":
            os.kill(os.getpid(), signal.SIGTERM)
        return os.getpid()

    return answer


def test_whatever_ends_a_process_another_one_answers() -> None:
    worker = Worker(serving)
    try:
        pid = worker.ask("", never).result()
        assert worker.ask("", never).result() == pid, "one process does one thing after another"
        with pytest.raises((EOFError, OSError)):
            worker.ask("die", never).result()
        with pytest.raises(TimeoutError):
            worker.ask("sleep", lambda: True).result()
        asked = Event()

        def look() -> bool:
            asked.set()
            return False

        ended = worker.ask("sleep", look)
        asked.wait()
        worker.end()
        with pytest.raises((EOFError, OSError)):
            ended.result()
        pids = [pid, worker.ask("", never).result()]
        worker.end()
        assert worker.ask("", never).result() not in pids, "it was ended while nobody asked"
    finally:
        worker.stop()


PARENT = """
import time
from semafor.simulation.runners.worker import Worker

def idle():
    return None

def busy():
    while True:
        pass

if __name__ == "__main__":
    print(Worker({work}).process.pid, flush=True)
    time.sleep(1000)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc to see other processes")
@pytest.mark.parametrize("work", ["idle", "busy"])
def test_a_process_ends_with_its_parent_even_if_that_was_killed(work: str, tmp_path: Path) -> None:
    program = tmp_path / "parent.py"
    program.write_text(PARENT.replace("{work}", work), encoding="utf-8")
    with subprocess.Popen([sys.executable, "-W", "ignore", str(program)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    wait_until_ended([child])
