"""Jobs that run elsewhere: pickled, in a process of a server, or as text, in a web worker of a page."""

from __future__ import annotations

import base64
import pickle
from typing import Any

import msgspec

from semafor import Board, Observation
from semafor.engine.boards import find_board


class Job(msgspec.Struct, frozen=True, tag=True):
    """A piece of work."""

    def run(self) -> bytes:
        """Do it, and return the result as JSON."""
        raise NotImplementedError


class BoardJob(Job, frozen=True, tag=True):
    """A job about a game on a board: a built-in one, or somebody's own with its text."""

    board: str
    board_text: str | None

    def load_board(self) -> Board:
        """Return the board."""
        return find_board(self.board, self.board_text)


def job_to_text(job: Job) -> str:
    """Return a job as text, for a worker of the same page; observations are pickled."""
    return msgspec.json.encode(job, enc_hook=_pack).decode()


def read_job(text: str, kinds: object) -> Job:
    """Return the job of a text that `job_to_text` wrote; it may be of several kinds."""
    job: Job = msgspec.json.decode(text, type=kinds, dec_hook=_unpack)
    return job


def _pack(value: object) -> str:
    if not isinstance(value, Observation):
        raise NotImplementedError(f"a job can't hold {type(value).__name__}")
    return base64.b85encode(pickle.dumps(value)).decode()


def _unpack(kind: type, value: Any) -> Any:
    # Fields of type `object` come here, too.
    return pickle.loads(base64.b85decode(value)) if kind is Observation else value
