"""The built-in boards match the tables on the rules pages."""

import heapq
import re
from collections import Counter

import pytest

from semafor.engine.loading import board_text, builtin_ids, parse_board
from semafor.model.cards import COLOURS
from semafor.model.spec import BoardSpec, RouteSpec, parallel_groups, route_ends

BOARDS = {id: parse_board(board_text(id), id) for id in builtin_ids()}
USA = BOARDS["usa"]
NORDIC = BOARDS["nordic-countries"]
ITALY = BOARDS["italy"]
LIGHTS = BOARDS["northern-lights"]
TOY = BOARDS["toy"]


def spaces(spec: BoardSpec) -> dict[str, int]:
    """Return how many spaces of each colour a board has."""
    totals: Counter[str] = Counter()
    for route in spec.routes:
        totals[route.colour] += route.length
    return dict(totals)


def lanes(spec: BoardSpec) -> dict[int, int]:
    """Return how many doubles (2) and triples (3) a board has."""
    return dict(Counter(len(group) for group in parallel_groups(spec.routes)))


def route_of(spec: BoardSpec, id: str) -> RouteSpec:
    [found] = [route for route in spec.routes if route.id == id]
    return found


def ticket_points(spec: BoardSpec) -> dict[str, int]:
    return {ticket.id: ticket.points for ticket in spec.tickets}


def marks(spec: BoardSpec) -> dict[str, str]:
    return {mark.value: mark.source for mark in spec.marks}


def shortest(spec: BoardSpec, a: str, b: str, wave: int = 0) -> int:
    """Return the fewest spaces between two places, times two, plus a value for every wave."""
    count, ends = route_ends(spec)
    near: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    spots: dict[str, set[int]] = {place.id: set() for place in spec.places}
    for route, (x, y) in zip(spec.routes, ends, strict=True):
        cost = 2 * route.length + wave * route.fields["waves"]
        near[x].append((y, cost))
        near[y].append((x, cost))
        spots[route.a].add(x)
        spots[route.b].add(y)
    best = dict.fromkeys(spots[a], 0)
    queue = [(0, spot) for spot in spots[a]]
    while queue:
        far, spot = heapq.heappop(queue)
        if spot in spots[b]:
            return far
        for other, cost in near[spot]:
            if far + cost < best.get(other, 10**6):
                best[other] = far + cost
                heapq.heappush(queue, (far + cost, other))
    raise AssertionError(f"no way from {a} to {b}")


