"""The loader: every kind of problem, each made from the toy board by one edit."""

import hashlib
import json
import pathlib
import tomllib

import pytest

from semafor.engine.loading import board_text, builtin_ids, parse_board
from semafor.model.reading import BoardError
from semafor.model.spec import BoardSpec, parallel_groups
from semafor.rules.catalogue import REQUIRED, SLUGS
from tests.toy import FERRY, HARRO, LAST_TICKET, LONG, TOY, country_board, edited, problems, replaced

GOALS = """
goals = [
  { id = "port", name = { en = "Port" }, points = 3, measure = "routes_at", at = { tag = "sea" } },
  { id = "little", name = { en = "Little" }, points = 3, measure = "tickets_up_to", limit = 4 },
]
[rules.goals]
face_up = 2
"""
HARRO_AT_SEA = '{ id = "harro", name = "Harro", lat = 49.6, lon = 2.0, tags = ["sea"] }'
MARKS = "# Where a value is not from a rulebook; of this board everything is our own.\n"
TUNNEL = 'length = 2, colour = "grey", tunnel = true }'
FERRIES = (
    '[rules.ferries] # routes with locomotive symbols (N-9)\nsubstitute = "none" # nothing stands in for a locomotive\n'
)
FERRY_CARDS = "[rules.ferry_cards]\npile = 10\nhand_limit = 2\ncovers = 2\n"


def goal_board(*edits: tuple[str, str]) -> str:
    """Return the toy board with two goals, and then the edits."""
    goals, _, rule = GOALS.partition("[rules.goals]")
    return replaced(edited((HARRO, HARRO_AT_SEA), (MARKS, goals + MARKS)) + "\n[rules.goals]" + rule, *edits)


def region_board(region: str = "coast") -> str:
    """Return the toy board with every city in the one region, except that Harro's is given."""
    text = TOY.replace("routes = [", 'regions = [{ id = "coast", name = "Coast" }]\nroutes = [', 1)
    lines = []
    for line in text.splitlines():
        if ", lon = " in line:
            here = region if '"harro"' in line else "coast"
            lines.append(line.replace(" },", f', region = "{here}" }},' if here else " },"))
        else:
            lines.append(line)
    return "\n".join(lines) + "\n[rules.regions]\npoints = { 5 = 1 }\n"


def test_the_boards_to_be_edited_have_no_problems() -> None:
    for text in (TOY, goal_board(), region_board(), country_board()):
        assert problems(text) == []


