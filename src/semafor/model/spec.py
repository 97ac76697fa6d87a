"""The contents of a board file as plain objects: places, routes, tickets and parameters of the rules.

No class here depends on a rule: `semafor.model.board_file` reads the file entry by entry, with the rules' help,
`semafor.engine.loading` finds it and checks it as a whole, and the engine turns the result into flat tables. Lists keep
the order of the file: the numbers of routes and tickets, and so records, depend on it. `path` is always the path in the
file, such as `routes[12]`; `names` are names by language, and `aliases` other names that people type.
"""

from dataclasses import dataclass, field
from typing import Final

KIND_CITY: Final = "city"
KIND_COUNTRY: Final = "country"
PLAIN: Final = "plain"


@dataclass(eq=False)
class RouteField:
    """A field of routes that belongs to a rule: a number, 0 if left out, or a flag.

    `kind` is the kind of the routes that have it. On a ferry the number counts the spaces with a symbol.
    """

    key: str
    kind: str = PLAIN
    is_flag: bool = False


@dataclass(eq=False)
class Place:
    """A city, or a country, in which every route is a separate dead end (I-9, R-13).

    `name` is the local name, empty for an unnamed junction; `names` has the names in other languages that differ.
    `lat`, `lon` are degrees, zero for a country, which has no single location. `region` is the id of one of the board's
    regions, `country` a code such as NO; both are empty if the board does not use them. `tags` are the words by which
    goals refer to places.
    """

    id: str
    name: str
    kind: str
    path: str
    lat: float = 0.0
    lon: float = 0.0
    region: str = ""
    country: str = ""
    tags: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    aliases: list[str] = field(default_factory=list)


@dataclass(eq=False)
class RouteSpec:
    """A route between two neighbouring places; `a` and `b` are in the order of the file.

    `fields` has the fields of all rules by their keys; zero is none. By these fields, `kind` is `tunnel`, `ferry` or
    `plain`, as in `wild_on`, and `symbols` is how many spaces have a symbol.
    """

    id: str
    a: str
    b: str
    length: int
    colour: str
    path: str
    fields: dict[str, int] = field(default_factory=dict)
    kind: str = PLAIN
    symbols: int = 0


@dataclass(eq=False)
class TicketSpec:
    """A ticket: two places and its points."""

    id: str
    a: str
    b: str
    points: int
    path: str


@dataclass(eq=False)
class Region:
    """A region of a board; a `doubled` one counts twice when all its cities are linked (I-11)."""

    id: str
    name: str
    doubled: bool
    path: str
    names: dict[str, str] = field(default_factory=dict)


@dataclass(eq=False)
class GoalSpec:
    """A goal card: the player with the most of what `measure` counts scores `points` (L-12).

    `at` is `tag` or `country` and `at_value` its value, for a measure that counts things at certain places, and `where`
    describes these by language. `limit` is the length or the value that a measure such as `tickets_up_to` compares
    with. All are empty or zero for other measures.
    """

    id: str
    names: dict[str, str]
    points: int
    measure: str
    path: str
    at: str = ""
    at_value: str = ""
    limit: int = 0
    where: dict[str, str] = field(default_factory=dict)
    aliases: list[str] = field(default_factory=list)


@dataclass(eq=False)
class Mark:
    """The source of a value that the rulebook does not print: `tickets.boston:miami`, or `rules.regions.points.6`."""

    value: str
    source: str
    note: str
    path: str


@dataclass(eq=False)
class BoardSpec:
    """A whole board file, as read.

    `places` are the cities and then the countries. `rules` are the raw tables below `[rules]`: each rule reads its own.
    `drawing` says how the board is drawn, if the file does. `digest` is a fingerprint of the file (except comments,
    layout, translations, marks and the drawing), by which a record identifies its board.
    """

    id: str
    revision: int
    names: dict[str, str]
    aliases: list[str]
    min_players: int
    max_players: int
    places: list[Place]
    routes: list[RouteSpec]
    tickets: list[TicketSpec]
    marks: list[Mark]
    rules: dict[str, dict[str, object]]
    regions: list[Region] = field(default_factory=list)
    goals: list[GoalSpec] = field(default_factory=list)
    drawing: dict[str, object] | None = None
    digest: str = ""

    def parameter(self, slug: str, key: str) -> object:
        """Return a parameter of a rule as the file gives it, or None if either is missing."""
        return self.rules[slug].get(key) if slug in self.rules else None

    def number(self, slug: str, key: str) -> int | None:
        """Return a whole number among the parameters of a rule, or None if it has none with this key."""
        value = self.parameter(slug, key)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def kinds(self) -> dict[str, str]:
        """Return the kind of every place by its id."""
        return {place.id: place.kind for place in self.places}


def pair(a: str, b: str) -> str:
    """Name two places in alphabetical order, as the ids of routes and tickets do.

    >>> pair("oslo", "bergen")
    'bergen:oslo'
    """
    return f"{a}:{b}" if a <= b else f"{b}:{a}"


def parallel_groups(routes: list[RouteSpec]) -> list[list[RouteSpec]]:
    """Return the doubles and triples: routes of equal length between the same places (R-6)."""
    groups: dict[str, list[RouteSpec]] = {}
    for route in routes:
        groups.setdefault(f"{pair(route.a, route.b)}:{route.length}", []).append(route)
    return [lanes for lanes in groups.values() if len(lanes) > 1]


def route_ends(spec: BoardSpec) -> tuple[int, list[tuple[int, int]]]:
    """Assign numbers to the nodes where routes end: one per city, one per end in a country.

    Returns how many there are, and the two nodes of every route in the order of the file. Cities come first, by their
    order in the file; every end in a country is a separate node (R-13). All routes must be between places of the board.
    """
    spots: dict[str, int] = {}
    for place in spec.places:
        if place.kind == KIND_CITY:
            spots.setdefault(place.id, len(spots))
    count = len(spots)
    ends: list[tuple[int, int]] = []
    for route in spec.routes:
        found = [-1, -1]
        for side, place_id in enumerate((route.a, route.b)):
            if place_id in spots:
                found[side] = spots[place_id]
            else:
                found[side] = count
                count += 1
        ends.append((found[0], found[1]))
    return count, ends
