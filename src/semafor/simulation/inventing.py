"""Invented boards: maps, tickets and mixes of the catalogue's rules, drawn from a seed.

A learner that is to play boards it has never seen needs many to learn from, and others to be tested on. The same seed
gives the same board everywhere.

>>> from semafor.engine.boards import make_board
>>> make_board(invented_board(7), "invented").id
'invented-7'
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from semafor.engine.boards import make_board
from semafor.model.cards import COLOURS
from semafor.model.chance import Chance
from semafor.model.reading import BoardError

HELD_OUT: Final = range(9_000_001, 9_000_021)
"""Seeds of the boards that players are compared on and no player is trained on."""
_T = TypeVar("_T")
_FEWEST_CITIES: Final = 12
_MOST_CITIES: Final = 46
_LONGEST: Final = 6
_POINTS: Final = ((1, 2, 4, 7, 10, 15), (1, 2, 4, 7, 10, 12), (1, 3, 5, 7, 10, 15), (1, 2, 4, 8, 11, 16))
"""Points by length, from 1 to 6."""
_MEASURES: Final = ("trains_left", "longest_path", "countries", "locomotives_in_hand")


def invented_board(seed: int) -> str:
    """Return the text of a board file that can be played."""
    chance = Chance.seeded(f"board {seed}")
    while True:
        text = _Invention(f"invented-{seed}", chance).text()
        try:
            make_board(text, "an invented board")
        except BoardError:
            continue  # a map too dense for the longest path, or too small for its tickets
        return text


@dataclass
class _Route:
    a: int
    b: int
    length: int
    colour: str = "grey"
    extras: str = ""


class _Invention:
    """One draw of everything."""

    def __init__(self, id: str, chance: Chance) -> None:
        self.id = id
        self.chance = chance
        self.size = self.between(_FEWEST_CITIES, _MOST_CITIES)
        self.cities = self.draw_cities()
        self.most = 5 if self.size >= 24 else self.between(2, 4)
        self.rules: dict[str, dict[str, object]] = {}
        pairs = self.neighbours()
        self.routes = [_Route(a, b, length) for (a, b), length in zip(pairs, self.lengths(pairs), strict=True)]
        self.double_some()
        self.colour()
        self.mark_kinds()
        self.tickets = self.draw_tickets()
        self.set_rules()

    # Luck

    def between(self, least: int, most: int) -> int:
        """Return a whole number in a range, both ends included."""
        return least + int(self.chance.below(most - least + 1))

    def share(self) -> float:
        """Return a number from 0 to 1."""
        return self.between(0, 9999) / 10000

    def one_of(self, options: Sequence[_T]) -> _T:
        """Return one of a few."""
        return options[self.between(0, len(options) - 1)]

    # The map

    def draw_cities(self) -> list[tuple[float, float]]:
        """Spread the cities over a rectangle, a ring or a disc, none close to another."""
        wide = 0.5 + 1.2 * self.share()
        shape = self.one_of(("all", "all", "ring", "disc"))
        apart = 0.75 * math.sqrt(wide / self.size)
        cities: list[tuple[float, float]] = []
        while len(cities) < self.size:
            x, y = self.share(), self.share()
            middle = math.hypot(2 * x - 1, 2 * y - 1)
            inside = middle <= 1 if shape == "disc" else middle >= 0.45 or shape == "all"
            if inside and all(math.dist((x * wide, y), other) >= apart for other in cities):
                cities.append((x * wide, y))
            apart *= 0.999  # so that there is room for all at last
        return cities

    def neighbours(self) -> list[tuple[int, int]]:
        """Return the pairs of cities with no third one in the circle between them; some are left out."""
        cities = self.cities
        pairs: list[tuple[int, int]] = []
        for a in range(self.size):
            for b in range(a + 1, self.size):
                centre = ((cities[a][0] + cities[b][0]) / 2, (cities[a][1] + cities[b][1]) / 2)
                radius = math.dist(cities[a], cities[b]) / 2
                if all(math.dist(centre, city) > radius * 0.97 for i, city in enumerate(cities) if i not in (a, b)):
                    pairs.append((a, b))
        for pair in list(pairs):
            without = [other for other in pairs if other != pair]
            if self.share() < 0.12 and len(_distances(self.size, [(*of, 1) for of in without], 0)) == self.size:
                pairs = without
        return pairs

    def lengths(self, pairs: list[tuple[int, int]]) -> list[int]:
        """Return the lengths of the routes: in proportion to the map, give or take one."""
        far = sorted(math.dist(self.cities[a], self.cities[b]) for a, b in pairs)
        usual = 1.7 + 1.6 * self.share()
        scale = usual / far[len(far) // 2]
        lengths: list[int] = []
        for a, b in pairs:
            length = round(scale * math.dist(self.cities[a], self.cities[b]) + 1.4 * (self.share() - 0.5))
            lengths.append(min(max(length, 1), _LONGEST))
        return lengths

    def double_some(self) -> None:
        """Add second and, rarely, third lanes."""
        doubled = 0.5 * self.share()
        for route in list(self.routes):
            if self.share() < doubled:
                self.routes.append(_Route(route.a, route.b, route.length))
                if self.share() < 0.1:
                    self.routes.append(_Route(route.a, route.b, route.length))
        self.routes.sort(key=lambda route: (route.a, route.b))

    def colour(self) -> None:
        """Colour the routes evenly; parallel ones differently or all grey."""
        grey = 0.15 + 0.4 * self.share()
        order: list[str] = []
        before: _Route | None = None
        for route in self.routes:
            parallel = before is not None and (before.a, before.b) == (route.a, route.b)
            if (before is not None and parallel and before.colour == "grey") or (not parallel and self.share() < grey):
                before = route
                continue
            if len(order) < 2:
                fresh = list(COLOURS)
                while fresh:
                    order.insert(0, fresh.pop(self.between(0, len(fresh) - 1)))
            route.colour = order.pop()
            if before is not None and parallel and route.colour == before.colour:
                route.colour, order[-1] = order[-1], route.colour
            before = route

    def mark_kinds(self) -> None:
        """Make some routes ferries or tunnels, or give them bonus cards, each with its rule."""
        if self.share() < 0.4:
            self.rules["tunnels"] = {"revealed": self.one_of((2, 3, 3, 3))}
            self.mark(0.3 * self.share(), ("tunnel = true",), 1)
        ferries = self.one_of(("", "", "locomotives", "waves"))
        if ferries == "locomotives":
            substitute = self.one_of(("none", "any", "pair"))
            self.rules["ferries"] = {"substitute": substitute}
            if substitute == "any":
                self.rules["ferries"]["cards"] = self.between(2, 3)
            self.mark(0.25 * self.share(), ("locomotives = 1", "locomotives = 1", "locomotives = 2"), 2, colour="grey")
        elif ferries == "waves":
            self.rules["ferry_cards"] = {"pile": 2 * self.most, "hand_limit": 2, "covers": self.between(1, 2)}
            self.mark(0.3 * self.share(), ("waves = 1", "waves = 2", "waves = 2"), 2)
        if self.share() < 0.2:
            self.rules["bonus_cards"] = {}
            self.mark(0.2 * self.share(), ("bonus_cards = 1", "bonus_cards = 1", "bonus_cards = 2"), 1)

    def mark(self, often: float, extras: Sequence[str], least: int, colour: str = "") -> None:
        """Mark a share of the routes that are not marked yet and at least so long."""
        for route in self.routes:
            if not route.extras and route.length >= least and self.share() < often:
                route.extras = ", " + self.one_of(extras)
                route.colour = colour or route.colour

    def draw_tickets(self) -> list[tuple[int, int, int]]:
        """Draw pairs of cities, far ones more often; a ticket is worth its shortest path, give or take a little."""
        edges = [(route.a, route.b, route.length) for route in self.routes]
        far = [_distances(self.size, edges, city) for city in range(self.size)]
        longest = max(max(of.values()) for of in far)
        wanted = max(6 * self.most + 4, self.size * self.between(60, 110) // 100)
        bias = 0.6 + 0.8 * self.share()
        tickets: dict[tuple[int, int], int] = {}
        for _ in range(40 * wanted):
            a, b = self.between(0, self.size - 1), self.between(0, self.size - 1)
            here = (min(a, b), max(a, b))
            if a == b or far[a][b] < 3 or self.share() > (far[a][b] / longest) ** bias:
                continue
            tickets.setdefault(here, max(2, far[a][b] + self.between(-1, 1)))
            if len(tickets) == wanted:
                break
        return [(a, b, points) for (a, b), points in sorted(tickets.items())]

    # The rules

    def set_rules(self) -> None:
        """Choose the parameters of the rules that every board has, and some that not every board has."""
        counts = range(2, self.most + 1)
        spaces = sum(route.length for route in self.routes)
        trains = min(max(spaces * self.between(19, 26) // 100, 14), 50)
        locomotives = self.between(10, 18)
        each = self.between(9, 12) if self.most < 4 else 12
        more: dict[str, dict[str, object]] = {
            "turns": {},
            "train_cards": {"each_colour": each, "locomotives": locomotives, "dealt": self.between(3, 5)},
            "card_market": {
                "display": self.one_of((4, 5, 5, 5, 5)),
                "sweep_at": self.one_of((0, 3, 3)),
                "locomotive_is_whole_draw": self.share() < 0.7,
            },
            "claiming": {"trains": trains},
            "parallel_routes": {
                "double": {str(n): 1 if n < 4 else 2 for n in counts},
                "triple": {str(n): 1 if n < 3 else min(n - 1, 3) for n in counts},
            },
            "route_points": {"points": {str(i + 1): points for i, points in enumerate(self.one_of(_POINTS))}},
            "starting_tickets": self.tickets_rule("dealt", self.between(3, 5), 2),
            "ticket_draw": self.tickets_rule("drawn", self.between(2, 4), 1),
            "ticket_points": {},
            "last_round": {"trains": self.between(2, 3)},
            "tie_break": {"order": ["completed_tickets"]},
        }
        limited = self.share() < 0.2
        more["locomotives"] = {"wild_on": ["ferry", "tunnel"] if limited else ["plain", "ferry", "tunnel"]}
        if self.share() < 0.5:
            more["longest_path"] = {"points": self.one_of((5, 10, 10, 15))}
        if self.share() < 0.3:
            more["globetrotter"] = {"points": self.one_of((5, 10, 10, 15))}
        if self.share() < 0.2:
            most = self.between(5, 9)
            more["regions"] = {"points": {str(n): (n - 2) * (n - 1) // 2 for n in range(3, most + 1)}}
        if self.share() < 0.2:
            more["goals"] = {"face_up": self.between(2, 4)}
        self.rules |= more

    def tickets_rule(self, key: str, count: int, keep: int) -> dict[str, object]:
        """Return the parameters of dealing or drawing tickets."""
        return {key: count, "keep": min(keep, count), "given_back": self.one_of(("under", "under", "removed"))}

    # The file

    def region(self, city: int) -> str:
        """Return the region of a city: a ninth of the map."""
        x, y = self.cities[city]
        wide = max(other[0] for other in self.cities) + 0.001
        return f"r{int(3 * x / wide)}{min(int(3 * y), 2)}"

    def goals(self) -> list[str]:
        """Return the goals: measures that need no places, and routes and tickets at a corner of the map."""
        counted = [f'measure = "{measure}"' for measure in _MEASURES]
        counted += [f'measure = "routes_of_length", limit = {self.between(1, 3)}']
        counted += [f'measure = "tickets_up_to", limit = {self.between(5, 8)}']
        at = self.region(self.between(0, self.size - 1))
        counted += [f'measure = "routes_at", at = {{ country = "{at}" }}']
        counted += [f'measure = "tickets_at", at = {{ country = "{at}" }}']
        return [
            f'  {{ id = "goal-{i}", name = {{ en = "Goal {i}" }}, points = {self.one_of((8, 10, 12))}, {count} }},'
            for i, count in enumerate(counted)
        ]

    def text(self) -> str:
        """Return the file."""
        lines = ["format = 1", f'id = "{self.id}"', "revision = 1", f'name = {{ en = "{self.id.capitalize()}" }}']
        lines += [f"players = {{ min = 2, max = {self.most} }}", "cities = ["]
        for city, (x, y) in enumerate(self.cities):
            where = f"lat = {40 + 10 * y:.3f}, lon = {15 * x:.3f}"
            if "regions" in self.rules:
                where += f', region = "{self.region(city)}"'
            if "goals" in self.rules:
                where += f', country = "{self.region(city)}"'
            lines.append(f'  {{ id = "c{city}", name = "C{city}", {where} }},')
        lines += ["]", "routes = ["]
        for route in self.routes:
            between = f'between = ["c{route.a}", "c{route.b}"], length = {route.length}, colour = "{route.colour}"'
            lines.append(f"  {{ {between}{route.extras} }},")
        lines += ["]", "tickets = ["]
        lines += [f'  {{ between = ["c{a}", "c{b}"], points = {points} }},' for a, b, points in self.tickets]
        lines.append("]")
        if "regions" in self.rules:
            ids = sorted({self.region(city) for city in range(self.size)})
            lines += ["regions = [", *(f'  {{ id = "{id}", name = "{id.upper()}" }},' for id in ids), "]"]
        if "goals" in self.rules:
            lines += ["goals = [", *self.goals(), "]"]
        for slug, parameters in self.rules.items():
            lines += ["", f"[rules.{slug}]", *(f"{key} = {_toml(value)}" for key, value in parameters.items())]
        return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(of)}" for key, of in value.items()) + " }"
    return json.dumps(value)


def _distances(size: int, edges: list[tuple[int, int, int]], start: int) -> dict[int, int]:
    """Return how many spaces each city is from one of them; those that can't be reached are left out."""
    links: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for a, b, length in edges:
        links[a].append((b, length))
        links[b].append((a, length))
    near = {start: 0}
    open_ = [start]
    while open_:
        city = open_.pop()
        for other, length in links[city]:
            if near[city] + length < near.get(other, 10**6):
                near[other] = near[city] + length
                open_.append(other)
    return near