# Each edit of the toy board, and all the problems that it makes.
EDITS = {
    "format of the future": [
        ("format = 1", "format = 2"),
        "format: must be a whole number from 1 to 1, got 2",
    ],
    "unknown key of the board": [
        ("revision = 1", "revision = 1\nauthor = 'me'"),
        "author: unknown key. Known here: cities, countries, format, goals, id, marks, name, "
        "players, regions, revision, routes, rules, tickets",
    ],
    "unknown key of a route": [
        ('length = 1, colour = "orange"', 'length = 1, color = "orange"'),
        "routes[7].colour: is missing: must be one of purple, blue, orange, white, green, yellow, black, red, grey",
        "routes[7].color: unknown key, did you mean colour? Known here: any_cards_for_one, "
        "between, bonus_cards, colour, length, locomotives, tunnel, waves",
    ],
    "id with a colon": [
        ('id = "toy"', 'id = "toy:1"'),
        'id: must be lower-case letters a-z and digits, joined by hyphens, got "toy:1"',
    ],
    "no English name": [
        ('en = "Toy Island", ', ""),
        "name.en: is missing: must be a text",
    ],
    "too many players": [
        ("min = 2, max = 4", "min = 2, max = 6"),
        "players.max: must be a whole number from 2 to 5, got 6",
    ],
    "fewest players more than most": [
        ("min = 2, max = 4", "min = 4, max = 3"),
        "players.min: is more than players.max, 3",
    ],
    "city id used twice": [
        (HARRO, f'{HARRO},\n  {{ id = "gild", name = "Gild again", lat = 0, lon = 0 }}'),
        'cities[8].id: "gild" is already the city or country at cities[6]',
    ],
    "city off the earth": [
        ("lat = 49.6", "lat = 149.6"),
        "cities[7].lat: must be a number from -90 to 90, got 149.6",
    ],
    "route to an unknown place": [
        ('{ between = ["cormo", "fenn"]', '{ between = ["cormo", "fen"]'),
        'routes[7].between[1]: unknown place "fen"',
    ],
    "route to itself": [
        ('{ between = ["cormo", "fenn"]', '{ between = ["cormo", "cormo"]'),
        'routes[7].between: a route can\'t be from "cormo" to itself',
    ],
    "route of three places": [
        ('{ between = ["cormo", "fenn"]', '{ between = ["cormo", "fenn", "harro"]'),
        "routes[7].between: must name two places, got 3",
    ],
    "route between nothing": [
        ('{ between = ["cormo", "fenn"], length = 1', "{ length = 1"),
        "routes[7].between: is missing: must be a list of texts",
    ],
    "route between a place and a number": [
        ('{ between = ["cormo", "fenn"]', '{ between = ["cormo", 5]'),
        "routes[7].between[1]: must be a text, got 5",
    ],
    "four lanes": [
        (LONG, f"{LONG}" + ', { between = ["fenn", "cormo"], length = 1, colour = "red" }' * 3),
        "routes[16]: 4 routes of length 1 between the same places: at most 3 can be parallel",
    ],
    "triple without a rule on triples": [
        (LONG, f'{LONG}, {{ between = ["eskar", "brack"], length = 1, colour = "red" }}'),
        "rules.parallel_routes.triple: is missing: brack-eskar (routes[4]) is a triple, so say how many lanes are open",
    ],
    "double without the rule": [
        ("[rules.parallel_routes]\n", ""),
        ("double = { 2 = 1, 3 = 1, 4 = 2 } # lanes open, by number of players (U-19, U-20)\n", ""),
        "rules.parallel_routes.double: is missing: brack-eskar (routes[4]) is a double, so say how many lanes are open",
    ],
    "double without a number of players": [
        ("double = { 2 = 1, 3 = 1, 4 = 2 }", "double = { 2 = 1, 4 = 2 }"),
        "rules.parallel_routes.double: has nothing for 3 players",
    ],
    "ticket to an unknown place": [
        (LAST_TICKET, '{ between = ["eskar", "haro"], points = 5 }'),
        'tickets[9].between[1]: unknown place "haro"',
    ],
    "ticket to itself": [
        (LAST_TICKET, '{ between = ["eskar", "eskar"], points = 5 }'),
        'tickets[9].between: a ticket can\'t be from "eskar" to itself',
    ],
    "ticket twice, the other way round": [
        (LAST_TICKET, '{ between = ["cormo", "ambel"], points = 5 }'),
        "tickets[9].between: is the same ticket as tickets[0]",
    ],
    "ticket without a value": [
        (LAST_TICKET, '{ between = ["eskar", "harro"] }'),
        "tickets[9].points: is missing: must be a whole number from 1 to 1000",
    ],
    "ticket to a city without routes": [
        (
            f"{HARRO},\n]",
            f'{HARRO},\n  {{ id = "isle", name = "Isle", lat = 0.0, lon = 0.0 }},\n]',
        ),
        (LAST_TICKET, '{ between = ["eskar", "isle"], points = 5 }'),
        "tickets[9]: can't be completed: there is no way from eskar to isle",
    ],
    "route longer than all its cards": [
        ("locomotives = 4\ndealt = 2", "locomotives = 0\ndealt = 2"),
        "routes[12]: can't be paid: of all cards there are 3 of a colour and 0 locomotives",
        "routes[13]: can't be paid: of all cards there are 3 of a colour and 0 locomotives",
    ],
    "locomotives that are not wild on a long route": [
        ('wild_on = ["plain", "ferry", "tunnel"]', 'wild_on = ["ferry", "tunnel"]'),
        "routes[13]: can't be paid: of all cards there are 3 of a colour and 4 locomotives (not wild here)",
    ],
    "more symbols than spaces": [
        (FERRY, 'length = 3, colour = "grey", locomotives = 4 }'),
        "routes[12].locomotives: 4 symbols on 3 spaces",
    ],
    "more waves than spaces": [
        (FERRY, 'length = 3, colour = "grey", waves = 4 }'),
        ("[rules.turns]", f"{FERRY_CARDS}[rules.turns]"),
        "routes[12].waves: 4 symbols on 3 spaces",
    ],
    "tunnel and ferry at once": [
        (TUNNEL, 'length = 2, colour = "grey", tunnel = true, locomotives = 1 }'),
        "routes[10].tunnel: a route can't be both a tunnel and a ferry",
    ],
    "waves without ferry cards": [
        (FERRY, 'length = 3, colour = "grey", waves = 1 }'),
        "routes[12].waves: needs a table [rules.ferry_cards], which is missing",
    ],
    "waves and locomotive symbols": [
        (FERRY, 'length = 3, colour = "grey", waves = 1, locomotives = 1 }'),
        ("[rules.turns]", f"{FERRY_CARDS}[rules.turns]"),
        "routes[12].waves: a ferry has locomotive symbols or waves, not both",
    ],
    "symbols without ferries": [
        (FERRIES, ""),
        "routes[12].locomotives: needs a table [rules.ferries], which is missing",
    ],
    "tunnel without tunnels": [
        ("[rules.tunnels]\nrevealed = 3 # N-11\n", ""),
        "routes[10].tunnel: needs a table [rules.tunnels], which is missing",
    ],
    "substitutes without the rule": [
        (
            LONG,
            '{ between = ["gild", "harro"], length = 4, colour = "grey", any_cards_for_one = 2 }',
        ),
        "routes[13].any_cards_for_one: needs a table [rules.route_substitution], which is missing",
    ],
    "bonus cards without the rule, twice": [
        (TUNNEL, 'length = 2, colour = "grey", tunnel = true, bonus_cards = 1 }'),
        (LONG, '{ between = ["gild", "harro"], length = 4, colour = "grey", bonus_cards = 1 }'),
        "routes[10].bonus_cards: needs a table [rules.bonus_cards], which is missing (and for 1 more)",
    ],
    "length without points": [
        ("3 = 4, 4 = 7 }", "3 = 4 }"),
        "routes[13].length: rules.route_points.points has nothing for 4",
    ],
    "length over the trains": [
        ("trains = 12", "trains = 3"),
        "routes[13].length: 4 is more than the 3 trains",
    ],
    "tickets too few for the deal": [
        (
            "[rules.starting_tickets] # as U-5, with fewer\ndealt = 2",
            "[rules.starting_tickets]\ndealt = 3",
        ),
        "tickets: only 10, but 4 players are dealt 3 each",
    ],
    "cards too few for the deal": [
        ("locomotives = 4\ndealt = 2", "locomotives = 4\ndealt = 6"),
        "rules.train_cards: only 28 cards, but 4 players are dealt 6 each and 5 are displayed",
    ],
    "unknown region": [
        ("lon = 2.0 }", 'lon = 2.0, region = "coast" }'),
        'cities[7].region: unknown region "coast"; regions: none',
    ],
    "mark on an unknown ticket": [
        ('value = "tickets"', 'value = "tickets.ambel:brack"'),
        'marks[1].value: "tickets.ambel:brack" is nothing in this file',
    ],
    "mark on an unknown value of a rule": [
        ('value = "tickets"', 'value = "rules.route_points.points.9"'),
        'marks[1].value: "rules.route_points.points.9" is nothing in this file',
    ],
    "mark on a list that is not there": [
        ('value = "tickets"', 'value = "goals"'),
        'marks[1].value: "goals" is nothing in this file',
    ],
    "mark from nowhere": [
        ('{ value = "tickets", source = "own-design"', '{ value = "tickets", source = "rumour"'),
        'marks[1].source: must be one of assumed, layout, published, own-design, got "rumour"',
    ],
    "too many tickets drawn": [
        ("drawn = 2", "drawn = 6"),
        "rules.ticket_draw.drawn: must be a whole number from 1 to 5, got 6",
    ],
    "too many trains": [
        ("trains = 12", "trains = 61"),
        "rules.claiming.trains: must be a whole number from 1 to 60, got 61",
    ],
    "display too large": [
        ("display = 5", "display = 6"),
        "rules.card_market.display: must be a whole number from 1 to 5, got 6",
    ],
    "no display": [
        ("display = 5", "display = 0"),
        "rules.card_market.display: must be a whole number from 1 to 5, got 0",
    ],
    "too many of a colour": [
        ("each_colour = 3", "each_colour = 21"),
        "rules.train_cards.each_colour: must be a whole number from 1 to 20, got 21",
    ],
    "rule that is no table": [
        ("[rules.turns]", "[rules]\nodd = 3\n[rules.turns]"),
        "rules.odd: must be a table of named values, got 3",
        f"rules.odd: unknown rule; the rules are {', '.join(SLUGS)}",
    ],
}


