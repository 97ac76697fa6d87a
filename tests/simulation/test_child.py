"""Child processes that work for their parent."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.serving import wait_until_ended

PARENT = """
import time
from semafor.simulation.runners.child import Child

def idle(pipe):
    pipe.recv()

def busy(pipe):
    while True:
        pass

if __name__ == "__main__":
    print(Child({work}).process.pid, flush=True)
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
