"""Files of other programs become boards, and what can't be understood is said."""

import json
import tomllib

import pytest

import semafor
from semafor.engine.boards import load_board, make_board, unfinished_board
from semafor.engine.loading import board_text
from semafor.simulation.toml_text import board_toml
from semafor.workshop.exporting import sheets_of
from semafor.workshop.importing import import_board
from semafor.workshop.notes import Notes
from semafor.workshop.tables import MOST_ROWS

STOPS = "Type;Naam;Name;LNG;latitude\ncity;;Łódź;19,45;51,77\ncity;;Kraków;19,94;50,06\nwaypoint;;Huta;19,5;51,0\n"
ROUTES = (
    "to\tFROM\tColor\tLength\tWagon style\tFerryLocomotives\n"
    "Kraków\tŁódź\tgray\t4\tTunnel\t\n"
    "Kraków\tŁódź\tpink\t4\t\t\n"
    "Huta\tŁódź\tmauve\t2\t\t1\n"
    "Huta\tGdynia\tred\t2\t\t\n"
)
TICKETS = "Deck,From,To,Points,Long deck\nmain,Łódź,krakow,4,\nmain,Kraków,Łódź,4,\nmain,Łódź,Huta,two,\n"


def imported(files: dict[str, bytes], base: str | None = None) -> tuple[str, list[str]]:
    notes = Notes()
    text = import_board(list(files.items()), base, notes)
    return text, [f"{file}:{line}: {phrase}" for file, line, phrase in notes.all]


def test_spreadsheets_of_any_kind_become_a_board() -> None:
    text, notes = imported(
        {
            "tickets.csv": TICKETS.encode("utf-8-sig"),
            "stops.csv": STOPS.encode("cp1250"),
            "routes.tsv": ROUTES.encode("utf-16"),
        }
    )
    data = tomllib.loads(text)
    assert [(one["id"], one["name"], one["lat"]) for one in data["cities"]] == [
        ("lodz", "Łódź", 51.77),
        ("krakow", "Kraków", 50.06),
        ("huta", "", 51.0),
    ]
    assert data["routes"] == [
        {"between": ["lodz", "krakow"], "length": 4, "colour": "grey", "tunnel": True},
        {"between": ["lodz", "krakow"], "length": 4, "colour": "purple"},
        {"between": ["lodz", "huta"], "length": 2, "colour": "grey", "locomotives": 1},
    ]
    assert data["tickets"] == [{"between": ["lodz", "krakow"], "points": 4}]
    assert {"tunnels", "ferries", "parallel_routes"} <= set(data["rules"])
    assert notes == [
        "stops.csv:1: unknown columns are left out: Naam",
        "routes.tsv:4: unknown colour mauve: grey",
        "routes.tsv:5: there is no place Gdynia",
        "tickets.csv:3: the ticket krakow – lodz is there twice",
        "tickets.csv:4: the points two are no whole number",
    ]


def test_a_board_of_the_other_editor_keeps_its_places_and_bends() -> None:
    stops = [{"id": n, "name": name, "x": x, "y": y} for n, name, x, y in ((1, "Aa", 100, 100), (2, "Bb", 400, 100))]
    slots = {"id": 8, "a": 2, "b": 1, "length": 3, "color": "gray", "type": "ferry", "locomotiveSlots": [0, 2]}
    bent = {"id": 9, "a": 1, "b": 2, "length": 4, "color": "red", "points": [{"x": 250, "y": 130}], "curved": True}
    board = {"kind": "map", "name": "My isle", "format": "board-2x4", "stops": stops, "routes": [slots, bent, {"a": 7}]}
    text, notes = imported({"isle.json": json.dumps({**board, "backgroundImage": {"dataUrl": "data:"}}).encode()})
    data = tomllib.loads(text)
    assert data["name"] == {"en": "My isle"}
    assert data["routes"][0] == {"between": ["bb", "aa"], "length": 3, "colour": "grey", "locomotives": 2}
    assert data["drawing"]["width"] == 1872
    assert data["drawing"]["spots"]["bb"] == {"x": 680.7, "y": 170.2}
    # The curve is where the chain is, two thirds of 30 units off the chord, at a third and at two thirds of the way.
    assert data["drawing"]["bends"]["aa:bb:red"] == [51.0, 51.0, 14.0, 14.0]
    assert notes == [
        "isle.json:0: route number 3 can't be read",
        "isle.json:0: the background is left out: a board file has no pictures",
    ]


@pytest.mark.parametrize("id", semafor.builtin_ids())
def test_boards_survive_a_round_trip(id: str) -> None:
    text = board_text(id)
    board = load_board(id)
    again, notes = imported({"board.toml": text.encode()})
    assert tomllib.loads(again) == tomllib.loads(text)
    assert make_board(again, id).spec.digest == board.spec.digest
    sheets = sheets_of(unfinished_board(text))
    edited, more = imported({name: sheet.encode() for name, sheet in sheets.items()}, text)
    assert notes == more == []
    assert make_board(edited, id).spec.digest == board.spec.digest
    assert tomllib.loads(edited) == tomllib.loads(text)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"{",
        b"[" * 5000,
        b'{"stops": [' + b"[" * 50000,
        b"From,To,Length\n" + b'"' * 200_000,
        b"\0,\0",
    ],
)
def test_broken_files_are_noted(data: bytes) -> None:
    text, notes = imported({"x.json": data})
    assert notes
    assert tomllib.loads(text)["cities"] == []


def test_no_more_places_are_read_than_a_table_has() -> None:
    # Each gets an id of its own: 20,000 of them took 17 seconds.
    text, _ = imported({"x.json": b'{"stops": [' + b",".join([b"{}"] * 20_000) + b"]}"})
    assert len(tomllib.loads(text)["cities"]) == MOST_ROWS


def test_toml_is_written_as_it_is_read() -> None:
    data: dict[str, object] = {
        "name": {"en": 'a "b" \\ \n\x7f\u0085'},
        "odd key": [1.5, True, -2, [], {}],
        "cities": [],
        "rules": {"turns": {}, "x y": {"points": {"1": 2}}},
        "drawing": {"width": 1e3, "spots": {"a@b:c": {"x": 1.0}}},
    }
    assert tomllib.loads(board_toml(data)) == data