@pytest.mark.parametrize("name", EDITS)
def test_one_edit_makes_exactly_these_problems(name: str) -> None:
    edits = [item for item in EDITS[name] if isinstance(item, tuple)]
    expected = [item for item in EDITS[name] if isinstance(item, str)]
    assert problems(edited(*edits)) == expected


def test_too_many_tickets_dealt_is_over_the_limit_and_over_the_deck() -> None:
    old = "[rules.starting_tickets] # as U-5, with fewer\ndealt = 2"
    assert problems(edited((old, "[rules.starting_tickets]\ndealt = 6"))) == [
        "tickets: only 10, but 4 players are dealt 6 each",
        "rules.starting_tickets.dealt: must be a whole number from 1 to 5, got 6",
    ]


def test_decks_that_the_deal_uses_up_are_large_enough() -> None:
    # 5 players with 2 of 10 tickets each; 5 * 5 + 3 of 28 cards.
    text = edited(
        ("min = 2, max = 4", "min = 2, max = 5"),
        ("double = { 2 = 1, 3 = 1, 4 = 2 }", "double = { 2 = 1, 3 = 1, 4 = 2, 5 = 2 }"),
        ("locomotives = 4\ndealt = 2", "locomotives = 4\ndealt = 5"),
        ("display = 5", "display = 3"),
    )
    assert problems(text) == []


