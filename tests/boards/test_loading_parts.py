"""Loading the parts that only some boards have: goals, regions, countries, and payments nobody could make."""

import pytest

from tests.toy import (
    FERRIES,
    FERRY,
    FERRY_CARDS,
    LAST_TICKET,
    LONG,
    country_board,
    edited,
    goal_board,
    problems,
    region_board,
)

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
    """Return the problems of the toy board with a different ferry and different ferry rules."""
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
