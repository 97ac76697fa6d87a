"""The layout of observations and actions: names, offsets, scales, and a table for the documentation.

>>> from semafor.engine.boards import load_board
>>> layout = Layout(load_board("toy"), players=2)
>>> layout.size, layout.actions
(207, 43)
>>> layout["hand"].start, layout["hand"].shape
(38, (9,))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.engine.seen import GameError
from semafor.env.core.encoder import Encoder
from semafor.env.core.fields import OBSERVATION_VERSION
from semafor.model.board import Board


@dataclass(frozen=True)
class Part:
    """A field of an observation; `largest` has one number for all of it, or one for every index of the last axis."""

    name: str
    start: int
    size: int
    shape: tuple[int, ...]
    axes: tuple[str, ...]
    largest: tuple[int, ...]
    meaning: str

    def of(self, observations: NDArray[Any]) -> NDArray[Any]:
        """Return the field's numbers in one observation, or in many, in the field's shape."""
        part = observations[..., self.start : self.start + self.size]
        return part.reshape((*observations.shape[:-1], *self.shape))


class Layout:
    """The layout of observations for a board and a number of players."""

    version = OBSERVATION_VERSION

    def __init__(self, board: Board, players: int, planner: bool = False) -> None:
        """Take the layout from the encoder, with `planner` that of observations with the planner's fields."""
        check_players(board, players)
        encoder = Encoder(board, players, planner)
        self.board = board
        self.players = players
        self.size = int(encoder.size)
        self.actions = int(encoder.actions)
        self.action_names = [encoder.space.name(number) for number in range(self.actions)]
        self.axes = {axis.name: list(axis.entries) for field in encoder.layout for axis in field.axes}
        self.parts = [
            Part(
                name=field.name,
                start=int(field.start),
                size=int(field.size),
                shape=tuple(len(axis.entries) for axis in field.axes),
                axes=tuple(axis.name for axis in field.axes),
                largest=tuple(field.largest),
                meaning=field.meaning,
            )
            for field in encoder.layout
        ]
        self.largest = np.concatenate([np.resize(np.array(part.largest, np.uint8), part.size) for part in self.parts])
        self._scale = (1 / self.largest.astype(np.float64)).astype(np.float32)

    def __getitem__(self, name: str) -> Part:
        """Return a field by its name."""
        for part in self.parts:
            if part.name == name:
                return part
        raise KeyError(f"no field {name}; there are {', '.join(part.name for part in self.parts)}")

    def scaled(self, observations: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Scale observations to numbers from 0 to 1, for networks."""
        return np.multiply(observations, self._scale, dtype=np.float32)

    def table(self) -> str:
        """Return the fields as a table in Markdown."""
        rows = ["| field | axes | at | size | largest | meaning |", "| --- | --- | ---: | ---: | ---: | --- |"]
        rows += [
            f"| `{part.name}` | {' × '.join(part.axes) or '–'} | {part.start} | {part.size} "
            f"| {', '.join(map(str, part.largest))} | {part.meaning} |"
            for part in self.parts
        ]
        return "\n".join(rows)


def check_players(board: Board, players: int) -> None:
    """Raise GameError if the board doesn't allow this number of players."""
    spec = board.spec
    if not spec.min_players <= players <= spec.max_players:
        raise GameError(f"{board.id} is for {spec.min_players} to {spec.max_players} players, not {players}")
