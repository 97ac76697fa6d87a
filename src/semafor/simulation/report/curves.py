"""Learning curves: how a network did in tests while it was trained, from the log that training writes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from pathlib import Path

_WIDTH = 720
_HEIGHT = 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 16, 12, 30


class CurveError(ValueError):
    """A file that is no log of a training run."""


@dataclass
class Curve:
    """Tests of a network: after how many decisions, and what share of games it won."""

    name: str
    points: list[tuple[int, float]]


def read_curve(path: Path) -> Curve:
    """Read the tests out of a log: lines of JSON, of which those with `test` and `decisions` count."""
    points: list[tuple[int, float]] = []
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            told = json.loads(line)
            if "test" in told:
                points.append((int(told["decisions"]), float(told["test"])))
    except (ValueError, KeyError, TypeError) as error:
        raise CurveError(f"{path} is no log of a training run: {error}") from None
    if not points:
        raise CurveError(f"{path} has no tests of a training run in it")
    return Curve(path.stem, points)


def curve_plot(curve: Curve) -> str:
    """Draw the share of games won over the decisions learnt from."""
    most = max(decisions for decisions, _ in curve.points) or 1

    def place(decisions: int, share: float) -> tuple[float, float]:
        x = _LEFT + decisions / most * (_WIDTH - _LEFT - _RIGHT)
        return x, _TOP + (1 - share) * (_HEIGHT - _TOP - _BOTTOM)

    parts: list[str] = []
    for percent in (0, 25, 50, 75, 100):
        y = place(0, percent / 100)[1]
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="value" x="{_LEFT - 6}" y="{y + 4:.1f}">{percent} %</text>')
    line = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in curve.points)
    parts.append(f'<polyline class="curve" points="{line}"/>')
    for decisions, share in curve.points:
        x, y = place(decisions, share)
        parts.append(
            f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4">'
            f"<title>{share:.1%} after {decisions:,} decisions</title></circle>"
        )
    parts.append(f'<text class="value" x="{_WIDTH - _RIGHT}" y="{_HEIGHT - 8}">{most:,} decisions</text>')
    title = escape(f"Learning curve of {curve.name}")
    return f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{title}">{"".join(parts)}</svg>'
