"""What a rule reads from a board file: the bounds of every number, the values of every list, and the rule ids."""

import pytest

from semafor.model.hooks import Rule
from semafor.model.numbers.moves import MAX_FERRY_CARDS
from semafor.model.reading import Reader
from semafor.rules.catalogue import CATALOGUE, read_rules
from semafor.rules.starting_tickets import StartingTickets
from semafor.rules.ticket_draw import TicketDraw
from semafor.rules.tickets import UNDER

SLUGS = [rule.slug for rule in CATALOGUE]

PARAMETERS: dict[str, dict[str, object]] = {
    "turns": {},
    "train_cards": {"each_colour": 12, "locomotives": 14, "dealt": 4},
    "card_market": {"display": 5, "sweep_at": 3, "locomotive_is_whole_draw": True},
    "starting_tickets": {"dealt": 4, "keep": 2, "given_back": "under"},
    "ticket_draw": {"drawn": 3, "keep": 1, "given_back": "under"},
    "parallel_routes": {"double": {"2": 1}, "triple": {"2": 1, "3": 2}},
    "locomotives": {"wild_on": ["plain", "ferry", "tunnel"]},
    "ferry_cards": {"pile": 10, "hand_limit": 2, "covers": 2},
    "ferries": {"substitute": "any", "cards": 3},
    "route_substitution": {},
    "claiming": {"trains": 45},
    "tunnels": {"revealed": 3},
    "bonus_cards": {},
    "route_points": {"points": {"1": 1, "2": 2}},
    "countries": {},
    "last_round": {"trains": 2},
    "ticket_points": {},
    "longest_path": {"points": 10},
    "globetrotter": {"points": 10},
    "goals": {"face_up": 4},
    "regions": {"points": {"5": 1, "6": 2}},
    "tie_break": {"order": ["completed_tickets", "longest_path_bonus"]},
}
"""Every rule with valid parameters."""

BOUNDS = [
    ("train_cards", "each_colour", 1, 20),
    ("train_cards", "locomotives", 0, 59),
    ("train_cards", "dealt", 0, 20),
    ("card_market", "display", 1, 5),
    ("card_market", "sweep_at", 0, 5),
    ("starting_tickets", "dealt", 1, 5),
    ("starting_tickets", "keep", 1, 5),
    ("ticket_draw", "drawn", 1, 5),
    ("ticket_draw", "keep", 1, 5),
    ("parallel_routes", "double.2", 1, 2),
    ("parallel_routes", "double.5", 1, 2),
    ("parallel_routes", "triple.3", 1, 3),
    ("ferry_cards", "pile", 1, 50),
    ("ferry_cards", "hand_limit", 1, MAX_FERRY_CARDS),
    ("ferry_cards", "covers", 1, 5),
    ("ferries", "cards", 2, 5),
    ("claiming", "trains", 1, 60),
    ("tunnels", "revealed", 1, 10),
    ("route_points", "points.1", 0, 1000),
    ("route_points", "points.60", 0, 1000),
    ("last_round", "trains", 0, 60),
    ("longest_path", "points", 1, 1000),
    ("globetrotter", "points", 1, 1000),
    ("goals", "face_up", 1, 60),
    ("regions", "points.1", 0, 1000),
    ("regions", "points.60", 0, 1000),
]

CITES = {
    "turns": {"order": "U-6", "pass": "R-4"},
    "train_cards": {"cards": "U-2", "dealt": "U-3"},
    "card_market": {"draw": "U-7", "sweep": "U-9", "locomotive": "U-10", "deck_empty": "U-14", "second": "R-1"},
    "starting_tickets": {"keep": "U-5"},
    "ticket_draw": {"keep": "U-22", "none_left": "U-22", "decide": "R-5"},
    "parallel_routes": {"one_each": "U-19", "closed": "U-20"},
    "ferry_cards": {"draw": "I-5", "waves": "I-6", "only_waves": "I-7"},
    "locomotives": {"not_wild": "N-5"},
    "ferries": {"symbols": "N-9", "substitute": "N-10"},
    "route_substitution": {"any_cards": "N-8"},
    "claiming": {"free": "U-17", "trains": "U-18", "set": "U-15", "grey": "U-16"},
    "tunnels": {"surcharge": "N-11", "withdraw": "N-12", "locomotives_only": "N-13"},
    "bonus_cards": {"draw": "L-8"},
    "route_points": {"points": "U-21"},
    "countries": {"ends": "I-9"},
    "last_round": {"end": "U-25"},
    "ticket_points": {"path": "U-24", "points": "U-26"},
    "longest_path": {"most": "U-27"},
    "globetrotter": {"most": "N-17"},
    "goals": {"face_up": "L-3", "points": "L-12"},
    "regions": {"points": "I-10", "doubled": "I-11"},
    "tie_break": {"order": "U-28"},
}


