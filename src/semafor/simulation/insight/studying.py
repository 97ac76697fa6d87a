"""The analysis of a finished game in slices for workers, the same on a server and on a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec

from semafor.simulation.insight.analysis import CANDIDATES, Advice, Analysis, candidates, conclude
from semafor.simulation.thinking import Slice


@dataclass(frozen=True)
class Effort:
    """How much is computed."""

    playouts: int
    """For one chance."""
    points: int
    """The moments whose chances are estimated, at most, besides the end."""
    slice: int
    """Playouts in one slice; a worker is busy for that long."""

    def name(self, head: Slice) -> str:
        """Return a name for the analysis: another game or another effort has another one."""
        return sha256(msgspec.json.encode((head.record, self.playouts, self.points), order="sorted")).hexdigest()


async def study(
    head: Slice, effort: Effort, ask: Callable[[Slice], Awaitable[Any]], tell: Callable[[float], None]
) -> Analysis:
    """Analyse the game of a slice; `ask` computes slices, and `tell` is told the progress, from 0 to 1."""
    begun = await ask(head)
    points = begun["points"][:: -(-len(begun["points"]) // effort.points)]
    last: int = begun["points"][-1]
    chosen = sorted({*points, last})
    advice = [Advice(**one) for one in begun["advice"]]
    # A playout takes about as long as the rest of the game.
    work = sum(last - after + 1 for after in chosen) + _compared(advice) * last
    done = 0.0

    async def add(part: Slice, weight: int, most: int) -> list[float]:
        """Return the sums of all slices like this one."""
        nonlocal done
        sums: list[float] = []
        for first in range(0, effort.playouts, most):
            count = min(most, effort.playouts - first)
            won: list[float] = await ask(msgspec.structs.replace(part, first=first, playouts=count))
            sums = [before + more for before, more in zip(sums or [0.0] * len(won), won, strict=True)]
            done += weight * count / effort.playouts
            tell(min(1.0, done / work))
        return sums

    tell(0.0)
    wins = {
        after: await add(msgspec.structs.replace(head, after=after), last - after + 1, effort.slice) for after in chosen
    }
    compared = {
        # Two games for each playout.
        move.step: await add(
            msgspec.structs.replace(head, step=move.step, advised=move.action), last, -(-effort.slice // 2)
        )
        for move in candidates(advice, wins, effort.playouts)
    }
    return conclude(advice, wins, compared, effort.playouts)


def _compared(advice: Sequence[Advice]) -> int:
    """Return how many moves will be compared with the advice."""
    return sum(min(count, CANDIDATES) for count in Counter(one.seat for one in advice if not one.same).values())
