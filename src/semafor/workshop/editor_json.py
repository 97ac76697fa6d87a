"""Read the boards of hagstrom.nu's editor, which are JSON."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final

from semafor.workshop.entries import NAMELESS, WIDTH, Entry, Parts, fresh_id, read_route
from semafor.workshop.notes import Notes
from semafor.workshop.tables import MOST_ROWS, Row, slug

_HEIGHTS: Final = {"board-2x3": 933, "board-2x4": 934}
_WIDTHS: Final = {"board-2x3": 1404, "board-2x4": 1872}
_THEIR_WIDTH: Final = 1100


def read_json(text: str, parts: Parts, notes: Notes) -> None:
    """Read a board into the parts: its stops, routes, tickets if it has any, and where all are drawn."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        notes.add(0, "no valid JSON: {error}", error=str(error)[:200])
        return
    if not isinstance(data, dict) or not isinstance(data.get("stops"), list):
        notes.add(0, "a board of another editor has a list of stops")
        return
    form = str(data.get("format", ""))
    width, height = _WIDTHS.get(form, WIDTH), _HEIGHTS.get(form, 933)
    scale = width / _THEIR_WIDTH
    parts.name = str(data.get("name") or "")[:80]
    ids: set[str] = set()
    known: dict[str, Entry] = {}
    at: dict[str, tuple[float, float]] = {}
    places: list[Entry] = []
    tilted = False
    for number_, stop in enumerate(data["stops"][:MOST_ROWS], 1):
        if not isinstance(stop, dict):
            notes.add(0, "stop number {number} can't be read", number=number_)
            continue
        name = str(stop.get("name") or "")[:80]
        nameless = str(stop.get("type") or "") in NAMELESS
        id = fresh_id(slug(name) or "place", ids)
        ids.add(id)
        entry: Entry = {"id": id, "name": "" if nameless else name}
        places.append(entry)
        known[str(stop.get("id"))] = entry
        x, y = _float(stop.get("x")), _float(stop.get("y"))
        if x is not None and y is not None:
            at[id] = (round(x * scale, 1), round(y * scale, 1))
        tilted |= bool(_float(stop.get("labelAngle")))
    if tilted:
        notes.add(0, "names stand upright here, so their angles are left out")
    routes: list[Entry] = []
    bends: dict[int, list[float]] = {}
    given = data.get("routes")
    for number_, route in enumerate(given[:MOST_ROWS] if isinstance(given, list) else [], 1):
        ends = [known.get(str(route.get(key))) for key in ("a", "b")] if isinstance(route, dict) else [None]
        length = route.get("length") if isinstance(route, dict) else None
        if None in ends or not isinstance(length, int):
            notes.add(0, "route number {number} can't be read", number=number_)
            continue
        a, b = (str(end["id"]) for end in ends if end is not None)
        slots = route.get("locomotiveSlots")
        cells = {
            "colour": str(route.get("color") or ""),
            "type": str(route.get("type") or ""),
            "wagon_style": str(route.get("wagonStyle") or ""),
            "locomotives": str(len(slots)) if isinstance(slots, list) and slots else "",
        }
        entry = read_route(a, b, length, Row(0, cells), notes)
        routes.append(entry)
        points = route.get("points")
        if isinstance(points, list) and points and a in at and b in at:
            bends[len(routes) - 1] = _bend(at[a], at[b], points, scale)
    parts.places, parts.routes = places, routes
    parts.tickets = _their_tickets(data.get("tickets"), known, notes)
    if data.get("background") or data.get("backgroundImage"):
        notes.add(0, "the background is left out: a board file has no pictures")
    parts.drawing = {
        "width": width,
        "height": height,
        "spots": {place: {"x": x, "y": y} for place, (x, y) in at.items()},
        "bends": {id: bends[number] for number, id in enumerate(_route_ids(routes)) if number in bends},
    }


def _their_tickets(given: object, known: dict[str, Entry], notes: Notes) -> list[Entry] | None:
    if not isinstance(given, list):
        return None
    tickets: list[Entry] = []
    for number_, one in enumerate(given[:MOST_ROWS], 1):
        ends = [known.get(str(one.get(key))) for key in ("a", "b")] if isinstance(one, dict) else [None]
        points = one.get("points") if isinstance(one, dict) else None
        if None in ends or not isinstance(points, int):
            notes.add(0, "ticket number {number} can't be read", number=number_)
            continue
        tickets.append({"between": [str(end["id"]) for end in ends if end is not None], "points": points})
    return tickets


def _bend(a: tuple[float, float], b: tuple[float, float], points: list[Any], scale: float) -> list[float]:
    """Return the bend of a curve that passes about where a chain of points does."""
    chain = [a]
    for point in points:
        x, y = (_float(point.get("x")), _float(point.get("y"))) if isinstance(point, dict) else (None, None)
        if x is not None and y is not None:
            chain.append((x * scale, y * scale))
    chain.append(b)
    dx, dy = b[0] - a[0], b[1] - a[1]
    chord = (dx * dx + dy * dy) ** 0.5 or 1.0

    def off(part: float) -> float:
        """Return how far the chain is off the chord where it has come so far along it."""
        before = (0.0, 0.0)
        for x, y in chain[1:]:
            along = ((x - a[0]) * dx + (y - a[1]) * dy) / chord / chord
            aside = ((y - a[1]) * dx - (x - a[0]) * dy) / chord
            if along >= part:
                reach = along - before[0]
                share = (part - before[0]) / reach if reach > 1e-9 else 0.0
                return before[1] + (aside - before[1]) * share
            before = (along, aside)
        return 0.0

    one, two = off(1 / 3), off(2 / 3)
    # A cubic whose inner points are c and d off the chord is (4c + 2d) / 9 and (2c + 4d) / 9 off it there.
    return [round(3 * one - 1.5 * two, 1), round(3 * two - 1.5 * one, 1), 14.0, 14.0]


def _float(value: object) -> float | None:
    fits = isinstance(value, (int, float)) and not isinstance(value, bool) and -1e6 < value < 1e6
    return float(value) if fits and isinstance(value, (int, float)) else None


def _route_ids(routes: list[Entry]) -> list[str]:
    """Return the ids of routes: places, colour, and a number if several share these."""
    names = ["{}:{}:{}".format(*sorted(entry["between"]), entry["colour"]) for entry in routes]
    shared = Counter(names)
    seen: Counter[str] = Counter()
    ids: list[str] = []
    for name in names:
        seen[name] += 1
        ids.append(f"{name}:{seen[name]}" if shared[name] > 1 else name)
    return ids