def read(changes: dict[str, dict[str, object]]) -> tuple[list[Rule], list[str]]:
    """Read all rules with some parameters changed; return them and every problem."""
    reader = Reader()
    tables = {slug: {**given, **changes.get(slug, {})} for slug, given in PARAMETERS.items()}
    rules = read_rules(tables, reader)
    return rules, [str(problem) for problem in reader.problems]


def changed(slug: str, path: str, value: object) -> dict[str, dict[str, object]]:
    """Return the change of one parameter; `points.1` means entry 1 of the table `points`."""
    key, _, entry = path.partition(".")
    inner = PARAMETERS[slug][key]
    if not entry:
        return {slug: {key: value}}
    assert isinstance(inner, dict)
    return {slug: {key: {**inner, entry: value}}}


def test_every_rule_is_read_in_the_order_of_the_catalogue() -> None:
    rules, problems = read({})
    assert problems == []
    assert [rule.slug for rule in rules] == SLUGS == list(PARAMETERS)
    assert [type(rule).__name__.lower() for rule in rules] == [slug.replace("_", "") for slug in SLUGS]


@pytest.mark.parametrize(("slug", "path", "low", "high"), BOUNDS)
def test_a_number_is_right_from_its_lowest_to_its_highest_value(slug: str, path: str, low: int, high: int) -> None:
    for value in (low, high):
        assert read(changed(slug, path, value))[1] == []
    for value in (low - 1, high + 1):
        right = f"must be a whole number from {low} to {high}, got {value}"
        assert read(changed(slug, path, value))[1] == [f"rules.{slug}.{path}: {right}"]


@pytest.mark.parametrize(
    ("slug", "path"), [(slug, path) for slug, path, _, _ in BOUNDS if "." not in path and path != "cards"]
)
def test_a_number_must_be_there(slug: str, path: str) -> None:
    reader = Reader()
    tables = {name: {k: v for k, v in given.items() if (name, k) != (slug, path)} for name, given in PARAMETERS.items()}
    read_rules(tables, reader)
    [problem] = [str(problem) for problem in reader.problems]
    assert problem.startswith(f"rules.{slug}.{path}: is missing: must be a whole number from ")


@pytest.mark.parametrize("lanes", ["double", "triple"])
@pytest.mark.parametrize("players", ["1", "6"])
def test_u_20_lanes_are_given_for_2_to_5_players(lanes: str, players: str) -> None:
    [problem] = read(changed("parallel_routes", f"{lanes}.{players}", 2))[1]
    assert problem.startswith(f"rules.parallel_routes.{lanes}.{players}: unknown key")
    assert problem.endswith("Known here: 2, 3, 4, 5")


@pytest.mark.parametrize("slug", ["route_points", "regions"])
@pytest.mark.parametrize("entry", ["0", "61"])
def test_u_21_i_10_points_are_given_for_1_to_60(slug: str, entry: str) -> None:
    [problem] = read(changed(slug, f"points.{entry}", 1))[1]
    assert problem.startswith(f"rules.{slug}.points.{entry}: unknown key")
    assert problem.endswith("Known here: " + ", ".join(sorted(str(count) for count in range(1, 61))))


