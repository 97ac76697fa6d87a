"""The parts of a board that files have, and what their words for colours and kinds mean."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from semafor.model.cards import ROUTE_COLOURS
from semafor.workshop.notes import Notes
from semafor.workshop.tables import Row, slug, whole

Entry = dict[str, Any]
_COLOURS: Final = {
    **{colour: colour for colour in ROUTE_COLOURS},
    "gray": "grey",
    "any": "grey",
    "neutral": "grey",
    "wild": "grey",
    "none": "grey",
    "": "grey",
    "pink": "purple",
    "violet": "purple",
    "magenta": "purple",
    **dict.fromkeys(("fioletowy", "fiolet", "rozowy"), "purple"),
    "niebieski": "blue",
    "pomaranczowy": "orange",
    "bialy": "white",
    "zielony": "green",
    "zolty": "yellow",
    "czarny": "black",
    "czerwony": "red",
    **dict.fromkeys(("szary", "dowolny"), "grey"),
}
NAMELESS: Final = ("waypoint", "junction", "ship", "empty")
_YES: Final = ("1", "true", "yes", "x", "tak", "y")
WIDTH: Final = 1404
ROUTE_NUMBERS: Final = ("locomotives", "waves", "bonus_cards", "any_cards_for_one")


@dataclass
class Parts:
    """The parts of a board that files have; None where no file has any."""

    places: list[Entry] | None = None
    routes: list[Entry] | None = None
    tickets: list[Entry] | None = None
    drawing: Entry | None = None
    name: str = ""
    whole: Entry | None = None
    """A board file of ours."""
    positions: dict[str, tuple[float, float]] = field(default_factory=dict)


def read_route(a: str, b: str, length: int, row: Row, notes: Notes) -> Entry:
    """Read a row about a route whose places and length are known."""
    wanted = row.text("colour").strip().lower()
    colour = _COLOURS.get(slug(wanted))
    if colour is None:
        notes.add(row.line, "unknown colour {got}: grey", got=wanted)
    entry: Entry = {"between": [a, b], "length": length, "colour": colour or "grey"}
    words = {slug(row.text("type")), slug(row.text("wagon_style"))}
    for key in ROUTE_NUMBERS:
        value = whole(row.text(key))
        if value:
            entry[key] = value
        elif row.text(key) and value is None:
            notes.add(row.line, "{got} is no number", got=row.text(key))
    if "tunnel" in words or row.text("tunnel").lower() in _YES:
        entry["tunnel"] = True
    if "ferry" in words and not entry.keys() & {"locomotives", "waves"}:
        entry["locomotives"] = 1
        notes.add(row.line, "a ferry without a number of locomotives: 1")
    other = words - {"", "normal", "plain", "train", "route", "regular", "standard", "ferry", "tunnel"}
    for word in sorted(other):
        notes.add(row.line, "unknown kind of route {got}: a plain one", got=word)
    return entry


def fresh_id(id: str, taken: set[str]) -> str:
    """Return an id that is not taken, with a number if it must have one."""
    if id not in taken:
        return id
    again = 2
    while f"{id}-{again}" in taken:
        again += 1
    return f"{id}-{again}"
