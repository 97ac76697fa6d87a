"""Countries: every route into one is a separate dead end (I-9, R-13)."""

import pytest

from tests.games import situation

ITALY = "italy"
TO_CROATIA = ["belluno:venezia:white", "ancona:venezia:grey", "ancona:croazia:grey"]
# From Como to Ancona.
ACROSS = [
    "como:milano:red",
    "milano:parma:black",
    "bologna:parma:blue",
    "bologna:rimini:purple",
    "ancona:rimini:orange",
]


def outcome(routes: list[str], ticket: str) -> tuple[list[str], list[str], int]:
    """Return the completed and failed tickets of a player with these routes and this ticket, and their points."""
    score = situation(ITALY, {"routes": routes, "tickets": [ticket]}, {}, decision="over").score().seats[0]
    return score.completed, score.failed, score.ticket_points


def test_i_9_a_ticket_may_name_a_country_in_place_of_a_city() -> None:
    assert outcome(TO_CROATIA, "belluno:croazia") == (["belluno:croazia"], [], 13)


@pytest.mark.parametrize("routes", [TO_CROATIA[:2], TO_CROATIA[1:], [*TO_CROATIA[:2], "croazia:pescara:grey"]])
def test_i_9_without_a_path_into_the_country_the_ticket_fails(routes: list[str]) -> None:
    assert outcome(routes, "belluno:croazia") == ([], ["belluno:croazia"], -13)


def test_i_9_a_ticket_may_name_two_countries() -> None:
    ticket = "croazia:svizzera"
    routes = ["como:svizzera:black", *ACROSS, "ancona:croazia:grey"]
    assert outcome(routes, ticket) == ([ticket], [], 17)
    for missing in routes:
        assert outcome([route for route in routes if route != missing], ticket) == ([], [ticket], -17)


def test_i_9_two_routes_into_a_country_do_not_connect_there() -> None:
    through_austria = ["austria:bolzano:green", "austria:udine:black", "udine:venezia:green"]
    assert outcome(through_austria, "bolzano:venezia") == ([], ["bolzano:venezia"], -4)
    by_rail = ["belluno:bolzano:blue", "belluno:venezia:white"]
    assert outcome(by_rail, "bolzano:venezia") == (["bolzano:venezia"], [], 4)


def test_i_9_a_path_ends_in_a_country() -> None:
    """Two routes of 2 into Austria are two paths of 2, not one of 4."""
    game = situation(ITALY, {"routes": ["austria:bolzano:green", "austria:udine:black"]}, {}, decision="over")
    assert game.score().seats[0].longest_path == 2


def test_i_9_the_countries_are_the_neighbours_of_italy_by_land_and_sea() -> None:
    board = situation(ITALY, {}, {}).board
    countries = {place.id for place in board.spec.places if place.kind == "country"}
    assert countries == {"francia", "svizzera", "austria", "croazia", "monaco"}
    for ticket in ("belluno:croazia", "monaco:svizzera", "ancona:austria", "francia:verona"):
        assert ticket in board.ticket_index


@pytest.mark.parametrize("last", ["ancona:croazia:grey", "croazia:pescara:grey"])
def test_r_13_a_path_to_any_end_of_the_country_will_do(last: str) -> None:
    routes = [*TO_CROATIA[:2], "ancona:pescara:black", last]
    assert outcome(routes, "belluno:croazia") == (["belluno:croazia"], [], 13)


def test_r_13_between_two_countries_any_end_of_each_will_do() -> None:
    ticket = "croazia:svizzera"
    other_ends = [
        "aosta:svizzera:yellow",
        "aosta:milano:green",
        *ACROSS[1:],
        "ancona:pescara:black",
        "croazia:pescara:grey",
    ]
    assert outcome(other_ends, ticket) == ([ticket], [], 17)


def test_r_13_each_end_is_its_own_place() -> None:
    """One end at Como and a path from Aosta to the east do not complete Switzerland-Croatia."""
    ticket = "croazia:svizzera"
    east = ["aosta:milano:green", *ACROSS[1:], "ancona:croazia:grey"]
    assert outcome(["como:svizzera:black", *east], ticket) == ([], [ticket], -17)
    assert outcome(["aosta:svizzera:yellow", *east], ticket) == ([ticket], [], 17)


def test_r_13_routes_to_one_end_do_not_complete_a_ticket_of_the_other_ends_city() -> None:
    """Both cities reach France, each at its own end."""
    ticket = "roma:sassari"
    into_france = ["francia:olbia:grey", "olbia:sassari:blue", "francia:torino:purple"]
    assert outcome(into_france, ticket) == ([], [ticket], -8)
