"""The code of the bots' web worker: JavaScript calls it with jobs as text."""

from __future__ import annotations

import warnings
from typing import Final

from semafor.contest.par import FieldGames
from semafor.simulation.hints import HintJob
from semafor.simulation.jobs import read_job
from semafor.simulation.spreads import SpreadGames
from semafor.simulation.thinking import Decide, Slice

_KINDS: Final = Decide | Slice | FieldGames | HintJob | SpreadGames

# Code can't be compiled in a page, and the player can do nothing about it.
warnings.filterwarnings("ignore", "semafor runs interpreted", RuntimeWarning)


def think(job: str) -> str:
    """Run a bot's job."""
    return read_job(job, _KINDS).run().decode()
