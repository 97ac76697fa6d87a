"""Names on the built-in boards: translated into every language, unambiguous, and not part of the board's digest."""

import json
import tomllib

import pytest

from semafor.cli.words.plain_text import plain
from semafor.engine.loading import board_text, builtin_ids, parse_board

BOARDS = {id: parse_board(board_text(id), id) for id in builtin_ids()}


def test_digests_stay_those_of_the_records_that_people_have() -> None:
    assert {id: spec.digest for id, spec in BOARDS.items()} == {
        "italy": "48f67213cf1bb1d3",
        "nordic-countries": "67305151f28f0d41",
        "northern-lights": "6e3477a38f340e56",
        "usa": "8202a0b7b4e5458a",
        "toy": "b416bb1498b7abfe",
    }


@pytest.mark.parametrize("id", BOARDS)
def test_translations_and_marks_do_not_count_for_the_digest(id: str) -> None:
    data = tomllib.loads(board_text(id))
    data["marks"] = [{"value": "routes", "source": "assumed", "note": "mine"}]
    data["names"] = {"xx": "X"}
    data["aliases"] = ["x"]
    for part in ("cities", "countries", "regions", "goals"):
        for entry in data.get(part, ()):
            entry["names"] = {**entry.get("names", {}), "xx": "X"}
            if part != "regions":
                entry["aliases"] = ["x"]
    spec = parse_board(written(data), "mine")
    assert spec.digest == BOARDS[id].digest
    assert spec.names["xx"] == "X"
    assert {place.names["xx"] for place in spec.places} == {"X"}
    data["cities"][0]["name"] = "Elsewhere"
    assert parse_board(written(data), "mine").digest != spec.digest


def written(value: object) -> str:
    """Write a table as TOML, all inline."""
    assert isinstance(value, dict)
    return "".join(f"{key} = {_inline(member)}\n" for key, member in value.items())


def _inline(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(member)}" for key, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


POLISH = {
    "usa": {"new-york": "Nowy Jork", "washington": "Waszyngton"},
    "nordic-countries": {"narvik": "Narwik", "kobenhavn": "Kopenhaga"},
    "northern-lights": {"narvik": "Narwik", "klaipeda": "Kłajpeda", "riga": "Ryga"},
    "italy": {
        "agrigento": "Agrygent",
        "alessandria": "Aleksandria",
        "crotone": "Krotona",
        "reggio-calabria": "Reggio Kalabria",
        "sanremo": "San Remo",
        "svizzera": "Szwajcaria",
    },
}


@pytest.mark.parametrize("id", POLISH)
def test_places_have_their_polish_names(id: str) -> None:
    names = {place.id: place.names.get("pl") for place in BOARDS[id].places}
    assert {place: names[place] for place in POLISH[id]} == POLISH[id]


@pytest.mark.parametrize("id", BOARDS)
def test_no_two_places_share_a_name_in_any_language(id: str) -> None:
    called = [
        (plain(name), place.id)
        for place in BOARDS[id].places
        for name in {place.name, *place.names.values(), *place.aliases} - {""}
    ]
    owners: dict[str, set[str]] = {}
    for name, place in called:
        owners.setdefault(name, set()).add(place)
    assert {name for name, places in owners.items() if len(places) > 1} == set()


def test_names_in_both_languages() -> None:
    assert [BOARDS[id].names for id in ("usa", "nordic-countries", "italy", "northern-lights")] == [
        {"en": "USA", "pl": "USA"},
        {"en": "Nordic Countries", "pl": "Kraje Północy"},
        {"en": "Italy", "pl": "Włochy"},
        {"en": "Northern Lights", "pl": "Zorza polarna"},
    ]
