"""The map of a board: the position of every place, in Mercator projection, and of every route."""

import math
from typing import Final

from semafor.model.spec import KIND_COUNTRY, BoardSpec, RouteSpec

WIDTH: Final = 720.0
LABEL: Final = 14
"""The size of names."""
_MARGIN: Final = 34.0
_STUB: Final = 26.0
"""How far beyond its last city a route to a country is drawn."""
_FAN: Final = 0.6
"""The angle between routes from one city to different countries."""
_LANE: Final = 5.0
"""Between parallel routes."""

Point = tuple[float, float]


class BoardMap:
    """The positions of a board's places and routes."""

    def __init__(self, spec: BoardSpec) -> None:
        """Compute the positions; the width is WIDTH, and the height follows."""
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
        """Return the ends of a route; one to a country leaves its city away from the middle of the board."""
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
        """Place a country at the mean of the ends of its routes; tickets are drawn to that point."""
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

    def line(self, route: int, lane: float = _LANE) -> tuple[float, float, float, float]:
        """Return the ends of a route; parallel ones are side by side, `lane` apart."""
        spec = self.spec.routes[route]
        between = {spec.a, spec.b}
        lanes = [number for number, other in enumerate(self.spec.routes) if {other.a, other.b} == between]
        (ax, ay), (bx, by) = self.ends[route]
        long = math.hypot(bx - ax, by - ay) or 1.0
        aside = (lanes.index(route) - (len(lanes) - 1) / 2) * lane
        # Parallel routes may be written in either direction; the side is the same for all.
        if (ax, ay) > (bx, by):
            aside = -aside
        dx, dy = -(by - ay) / long * aside, (bx - ax) / long * aside
        return ax + dx, ay + dy, bx + dx, by + dy

    def labels(self) -> list[tuple[str, float, float]]:
        """Return the names of places and their centres, above or below the place; none overlap."""
        taken: list[tuple[float, float, float, float]] = []
        labels: list[tuple[str, float, float]] = []
        for place in self.spec.places:
            x, y = self.places[place.id]
            half = len(place.name) * LABEL * 0.31
            x = min(max(x, half + 2), WIDTH - half - 2)
            for dy in (-6, LABEL + 3):
                box = (x - half, y + dy - LABEL, x + half, y + dy)
                if place.name and not any(_overlap(box, other) for other in taken):
                    taken.append(box)
                    labels.append((place.name, x, y + dy))
                    break
        return labels


def _across(route: RouteSpec, id: str) -> list[str]:
    """Return the other end of a route from a place; empty if it does not end there."""
    return [route.b] if route.a == id else [route.a] if route.b == id else []


def _mercator(latitude: float) -> float:
    return math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2))


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
