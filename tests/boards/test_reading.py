"""The reader of untyped data: values, safe defaults, and every problem with its path."""

import pytest

from semafor.model.reading import BoardError, Problem, Reader, Table, root, shown


def table_of(data: dict[str, object], path: str = "") -> Table:
    return Table(Reader(), path, data)


def problems(table: Table) -> list[str]:
    return [str(problem) for problem in table.reader.problems]


def test_right_values_are_returned_and_nothing_is_reported() -> None:
    table = table_of(
        {
            "length": 3,
            "lat": 12.5,
            "lon": -7,
            "name": "Łódź",
            "tunnel": True,
            "colour": "red",
            "tags": ["a", "b"],
            "at": {"tag": "x"},
            "routes": [{"length": 1}, {"length": 2}],
        }
    )
    assert table.integer("length", 1, 6) == 3
    assert table.number("lat") == 12.5
    lon = table.number("lon", -180, 180)
    assert lon == -7.0
    assert isinstance(lon, float)
    assert table.text("name") == "Łódź"
    assert table.flag("tunnel") is True
    assert table.choice("colour", ["blue", "red"]) == "red"
    assert table.texts("tags") == ["a", "b"]
    assert table.table("at").text("tag") == "x"
    assert [entry.integer("length") for entry in table.tables("routes")] == [1, 2]
    table.finish()
    assert problems(table) == []


def test_defaults_stand_in_for_missing_keys_without_a_report() -> None:
    table = table_of({})
    assert table.integer("a", default=7) == 7
    assert table.number("b", default=0.5) == 0.5
    assert table.text("c", "") == ""
    assert table.flag("d") is False
    assert table.flag("e", True) is True
    assert table.choice("f", ["x", "y"], "y") == "y"
    assert table.texts("g", ["z"]) == ["z"]
    assert table.table("h", required=False).data == {}
    assert table.tables("i", required=False) == []
    assert problems(table) == []


def test_a_default_list_is_not_shared() -> None:
    default = ["x"]
    table_of({}).texts("tags", default).append("y")
    assert default == ["x"]


def test_missing_keys_are_reported_with_what_would_be_right() -> None:
    table = table_of({}, "routes[3]")
    assert table.integer("length", 1, 6) == 1
    assert table.number("lat", -90, 90) == 0.0
    assert table.text("name") == ""
    assert table.choice("colour", ["blue", "red"]) == "blue"
    assert table.texts("between") == []
    assert table.table("at").data == {}
    assert table.tables("parts") == []
    assert problems(table) == [
        "routes[3].length: is missing: must be a whole number from 1 to 6",
        "routes[3].lat: is missing: must be a number from -90 to 90",
        "routes[3].name: is missing: must be a text",
        "routes[3].colour: is missing: must be one of blue, red",
        "routes[3].between: is missing: must be a list of texts",
        "routes[3].at: is missing: must be a table of named values",
        "routes[3].parts: is missing: must be a list of tables",
    ]


@pytest.mark.parametrize("value", ["3", 3.0, True, [3], {"n": 3}, 0, 7, -1, 10**30])
def test_what_is_no_whole_number_in_bounds_is_reported(value: object) -> None:
    table = table_of({"length": value})
    assert table.integer("length", 1, 6) == 1
    expected = f"length: must be a whole number from 1 to 6, got {shown(value)}"
    assert problems(table) == [expected]


def test_bounds_are_inclusive() -> None:
    table = table_of({"low": 1, "high": 6, "lat": 90, "south": -90})
    assert table.integer("low", 1, 6) == 1
    assert table.integer("high", 1, 6) == 6
    assert table.number("lat", -90, 90) == 90.0
    assert table.number("south", -90, 90) == -90.0
    assert problems(table) == []


@pytest.mark.parametrize("value", ["1", False, float("nan"), float("inf"), float("-inf"), 10**400, None, [1.0]])
def test_what_is_no_finite_number_is_reported(value: object) -> None:
    table = table_of({"lat": value})
    assert table.number("lat") == 0.0
    assert problems(table) == [f"lat: must be a number, got {shown(value)}"]


def test_a_number_out_of_bounds_is_reported() -> None:
    table = table_of({"lat": 90.5, "share": 2})
    table.number("lat", -90, 90)
    table.number("share", 0.0, 1.0, default=0.25)
    assert problems(table) == [
        "lat: must be a number from -90 to 90, got 90.5",
        "share: must be a number from 0 to 1, got 2",
    ]


