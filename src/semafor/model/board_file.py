"""Read a board file entry by entry, noting every problem, without comparing one entry with another.

What only some boards have is read by the rules that need it (`Rule.route_fields`, `read_place`, `read_parts`).
"""

import re
from typing import Final

from semafor.model.cards import ROUTE_COLOURS
from semafor.model.drawing.plan import read_drawing
from semafor.model.hooks import Rule
from semafor.model.reading import Table, shown
from semafor.model.spec import (
    KIND_CITY,
    KIND_COUNTRY,
    PLAIN,
    BoardSpec,
    Mark,
    Place,
    RouteField,
    RouteSpec,
    TicketSpec,
    pair,
)

MOST_LANGUAGES: Final = 50
ID: Final = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
MOST_POINTS: Final = 1000
"""The most points of a ticket or goal, so that no score overflows in the compiled engine."""
SOURCES: Final = ["assumed", "layout", "published", "own-design"]


def read_board(table: Table, known: list[type[Rule]]) -> BoardSpec:
    """Read the whole file, with the fields of all known rules."""
    table.integer("format", 1, 1)
    id = read_id(table)
    revision = table.integer("revision", 1)
    names = read_names(table)
    aliases = table.texts("aliases", [])
    players = table.table("players")
    fewest = players.integer("min", 2, 5)
    most = players.integer("max", 2, 5)
    players.finish()
    places = [_place(entry, KIND_CITY, known) for entry in table.tables("cities")]
    places += [_place(entry, KIND_COUNTRY, []) for entry in table.tables("countries", False)]
    fields = [field for rule in known for field in rule.route_fields]
    routes: list[RouteSpec] = []
    for entry in table.tables("routes"):
        _add_route(entry, fields, routes)
    _number_routes(routes)
    tickets: list[TicketSpec] = []
    for entry in table.tables("tickets"):
        _add_ticket(entry, tickets)
    marks = [_mark(entry) for entry in table.tables("marks", False)]
    rules_table = table.table("rules")
    rules: dict[str, dict[str, object]] = {}
    for slug in rules_table.data:
        rules[slug] = rules_table.table(slug).data
    spec = BoardSpec(id, revision, names, aliases, fewest, most, places, routes, tickets, marks, rules)
    for rule in known:
        rule.read_parts(table, spec)
    read_drawing(table, spec)
    table.finish()
    return spec


def read_id(table: Table) -> str:
    """Read an id; ids are joined by colons and dots, so they contain neither."""
    id = table.text("id")
    if isinstance(table.raw("id"), str) and ID.fullmatch(id) is None:
        table.report("id", "must be lower-case letters a-z and digits, joined by hyphens, got {got}", got=shown(id))
    table.limit("id", id)
    return id


def read_names(table: Table) -> dict[str, str]:
    """Read a name in one or more languages, always including English; `names` adds languages."""
    names = by_language(table, "name")
    if "en" not in names:
        names = {"en": table.table("name").label("en"), **names}
    names.update(by_language(table, "names"))
    return names


def by_language(table: Table, key: str) -> dict[str, str]:
    """Read texts by language; empty if the key is missing."""
    languages = table.table(key, required=False)
    if len(languages.data) > MOST_LANGUAGES:
        table.report(key, "at most {most} languages fit, got {got}", most=MOST_LANGUAGES, got=len(languages.data))
        return {}
    return {language: languages.label(language) for language in languages.data}


def _place(table: Table, kind: str, known: list[type[Rule]]) -> Place:
    place = Place(read_id(table), table.label("name"), kind, table.path)
    if kind == KIND_CITY:
        place.lat = table.number("lat", -90, 90)
        place.lon = table.number("lon", -180, 180)
    for rule in known:
        rule.read_place(table, place)
    place.names = by_language(table, "names")
    place.aliases = table.texts("aliases", [])
    table.finish()
    return place


def _between(table: Table) -> list[str]:
    """Read the two places of a route or a ticket; an empty list if there are not two."""
    between = table.texts("between")
    if len(between) == 2:
        return between
    given = table.raw("between")
    # Anything but a list of strings has already been reported.
    if isinstance(given, list) and len(given) == len(between):
        table.report("between", "must name two places, got {got}", got=len(between))
    return []


def _add_route(table: Table, fields: list[RouteField], routes: list[RouteSpec]) -> None:
    between = _between(table)
    length = table.integer("length", 1)
    route = RouteSpec("", "", "", length, table.choice("colour", list(ROUTE_COLOURS)), table.path)
    for field in fields:
        value = int(table.flag(field.key)) if field.is_flag else table.integer(field.key, default=0)
        route.fields[field.key] = value
        if value and field.kind != PLAIN:
            route.kind = field.kind
            route.symbols += 0 if field.is_flag else value
    table.finish()
    if between:
        route.a, route.b = between
        routes.append(route)


def _number_routes(routes: list[RouteSpec]) -> None:
    """Give every route its id: places and colour, and a number if several share these."""
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


def _mark(table: Table) -> Mark:
    source = table.choice("source", SOURCES)
    mark = Mark(table.text("value"), source, table.text("note", ""), table.path)
    table.finish()
    return mark
