"""A learning curve as an SVG image: one line, its points, and a mark at one half, which means even."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 56, 56


@dataclass
class Point:
    """A point of the curve: decisions so far, the share of games won, and the number of games."""

    decisions: int
    share: float
    games: int


def write_curve(
    path: Path, title: str, curve: list[Point], label: str, below: str = "decisions of the learner"
) -> None:
    """Draw the curve into a file."""
    path.write_text(draw_curve(title, curve, label, below), encoding="utf-8")


def draw_curve(title: str, curve: list[Point], label: str, below: str) -> str:
    """Return the picture."""
    most = max([point.decisions for point in curve], default=1)

    def x(decisions: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * decisions / most

    def y(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="13" fill="#333" role="img" aria-label="{title}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="24" font-size="16" font-weight="600">{title}</text>',
        f'<text x="{LEFT}" y="43" fill="#666">{label}</text>',
    ]
    for percent in range(0, 101, 25):
        height = y(percent / 100)
        colour = "#999" if percent == 50 else "#ddd"
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{height:.1f}" y2="{height:.1f}" stroke="{colour}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{height + 4:.1f}" text-anchor="end">{percent} %</text>')
    for tick in ticks(most):
        parts.append(f'<text x="{x(tick):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{short(tick)}</text>')
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle" fill="#666">{below}</text>'
    )
    for point in curve:
        parts.append(
            f'<circle cx="{x(point.decisions):.1f}" cy="{y(point.share):.1f}" r="2.5" fill="#1f6f8b" opacity="0.4"/>'
        )
    line = " ".join(f"{x(point.decisions):.1f},{y(point.share):.1f}" for point in smooth(curve))
    parts.append(f'<polyline points="{line}" fill="none" stroke="#1f6f8b" stroke-width="2.5"/>')
    return "\n".join([*parts, "</svg>", ""])


def smooth(curve: list[Point]) -> list[Point]:
    """Return the moving average over each point and its neighbours; leave short curves as they are."""
    reach = len(curve) // 30
    result = []
    for number, point in enumerate(curve):
        near = curve[max(0, number - reach) : number + reach + 1]
        games = sum(other.games for other in near)
        share = sum(other.share * other.games for other in near) / games
        result.append(Point(point.decisions, share, games))
    return result


def ticks(most: int) -> list[int]:
    """Return round numbers up to the maximum."""
    step = 10 ** (len(str(most)) - 1)
    while most / step < 4:
        step //= 2 if step % 2 == 0 else 5
    return list(range(0, most + 1, max(1, step)))


def short(number: int) -> str:
    """Return a number in short form."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if number >= size:
            return f"{number / size:g}{letter}"
    return str(number)
