"""What a board file says, as plain objects: places, routes, tickets and parameters of the rules.

Nothing here knows a rule: `read_board` takes the file entry by entry, `semafor.engine.loading`
finds it and checks it as a whole, and the engine turns the result into its own flat tables. Lists
keep the order of the file: the numbers of routes and tickets, and so records, depend on it.
"""

import re
from typing import Final

from semafor.model.cards import ROUTE_COLOURS
from semafor.model.reading import Table, shown

MOST_LANGUAGES: Final = 50
KIND_CITY: Final = "city"
KIND_COUNTRY: Final = "country"
ID: Final = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
MOST_POINTS: Final = 1000
"""For one ticket or goal; so no score outgrows a number of the compiled engine."""
SOURCES: Final = ["assumed", "layout", "published", "own-design"]
MEASURES: Final = [
    "locomotives_in_hand",
    "tickets_at",
    "trains_left",
    "routes_of_length",
    "countries",
    "longest_path",
    "tickets_up_to",
    "routes_at",
    "ferries",
]
AT_MEASURES: Final = ["tickets_at", "routes_at"]
LIMIT_MEASURES: Final = ["routes_of_length", "tickets_up_to"]


class Place:
    """A city, or a country whose every route is a dead end of its own (I-9, R-13)."""

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

        `name` is the local name, empty for a junction that the map leaves unnamed. `lat`, `lon` are
        degrees, zero for a country, which is at no one spot. `region` is the id of one of the board's
        regions, `country` a code such as NO; both are empty where the board does without them. `tags`
        are the words by which goals refer to places. `path` is where in the file the place is.

        `names` has the names in other languages, by language, where they differ from `name`; `aliases`
        are further names that people type.
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
    """A route between two neighbouring places; `a` and `b` stand in the order of the file."""

    def __init__(
        self,
        id: str,
        a: str,
        b: str,
        length: int,
        colour: str,
        locomotives: int = 0,
        waves: int = 0,
        tunnel: bool = False,
        bonus_cards: int = 0,
        any_cards_for_one: int = 0,
        path: str = "",
    ) -> None:
        """Describe a route.

        `locomotives` and `waves` count the spaces with those symbols (N-9, I-6), `bonus_cards` the
        cards drawn after claiming (L-8), `any_cards_for_one` the cards that stand in for one of the
        set (N-8); zero is none. `path` is where in the file the route is, such as `routes[12]`.
        """
        self.id = id
        self.a = a
        self.b = b
        self.length = length
        self.colour = colour
        self.locomotives = locomotives
        self.waves = waves
        self.tunnel = tunnel
        self.bonus_cards = bonus_cards
        self.any_cards_for_one = any_cards_for_one
        self.path = path

    def kind(self) -> str:
        """Return `tunnel`, `ferry` (symbols of either sort) or `plain`, the words of `wild_on`."""
        if self.tunnel:
            return "tunnel"
        return "ferry" if self.locomotives or self.waves else "plain"


class TicketSpec:
    """A ticket: two places and what it is worth."""

    def __init__(self, id: str, a: str, b: str, points: int, path: str = "") -> None:
        """Describe a ticket; `path` is where in the file it is, such as `tickets[3]`."""
        self.id = id
        self.a = a
        self.b = b
        self.points = points
        self.path = path


class Region:
    """A region of a board; a `doubled` one counts twice when all its cities are linked (I-11)."""

    def __init__(self, id: str, name: str, doubled: bool = False, path: str = "") -> None:
        """Describe a region; `path` is where in the file it is, `names` as for a place."""
        self.id = id
        self.name = name
        self.doubled = doubled
        self.path = path
        self.names: dict[str, str] = {}


