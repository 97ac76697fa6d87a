"""Learning curves: a network's test results during training, from the training log."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from pathlib import Path

from semafor.model.errors import SemaforError

_WIDTH = 720
_HEIGHT = 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 16, 12, 30


class CurveError(SemaforError):
    """A file that is not a training log."""


@dataclass
class Curve:
    """Test results of a network: the number of decisions, and the share of games won."""

    name: str
    points: list[tuple[int, float]]


def read_curve(path: Path) -> Curve:
    """Read the tests from a log: the JSON lines with `test` and `decisions`."""
    points: list[tuple[int, float]] = []
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            told = json.loads(line)
            if "test" in told:
                points.append((int(told["decisions"]), float(told["test"])))
    except (ValueError, KeyError, TypeError) as error:
        raise CurveError(f"{path} is not a training log: {error}") from None
    if not points:
        raise CurveError(f"{path} is a training log without tests")
    return Curve(path.stem, points)


def curve_plot(curve: Curve) -> str:
    """Draw the share of games won over the number of training decisions."""
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