def off_shortest(spec: BoardSpec, wave: int = 0) -> set[str]:
    """Return the tickets that are not worth their shortest path, halves rounded up."""
    return {t.id for t in spec.tickets if t.points != (shortest(spec, t.a, t.b, wave) + 1) // 2}


@pytest.mark.parametrize("id", BOARDS)
def test_a_built_in_board_is_called_as_its_file(id: str) -> None:
    spec = BOARDS[id]
    assert spec.id == id
    assert set(spec.names) == {"en", "pl"}
    assert re.fullmatch("[0-9a-f]{16}", spec.digest)
    assert spec.revision == (2 if id == "italy" else 1)


# Players, cities, countries, routes, tickets, doubles, triples.
COUNTS = {
    "usa": (2, 5, 36, 0, 100, 33, 22, 0),
    "nordic-countries": (2, 3, 39, 0, 81, 46, 12, 0),
    "italy": (2, 5, 49, 5, 139, 56, 29, 2),
    "northern-lights": (2, 5, 50, 0, 161, 55, 48, 2),
    "toy": (2, 4, 8, 0, 14, 10, 1, 0),
}


@pytest.mark.parametrize("id", BOARDS)
def test_counts(id: str) -> None:
    spec = BOARDS[id]
    kinds = Counter(place.kind for place in spec.places)
    parallel = lanes(spec)
    assert (
        spec.min_players,
        spec.max_players,
        kinds["city"],
        kinds["country"],
        len(spec.routes),
        len(spec.tickets),
        parallel.get(2, 0),
        parallel.get(3, 0),
    ) == COUNTS[id]


@pytest.mark.parametrize("id", BOARDS)
def test_ids_are_unique(id: str) -> None:
    spec = BOARDS[id]
    for ids in (
        [place.id for place in spec.places],
        [route.id for route in spec.routes],
        [ticket.id for ticket in spec.tickets],
    ):
        assert len(set(ids)) == len(ids)


def test_colour_totals() -> None:
    assert spaces(USA) == {**dict.fromkeys(COLOURS, 27), "grey": spaces(USA)["grey"]}
    assert spaces(ITALY) == {**dict.fromkeys(COLOURS, 34), "grey": 86}
    assert spaces(NORDIC) == {
        "purple": 21,
        "blue": 21,
        "orange": 23,
        "white": 20,
        "green": 22,
        "yellow": 21,
        "black": 21,
        "red": 21,
        "grey": 37,
    }
    assert spaces(LIGHTS) == {
        "purple": 28,
        "blue": 26,
        "orange": 29,
        "white": 28,
        "green": 27,
        "yellow": 29,
        "black": 26,
        "red": 28,
        "grey": 129,
    }


# Ticket values against shortest paths: the published deck has a few known exceptions.


def test_tickets_are_worth_their_shortest_paths() -> None:
    assert off_shortest(USA) == {
        "chicago:los-angeles",
        "los-angeles:miami",
        "los-angeles:new-york",
        "new-york:seattle",
        "oklahoma-city:sault-ste-marie",
    }
    assert all(f"tickets.{id}" in marks(USA) for id in off_shortest(USA))
    assert off_shortest(NORDIC) == set()
    assert off_shortest(LIGHTS) == {"gdansk:helsinki"}
    assert off_shortest(TOY) == set()


def test_tickets_of_italy_have_half_a_point_more_for_every_wave() -> None:
    assert off_shortest(ITALY, wave=1) == set()


# USA


def test_usa_tickets_of_the_rulebooks_examples() -> None:
    points = ticket_points(USA)
    assert points["atlanta:montreal"] == 9
    assert points["atlanta:new-york"] == 6
    assert points["nashville:sault-ste-marie"] == 8
    assert points["atlanta:washington"] == 4


def test_usa_routes_are_plain_and_its_marks_are_the_values_that_its_rulebook_does_not_print() -> None:
    assert {route.kind for route in USA.routes} == {"plain"}
    assert marks(USA) == {
        **{f"rules.route_points.points.{length}": "published" for length in range(1, 7)},
        "tickets.los-angeles:miami": "assumed",
        "tickets.los-angeles:new-york": "assumed",
        "tickets.new-york:seattle": "assumed",
        "tickets.oklahoma-city:sault-ste-marie": "assumed",
        "tickets.chicago:los-angeles": "published",
        "tickets.chicago:new-york": "assumed",
        "tickets.denver:saint-louis": "assumed",
    }


def test_usa_rules() -> None:
    rules = USA.rules
    assert rules["train_cards"] == {"each_colour": 12, "locomotives": 14, "dealt": 4}
    assert rules["claiming"] == {"trains": 45}
    assert rules["parallel_routes"] == {"double": {"2": 1, "3": 1, "4": 2, "5": 2}}
    points = {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15}
    assert rules["route_points"] == {"points": points}
    assert rules["starting_tickets"] == {"dealt": 4, "keep": 2, "given_back": "under"}
    assert rules["ticket_draw"] == {"drawn": 3, "keep": 1, "given_back": "under"}
    assert rules["longest_path"] == {"points": 10}
    assert rules["last_round"] == {"trains": 3}
    market = {"display": 5, "sweep_at": 3, "locomotive_is_whole_draw": True}
    assert rules["card_market"] == market
    assert rules["tie_break"] == {"order": ["completed_tickets", "longest_path_bonus"]}


# Nordic Countries


def test_nordic_tunnels_and_ferries() -> None:
    kinds = Counter(route.kind for route in NORDIC.routes)
    assert kinds == {"plain": 47, "ferry": 24, "tunnel": 10}
    ferry = route_of(NORDIC, "kristiansand:stavanger:orange")
    assert (ferry.length, ferry.fields["locomotives"]) == (3, 1)


def test_nordic_a_tunnel_and_a_ferry_of_different_lengths_are_no_double() -> None:
    grouped = {route.id for group in parallel_groups(NORDIC.routes) for route in group}
    for id in (
        "kristiansand:stavanger:green",
        "kristiansand:stavanger:orange",
        "mo-i-rana:trondheim:green",
        "mo-i-rana:trondheim:red",
    ):
        assert route_of(NORDIC, id).id not in grouped


def test_nordic_one_route_takes_substitutes() -> None:
    [long] = [route for route in NORDIC.routes if route.fields["any_cards_for_one"]]
    assert (long.id, long.length, long.fields["any_cards_for_one"]) == ("lieksa:murmansk:grey", 9, 4)


def test_nordic_rules() -> None:
    rules = NORDIC.rules
    assert rules["claiming"]["trains"] == 40
    assert rules["locomotives"] == {"wild_on": ["ferry", "tunnel"]}
    assert rules["ferries"] == {"substitute": "any", "cards": 3}
    assert rules["parallel_routes"]["double"] == {"2": 1, "3": 2}
    points = {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15, "9": 27}
    assert rules["route_points"] == {"points": points, "cites": {"points": "N-14"}}
    assert rules["starting_tickets"]["given_back"] == "removed"
    assert rules["ticket_draw"]["given_back"] == "removed"
    assert rules["starting_tickets"]["cites"] == {"keep": "N-3"}
    market = {"display": 5, "sweep_at": 0, "locomotive_is_whole_draw": False}
    assert rules["card_market"] == {**market, "cites": {"sweep": "N-4", "locomotive": "N-4"}}
    assert rules["last_round"] == {"trains": 2, "cites": {"end": "N-16"}}
    assert "longest_path" not in rules
    assert rules["globetrotter"] == {"points": 10}


def test_nordic_marks() -> None:
    assert marks(NORDIC) == {f"rules.route_points.points.{n}": "published" for n in (5, 6, 9)}


# Italy


def test_italy_every_grey_route_is_a_ferry_with_waves_and_no_other_is() -> None:
    for route in ITALY.routes:
        assert (route.colour == "grey") == (route.fields["waves"] > 0)
        assert not route.fields["locomotives"]


def test_italy_regions() -> None:
    assert len(ITALY.regions) == 17
    doubled = {region.id for region in ITALY.regions if region.doubled}
    assert doubled == {"sardegna", "sicilia", "puglia"}
    used = {place.region for place in ITALY.places if place.kind == "city"}
    assert used == {region.id for region in ITALY.regions}
    where = {place.id: place.region for place in ITALY.places}
    assert where["firenze"] == where["pisa"] == "toscana"


def test_italy_routes_into_countries() -> None:
    countries = {place.id for place in ITALY.places if place.kind == "country"}
    assert countries == {"francia", "svizzera", "austria", "croazia", "monaco"}
    into = [route for route in ITALY.routes if route.b in countries]
    assert not [route for route in ITALY.routes if route.a in countries]
    assert len(into) == 12
    # 49 cities and an end for each of those routes.
    assert route_ends(ITALY)[0] == 61


def test_italy_rules() -> None:
    rules = ITALY.rules
    points = dict(zip(range(5, 16), [1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56], strict=True))
    assert rules["regions"] == {"points": {str(n): worth for n, worth in points.items()}}
    assert rules["ferry_cards"] == {"pile": 10, "hand_limit": 2, "covers": 2}
    assert rules["parallel_routes"]["triple"] == {"2": 1, "3": 1, "4": 3, "5": 3}
    start = {"dealt": 5, "keep": 3, "given_back": "shuffled", "cites": {"keep": "I-2"}}
    assert rules["starting_tickets"] == start
    assert rules["ticket_draw"]["drawn"] == 4
    assert "longest_path" not in rules
    assert "globetrotter" not in rules
    assert rules["tie_break"] == {"order": ["completed_tickets"], "cites": {"order": "I-12"}}


def test_italy_marks() -> None:
    assert marks(ITALY) == {
        "rules.regions.points.6": "published",
        "rules.regions.points.7": "published",
        "rules.regions.points.15": "assumed",
        "routes": "own-design",
        "tickets": "own-design",
    }


# Northern Lights


def test_lights_every_grey_route_is_a_ferry_and_no_other_is() -> None:
    for route in LIGHTS.routes:
        assert (route.colour == "grey") == (route.fields["locomotives"] > 0)
    # The example of the rulebook: 4 spaces, 2 symbols; here a double.
    for id in ("mo-i-rana:narvik:grey:1", "mo-i-rana:narvik:grey:2"):
        assert (route_of(LIGHTS, id).length, route_of(LIGHTS, id).fields["locomotives"]) == (4, 2)


def test_lights_bonus_cards() -> None:
    bonuses = Counter(route.fields["bonus_cards"] for route in LIGHTS.routes if route.fields["bonus_cards"])
    assert bonuses == {1: 8, 2: 8, 3: 2}


def test_lights_places() -> None:
    assert len({place.country for place in LIGHTS.places}) == 9
    assert all(place.country for place in LIGHTS.places)
    assert sum(not place.name for place in LIGHTS.places) == 3
    capitals = {place.id for place in LIGHTS.places if "capital" in place.tags}
    assert capitals == {"stockholm", "kobenhavn", "oslo", "helsinki"}
    arctic = {place.id for place in LIGHTS.places if "arctic" in place.tags}
    assert len(arctic) == 10
    assert {"narvik", "tromso", "murmansk", "kiruna", "rovaniemi"} <= arctic
    assert "boden" not in arctic


def test_lights_goals() -> None:
    goals = {goal.id: (goal.points, goal.measure, goal.at, goal.at_value, goal.limit) for goal in LIGHTS.goals}
    assert goals == {
        "locomotive-lover": (10, "locomotives_in_hand", "", "", 0),
        "capital-investments": (10, "tickets_at", "tag", "capital", 0),
        "cost-analysis": (10, "trains_left", "", "", 0),
        "small-steps": (10, "routes_of_length", "", "", 1),
        "railway-empire": (12, "countries", "", "", 0),
        "nordic-express": (12, "longest_path", "", "", 0),
        "regional-links": (10, "tickets_up_to", "", "", 5),
        "polar-express": (12, "tickets_at", "tag", "arctic", 0),
        "golden-snowplough": (12, "routes_at", "tag", "arctic", 0),
        "ferry-captain": (12, "ferries", "", "", 0),
        "wild-west": (12, "routes_at", "country", "NO", 0),
    }
    assert all(set(goal.names) == {"en", "pl"} for goal in LIGHTS.goals)


def test_lights_goal_of_capitals_names_the_four_that_count() -> None:
    # Tallinn and Riga are capitals, too.
    where = next(goal.where for goal in LIGHTS.goals if goal.id == "capital-investments")
    counted = [place for place in LIGHTS.places if "capital" in place.tags]
    assert all(place.names.get("en", place.name) in where["en"] for place in counted)
    assert where["pl"] == "Sztokholmu, Kopenhagi, Oslo lub Helsinek"


def test_lights_rules() -> None:
    rules = LIGHTS.rules
    assert rules["train_cards"]["locomotives"] == 18
    assert rules["claiming"]["trains"] == 40
    assert rules["parallel_routes"]["double"] == {"2": 1, "3": 1, "4": 2, "5": 2}
    assert rules["parallel_routes"]["triple"] == {"2": 1, "3": 2, "4": 3, "5": 3}
    ferries = {"substitute": "pair", "cards": 2}
    assert rules["ferries"] == {**ferries, "cites": {"symbols": "L-7", "substitute": "L-7"}}
    points = {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10}
    assert rules["route_points"] == {"points": points, "cites": {"points": "L-9"}}
    market = {"display": 5, "sweep_at": 0, "locomotive_is_whole_draw": True}
    assert rules["card_market"] == {**market, "cites": {"sweep": "L-4"}}
    assert rules["goals"] == {"face_up": 4}
    assert rules["tie_break"] == {"order": ["completed_tickets", "goals"], "cites": {"order": "L-13"}}


def test_lights_marks() -> None:
    lost = {
        "locomotive-lover",
        "capital-investments",
        "cost-analysis",
        "nordic-express",
        "golden-snowplough",
        "wild-west",
    }
    expected = {f"goals.{id}.points": "layout" for id in lost}
    expected |= {f"rules.route_points.points.{length}": "published" for length in range(1, 6)}
    assert marks(LIGHTS) == expected


# Toy


def test_toy_has_a_bit_of_everything() -> None:
    assert Counter(route.kind for route in TOY.routes) == {"plain": 12, "ferry": 1, "tunnel": 1}
    assert TOY.rules["claiming"] == {"trains": 12}
    assert TOY.rules["train_cards"] == {"each_colour": 3, "locomotives": 4, "dealt": 2}
    assert TOY.rules["ferries"] == {"substitute": "none"}


@pytest.mark.parametrize("id", BOARDS)
def test_citations_are_ids_of_rules(id: str) -> None:
    letters = {"nordic-countries": "N", "italy": "I", "northern-lights": "L"}
    for rule in BOARDS[id].rules.values():
        cites = rule.get("cites", {})
        assert isinstance(cites, dict)
        for cited in cites.values():
            assert re.fullmatch(f"{letters[id]}-[0-9]+", cited)
