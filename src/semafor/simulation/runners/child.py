"""A process that answers what it is asked through a pipe, and that can be ended whatever it is doing.

The arena plays its games in such processes (`workers`), and the server's bots think in them
(`semafor.server.thinkers`). They hand out work differently: a journal wants all games, people want their turn.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, Final

CONTEXT: Final = multiprocessing.get_context("spawn")
"""Every process starts afresh, on every system: no lock or socket of the parent is copied."""


class Child:
    """A process with its end of a pipe."""

    def __init__(self, work: Callable[..., None], *arguments: object) -> None:
        """Start a process that runs `work`, which gets the other end of the pipe and the arguments."""
        self.pipe, end = CONTEXT.Pipe()
        self.process: BaseProcess = CONTEXT.Process(target=_begin, args=(work, end, *arguments), daemon=True)
        self.process.start()
        end.close()

    def end(self) -> None:
        """End the process, whatever it is doing; a thread that waits for its answer gets EOFError.

        The pipe is closed when nobody has it any more: closed here, its number could be that of another by the time
        a thread looks.
        """
        self.process.kill()
        self.process.join()


def serve(pipe: Connection, answer: Callable[[Any], object]) -> None:
    """Answer one question after another, until the parent is gone."""
    while True:
        try:
            question = pipe.recv()
        except (EOFError, OSError):
            return
        answered = answer(question)
        try:
            pipe.send(answered)
        except OSError:
            return


def when_orphaned(end: Callable[[], None]) -> None:
    """Call `end`, in a thread, when the process that started this one is gone, even if it was killed.

    This does nothing in a process that was not started by `multiprocessing`.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        end()

    Thread(target=watch, name="watch the parent", daemon=True).start()


def _begin(work: Callable[..., None], pipe: Connection, *arguments: object) -> None:
    """End with the parent; leave Ctrl-C, and warnings about the whole program, to it."""
    when_orphaned(lambda: os._exit(1))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.filterwarnings("ignore", "semafor runs interpreted", RuntimeWarning)
    work(pipe, *arguments)
