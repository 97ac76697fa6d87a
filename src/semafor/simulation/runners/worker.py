"""A process that answers requests in order; if it dies or hangs, another one replaces it.

The arena plays its games in such processes (`workers`), and the server's bots think in them
(`semafor.server.thinkers`). They hand out work differently: a journal wants all games, people want their turn.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import warnings
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock, Thread
from typing import Any, Final

CONTEXT: Final = multiprocessing.get_context("spawn")
"""Every process starts afresh, on every system: no lock or socket of the parent is copied."""
_LOOK: Final = 0.5
"""Seconds between two checks of whether a process stands still."""

Answer = Callable[[Any], object]


class Worker:
    """A process, and the thread that talks to it."""

    def __init__(self, begin: Callable[[], Answer]) -> None:
        """Start a process that calls `begin`, and answers each question with what that returned."""
        self._begin = begin
        self._thread = ThreadPoolExecutor(1, "worker")
        self._replacing = Lock()
        self._stopped = False
        self._start()

    def ask(self, question: object, late: Callable[[], bool]) -> Future[Any]:
        """Ask, after what was asked before.

        The future raises TimeoutError if the answer is `late`, EOFError or another OSError if the process has died;
        then another one is already there.
        """
        return self._thread.submit(self._ask, question, late)

    def end(self) -> None:
        """End the process, whatever it is doing, and start another one."""
        self._kill()
        self._thread.submit(self._replace)

    def stop(self) -> None:
        """End the process for good."""
        with self._replacing:
            self._stopped = True
        self._kill()

    def _start(self) -> None:
        self._pipe, end = CONTEXT.Pipe()
        process: BaseProcess = CONTEXT.Process(target=_work, args=(self._begin, end), daemon=True)
        process.start()
        end.close()
        self.process = process

    def _kill(self) -> None:
        self.process.kill()
        self.process.join()

    def _replace(self) -> None:
        with self._replacing:
            if not self._stopped and not self.process.is_alive():
                self._start()

    def _ask(self, question: object, late: Callable[[], bool]) -> object:
        try:
            self._pipe.send(question)
            while not self._pipe.poll(_LOOK):
                if late():
                    raise TimeoutError
            return self._pipe.recv()
        except BaseException:
            self._kill()
            self._replace()
            raise


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


def _work(begin: Callable[[], Answer], pipe: Connection) -> None:
    """Answer until the parent is gone; leave Ctrl-C, and warnings about the whole program, to it."""
    when_orphaned(lambda: os._exit(1))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.filterwarnings("ignore", "semafor runs interpreted", RuntimeWarning)
    answer = begin()
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
