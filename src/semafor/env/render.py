"""Rendering of a game as a spectator sees it: as text, or as an RGB array."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from semafor.engine.game import Game
from semafor.env.settings import EnvError
from semafor.model.drawing.board_map import WIDTH, BoardMap
from semafor.model.drawing.picture import LANE, ROUTE_PAINT, SEAT_PAINT
from semafor.model.numbers.view import SPECTATOR

RENDER_MODES: Final = ("ansi", "rgb_array")

_LAND: Final = (244, 239, 227)
_CITY: Final = (38, 40, 46)
_FAINT: Final = 0.4


def check_render_mode(mode: str | None) -> str | None:
    """Return a valid mode, or None."""
    if mode not in (None, *RENDER_MODES):
        raise EnvError(f"render_mode must be {', '.join(map(repr, RENDER_MODES))} or None, not {mode!r}")
    return mode


def render(game: Game, mode: str) -> Any:
    """Return the table in a mode."""
    return describe(game) if mode == "ansi" else picture(game)


def describe(game: Game) -> str:
    """Return the display, the piles, and a line for every seat."""
    seen = game.observe(SPECTATOR)
    cards = ", ".join(card or "–" for card in seen.display)
    lines = [
        f"{game.board.id}: {game.pending.name}, seats {game.pending.seats}",
        f"display: {cards}; deck {seen.deck}, tickets {seen.ticket_deck}",
    ]
    lines += [
        f"seat {seat.seat}: {seat.points} points, {seat.trains} trains, {len(seat.routes)} routes, "
        f"{seat.hand} cards ({seat.known.total} known), {seat.tickets} tickets"
        for seat in seen.seats
    ]
    return "\n".join(lines)


def picture(game: Game) -> NDArray[np.uint8]:
    """Draw the map, height × width × 3: claimed routes in the seats' colours, free ones faintly in their own."""
    layout = BoardMap(game.board.spec)
    image = np.full((math.ceil(layout.height), round(WIDTH), 3), _LAND, np.uint8)
    seen = game.observe(SPECTATOR)
    for number, route in enumerate(game.board.spec.routes):
        owner = seen.owner(route.id)
        claimed = owner is not None
        paint = _rgb(ROUTE_PAINT[route.colour][0] if owner is None else SEAT_PAINT[owner][0])
        ax, ay, bx, by = layout.line(number, LANE)
        spaces = np.linspace((ax, ay), (bx, by), route.length + 1)
        long = math.hypot(bx - ax, by - ay) / route.length
        for start, end in pairwise(spaces):
            gap = (end - start) * min(1.5 / max(long, 1.0), 0.3)
            _draw(image, start + gap, end - gap, 3.0 if claimed else 2.0, paint, 1.0 if claimed else _FAINT)
    for city in layout.cities:
        at = np.array(layout.places[city.id])
        _draw(image, at, at, 4.0, _CITY, 1.0)
    return image


def _draw(
    image: NDArray[np.uint8], start: NDArray[Any], end: NDArray[Any], thick: float, paint: tuple[int, ...], cover: float
) -> None:
    """Draw a line with round ends and a radius of `thick`; a dot is a line from a point to itself."""
    low = np.maximum(np.floor(np.minimum(start, end) - thick - 1), 0).astype(int)
    high = np.minimum(np.ceil(np.maximum(start, end) + thick + 2), image.shape[1::-1]).astype(int)
    y, x = np.mgrid[low[1] : high[1], low[0] : high[0]]
    along = end - start
    far = max(float(along @ along), 1e-9)
    share = np.clip(((x - start[0]) * along[0] + (y - start[1]) * along[1]) / far, 0.0, 1.0)
    distance = np.hypot(x - start[0] - share * along[0], y - start[1] - share * along[1])
    ink = (np.clip(thick + 0.5 - distance, 0.0, 1.0) * cover)[..., None]
    part = image[low[1] : high[1], low[0] : high[0]]
    part[...] = np.round(part * (1 - ink) + np.array(paint) * ink).astype(np.uint8)


def _rgb(paint: str) -> tuple[int, ...]:
    """Parse a colour written as #RRGGBB."""
    return tuple(bytes.fromhex(paint[1:]))
