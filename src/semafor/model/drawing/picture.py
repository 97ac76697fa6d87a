"""A board as SVG, with the claimed routes, for boards, games and observations in notebooks.

Colours are those of the browser client, chosen so that people with any kind of colour blindness can tell them apart.
"""

import math
from html import escape
from typing import Final

from semafor.model.drawing.board_map import WIDTH, BoardMap
from semafor.model.spec import BoardSpec, RouteSpec

ROUTE_PAINT: Final[dict[str, tuple[str, str]]] = {
    "purple": ("#C54BD2", "#6F2478"),
    "white": ("#FFFFFF", "#5D6066"),
    "blue": ("#024490", "#01224A"),
    "yellow": ("#FBD900", "#7A6A00"),
    "orange": ("#EC992D", "#8A5410"),
    "black": ("#1C1E24", "#000000"),
    "red": ("#93231A", "#4E0F0A"),
    "green": ("#328C6B", "#164B38"),
    "grey": ("#A7ABB0", "#53575C"),
}
"""Fill and edge, by the colour of a route."""
SEAT_PAINT: Final[list[tuple[str, str]]] = [
    ("#B34330", "#571A10"),
    ("#1E4DA7", "#0B2350"),
    ("#52C095", "#17533E"),
    ("#FCED4F", "#7A6E00"),
    ("#26282E", "#000000"),
]
"""Fill and edge, by seat."""
LANE: Final = 8.0
_SPACE: Final = 5.0
"""The width of a space; one with a train on it is wider."""
_TRAIN: Final = 7.0
_GAP: Final = 1.6
"""Between spaces."""
_CITY: Final = 4.0
_ROW: Final = 22.0
"""The height of a line below the map."""
_LAND: Final = "#F4EFE3"
_INK: Final = "#26282E"
_MARK: Final = "#F08A24"
_HALO: Final = 15.0
"""The width of the line under a marked route."""


def board_svg(spec: BoardSpec, title: str, owners: list[int], rows: list[str], marked: list[int]) -> str:
    """Draw a board: `owners` has the owner of each route, or -1, `rows` the line below for each seat.

    Routes that are `marked` stand out.
    """
    layout = BoardMap(spec)
    height = layout.height + (_ROW * len(rows) + 8.0 if rows else 0.0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {height:.0f}" width="{WIDTH:.0f}" '
        f'role="img" font-family="system-ui, sans-serif"><title>{escape(title)}</title>'
        f'<rect width="{WIDTH:.0f}" height="{height:.0f}" rx="12" fill="{_LAND}"/>'
    ]
    order = sorted(range(len(spec.routes)), key=lambda number: owners[number] >= 0)
    faint = 0.4 if rows else 1.0
    parts += [_halo(layout, number) for number in marked]
    parts += [_route(layout, spec, number, owners[number], 1.0 if number in marked else faint) for number in order]
    for city in layout.cities:
        x, y = layout.places[city.id]
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_CITY:g}" fill="#FFFFFF" stroke="{_INK}" stroke-width="1.6"/>'
        )
    for name, x, y in layout.labels():
        parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="12" text-anchor="middle" fill="{_INK}" stroke="{_LAND}" '
            f'stroke-width="3" paint-order="stroke" stroke-linejoin="round">{escape(name)}</text>'
        )
    for seat, row in enumerate(rows):
        y = layout.height + _ROW * seat
        fill, edge = SEAT_PAINT[seat]
        parts.append(
            f'<rect x="16" y="{y:.1f}" width="22" height="12" rx="3" fill="{fill}" stroke="{edge}"/>'
            f'<text x="48" y="{y + 11:.1f}" font-size="13" fill="{_INK}">{escape(row)}</text>'
        )
    return "".join(parts) + "</svg>"


def _halo(layout: BoardMap, number: int) -> str:
    """Draw a broad line under a route that is marked."""
    ax, ay, bx, by = layout.line(number, LANE)
    return (
        f'<line class="marked" x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}" stroke="{_MARK}" '
        f'stroke-width="{_HALO:g}" stroke-linecap="round"/>'
    )


def _route(layout: BoardMap, spec: BoardSpec, number: int, owner: int, faint: float) -> str:
    """Draw the spaces of a route from city to city; a free one with the given opacity."""
    route = spec.routes[number]
    ax, ay, bx, by = layout.line(number, LANE)
    long = math.hypot(bx - ax, by - ay)
    ends = min(_CITY + 2.0, long / 6)
    space = (long - 2 * ends) / route.length
    broad = _TRAIN if owner >= 0 else _SPACE
    fill, edge = SEAT_PAINT[owner] if owner >= 0 else ROUTE_PAINT[route.colour]
    looks = ' stroke-dasharray="2 1.4"' if route.kind == "tunnel" else ""
    if owner < 0 and faint < 1:
        looks += f' opacity="{faint:g}"'
    spaces = [
        f'<rect x="{ends + space * i + _GAP / 2:.1f}" y="{-broad / 2:.1f}" width="{max(space - _GAP, 1.0):.1f}" '
        f'height="{broad:g}" rx="1.5"/>'
        for i in range(route.length)
    ]
    symbols = route.symbols if owner < 0 else 0
    dots = [
        f'<circle cx="{ends + space * (i + 0.5):.1f}" cy="0" r="1.7" fill="#FFFFFF" stroke="none"/>'
        for i in range(symbols)
    ]
    angle = math.degrees(math.atan2(by - ay, bx - ax))
    return (
        f'<g transform="translate({ax:.1f} {ay:.1f}) rotate({angle:.1f})" fill="{fill}" stroke="{edge}"{looks}>'
        f"<title>{escape(describe_route(spec, route, owner))}</title>{''.join(spaces)}{''.join(dots)}</g>"
    )


def describe_route(spec: BoardSpec, route: RouteSpec, owner: int) -> str:
    """Describe a route and its owner."""
    names = {place.id: place.name or place.id for place in spec.places}
    words = f"{names[route.a]} – {names[route.b]}: {route.length} {route.colour}"
    if route.kind != "plain":
        words += f", {route.kind}"
    return words if owner < 0 else f"{words}, seat {owner}"
