"""The code of the bots' web worker: JavaScript calls it with jobs as text."""

from __future__ import annotations

import warnings

import msgspec

from semafor.contest.par import FieldGames
from semafor.simulation.hints import HintJob
from semafor.simulation.spreads import SpreadGames
from semafor.simulation.thinking import Job, Slice, do

_JOBS = msgspec.json.Decoder(Job | Slice | FieldGames | HintJob | SpreadGames)

# Code can't be compiled in a page, and the player can do nothing about it.
warnings.filterwarnings("ignore", "semafor runs interpreted", RuntimeWarning)


def think(job: str) -> str:
    """Run a bot's job."""
    wanted = _JOBS.decode(job)
    return wanted.run().decode() if isinstance(wanted, FieldGames | HintJob | SpreadGames) else do(wanted)
