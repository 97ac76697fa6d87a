"""Make a board file of other files: boards of hagstrom.nu's editor, spreadsheets, or our own.

What is not understood is noted, with its line, and left out. The result may still have problems: the check says which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from semafor.engine.boards import load_board, unfinished_data
from semafor.model.reading import BoardError
from semafor.simulation.toml_text import board_toml
from semafor.workshop.editor_json import read_json
from semafor.workshop.entries import NAMELESS, ROUTE_NUMBERS, WIDTH, Entry, Parts, fresh_id, read_route
from semafor.workshop.notes import Notes
from semafor.workshop.tables import columns_of, decoded, number, read_sheet, slug, whole

_PLACE_COLUMNS: Final = {
    name.replace("_", ""): name
    for name in ("id", "name", "type", "x", "y", "lat", "lon", "region", "country", "tags", "aliases")
}
_ROUTE_COLUMNS: Final = {
    **{name: name for name in ("from", "to", "length", "colour", "type", "tunnel")},
    **{name.replace("_", ""): name for name in ("wagon_style", *ROUTE_NUMBERS)},
}
_TICKET_COLUMNS: Final = {
    **{name: name for name in ("deck", "from", "to", "points")},
    "longdeck": "long_deck",
}


def import_board(files: Sequence[tuple[str, bytes]], base: str | None, notes: Notes) -> str:
    """Return the text of a board file made of files by their names; raise BoardError if a base can't be read."""
    parts = Parts()
    sheets: list[tuple[str, str]] = []
    for name, data in files:
        text = decoded(data)
        notes.file = name
        if text.lstrip()[:1] == "{":
            read_json(text, parts, notes)
        elif name.lower().endswith(".toml") or "\n[rules" in text:
            _read_toml(text, parts, notes)
        else:
            sheets.append((name, text))
    data_before = parts.whole or ({} if base is None else unfinished_data(base))
    _read_sheets(sheets, parts, data_before, notes)
    if parts.whole is not None and parts.places is parts.routes is parts.tickets is None:
        return board_toml(parts.whole)
    return board_toml(_board(parts, data_before))


def _read_toml(text: str, parts: Parts, notes: Notes) -> None:
    try:
        parts.whole = unfinished_data(text)
    except BoardError as error:
        notes.problem(error.problems[0].phrase)


# Spreadsheets


def _read_sheets(sheets: list[tuple[str, str]], parts: Parts, before: Entry, notes: Notes) -> None:
    """Read tables of places, then of routes and tickets, which name places."""
    kinds = {"places": 0, "routes": 1, "tickets": 2}
    found = []
    for name, text in sheets:
        columns = columns_of(text)
        if {"from", "to", "points"} <= columns:
            found.append(("tickets", name, text))
        elif {"from", "to"} <= columns:
            found.append(("routes", name, text))
        elif "name" in columns or "id" in columns:
            found.append(("places", name, text))
        else:
            notes.file = name
            notes.add(0, "no table of places (Name), routes (From, To, Length) or tickets (From, To, Points)")
    for kind, name, text in sorted(found, key=lambda one: kinds[one[0]]):
        notes.file = name
        if kind == "places":
            parts.places = _places(text, notes, parts)
        elif kind == "routes":
            places = _Names(parts.places if parts.places is not None else _known_places(before))
            parts.routes = _routes(text, places, notes)
            if parts.places is None and places.added:
                parts.places = places.entries
        else:
            places = _Names(parts.places if parts.places is not None else _known_places(before))
            parts.tickets = _tickets(text, places, notes)


def _known_places(data: Entry) -> list[Entry]:
    """Return the places of a board file, as the entries of a table."""
    found: list[Entry] = []
    for key in ("cities", "countries"):
        entries = data.get(key)
        found += [one for one in entries if isinstance(one, dict)] if isinstance(entries, list) else []
    return found


def _places(text: str, notes: Notes, parts: Parts) -> list[Entry]:
    sheet = read_sheet(text, _PLACE_COLUMNS)
    notes.columns(sheet.unknown)
    found: list[Entry] = []
    ids: set[str] = set()
    for row in sheet.rows:
        kind = row.text("type").lower()
        name = "" if kind in NAMELESS and "id" in row.cells else row.text("name")
        nameless = kind in NAMELESS
        id = row.text("id") or slug(row.text("name")) or "place"
        if id in ids:
            id = fresh_id(id, ids)
            if row.text("id"):
                notes.add(row.line, "the id {id} is there twice", id=row.text("id"))
        ids.add(id)
        entry: Entry = {"id": id, "name": "" if nameless else name}
        if nameless and row.text("name"):
            entry["aliases"] = [row.text("name")]
        if kind == "country":
            entry["kind"] = "country"
        for axis in ("lat", "lon"):
            value = number(row.text(axis))
            if value is not None:
                entry[axis] = value
            elif row.text(axis):
                notes.add(row.line, "{got} is no number", got=row.text(axis))
        x, y = number(row.text("x")), number(row.text("y"))
        if x is not None and y is not None:
            parts.positions[id] = (x, y)
        for key in ("region", "country"):
            if row.text(key):
                entry[key] = row.text(key)
        for key in ("tags", "aliases"):
            if row.text(key):
                entry[key] = [*entry.get(key, []), *(one.strip() for one in row.text(key).split("|"))]
        found.append(entry)
    return found


