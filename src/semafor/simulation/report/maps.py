"""Heat maps drawn on the board, as SVG: which routes a bot claims, and which tickets it keeps and makes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Final

from semafor.model.board import Board
from semafor.model.spec import KIND_COUNTRY, BoardSpec, Place, RouteSpec
from semafor.simulation.match import SeatResult

WIDTH: Final = 720.0
_MARGIN: Final = 34.0
_STUB: Final = 26.0
"""How far beyond its last city a route to a country is drawn."""
_FAN: Final = 0.6
"""The angle between routes from one city to different countries."""
_LANE: Final = 5.0
"""Between parallel routes."""
_LABEL: Final = 14

Point = tuple[float, float]


class BoardMap:
    """A board on a sheet: where every place is, in Mercator's projection."""

    def __init__(self, spec: BoardSpec) -> None:
        """Lay the places out; the tallest board is as high as it needs to be at a width of WIDTH."""
        self.spec = spec
        cities = [place for place in spec.places if place.kind != KIND_COUNTRY]
        flat = {place.id: (math.radians(place.lon), -_mercator(place.lat)) for place in cities}
        left = min(x for x, _ in flat.values())
        top = min(y for _, y in flat.values())
        breadth = max(max(x for x, _ in flat.values()) - left, 1e-6)
        depth = max(y for _, y in flat.values()) - top
        scale = (WIDTH - 2 * _MARGIN) / max(breadth, depth / 1.4)
        shift = (WIDTH - breadth * scale) / 2
        self.height = depth * scale + 2 * _MARGIN
        self.places: dict[str, Point] = {
            id: ((x - left) * scale + shift, (y - top) * scale + _MARGIN) for id, (x, y) in flat.items()
        }
        self.cities = cities
        middle = (WIDTH / 2, self.height / 2)
        self.ends: list[tuple[Point, Point]] = [self._ends(route.a, route.b, middle) for route in spec.routes]
        self._place_countries()

    def _ends(self, a: str, b: str, middle: Point) -> tuple[Point, Point]:
        """Where a route begins and ends; one to a country leaves its city away from the middle of the board."""
        if a in self.places and b in self.places:
            return self.places[a], self.places[b]
        id, country = (a, b) if a in self.places else (b, a)
        city = self.places[id]
        abroad = sorted(
            {other for route in self.spec.routes for other in _across(route, id) if other not in self.places}
        )
        angle = math.atan2(city[1] - middle[1], city[0] - middle[0])
        angle += (abroad.index(country) - (len(abroad) - 1) / 2) * _FAN
        end = (city[0] + math.cos(angle) * _STUB, city[1] + math.sin(angle) * _STUB)
        return (city, end) if a in self.places else (end, city)

    def _place_countries(self) -> None:
        """A country is where the routes to it end, on the average: that is where its tickets are drawn to."""
        for place in self.spec.places:
            if place.kind == KIND_COUNTRY:
                ends = [
                    self.ends[number][0 if route.a == place.id else 1]
                    for number, route in enumerate(self.spec.routes)
                    if place.id in (route.a, route.b)
                ]
                self.places[place.id] = (
                    sum(x for x, _ in ends) / len(ends),
                    sum(y for _, y in ends) / len(ends),
                )

    def line(self, route: int) -> tuple[float, float, float, float]:
        """Return the ends of a route; parallel ones lie side by side."""
        spec = self.spec.routes[route]
        between = {spec.a, spec.b}
        lanes = [number for number, other in enumerate(self.spec.routes) if {other.a, other.b} == between]
        (ax, ay), (bx, by) = self.ends[route]
        long = math.hypot(bx - ax, by - ay) or 1.0
        aside = (lanes.index(route) - (len(lanes) - 1) / 2) * _LANE
        # Parallel routes may be written in either direction; the side is the same for all.
        if (ax, ay) > (bx, by):
            aside = -aside
        dx, dy = -(by - ay) / long * aside, (bx - ax) / long * aside
        return ax + dx, ay + dy, bx + dx, by + dy

    def svg(self, content: Sequence[str], title: str) -> str:
        """Return a whole map: some lines, with the cities and their names on top."""
        dots = "".join(
            f'<circle class="city" cx="{self.places[city.id][0]:.0f}" cy="{self.places[city.id][1]:.0f}" r="3"/>'
            for city in self.cities
        )
        return (
            f'<svg class="map" viewBox="0 0 {WIDTH:.0f} {self.height:.0f}" role="img" aria-label="{escape(title)}">'
            f"{''.join(content)}{dots}{''.join(self._labels())}</svg>"
        )

    def _labels(self) -> list[str]:
        """Name the places, above or below, leaving out names that would lie on others."""
        taken: list[tuple[float, float, float, float]] = []
        labels: list[str] = []
        for place in self.spec.places:
            x, y = self.places[place.id]
            half = len(place.name) * _LABEL * 0.31
            x = min(max(x, half + 2), WIDTH - half - 2)
            for dy in (-6, _LABEL + 3):
                box = (x - half, y + dy - _LABEL, x + half, y + dy)
                if place.name and not any(_overlap(box, other) for other in taken):
                    taken.append(box)
                    labels.append(f'<text class="place" x="{x:.0f}" y="{y + dy:.0f}">{escape(place.name)}</text>')
                    break
        return labels


