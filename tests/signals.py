"""Signals for programs that tests start."""

import sys

_LISTEN = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
if hasattr(signal, "pthread_sigmask"):
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
os.execv(sys.argv[1], sys.argv[1:])
"""


def hearing_ctrl_c(command: list[str]) -> list[str]:
    """Make a command react to Ctrl-C even if the tests run in the background, where children ignore it."""
    return [sys.executable, "-I", "-S", "-c", _LISTEN, *command]