def test_a_display_of_one_card_is_enough() -> None:
    assert problems(edited(("display = 5", "display = 1"))) == []


def test_two_problems_are_both_reported_with_their_paths() -> None:
    text = edited(
        ('length = 1, colour = "orange"', 'length = "one", colour = "orange"'),
        (LAST_TICKET, '{ between = ["eskar", "haro"], points = 5 }'),
    )
    with pytest.raises(BoardError) as caught:
        parse_board(text, "edited.toml")
    assert [problem.path for problem in caught.value.problems] == [
        "routes[7].length",
        "tickets[9].between[1]",
    ]
    assert str(caught.value).splitlines() == [
        'routes[7].length: must be a whole number, 1 or more, got "one"',
        'tickets[9].between[1]: unknown place "haro"',
    ]


def test_a_bad_route_and_bad_rules_are_reported_together() -> None:
    text = edited(
        ('length = 1, colour = "orange"', 'length = 1, colour = "pink"'),
        ("trains = 12", 'trains = "twelve"'),
        ("revealed = 3", "revealed = 3\nrevaeled = 3"),
        ("[rules.last_round]", "[rules.last_rounds]\n[rules.last_round]"),
    )
    assert problems(text) == [
        'routes[7].colour: must be one of purple, blue, orange, white, green, yellow, black, red, grey, got "pink"',
        f"rules.last_rounds: unknown rule; the rules are {', '.join(SLUGS)}",
        'rules.claiming.trains: must be a whole number from 1 to 60, got "twelve"',
        "rules.tunnels.revaeled: unknown key, did you mean revealed? Known here: cites, revealed",
    ]