class _Names:
    """Finds places by what a table calls them, and adds those that are missing."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        self.known: dict[str, str] = {}
        self.added = False
        for entry in entries:
            for name in (*entry.get("aliases", ()), entry.get("name", ""), entry["id"]):
                if isinstance(name, str) and name:
                    self.known[slug(name) or name] = entry["id"]

    def find(self, name: str, notes: Notes, line: int, add: bool) -> str:
        """Return the id of a place; empty if there is none and none is to be added."""
        key = slug(name) or name
        if key not in self.known:
            if not add or not slug(name):
                notes.add(line, "there is no place {name}", name=name)
                return ""
            if not self.added:
                notes.add(line, "places without a table: {name} and others have no position", name=name)
            self.added = True
            self.entries.append({"id": slug(name), "name": name})
            self.known[key] = slug(name)
        return self.known[key]


def _routes(text: str, places: _Names, notes: Notes) -> list[Entry]:
    sheet = read_sheet(text, _ROUTE_COLUMNS)
    notes.columns(sheet.unknown)
    add = not places.entries
    found: list[Entry] = []
    for row in sheet.rows:
        a = places.find(row.text("from"), notes, row.line, add)
        b = places.find(row.text("to"), notes, row.line, add)
        length = whole(row.text("length"))
        if length is None:
            notes.add(row.line, "the length {got} is no whole number", got=row.text("length"))
        if a and b and length is not None:
            found.append(read_route(a, b, length, row, notes))
    return found


def _tickets(text: str, places: _Names, notes: Notes) -> list[Entry]:
    sheet = read_sheet(text, _TICKET_COLUMNS)
    notes.columns(sheet.unknown)
    found: dict[tuple[str, str], Entry] = {}
    decks = Counter(row.text("deck") for row in sheet.rows)
    if len(decks) > 1:
        listed = ", ".join(name for name in decks if name)
        notes.add(0, "there are several decks ({decks}), which become one", decks=listed)
    for row in sheet.rows:
        a = places.find(row.text("from"), notes, row.line, False)
        b = places.find(row.text("to"), notes, row.line, False)
        points = whole(row.text("points"))
        if points is None:
            notes.add(row.line, "the points {got} are no whole number", got=row.text("points"))
        if not a or not b or points is None:
            continue
        ends = (min(a, b), max(a, b))
        if ends in found:
            notes.add(row.line, "the ticket {a} – {b} is there twice", a=a, b=b)
            continue
        found[ends] = {"between": [a, b], "points": points}
    return list(found.values())


# The board


def _board(parts: Parts, before: Entry) -> Entry:
    """Return the contents of a board file: those of the parts, the rest as before or as on our first board."""
    usa = load_board("usa").spec
    name = parts.name or "New board"
    board: Entry = {
        "format": 1,
        "id": slug(parts.name) or "new-board",
        "revision": 1,
        "name": {"en": name},
        "players": {"min": 2, "max": 4},
        "cities": [],
        "routes": [],
        "tickets": [],
        **before,
    }
    if parts.places is not None:
        _place_all(parts, board)
    for key in ("routes", "tickets"):
        given = getattr(parts, key)
        if given is not None:
            board[key] = given
    if parts.drawing is not None:
        board["drawing"] = parts.drawing
    rules: Entry = dict(before.get("rules") or {key: dict(value) for key, value in usa.rules.items()})
    for key, (slug_, of) in _RULES.items():
        if slug_ not in rules and any(entry.get(key) for entry in board["routes"] if isinstance(entry, dict)):
            rules[slug_] = dict(load_board(of).spec.rules[slug_])
    if any(isinstance(one, dict) and one.get("region") for one in board["cities"]) and "regions" not in rules:
        rules["regions"] = dict(load_board("italy").spec.rules["regions"])
    if board.get("countries") and "countries" not in rules:
        rules["countries"] = {}
    for rule in rules.values():
        if not before and isinstance(rule, dict):
            rule.pop("cites", None)
    return {**board, "rules": rules}


_RULES: Final = {
    "tunnel": ("tunnels", "nordic-countries"),
    "locomotives": ("ferries", "nordic-countries"),
    "waves": ("ferry_cards", "italy"),
    "bonus_cards": ("bonus_cards", "northern-lights"),
    "any_cards_for_one": ("route_substitution", "nordic-countries"),
}
"""The rule that a field of routes needs, and the board that has it."""


def _place_all(parts: Parts, board: Entry) -> None:
    """Put the places in, each where it is: a position on the drawing becomes degrees, and the other way round."""
    places = parts.places or []
    old = {one["id"]: one for one in _known_places(board) if isinstance(one.get("id"), str)}
    spots = parts.drawing["spots"] if parts.drawing else {}
    if parts.positions and parts.drawing is None:
        before = board.get("drawing")
        drawing = dict(before) if isinstance(before, dict) else _frame(parts.positions)
        moved = {id: {"x": x, "y": y} for id, (x, y) in parts.positions.items()}
        known = drawing.get("spots")
        spots = {**(known if isinstance(known, dict) else {})}
        for id, spot in moved.items():
            spots[id] = {**spots.get(id, {}), **spot}
        parts.drawing = {**drawing, "spots": spots}
    cities: list[Entry] = []
    countries: list[Entry] = []
    for place in places:
        entry = {**old.get(place["id"], {}), **place}
        if entry.pop("kind", "city") == "country":
            countries.append(entry)
            continue
        if "lat" not in entry or "lon" not in entry:
            spot = spots.get(entry["id"], {"x": WIDTH / 2, "y": 466})
            entry["lat"] = round(55 - spot["y"] / 100, 4)
            entry["lon"] = round(spot["x"] / 65, 4)
        cities.append(entry)
    board["cities"] = cities
    if countries:
        board["countries"] = countries


def _frame(positions: dict[str, tuple[float, float]]) -> Entry:
    """Return a drawing that is large enough for positions."""
    right, down = max(x for x, _ in positions.values()), max(y for _, y in positions.values())
    return {"width": max(300, round(right + 90)), "height": max(300, round(down + 90))}