@pytest.mark.parametrize(
    ("slug", "key", "options"),
    [
        ("starting_tickets", "given_back", ["under", "removed", "shuffled"]),
        ("ticket_draw", "given_back", ["under", "removed"]),
        ("ferries", "substitute", ["none", "any", "pair"]),
    ],
)
def test_a_word_is_one_of_those_there_are(slug: str, key: str, options: list[str]) -> None:
    for option in options:
        cards = {"cards": 2} if slug == "ferries" else {}
        assert read({slug: {key: option, **cards}})[1] == []
    [problem] = read({slug: {key: "nowhere"}})[1]
    assert problem.startswith(f"rules.{slug}.{key}: must be one of ")
    assert all(option in problem for option in options)
    assert ("shuffled" in problem) == ("shuffled" in options)


@pytest.mark.parametrize("slug", ["starting_tickets", "ticket_draw"])
def test_u_5_u_22_tickets_go_under_the_deck_where_the_file_does_not_say(slug: str) -> None:
    reader = Reader()
    given = {name: {k: v for k, v in table.items() if k != "given_back"} for name, table in PARAMETERS.items()}
    [rule] = [rule for rule in read_rules(given, reader) if rule.slug == slug]
    assert reader.problems == []
    assert isinstance(rule, StartingTickets | TicketDraw)
    assert rule.given_back == UNDER


def test_l_7_a_pair_is_two_cards() -> None:
    assert read({"ferries": {"substitute": "pair", "cards": 2}})[1] == []
    assert read({"ferries": {"substitute": "pair", "cards": 3}})[1] == ["rules.ferries.cards: a pair is 2 cards, got 3"]
    reader = Reader()
    read_rules({**PARAMETERS, "ferries": {"substitute": "pair"}}, reader)  # 2 if the file does not say
    assert reader.problems == []


def test_n_5_locomotives_are_wild_on_kinds_of_routes() -> None:
    assert read({"locomotives": {"wild_on": ["plain", "road"]}})[1] == [
        "rules.locomotives.wild_on: must be a list of plain, ferry, tunnel, got road"
    ]
    assert read({"locomotives": {"wild_on": []}})[1] == []


def test_u_28_tie_breaks_are_those_there_are() -> None:
    names = ["completed_tickets", "longest_path_bonus", "longest_path", "goals"]
    assert read({"tie_break": {"order": names}})[1] == []
    assert read({"tie_break": {"order": ["goals", "height"]}})[1] == [
        f"rules.tie_break.order: must be a list of {', '.join(names)}, got height"
    ]


def test_every_rule_cites_these_ids_where_the_board_names_no_others() -> None:
    rules, _ = read({})
    assert {rule.slug: rule.cites for rule in rules} == CITES


@pytest.mark.parametrize("slug", SLUGS)
def test_a_board_may_name_other_ids(slug: str) -> None:
    reason = next(iter(CITES[slug]))
    rules, problems = read({slug: {"cites": {reason: "X-1"}}})
    assert problems == []
    assert {rule.slug: rule.cites for rule in rules}[slug] == {**CITES[slug], reason: "X-1"}


def test_unknown_rules_and_missing_ones_are_reported() -> None:
    reader = Reader()
    read_rules({"odd": {}}, reader)
    needed = ["turns", "train_cards", "card_market", "starting_tickets", "claiming", "route_points", "last_round"]
    assert [str(problem) for problem in reader.problems] == [
        f"rules.odd: unknown rule; the rules are {', '.join(SLUGS)}",
        *[
            f"rules: the rule {slug} is missing, and no game can be played without it"
            for slug in [*needed, "ticket_points", "tie_break"]
        ],
    ]


@pytest.mark.parametrize("slug", SLUGS)
def test_an_unknown_parameter_is_reported(slug: str) -> None:
    [problem] = read({slug: {"colour_of_the_sky": "blue"}})[1]
    assert problem.startswith(f"rules.{slug}.colour_of_the_sky: unknown key")


def test_an_unknown_key_beside_points_and_lanes_is_reported() -> None:
    found = read(
        {
            "route_points": {"points": {"1": 1, "one": 1}},
            "regions": {"points": {"1": 1, "one": 1}},
            "parallel_routes": {"double": {"two": 1}, "triple": {"two": 1}},
        }
    )[1]
    assert [problem.split(": unknown key")[0] for problem in found] == [
        "rules.parallel_routes.double.two",
        "rules.parallel_routes.triple.two",
        "rules.route_points.points.one",
        "rules.regions.points.one",
    ]
