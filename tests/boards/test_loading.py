"""The loader reports every kind of problem; each case is one edit of the toy board."""

import pytest

from semafor.engine.loading import parse_board
from semafor.model.reading import BoardError
from semafor.rules.catalogue import CATALOGUE
from tests.toy import (
    FERRIES,
    FERRY,
    FERRY_CARDS,
    HARRO,
    LAST_TICKET,
    LONG,
    TOY,
    TUNNEL,
    country_board,
    edited,
    goal_board,
    problems,
    region_board,
)

SLUGS = [rule.slug for rule in CATALOGUE]
REQUIRED = [rule.slug for rule in CATALOGUE if rule.required]


def test_the_boards_to_be_edited_have_no_problems() -> None:
    for text in (TOY, goal_board(), region_board(), country_board()):
        assert problems(text) == []


# Each edit of the toy board, and all the problems it causes.
EDITS = {
    "format of the future": [
        ("format = 1", "format = 2"),
        "format: must be a whole number from 1 to 1, got 2",
    ],
    "unknown key of the board": [
        ("revision = 1", "revision = 1\nauthor = 'me'"),
        "author: unknown key. Known here: aliases, cities, countries, drawing, format, goals, id, marks, name, names, "
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
    "drawing too small": [
        ("width = 620", "width = 62"),
        "drawing.width: must be a number from 300 to 6000, got 62",
    ],
    "drawing with wrong numbers": [
        ("label = [40, 18]", "label = [40]"),
        ("y = 227, label = 7", "y = 227, label = 20"),
        ('"ambel:dunley:grey" = [0, 0, 44, 44]', '"ambel:dunley:grey" = [0, 0, 44, "far"]'),
        ("[drawing.spots]", "ground = { west = 5, south = 1, east = 2, north = 1 }\n[drawing.spots]"),
        "drawing.ground.east: must be more than 5, got 2.0",
        "drawing.ground.north: must be more than 1, got 1.0",
        "drawing.spots.dunley.label: must be a whole number from 0 to 19, got 20",
        "drawing.spots.eskar.label: must be a list of 2 numbers from -6000 to 6000, got a list of 1",
        "drawing.bends.ambel:dunley:grey: must be a list of 4 numbers from -6000 to 6000, got a list of 4",
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
