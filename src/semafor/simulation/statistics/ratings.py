"""Elo ratings by the Bradley–Terry model, from the results of all pairs.

A game of several players counts as one result for each pair of them, by their ranks. Every bot gets one extra draw,
shared out among those it met: without it, a bot that never lost would have no finite rating. (A whole draw for each
pair would pull many bots together that met a few times each.) Intervals are bootstrapped over blocks with a fixed
generator; each time the extra games are split at random, because it is unknown how much stronger a bot that never lost
is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from operator import add
from typing import Final

from semafor.model.chance import Chance
from semafor.simulation.statistics.intervals import CONFIDENCE, Interval

SCALE: Final = 400 / math.log(10)
"""Elo points per natural unit of strength."""
RESAMPLES: Final = 400
_SWEEPS: Final = 500
_CLOSE: Final = 1e-7
_LONGEST_STEP: Final = 1.0
_PARTS: Final = 1000

Wins = list[list[float]]
"""How often the row came out ahead of the column; a tie is half for each."""


def no_wins(count: int) -> Wins:
    """Return an empty table."""
    return [[0.0] * count for _ in range(count)]


def sum_of(tables: Sequence[Wins]) -> Wins:
    """Return the results of several tables together.

    >>> sum_of([[[0, 1], [2, 0]], [[0, 3], [0, 0]]])
    [[0.0, 4.0], [2.0, 0.0]]
    """
    total = no_wins(len(tables[0]))
    for table in tables:
        for row, more in zip(total, table, strict=True):
            row[:] = map(add, row, more)
    return total


def count_ranks(wins: Wins, entries: Sequence[int], ranks: Sequence[int]) -> None:
    """Add a game: a result for each pair of different entries."""
    for a, b in permutations(range(len(entries)), 2):
        if entries[a] != entries[b]:
            wins[entries[a]][entries[b]] += 1.0 if ranks[a] < ranks[b] else 0.5 if ranks[a] == ranks[b] else 0.0


def elo(wins: Wins, anchor: int | None = None, start: Sequence[float] | None = None) -> list[float]:
    """Return the maximum-likelihood ratings, if no bot won everything; the anchor, or else the mean of all, is at 0.

    >>> [round(rating) for rating in elo([[0, 640], [360, 0]])]
    [50, -50]
    """
    count = len(wins)
    games = [[_total(wins, i, j) for j in range(count)] for i in range(count)]
    won = [math.fsum(row) for row in wins]
    strength = [value / SCALE for value in start] if start else [0.0] * count
    for _ in range(_SWEEPS):
        longest = 0.0
        for i in range(count):
            step = _newton_step(strength, i, games[i], won[i])
            strength[i] += step
            longest = max(longest, abs(step))
        if longest < _CLOSE:
            break
    zero = sum(strength) / count if anchor is None else strength[anchor]
    return [(value - zero) * SCALE for value in strength]


def with_extra_games(wins: Wins, chance: Chance | None = None) -> Wins:
    """Return the table with one more game for every bot, shared out among those it met: a draw, or split at random.

    Two bots have one more game in all.

    >>> with_extra_games([[0, 3], [1, 0]])
    [[0.0, 3.5], [1.5, 0.0]]
    """
    more = [[float(won) for won in row] for row in wins]
    pairs = [(i, j) for i, j in combinations(range(len(wins)), 2) if _total(wins, i, j) > 0]
    met = Counter(bot for pair in pairs for bot in pair)
    for i, j in pairs:
        games = (1 / met[i] + 1 / met[j]) / 2
        part = 0.5 if chance is None else (int(chance.below(_PARTS)) + 0.5) / _PARTS
        more[i][j] += games * part
        more[j][i] += games * (1 - part)
    return more


def _total(wins: Wins, i: int, j: int) -> float:
    return wins[i][j] + wins[j][i]


def _newton_step(strength: list[float], i: int, games: list[float], won: float) -> float:
    """Return one Newton step for one strength, with the others fixed."""
    slope = won
    bend = 0.0
    for j, met in enumerate(games):
        if met:
            expected = 1 / (1 + math.exp(strength[j] - strength[i]))
            slope -= met * expected
            bend += met * expected * (1 - expected)
    return max(-_LONGEST_STEP, min(_LONGEST_STEP, slope / bend)) if bend else 0.0


def elo_intervals(blocks: Sequence[Wins], ratings: Sequence[float], anchor: int | None = None) -> list[Interval]:
    """Return the intervals of ratings, from the results by block."""
    count = len(ratings)
    chance = Chance.seeded("elo intervals")
    drawn: list[list[float]] = [[] for _ in range(count)]
    for _ in range(RESAMPLES):
        total = sum_of([blocks[int(chance.below(len(blocks)))] for _ in blocks])
        for i, value in enumerate(elo(with_extra_games(total, chance), anchor, ratings)):
            drawn[i].append(value)
    cut = (1 - CONFIDENCE) / 2
    return [(_quantile(values, cut), _quantile(values, 1 - cut)) for values in drawn]


def _quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[round(share * (len(values) - 1))]


def cycles(wins: Wins) -> list[tuple[int, int, int]]:
    """Return all triples in which the first beats the second, the second the third, and the third the first.

    >>> cycles([[0, 2, 1], [1, 0, 2], [2, 1, 0]])
    [(0, 1, 2)]
    """
    found: list[tuple[int, int, int]] = []
    for a, b, c in combinations(range(len(wins)), 3):
        for x, y, z in ((a, b, c), (a, c, b)):
            if wins[x][y] > wins[y][x] and wins[y][z] > wins[z][y] and wins[z][x] > wins[x][z]:
                found.append((x, y, z))
    return found
