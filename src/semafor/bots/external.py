"""Bots in any language: a child process that reads a JSON object per line and answers with one (docs/bots-external.md).

Whatever the child does, the game goes on: it may hang, die, or answer nonsense. Each of these is a kind of
`BotFailure`; the child is killed, and the next request starts a new one.
"""

import atexit
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from queue import Empty, Queue
from threading import Thread
from typing import Final

from semafor.bots.base import Bot
from semafor.bots.reasons import Reason, said
from semafor.engine.definition import board_definition
from semafor.engine.files.action_json import BadAction, parse_action
from semafor.engine.files.strict_json import parse_json
from semafor.engine.game import Observation
from semafor.engine.legality.legal_actions import LegalActions
from semafor.model.actions import Action
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.errors import SemaforError

MOST_ACTIONS: Final = 1000
"""How many legal actions are listed; a ferry can have thousands of payments."""
START_SECONDS: Final = 10.0
"""How long a child may take until it is ready."""
_MOST_BYTES: Final = 1000000
"""Longer answers are rejected as nonsense."""
_GRACE_SHARE: Final = 0.1
_GRACE_SECONDS: Final = 0.1
"""Added to the time budget, together with a tenth of it, for the round trip."""
_GOODBYE_SECONDS: Final = 0.5
"""How long a child may take to exit when its input ends."""


class BotFailure(SemaforError):
    """A bot that gave no legal action: `kind` is "timeout", "crash", "nonsense" or "illegal"."""

    def __init__(self, kind: str, message: str) -> None:
        """Take the kind, and a message for the bot's author."""
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.position: dict[str, object] | None = None
        """Where it failed, as `load_position` takes it, if the game is at hand."""
        self.traceback = ""
        """Where in its own code."""


class ExternalBot(Bot):
    """Asks a child process, which the first request starts."""

    def __init__(self, command: list[str], board: Board, start_seconds: float = START_SECONDS) -> None:
        """Take the program and its arguments, the board to send, and how long it may take to start."""
        self.command = command
        self.start_seconds = start_seconds
        self.board = board
        self.child: Child | None = None
        self.reason = ""

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        """Return the child's answer; raise BotFailure unless it is legal."""
        try:
            answer = self._ready(seen).ask(question(seen, legal, chance, seconds), with_grace(seconds))
            action = read_answer(answer, legal)
        except BotFailure:
            self.close()
            raise
        reason = answer.get("reason")
        self.reason = reason if isinstance(reason, str) else ""
        return action

    def explain(self) -> Reason | None:
        """Return the child's reason for its answer, if it gave one."""
        return said(self.reason)

    def close(self) -> None:
        """Stop the child; the next request starts another."""
        child = self.child
        self.child = None
        if child is not None:
            child.end()

    def __del__(self) -> None:
        """Leave no process behind."""
        self.close()

    def _ready(self, seen: Observation) -> "Child":
        """Return the child; a new one gets the board first, so that its startup does not count as thinking time."""
        if self.child is not None:
            return self.child
        child = Child(self.command)
        self.child = child
        start: dict[str, object] = {
            "type": "start",
            "board": board_definition(self.board),
            "players": int(seen.players),
            "seat": int(seen.seat),
        }
        if child.ask(start, self.start_seconds).get("ready") is not True:
            raise BotFailure("nonsense", 'the answer to "start" must be {"ready": true}')
        return child


def question(seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> dict[str, object]:
    """Return the request to a child: everything that any bot gets, as JSON."""
    actions: Iterator[Action] = iter(legal)
    listed: list[object] = [action.to_json() for action in islice(actions, MOST_ACTIONS)]
    return {
        "type": "decide",
        "observation": seen.to_json(),
        "legal": listed,
        "truncated": next(actions, None) is not None,
        "seconds": seconds,
        "random": int(chance.next32()),
    }


def read_answer(answer: dict[str, object], legal: LegalActions) -> Action:
    """Return the action of an answer; raise BotFailure if it is not a legal action."""
    if "action" not in answer:
        raise BotFailure("nonsense", 'the answer has no "action"')
    try:
        action = parse_action(answer["action"])
    except BadAction as problem:
        raise BotFailure("nonsense", f"the answer is not an action: {problem}") from None
    refusal = legal.why_not(action)
    if refusal is not None:
        raise BotFailure("illegal", f"{action} is not legal: {refusal.message}")
    return action


class Child:
    """A running process with a line in and a line out."""

    def __init__(self, command: list[str]) -> None:
        """Start it in its own session, so that it can be killed together with its children."""
        self.name = command[0]
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise BotFailure("crash", f"{self.name} could not be started: {error.strerror}") from None
        self.owner = os.getpid()
        self.thread: Thread | None = None
        self.answers: Queue[bytes] = Queue()
        _RUNNING.append(self)

    def ask(self, message: dict[str, object], seconds: float) -> dict[str, object]:
        """Send a message and return the answer, or raise BotFailure."""
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        return as_object(self.exchange(line, seconds))

    def exchange(self, line: bytes, seconds: float) -> bytes:
        """Send a line, or nothing, and return the line that comes next, or raise BotFailure.

        Both sending and receiving can block for ever, so a thread does them.
        """
        thread = Thread(target=self._talk, args=(line,), daemon=True)
        self.thread = thread
        thread.start()
        try:
            answer = self.answers.get(timeout=max(seconds, 0.0))
        except Empty:
            raise BotFailure("timeout", f"{self.name} gave no answer in {seconds:.2f} s") from None
        if answer == b"":
            raise BotFailure("crash", f"{self.name} ended instead of answering")
        return answer

    def _talk(self, line: bytes) -> None:
        """Write a line and read one; an empty line means that the process is gone."""
        answer = b""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(line)
            self.process.stdin.flush()
            answer = self.process.stdout.readline(_MOST_BYTES)
        except (OSError, ValueError):
            pass  # a broken pipe, or one that was closed meanwhile
        self.answers.put(answer)

    def end(self) -> None:
        """Stop the process and wait until it is gone. A copy of this object in a forked process does nothing."""
        if self not in _RUNNING or self.owner != os.getpid():
            return
        _RUNNING.remove(self)
        thread = self.thread
        if thread is not None and thread.is_alive():
            self._kill()  # it is in the middle of something
            thread.join(_GOODBYE_SECONDS)
        if thread is None or not thread.is_alive():
            self._close_pipes()
        try:
            self.process.wait(_GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            self._kill()
            self.process.wait()

    def _kill(self) -> None:
        """Kill the process with its children; it may be gone already."""
        with suppress(ProcessLookupError):
            if os.name == "posix":
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()

    def _close_pipes(self) -> None:
        """Close both pipes, whatever is still in them."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


_RUNNING: list[Child] = []


def _end_all() -> None:
    """Stop all children when the program exits."""
    for child in list(_RUNNING):
        child.end()


atexit.register(_end_all)


def with_grace(seconds: float) -> float:
    """Return the total time limit of a program with this thinking time."""
    return seconds * (1 + _GRACE_SHARE) + _GRACE_SECONDS


def as_object(line: bytes) -> dict[str, object]:
    """Read an answer as a JSON object."""
    if not line.endswith(b"\n"):
        raise BotFailure("nonsense", f"the answer is not one line of at most {_MOST_BYTES} bytes")
    try:
        answer = parse_json(line.decode(), [])
    except (ValueError, RecursionError) as error:
        raise BotFailure("nonsense", f"the answer is not JSON: {error}") from None
    if not isinstance(answer, dict):
        raise BotFailure("nonsense", "the answer is not a JSON object")
    return answer
