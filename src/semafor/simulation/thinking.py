"""Jobs for bots that think elsewhere: in a server's process, or in a page's web worker.

A job contains only data made from the bot's observation: a position in which everything that the seat can't know has
been sampled (`Observation.determinise`), and which gives that seat the same observation. So there is nothing hidden to
peek at.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import lru_cache
from typing import Final

from semafor import Board, Chance, Observation, Record, load_position
from semafor.bots.base import Bot
from semafor.bots.registry import make_bot
from semafor.simulation.analysis import Study
from semafor.simulation.jobs import BoardJob

SECONDS: Final = 1.5
"""How long a bot may think; no level needs more than one second."""
FALLBACK: Final = "planner"
"""The bot that decides if another one has failed."""
_BOTS_KEPT: Final = 32


class Job(BoardJob, frozen=True, tag=True):
    """A decision to make."""

    position: dict[str, object]
    seat: int
    spec: str
    seed: str


class Slice(BoardJob, frozen=True, tag=True):
    """A part of the analysis of a finished game: playouts after a number of actions, or without playouts the advice.

    With `advised`, the playouts compare the action number `step` with the advised one.
    """

    record: dict[str, object]
    after: int = 0
    first: int = 0
    playouts: int = 0
    step: int = 0
    advised: dict[str, object] | None = None


def decision(board: Board, board_text: str | None, seen: Observation, spec: str, seed: str) -> Job:
    """Return the job that decides for the observer."""
    position = seen.determinise(Chance.seeded(seed)).position()
    return Job(board.id, board_text, position, int(seen.seat), spec, seed)


def do(job: Job | Slice) -> str:
    """Run a job and return its result as JSON; an empty string if a bot has failed."""
    return decide(job) if isinstance(job, Job) else _study(job)


def decide(job: Job) -> str:
    """Return the action as JSON; an empty string if the bot has failed."""
    board = job.load_board()
    try:
        seen = load_position(job.position, None, board).observe(job.seat)
        legal = seen.legal_actions()
        bot = kept_bot(job.spec, board)
        bot.forget()
        action = bot.choose(seen, legal, Chance.seeded(job.seed), SECONDS)
        if action not in legal:
            return ""
        return json.dumps(action.to_json())
    except Exception:
        # The bot failed; the caller lets another one decide.
        return ""


@lru_cache(maxsize=_BOTS_KEPT)
def kept_bot(spec: str, board: Board) -> Bot:
    """Return a cached bot for any game and seat: making one takes longer than a decision."""
    return make_bot(spec, board)


def _study(part: Slice) -> str:
    """Return a part of an analysis as JSON."""
    study = Study(Record.from_json(part.record), part.load_board())
    if part.advised is not None:
        return json.dumps(study.compare(part.step, part.advised, part.first, part.playouts))
    if part.playouts:
        return json.dumps(study.wins(part.after, part.first, part.playouts))
    return json.dumps({"advice": [asdict(one) for one in study.advice()], "points": study.points()})