class GoalSpec:
    """A goal card: who has most of what `measure` counts scores `points` (L-12)."""

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

        `at` is `tag` or `country` and `at_value` which one, for a measure that counts what touches
        certain places; both are empty for the others. `limit` is the length or the value that a
        measure such as `tickets_up_to` compares with, otherwise zero. `where` says in words, by
        language, which places `at` means; `aliases` are further names that people type.
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
    """Where a value is from, for one that is not simply as the rulebook prints it."""

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
        regions: list[Region],
        goals: list[GoalSpec],
        marks: list[Mark],
        rules: dict[str, dict[str, object]],
        digest: str,
    ) -> None:
        """Put the parts together.

        `places` are the cities and then the countries. `rules` are the tables below `[rules]`, as
        they are in the file: each rule reads its own. `digest` is a fingerprint of what the file
        says (its comments, layout and translations aside), by which a record tells the board it was
        played on. `aliases` are further names that people type.
        """
        self.id = id
        self.revision = revision
        self.names = names
        self.min_players = min_players
        self.max_players = max_players
        self.places = places
        self.routes = routes
        self.tickets = tickets
        self.regions = regions
        self.goals = goals
        self.marks = marks
        self.rules = rules
        self.digest = digest
        self.aliases: list[str] = []

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
    """Give numbers to the spots where routes end: one per city, one per end in a country.

    Returns how many there are, and the two spots of every route in the order of the file. Cities
    come first, by their order in the file; every country's end is a spot of its own (R-13). All
    routes must be between places of the board.
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


def read_board(table: Table) -> BoardSpec:
    """Read the whole file, entry by entry, without comparing one entry with another."""
    table.integer("format", 1, 1)
    id = _id(table)
    revision = table.integer("revision", 1)
    names = _names(table)
    aliases = table.texts("aliases", [])
    players = table.table("players")
    fewest = players.integer("min", 2, 5)
    most = players.integer("max", 2, 5)
    players.finish()
    places = [_place(entry, KIND_CITY) for entry in table.tables("cities")]
    places += [_place(entry, KIND_COUNTRY) for entry in table.tables("countries", False)]
    regions = [_region(entry) for entry in table.tables("regions", False)]
    routes: list[RouteSpec] = []
    for entry in table.tables("routes"):
        _add_route(entry, routes)
    _number_routes(routes)
    tickets: list[TicketSpec] = []
    for entry in table.tables("tickets"):
        _add_ticket(entry, tickets)
    goals = [_goal(entry) for entry in table.tables("goals", False)]
    marks = [_mark(entry) for entry in table.tables("marks", False)]
    rules_table = table.table("rules")
    rules: dict[str, dict[str, object]] = {}
    for slug in rules_table.data:
        rules[slug] = rules_table.table(slug).data
    table.finish()
    spec = BoardSpec(id, revision, names, fewest, most, places, routes, tickets, regions, goals, marks, rules, "")
    spec.aliases = aliases
    return spec


def _id(table: Table) -> str:
    """Read an id; ids are joined by colons and dots, so they have neither."""
    id = table.text("id")
    if isinstance(table.raw("id"), str) and ID.fullmatch(id) is None:
        wrong = f"must be lower-case letters a-z and digits, joined by hyphens, got {shown(id)}"
        table.report("id", wrong)
    return id


def _names(table: Table) -> dict[str, str]:
    """Read a name in one or more languages, English always among them; `names` adds languages."""
    names = _by_language(table, "name")
    if "en" not in names:
        names = {"en": table.table("name").label("en"), **names}
    names.update(_by_language(table, "names"))
    return names


def _by_language(table: Table, key: str) -> dict[str, str]:
    """Read texts by language; none where the key is missing."""
    languages = table.table(key, required=False)
    if len(languages.data) > MOST_LANGUAGES:
        table.report(key, f"at most {MOST_LANGUAGES} languages fit, got {len(languages.data)}")
        return {}
    return {language: languages.label(language) for language in languages.data}


def _place(table: Table, kind: str) -> Place:
    place = Place(_id(table), table.label("name"), kind=kind, path=table.path)
    if kind == KIND_CITY:
        place.lat = table.number("lat", -90, 90)
        place.lon = table.number("lon", -180, 180)
        place.region = table.text("region", "")
        place.country = table.text("country", "")
        place.tags = table.texts("tags", [])
    place.names = _by_language(table, "names")
    place.aliases = table.texts("aliases", [])
    table.finish()
    return place


def _region(table: Table) -> Region:
    region = Region(_id(table), table.label("name"), table.flag("doubled"), table.path)
    region.names = _by_language(table, "names")
    table.finish()
    return region


def _between(table: Table) -> list[str]:
    """Read the two places of a route or a ticket; an empty list if there are not two."""
    between = table.texts("between")
    if len(between) == 2:
        return between
    given = table.raw("between")
    # Anything but a list of texts has been reported already.
    if isinstance(given, list) and len(given) == len(between):
        table.report("between", f"must name two places, got {len(between)}")
    return []


def _add_route(table: Table, routes: list[RouteSpec]) -> None:
    between = _between(table)
    length = table.integer("length", 1)
    route = RouteSpec("", "", "", length, table.choice("colour", list(ROUTE_COLOURS)))
    route.locomotives = table.integer("locomotives", default=0)
    route.waves = table.integer("waves", default=0)
    route.tunnel = table.flag("tunnel")
    route.bonus_cards = table.integer("bonus_cards", default=0)
    route.any_cards_for_one = table.integer("any_cards_for_one", default=0)
    route.path = table.path
    table.finish()
    if between:
        route.a, route.b = between
        routes.append(route)


def _number_routes(routes: list[RouteSpec]) -> None:
    """Give every route its id: places and colour, and a number where several share these."""
    sharing: dict[str, list[RouteSpec]] = {}
    for route in routes:
        route.id = f"{pair(route.a, route.b)}:{route.colour}"
        sharing.setdefault(route.id, []).append(route)
    for same in sharing.values():
        if len(same) > 1:
            for number, route in enumerate(same, 1):
                route.id = f"{route.id}:{number}"


def _add_ticket(table: Table, tickets: list[TicketSpec]) -> None:
    between = _between(table)
    points = table.integer("points", 1, MOST_POINTS)
    table.finish()
    if between:
        a, b = between
        tickets.append(TicketSpec(pair(a, b), a, b, points, table.path))


def _goal(table: Table) -> GoalSpec:
    measure = table.choice("measure", MEASURES)
    goal = GoalSpec(_id(table), _names(table), table.integer("points", 1, MOST_POINTS), measure)
    goal.path = table.path
    goal.aliases = table.texts("aliases", [])
    if table.raw("measure") != measure:
        # Nobody knows what else an unknown measure takes: these two are not unknown keys then.
        table.raw("at")
        table.raw("where")
        table.raw("limit")
    if measure in AT_MEASURES:
        at = table.table("at")
        goal.at = "tag" if at.has("tag") else "country"
        goal.at_value = at.text(goal.at)
        at.finish()
        goal.where = _by_language(table, "where")
    if measure in LIMIT_MEASURES:
        goal.limit = table.integer("limit", 1)
    table.finish()
    return goal


def _mark(table: Table) -> Mark:
    source = table.choice("source", SOURCES)
    mark = Mark(table.text("value"), source, table.text("note", ""), table.path)
    table.finish()
    return mark
