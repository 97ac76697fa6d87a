"""Confidence intervals over block means, never over single games.

The games of a block share their decks, so they are not independent; blocks are. All intervals are 95 %.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean
from typing import Final

CONFIDENCE: Final = 0.95
Interval = tuple[float, float]


def t_quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Return the two-sided quantile of Student's t, in standard errors (expanded in 1/freedom).

    >>> [round(t_quantile(freedom), 2) for freedom in (5, 10, 30, 1000)]
    [2.57, 2.23, 2.04, 1.96]
    """
    if freedom == 1:
        return math.tan(math.pi * confidence / 2)
    if freedom == 2:
        return confidence * math.sqrt(2 / (1 - confidence**2))
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(terms, 1))


def squared_error(values: Sequence[float]) -> float:
    """Return the square of the standard error of a mean."""
    mean = fmean(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values)


def mean_interval(values: Sequence[float]) -> Interval | None:
    """Return the interval of a mean of block means; None for a single block, whose error is unknown."""
    if len(values) < 2:
        return None
    reach = t_quantile(len(values) - 1) * math.sqrt(squared_error(values))
    return fmean(values) - reach, fmean(values) + reach


def share_interval(values: Sequence[float], games: float = 1.0) -> Interval:
    """Return the interval of a share that is the mean of block means, with `games` games each.

    It includes four pseudo-games, two lost and two won (after Agresti and Coull), so that it stays honest if blocks are
    few or all alike. A bot that won all of 20 games has not shown that it always wins.

    >>> [round(end, 2) for end in share_interval([1.0] * 20)]
    [0.8, 1.0]
    """
    if len(values) < 2:
        return 0.0, 1.0
    extra = 2 / games  # blocks lost, and as many won
    count = len(values) + 2 * extra
    mean = (math.fsum(values) + extra) / count
    squares = math.fsum((value - mean) ** 2 for value in values) + extra * (mean**2 + (1 - mean) ** 2)
    reach = t_quantile(len(values) - 1) * math.sqrt(squares / (count - 1) / count)
    return max(mean - reach, 0.0), min(mean + reach, 1.0)
