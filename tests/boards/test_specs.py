"""What the loader makes of a valid board file, and where it looks for the file."""

import hashlib
import json
import pathlib
import tomllib

import pytest

from semafor.engine.loading import board_text, builtin_ids, parse_board
from semafor.model.reading import BoardError
from semafor.model.spec import BoardSpec, parallel_groups
from tests.toy import (
    TOY,
    TUNNEL,
    edited,
    goal_board,
)

# What a valid board becomes


def test_ids_of_routes_have_numbers_only_where_they_are_shared() -> None:
    text = edited((TUNNEL, TUNNEL + ',\n  { between = ["fenn", "eskar"], length = 3, colour = "grey" }'))
    spec = parse_board(text, "edited.toml")
    ids = [route.id for route in spec.routes]
    assert ids[4:6] == ["brack:eskar:white", "brack:eskar:black"]
    assert ids[10:12] == ["eskar:fenn:grey:1", "eskar:fenn:grey:2"]
    # The places of the second one keep the order of the file.
    assert (spec.routes[11].a, spec.routes[11].b) == ("fenn", "eskar")
    assert spec.routes[11].path == "routes[11]"
    # Different lengths: not a double.
    assert [[r.id for r in lanes] for lanes in parallel_groups(spec.routes)] == [ids[4:6]]


def toy() -> BoardSpec:
    return parse_board(TOY, "toy")


def test_everything_in_the_file_is_in_the_spec() -> None:
    data = tomllib.loads(TOY)
    spec = toy()
    assert (spec.id, spec.revision) == ("toy", 1)
    assert spec.names == {"en": "Toy Island", "pl": "Wyspa na próbę"}
    assert (spec.min_players, spec.max_players) == (2, 4)
    places = [{"id": p.id, "name": p.name, "lat": p.lat, "lon": p.lon} for p in spec.places]
    assert places == data["cities"]
    assert [[r.a, r.b] for r in spec.routes] == [entry["between"] for entry in data["routes"]]
    assert [r.length for r in spec.routes] == [entry["length"] for entry in data["routes"]]
    assert [r.colour for r in spec.routes] == [entry["colour"] for entry in data["routes"]]
    assert [r.path for r in spec.routes if r.fields["tunnel"]] == ["routes[10]"]
    assert [(r.path, r.fields["locomotives"]) for r in spec.routes if r.fields["locomotives"]] == [("routes[12]", 1)]
    assert {r.kind for r in spec.routes} == {"plain", "ferry", "tunnel"}
    assert [[t.a, t.b] for t in spec.tickets] == [entry["between"] for entry in data["tickets"]]
    assert [t.points for t in spec.tickets] == [entry["points"] for entry in data["tickets"]]
    assert [t.id for t in spec.tickets][:2] == ["ambel:cormo", "ambel:fenn"]
    assert [(m.value, m.source) for m in spec.marks] == [
        ("routes", "own-design"),
        ("tickets", "own-design"),
    ]
    assert spec.rules == data["rules"]


def test_goals_become_measures_with_their_places_and_limits() -> None:
    goals = parse_board(goal_board(), "goals").goals
    assert [(g.id, g.names, g.points, g.measure, g.at, g.at_value, g.limit) for g in goals] == [
        ("port", {"en": "Port"}, 3, "routes_at", "tag", "sea", 0),
        ("little", {"en": "Little"}, 3, "tickets_up_to", "", "", 4),
    ]


def test_the_digest_is_of_what_the_file_says_not_of_how_it_looks() -> None:
    digest = toy().digest
    data = tomllib.loads(TOY)
    del data["marks"], data["drawing"]
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"))
    assert digest == hashlib.sha256(canonical.encode()).hexdigest()[:16]
    assert parse_board("# a remark\n" + TOY, "toy").digest == digest
    assert parse_board(edited(("trains = 12", "trains = 13")), "toy").digest != digest


# Finding files


def test_built_in_boards_are_sorted_with_the_toy_last() -> None:
    expected = ["italy", "nordic-countries", "northern-lights", "usa", "toy"]
    assert builtin_ids() == expected


def test_a_file_of_ones_own_is_found_by_its_path(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(edited(('id = "toy"', 'id = "mine"')), encoding="utf-8")
    assert parse_board(board_text(str(path)), "mine").id == "mine"


@pytest.mark.parametrize("name", ["atlantis", "", "no/such/file.toml", "odd\0name", "../boards/usa"])
def test_neither_board_nor_file_lists_the_built_in_boards(name: str) -> None:
    with pytest.raises(BoardError, match=r"built-in boards: italy, nordic-countries, .*usa, toy"):
        board_text(name)


def test_a_file_that_is_no_text_is_named(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(BoardError, match=r"picture\.png' is not a text in UTF-8"):
        board_text(str(path))
