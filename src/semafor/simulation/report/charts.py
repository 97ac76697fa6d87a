"""Charts of the arena's page, as SVG: ratings with their intervals, and distributions of points."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Final

from semafor.simulation.statistics.crosstable import Contestant

_WIDTH: Final = 720
_CHART: Final = 400
_ROW: Final = 30
_NAMES: Final = 150
_RIGHT: Final = 64
_HIGH: Final = 150


def rating_plot(ranked: Sequence[Contestant]) -> str:
    """Draw every bot's rating as a dot, with its interval as a line."""
    ends = [value for entry in ranked for value in (entry.elo, *(entry.elo_ci or ()))]
    low, high, step = _axis(min(ends), max(ends), 6)
    height = _ROW * len(ranked) + 34

    def x(value: float) -> float:
        return _NAMES + (value - low) / (high - low) * (_WIDTH - _NAMES - _RIGHT)

    parts: list[str] = []
    for tick in _ticks(low, high, step):
        parts.append(f'<line class="grid" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="4" y2="{height - 24}"/>')
        parts.append(f'<text class="tick" x="{x(tick):.1f}" y="{height - 8}">{tick:g}</text>')
    for row, entry in enumerate(ranked):
        y = row * _ROW + 20
        parts.append(f'<text class="name" x="{_NAMES - 12}" y="{y + 4}">{escape(_short(entry.name))}</text>')
        if entry.elo_ci is not None:
            first, last = x(entry.elo_ci[0]), x(entry.elo_ci[1])
            parts.append(f'<line class="interval" x1="{first:.1f}" x2="{last:.1f}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{x(entry.elo):.1f}" cy="{y}" r="5"/>')
        parts.append(f'<text class="value" x="{_WIDTH - 4}" y="{y + 4}">{entry.elo:.0f}</text>')
    return _svg(height, parts, "Ratings with 95 % intervals")


def score_chart(entry: Contestant, low: float, high: float, step: float) -> str:
    """Draw the distribution of a bot's points, on a scale shared by all bots."""
    bins = Counter(math.floor((points - low) / step) for points in entry.points)
    most = max(bins.values())
    count = round((high - low) / step)
    wide = (_CHART - 20) / count
    parts: list[str] = []
    for number in range(count):
        tall = bins[number] / most * (_HIGH - 40)
        if tall:
            x = 10 + number * wide
            share = bins[number] / len(entry.points)
            begins = low + number * step
            parts.append(
                f'<rect class="bar" x="{x + 1:.1f}" y="{_HIGH - 24 - tall:.1f}" width="{wide - 2:.1f}"'
                f' height="{tall:.1f}"><title>{begins:g} to {begins + step - 1:g} points: {share:.1%}</title></rect>'
            )
    every = max(1, round(count / 5))
    for number in range(0, count + 1, every):
        anchor = ' style="text-anchor:start"' if number == 0 else ""
        parts.append(
            f'<text class="tick" x="{10 + number * wide:.1f}" y="{_HIGH - 8}"{anchor}>{low + number * step:g}</text>'
        )
    mean = 10 + (entry.mean_points - low) / step * wide
    parts.append(f'<line class="mean" x1="{mean:.1f}" x2="{mean:.1f}" y1="8" y2="{_HIGH - 24}"/>')
    return _svg(_HIGH, parts, f"Points of {entry.name}", _CHART)


def score_scale(entries: Sequence[Contestant]) -> tuple[float, float, float]:
    """Return a scale for the points of all bots: its ends, and the width of a bar."""
    points = [value for entry in entries for value in entry.points]
    low, high, step = _axis(min(points), max(points) + 1, 24)
    return low, high, max(step, 1)


def _axis(low: float, high: float, parts: int) -> tuple[float, float, float]:
    """Return round ends around a range, and a round step that gives about `parts` steps."""
    raw = max(high - low, 1.0) / parts
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw)
    first, last = math.floor(low / step) * step, math.ceil(high / step) * step
    return first, max(last, first + step), step


def _ticks(low: float, high: float, step: float) -> list[float]:
    return [low + number * step for number in range(round((high - low) / step) + 1)]


def _short(name: str) -> str:
    return name if len(name) <= 20 else f"{name[:19]}…"


def _svg(height: float, parts: Sequence[str], title: str, width: int = _WIDTH) -> str:
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>'