def test_wrong_types_are_reported_and_the_default_returned() -> None:
    table = table_of({"name": 5, "tunnel": 1, "colour": "pink", "tags": "x", "n": "y"})
    assert table.text("name", "d") == "d"
    assert table.flag("tunnel") is False
    assert table.choice("colour", ["blue", "red"], "red") == "red"
    assert table.texts("tags", ["t"]) == ["t"]
    assert table.integer("n", default=4) == 4
    assert problems(table) == [
        "name: must be a text, got 5",
        "tunnel: must be true or false, got 1",
        'colour: must be one of blue, red, got "pink"',
        'tags: must be a list of texts, got "x"',
        'n: must be a whole number, 0 or more, got "y"',
    ]


def test_members_of_lists_have_paths_of_their_own() -> None:
    table = table_of({"tags": ["a", 2, "c"], "routes": [{"length": 0}, 5, {"length": "x"}]}, "b")
    assert table.texts("tags") == ["a", "c"]
    routes = table.tables("routes")
    # The member that isn't a table is dropped, but the last one keeps the number 2.
    assert [entry.path for entry in routes] == ["b.routes[0]", "b.routes[2]"]
    for entry in routes:
        entry.integer("length", 1)
    assert problems(table) == [
        "b.tags[1]: must be a text, got 2",
        "b.routes[1]: must be a table of named values, got 5",
        "b.routes[0].length: must be a whole number, 1 or more, got 0",
        'b.routes[2].length: must be a whole number, 1 or more, got "x"',
    ]


def test_a_list_or_table_of_the_wrong_type_is_reported_even_if_not_required() -> None:
    table = table_of({"at": [], "goals": {}})
    assert table.table("at", required=False).absent
    assert table.tables("goals", required=False) == []
    assert problems(table) == [
        "at: must be a table of named values, got a list of 0",
        "goals: must be a list of tables, got a table",
    ]


def test_an_absent_table_is_reported_once_and_its_members_not_at_all() -> None:
    table = table_of({})
    players = table.table("players")
    assert players.integer("min", 2) == 2
    assert players.table("deeper").text("name") == ""
    players.finish()
    assert problems(table) == ["players: is missing: must be a table of named values"]


def test_a_null_is_a_missing_key_but_named_where_one_is_required() -> None:
    table = table_of({"turns_left": None, "seat": None})
    assert not table.has("turns_left")
    assert table.integer("turns_left", default=-1) == -1
    table.integer("seat")
    assert problems(table) == ["seat: must be a whole number, 0 or more, got null"]


def test_keys_never_asked_for_are_reported_with_the_known_ones() -> None:
    table = table_of({"length": 1, "lenght": 2, "zzz": 3}, "routes[0]")
    table.integer("length")
    table.text("colour", "")
    table.finish()
    assert problems(table) == [
        "routes[0].lenght: unknown key, did you mean length? Known here: colour, length",
        "routes[0].zzz: unknown key. Known here: colour, length",
    ]


def test_asking_whether_a_key_is_there_makes_it_known() -> None:
    table = table_of({"order": 1, "raw": 2})
    assert table.has("order")
    assert table.raw("raw") == 2
    assert not table.has("other")
    table.finish()
    assert problems(table) == []


def test_the_root_must_be_a_table() -> None:
    reader = Reader()
    table = root(reader, [1, 2])
    table.text("op")
    table.finish()
    wrong = "must be a table of named values, got a list of 2"
    assert [str(problem) for problem in reader.problems] == [wrong]
    assert root(Reader(), {"a": 1}).at("a") == "a"


def test_paths_join_with_dots() -> None:
    assert table_of({}, "a.b").at("c") == "a.b.c"
    assert table_of({"b": {"c": {}}}, "a").table("b").table("c").path == "a.b.c"


def test_long_values_are_cut_in_messages() -> None:
    cut = str(shown("x" * 1000))
    assert len(cut) == 60
    assert cut.endswith("...")
    assert str(shown(1 << 20000)) == "a number too large"


def test_a_board_error_lists_every_problem_on_a_line() -> None:
    found = [Problem("routes[3].length", "must be more"), Problem("", "is odd")]
    error = BoardError(found)
    assert isinstance(error, ValueError)
    assert str(error) == "routes[3].length: must be more\nis odd"
    assert error.problems == found