def test_mistyped_parameters_of_rules_blame_nothing_else() -> None:
    text = edited(
        ("trains = 12", 'trains = "twelve"'),
        ("display = 5", "display = true"),
        ("each_colour = 3", ""),
        ('wild_on = ["plain", "ferry", "tunnel"]', "wild_on = 3"),
        ("points = { 1 = 1, 2 = 2, 3 = 4, 4 = 7 }", "points = 3"),
        ("double = { 2 = 1, 3 = 1, 4 = 2 }", "double = 2"),
        ("[rules.starting_tickets] # as U-5, with fewer\ndealt = 2", "[rules.starting_tickets]"),
    )
    assert problems(text) == [
        "rules.train_cards.each_colour: is missing: must be a whole number from 1 to 20",
        "rules.card_market.display: must be a whole number from 1 to 5, got true",
        "rules.starting_tickets.dealt: is missing: must be a whole number from 1 to 5",
        "rules.parallel_routes.double: must be a table of named values, got 2",
        "rules.locomotives.wild_on: must be a list of texts, got 3",
        'rules.claiming.trains: must be a whole number from 1 to 60, got "twelve"',
        "rules.route_points.points: must be a table of named values, got 3",
    ]


def test_a_board_without_its_rules_misses_those_without_which_there_is_no_game() -> None:
    text = TOY.partition("[rules.turns]")[0] + "[rules]\n"
    missing = [f"rules: the rule {slug} is missing, and no game can be played without it" for slug in REQUIRED]
    assert [problem for problem in problems(text) if problem.startswith("rules: ")] == missing


def test_a_misspelt_city_of_a_route_does_not_blame_the_tickets() -> None:
    text = edited((HARRO, '{ id = "haro", name = "Harro", lat = 49.6, lon = 2.0 }'))
    assert problems(text) == [
        'routes[12].between[1]: unknown place "harro"',
        'routes[13].between[1]: unknown place "harro"',
        'tickets[2].between[1]: unknown place "harro"',
        'tickets[4].between[1]: unknown place "harro"',
        'tickets[8].between[1]: unknown place "harro"',
        'tickets[9].between[1]: unknown place "harro"',
    ]


def test_text_that_is_no_toml_is_one_problem_that_names_file_and_line() -> None:
    found = problems(edited(("revision = 1", "revision = = 1")))
    line = TOY.splitlines().index("revision = 1") + 1
    assert len(found) == 1
    assert found[0].startswith("edited.toml is not valid TOML: ")
    assert f"line {line}," in found[0]


def test_an_empty_file_misses_everything_required() -> None:
    paths = [problem.partition(":")[0] for problem in problems("")]
    required = [
        "format",
        "id",
        "revision",
        "name",
        "players",
        "cities",
        "routes",
        "tickets",
        "rules",
    ]
    assert paths == required


# Goals


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            'at = { tag = "sea" }',
            'at = { tag = "see" }',
            'goals[0].at.tag: no city has the tag "see"',
        ),
        (
            'at = { tag = "sea" }',
            'at = { country = "NO" }',
            'goals[0].at.country: no city has the country "NO"',
        ),
        (
            ', at = { tag = "sea" }',
            "",
            "goals[0].at: is missing: must be a table of named values",
        ),
        (", limit = 4", "", "goals[1].limit: is missing: must be a whole number, 1 or more"),
        (
            'id = "little"',
            'id = "port"',
            'goals[1].id: "port" is already the goal at goals[0]',
        ),
        ("face_up = 2", "face_up = 3", "goals: 2 goals, but rules.goals.face_up turns up 3"),
        (
            "[rules.goals]\nface_up = 2\n",
            "",
            "goals[0]: needs a table [rules.goals], which is missing (and for 1 more)",
        ),
    ],
)
def test_problems_of_goals(old: str, new: str, expected: str) -> None:
    assert problems(goal_board((old, new))) == [expected]


def test_an_unknown_measure_does_not_make_its_other_keys_unknown() -> None:
    found = problems(goal_board(('"tickets_up_to"', '"tickets_below"')))
    assert len(found) == 1
    assert found[0].startswith("goals[1].measure: must be one of locomotives_in_hand, ")