def _across(route: RouteSpec, id: str) -> list[str]:
    """Where a route leads from a place; nowhere, if it does not begin or end there."""
    return [route.b] if route.a == id else [route.a] if route.b == id else []


def _mercator(latitude: float) -> float:
    return math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2))


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _name(spec: BoardSpec, id: str) -> str:
    place: Place = next(place for place in spec.places if place.id == id)
    return escape(place.name or place.id)


def route_map(layout: BoardMap, board: Board, seats: Sequence[SeatResult], name: str) -> str:
    """Draw how often the bot at these seats claimed each route: the stronger the line, the more often."""
    spec = board.spec
    claimed = Counter(route for seat in seats for route in seat.routes)
    most = max(claimed.values(), default=1)
    lines: list[str] = []
    for number, route in enumerate(spec.routes):
        ax, ay, bx, by = layout.line(number)
        heat = claimed[number] / most
        told = f"{_name(spec, route.a)} – {_name(spec, route.b)}, {route.colour} {route.length}"
        lines.append(
            f'<line class="route" x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}"'
            f' style="--heat:{heat * 100:.0f}%" stroke-width="{1.8 + 4.5 * heat:.1f}">'
            f"<title>{told}: {claimed[number] / len(seats):.0%} of games</title></line>"
        )
    return layout.svg(lines, f"Routes claimed by {name}")


def ticket_map(layout: BoardMap, board: Board, seats: Sequence[SeatResult], name: str) -> str:
    """Draw the tickets that were kept: the broader the line, the more often; its colour says how often it was made."""
    spec = board.spec
    made = Counter(ticket for seat in seats for ticket in seat.made)
    kept = made + Counter(ticket for seat in seats for ticket in seat.failed)
    most = max(kept.values(), default=1)
    lines: list[str] = []
    for number, count in sorted(kept.items(), key=lambda item: (item[1], item[0])):
        ticket = spec.tickets[number]
        (ax, ay), (bx, by) = layout.places[ticket.a], layout.places[ticket.b]
        # Bent a little, so that tickets along the same line can be told apart.
        cx, cy = (ax + bx) / 2 - (by - ay) * 0.12, (ay + by) / 2 + (bx - ax) * 0.12
        told = f"{_name(spec, ticket.a)} – {_name(spec, ticket.b)} ({ticket.points})"
        lines.append(
            f'<path class="ticket" d="M{ax:.0f} {ay:.0f}Q{cx:.0f} {cy:.0f} {bx:.0f} {by:.0f}"'
            f' style="--made:{made[number] / count * 100:.0f}%" stroke-width="{1 + 5 * count / most:.1f}">'
            f"<title>{told}: kept in {count / len(seats):.0%} of games, made {made[number] / count:.0%} of them</title>"
            "</path>"
        )
    return layout.svg(lines, f"Tickets kept by {name}")
