"""Glicko-2 (Glickman 2012) on the scale of the bots' levels: the dispatcher is at 0, and every game is a period.

The client's profile uses the same definition (`web/src/lib/profile/strength/rating.ts`); both are tested with the same
numbers (`tests/contest/ratings.json`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, hypot, log, pi, sqrt
from typing import Final

from msgspec import Struct

UNIT: Final = 400 / log(10)
"""From Elo to Glicko-2's own unit."""
TAU: Final = 0.5
"""How fast the volatility may change."""
WEEK: Final = 7 * 86_400.0
MEASURED: Final = 30.0
GUESSED: Final = 100.0
"""The deviation of a level's rating: it was measured on USA with two players, and is a guess elsewhere."""
SURE: Final = 110.0
"""The largest deviation of a rating that has a place on a ladder."""
_EXACT: Final = 1e-7
_STEPS: Final = 100


class Strength(Struct, frozen=True):
    """A rating, its standard deviation, and how much it tends to change."""

    rating: float = -380.0
    deviation: float = 350.0
    volatility: float = 0.06


UNKNOWN: Final = Strength()
"""Nothing is known yet: somewhere near the middle of the levels that people begin with."""


class Score(Struct, frozen=True):
    """A result against one opponent: 1 for a win, 0 for a loss; `weight` is how much of a game it is."""

    rating: float
    deviation: float
    score: float
    weight: float


def idle(strength: Strength, seconds: float) -> Strength:
    """Return a strength after a time without games: a week makes it as unsure as one more period would."""
    weeks = max(0.0, seconds) / WEEK
    wider = hypot(strength.deviation, strength.volatility * UNIT * sqrt(weeks))
    return Strength(strength.rating, min(UNKNOWN.deviation, wider), strength.volatility)


def rated(before: Strength, results: Sequence[Score]) -> Strength:
    """Return the strength after the results of one period.

    >>> won = rated(UNKNOWN, [Score(0.0, 30.0, 1.0, 1.0)])
    >>> won.rating > UNKNOWN.rating, won.deviation < UNKNOWN.deviation
    (True, True)
    """
    if not results:
        return before
    mu, phi = before.rating / UNIT, before.deviation / UNIT
    information = gain = 0.0
    for one in results:
        g = 1 / sqrt(1 + 3 * (one.deviation / UNIT) ** 2 / pi**2)
        expected = 1 / (1 + exp(-g * (mu - one.rating / UNIT)))
        information += one.weight * g**2 * expected * (1 - expected)
        gain += one.weight * g * (one.score - expected)
    volatility = _next_volatility(before.volatility, phi, 1 / information, gain / information)
    variance = 1 / (1 / (phi**2 + volatility**2) + information)
    return Strength((mu + variance * gain) * UNIT, min(UNKNOWN.deviation, sqrt(variance) * UNIT), volatility)


def _next_volatility(volatility: float, phi: float, variance: float, delta: float) -> float:
    """Return the volatility that fits what has happened: step 5, by regula falsi (Illinois)."""
    a = log(volatility**2)

    def f(x: float) -> float:
        e = exp(x)
        whole = phi**2 + variance + e
        return float((e * (delta**2 - whole)) / (2 * whole**2) - (x - a) / TAU**2)

    low = a
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        high = a - steps * TAU
    f_low, f_high = f(low), f(high)
    for _ in range(_STEPS):
        if abs(high - low) <= _EXACT:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


class Sitter(Struct, frozen=True):
    """One seat of a finished game; `strength` is None if it has no rating, and `left` if a bot played on for it."""

    points: int
    won: bool
    strength: Strength | None
    left: bool = False


def scores(sitters: Sequence[Sitter], seat: int) -> list[Score]:
    """Return the results of a seat against the rated others.

    A winner beats the others; between two winners, or two who lost, points decide. A player who left has lost to
    everybody. All results together weigh as one game, because they depend on each other.
    """
    me = sitters[seat]
    others = [one for number, one in enumerate(sitters) if number != seat and one.strength is not None]
    return [
        Score(one.strength.rating, one.strength.deviation, _against(me, one), 1 / len(others))
        for one in others
        if one.strength is not None
    ]


def _against(me: Sitter, other: Sitter) -> float:
    if me.left or other.left:
        return 0.0 if me.left else 1.0
    if me.won != other.won:
        return float(me.won)
    return 0.5 if me.points == other.points else float(me.points > other.points)
