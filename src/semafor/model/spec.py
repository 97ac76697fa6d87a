"""The contents of a board file as plain objects: places, routes, tickets and parameters of the rules.

Nothing here depends on a rule: `semafor.model.board_file` reads the file entry by entry, `semafor.engine.loading` finds
it and checks it as a whole, and the engine turns the result into flat tables. Lists keep the order of the file: the
numbers of routes and tickets, and so records, depend on it.
"""

from typing import Final

KIND_CITY: Final = "city"
KIND_COUNTRY: Final = "country"
PLAIN: Final = "plain"


class RouteField:
    """A field of routes in a board file that belongs to a rule: a number, 0 if left out, or a flag."""

    def __init__(self, key: str, kind: str = PLAIN, is_flag: bool = False) -> None:
        """Take the key, and the kind of the routes that have it; on a ferry the number counts spaces with a symbol."""
        self.key = key
        self.kind = kind
        self.is_flag = is_flag


class Place:
    """A city, or a country, in which every route is a separate dead end (I-9, R-13)."""

    def __init__(
        self,
        id: str,
        name: str,
        lat: float = 0.0,
        lon: float = 0.0,
        kind: str = KIND_CITY,
        region: str = "",
        country: str = "",
        tags: list[str] | None = None,
        path: str = "",
    ) -> None:
        """Describe a place.

        `name` is the local name, empty for an unnamed junction. `lat`, `lon` are degrees, zero for a country, which has
        no single location. `region` is the id of one of the board's regions, `country` a code such as NO; both are
        empty if the board does not use them. `tags` are the words by which goals refer to places. `path` is the place's
        path in the file.

        `names` has the names in other languages, if they differ from `name`; `aliases` are other names that people
        type.
        """
        self.id = id
        self.name = name
        self.lat = lat
        self.lon = lon
        self.kind = kind
        self.region = region
        self.country = country
        self.tags: list[str] = [] if tags is None else tags
        self.path = path
        self.names: dict[str, str] = {}
        self.aliases: list[str] = []


class RouteSpec:
    """A route between two neighbouring places; `a` and `b` are in the order of the file."""

    def __init__(
        self,
        id: str,
        a: str,
        b: str,
        length: int,
        colour: str,
        path: str = "",
    ) -> None:
        """Describe a route; `path` is its path in the file, such as `routes[12]`.

        `fields` has the fields of all rules by their keys; zero is none. By these fields, `kind` is `tunnel`, `ferry`
        or `plain`, as in `wild_on`, and `symbols` is how many spaces have a symbol.
        """
        self.id = id
        self.a = a
        self.b = b
        self.length = length
        self.colour = colour
        self.path = path
        self.fields: dict[str, int] = {}
        self.kind = PLAIN
        self.symbols = 0


class TicketSpec:
    """A ticket: two places and its points."""

    def __init__(self, id: str, a: str, b: str, points: int, path: str = "") -> None:
        """Describe a ticket; `path` is its path in the file, such as `tickets[3]`."""
        self.id = id
        self.a = a
        self.b = b
        self.points = points
        self.path = path


class Region:
    """A region of a board; a `doubled` one counts twice when all its cities are linked (I-11)."""

    def __init__(self, id: str, name: str, doubled: bool = False, path: str = "") -> None:
        """Describe a region; `path` and `names` as for a place."""
        self.id = id
        self.name = name
        self.doubled = doubled
        self.path = path
        self.names: dict[str, str] = {}


class GoalSpec:
    """A goal card: the player with the most of what `measure` counts scores `points` (L-12)."""

    def __init__(
        self,
        id: str,
        names: dict[str, str],
        points: int,
        measure: str,
        at: str = "",
        at_value: str = "",
        limit: int = 0,
        path: str = "",
    ) -> None:
        """Describe a goal.

        `at` is `tag` or `country` and `at_value` its value, for a measure that counts things at certain places; both
        are empty for the others. `limit` is the length or the value that a measure such as `tickets_up_to` compares
        with, otherwise zero. `where` describes the places of `at` by language; `aliases` are other names that people
        type.
        """
        self.id = id
        self.names = names
        self.points = points
        self.measure = measure
        self.at = at
        self.at_value = at_value
        self.limit = limit
        self.path = path
        self.where: dict[str, str] = {}
        self.aliases: list[str] = []


class Mark:
    """The source of a value that the rulebook does not print."""

    def __init__(self, value: str, source: str, note: str = "", path: str = "") -> None:
        """Mark what `value` points at: `tickets.boston:miami`, or `rules.regions.points.6`."""
        self.value = value
        self.source = source
        self.note = note
        self.path = path


class BoardSpec:
    """A whole board file, as read."""

    def __init__(
        self,
        id: str,
        revision: int,
        names: dict[str, str],
        min_players: int,
        max_players: int,
        places: list[Place],
        routes: list[RouteSpec],
        tickets: list[TicketSpec],
        marks: list[Mark],
        rules: dict[str, dict[str, object]],
        digest: str,
    ) -> None:
        """Combine the parts.

        `places` are the cities and then the countries. `rules` are the raw tables below `[rules]`: each rule reads its
        own. `digest` is a fingerprint of the file (except comments, layout, translations and marks), by which a record
        identifies its board. `aliases` are other names that people type. `regions` and `goals` are read by their rules.
        """
        self.id = id
        self.revision = revision
        self.names = names
        self.min_players = min_players
        self.max_players = max_players
        self.places = places
        self.routes = routes
        self.tickets = tickets
        self.regions: list[Region] = []
        self.goals: list[GoalSpec] = []
        self.marks = marks
        self.rules = rules
        self.digest = digest
        self.aliases: list[str] = []

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
