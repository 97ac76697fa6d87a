"""Write a board as tables that spreadsheets open, and that `importing` reads."""

from __future__ import annotations

import csv
import io
from collections import Counter
from typing import Any

from semafor.model.spec import KIND_CITY, BoardSpec


def sheets_of(spec: BoardSpec) -> dict[str, str]:
    """Return a board as tables by file name, with its places by name where a name tells which."""
    names = Counter(place.name for place in spec.places)
    called = {place.id: place.name if place.name and names[place.name] == 1 else place.id for place in spec.places}
    drawn = spec.drawing.get("spots") if spec.drawing else None
    spots: dict[str, Any] = drawn if isinstance(drawn, dict) else {}
    places: list[list[object]] = [
        ["Id", "Name", "Type", "Lat", "Lon", "X", "Y", "Region", "Country", "Tags", "Aliases"]
    ]
    for place in spec.places:
        city = place.kind == KIND_CITY
        spot = spots.get(place.id, {})
        places.append(
            [
                place.id,
                place.name,
                ("city" if place.name else "junction") if city else "country",
                place.lat if city else "",
                place.lon if city else "",
                spot.get("x", ""),
                spot.get("y", ""),
                place.region,
                place.country,
                "|".join(place.tags),
                "|".join(place.aliases),
            ]
        )
    fields = [key for key in (spec.routes[0].fields if spec.routes else {}) if key != "tunnel"]
    routes: list[list[object]] = [["From", "To", "Length", "Colour", "Wagon style", *map(_head, fields)]]
    for route in spec.routes:
        style = "Tunnel" if route.fields.get("tunnel") else ""
        ends = [called.get(route.a, route.a), called.get(route.b, route.b)]
        routes.append([*ends, route.length, route.colour, style, *(route.fields[key] or "" for key in fields)])
    tickets: list[list[object]] = [["From", "To", "Points"]]
    tickets += [[called.get(one.a, one.a), called.get(one.b, one.b), one.points] for one in spec.tickets]
    tables = {"stops.csv": places, "routes.csv": routes, "tickets.csv": tickets}
    return {name: _csv(rows) for name, rows in tables.items()}


def _head(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _csv(rows: list[list[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return out.getvalue()