def test_a_limit_is_an_unknown_key_where_the_measure_takes_none() -> None:
    found = problems(goal_board(('"tickets_up_to"', '"ferries"')))
    assert len(found) == 1
    assert found[0].startswith("goals[1].limit: unknown key")


# Regions


def test_an_unknown_region_is_reported_with_those_there_are() -> None:
    expected = 'cities[7].region: unknown region "cost"; regions: coast'
    assert problems(region_board("cost")) == [expected]


def test_a_city_needs_a_region_where_regions_score() -> None:
    assert problems(region_board("")) == ["cities[7].region: is missing: rules.regions needs it"]


def test_a_region_id_used_twice_is_reported() -> None:
    text = region_board().replace('{ id = "coast"', '{ id = "coast", name = "" }, { id = "coast"')
    assert problems(text) == ['regions[1].id: "coast" is already the region at regions[0]']


# Countries (I-9, R-13)


def test_a_country_does_not_join_the_routes_that_end_in_it() -> None:
    text = country_board((LAST_TICKET, '{ between = ["eskar", "lonely"], points = 5 }'))
    expected = "tickets[9]: can't be completed: there is no way from eskar to lonely"
    assert problems(text) == [expected]


@pytest.mark.parametrize("between", ['"eskar", "abroad"', '"abroad", "lonely"', '"afar", "abroad"'])
def test_any_end_of_a_country_completes_a_ticket(between: str) -> None:
    text = country_board((LAST_TICKET, f"{{ between = [{between}], points = 5 }}"))
    assert problems(text) == []


def test_two_countries_without_a_way_between_any_of_their_ends() -> None:
    text = country_board(
        (LAST_TICKET, '{ between = ["afar", "abroad"], points = 5 }'),
        ('{ between = ["harro", "abroad"]', '{ between = ["lonely", "abroad"]'),
    )
    # Both routes into Abroad are now from the lonely city: a double.
    expected = "tickets[9]: can't be completed: there is no way from afar to abroad"
    assert problems(text) == [expected]


def test_a_ticket_from_a_country_to_itself_is_refused() -> None:
    text = country_board((LAST_TICKET, '{ between = ["abroad", "abroad"], points = 5 }'))
    assert problems(text) == ['tickets[9].between: a ticket can\'t be from "abroad" to itself']


def test_countries_need_their_rule() -> None:
    text = country_board(("\n[rules.countries]\n", ""))
    expected = "countries[0]: needs a table [rules.countries], which is missing (and for 1 more)"
    assert problems(text) == [expected]


def test_a_country_and_a_city_can_not_share_an_id() -> None:
    text = country_board(('{ id = "afar", name', '{ id = "gild", name'), ('"afar"', '"abroad"'))
    assert problems(text) == ['countries[1].id: "gild" is already the city or country at cities[6]']


# Impossible payments, in detail


def ferry(route: str, rules: str, locomotives: int = 4) -> list[str]:
    """Return the problems of the toy board with another ferry and other rules on ferries."""
    return problems(
        edited(
            (FERRY, f'colour = "grey", {route} }}'),
            (FERRIES, rules),
            ("locomotives = 4\ndealt = 2", f"locomotives = {locomotives}\ndealt = 2"),
            (LONG, '{ between = ["gild", "harro"], length = 3, colour = "grey" }'),
            ("3 = 4, 4 = 7 }", "3 = 4, 4 = 7, 5 = 10, 10 = 20, 11 = 22 }"),
        )
    )


ANY = '[rules.ferries]\nsubstitute = "any"\n'
ONE_FERRY_CARD = FERRY_CARDS.replace("hand_limit = 2", "hand_limit = 1")


