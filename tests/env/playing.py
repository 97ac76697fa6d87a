"""Random play in environments, reproducible from a seed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from semafor import Game, MoveSpace
from semafor.env.core.encoder import Encoder
from semafor.env.layout import Layout
from tests.play import board_named

BOTS = ["greedy", "hungry", "path", "one-step", "long-route", "planner", "random"]


def legal_at_random(masks: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a legal action for every row, uniformly at random."""
    wishes = np.where(masks, rng.random(masks.shape), -1.0)
    chosen: NDArray[np.int64] = wishes.argmax(axis=1)
    return chosen


def observation(encoder: Encoder, game: Game, seat: int) -> NDArray[np.uint8]:
    """Return what a seat sees, as an array."""
    return np.frombuffer(encoder.observation(game.state, seat), np.uint8)  # type: ignore[call-overload,no-any-return]


def legal(space: MoveSpace, game: Game) -> list[int]:
    """Return the indices of the engine's legal moves."""
    return [space.number[move] for move in game.moves()]


def layout_of(name: str, players: int) -> Layout:
    """Return the layout of a built-in board."""
    return Layout(board_named(name), players)


FAULTS = [
    ("raise RuntimeError('lost the way')", "RuntimeError: lost the way"),
    ("return Pass()", ".*pass"),
]
"""What a bot does wrong at its tenth decision, and the expected error."""


def failing_bot(folder: Path, fault: str) -> str:
    """Write a bot that fails after nine decisions; return its spec."""
    file = folder / "failing.py"
    file.write_text(
        "from semafor.bots.base import Bot\n"
        "from semafor.model.actions import Pass\n\n\n"
        "class Failing(Bot):\n"
        "    def __init__(self, board):\n"
        "        self.decisions = 0\n\n"
        "    def choose(self, seen, legal, chance, seconds):\n"
        "        self.decisions += 1\n"
        "        if self.decisions == 10:\n"
        f"            {fault}\n"
        "        return next(iter(legal))\n",
        encoding="utf-8",
    )
    return f"{file}:Failing"