@pytest.mark.parametrize(
    ("route", "rules", "locomotives", "payable"),
    [
        # Symbols take locomotives, and nothing else if nothing stands in for them (N-9).
        ("length = 4, locomotives = 3", FERRIES, 3, True),
        ("length = 4, locomotives = 3", FERRIES, 2, False),
        ("length = 4, locomotives = 3", f"{ANY}cards = 3\n", 2, True),
        # All three by three cards each, and one of the fourth colour: 10 of 24 cards.
        ("length = 4, locomotives = 3", f"{ANY}cards = 3\n", 0, True),
        # All five by four or five cards each: 20 or 25 of the 21 cards beside a set.
        ("length = 5, locomotives = 5", f"{ANY}cards = 4\n", 0, True),
        ("length = 5, locomotives = 5", f"{ANY}cards = 5\n", 0, False),
        # Two cards each if the file does not say: 20 or 22 of them.
        ("length = 10, locomotives = 10", ANY, 0, True),
        ("length = 11, locomotives = 11", ANY, 0, False),
        ("length = 4, locomotives = 3", '[rules.ferries]\nsubstitute = "pair"\ncards = 2\n', 1, True),
        # A wave takes a locomotive, or a ferry card for some of them (I-6).
        ("length = 4, waves = 4", FERRY_CARDS, 0, True),
        ("length = 4, waves = 4", ONE_FERRY_CARD, 2, True),
        ("length = 4, waves = 4", ONE_FERRY_CARD, 1, False),
        # Substitutes: three of a colour and two times ten or eleven other cards for the rest (N-8).
        ("length = 5, any_cards_for_one = 10", "[rules.route_substitution]\n", 0, True),
        ("length = 5, any_cards_for_one = 11", "[rules.route_substitution]\n", 0, False),
    ],
)
def test_what_all_cards_together_can_pay(route: str, rules: str, locomotives: int, payable: bool) -> None:
    cards = f"of all cards there are 3 of a colour and {locomotives} locomotives"
    expected = [] if payable else [f"routes[12]: can't be paid: {cards}"]
    assert ferry(route, rules, locomotives) == expected


def test_locomotives_are_wild_nowhere_without_their_rule() -> None:
    wild = '[rules.locomotives]\nwild_on = ["plain", "ferry", "tunnel"] # everywhere (U-15, U-16)\n'
    cards = "of all cards there are 3 of a colour and 4 locomotives (not wild here)"
    assert problems(edited((wild, ""))) == [f"routes[13]: can't be paid: {cards}"]


@pytest.mark.parametrize(("substitute", "payable"), [("any", True), ("pair", False), ("none", False)])
def test_only_any_cards_stand_in_for_locomotives_that_no_symbol_asks_for(substitute: str, payable: bool) -> None:
    # A ferry of 5 with one symbol: one locomotive, three of a colour, and one space left.
    rules = f'[rules.ferries]\nsubstitute = "{substitute}"\ncards = 2\n'
    text = edited(
        (FERRY, 'length = 5, colour = "grey", locomotives = 1 }'),
        (FERRIES, rules),
        ("locomotives = 4\ndealt = 2", "locomotives = 1\ndealt = 2"),
        ("3 = 4, 4 = 7 }", "3 = 4, 4 = 7, 5 = 10 }"),
    )
    cards = "of all cards there are 3 of a colour and 1 locomotives"
    assert problems(text) == ([] if payable else [f"routes[12]: can't be paid: {cards}"])


# What a good board becomes


def test_ids_of_routes_have_numbers_only_where_they_are_shared() -> None:
    text = edited((TUNNEL, TUNNEL + ',\n  { between = ["fenn", "eskar"], length = 3, colour = "grey" }'))
    spec = parse_board(text, "edited.toml")
    ids = [route.id for route in spec.routes]
    assert ids[4:6] == ["brack:eskar:white", "brack:eskar:black"]
    assert ids[10:12] == ["eskar:fenn:grey:1", "eskar:fenn:grey:2"]
    # The places of the second one stay in the order of the file.
    assert (spec.routes[11].a, spec.routes[11].b) == ("fenn", "eskar")
    assert spec.routes[11].path == "routes[11]"
    # Of different lengths: no double.
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
    assert [r.path for r in spec.routes if r.tunnel] == ["routes[10]"]
    assert [(r.path, r.locomotives) for r in spec.routes if r.locomotives] == [("routes[12]", 1)]
    assert {r.kind() for r in spec.routes} == {"plain", "ferry", "tunnel"}
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
    canonical = json.dumps(tomllib.loads(TOY), sort_keys=True, separators=(",", ":"))
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
