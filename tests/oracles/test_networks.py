"""Completed tickets and region points of random networks, compared with networkx."""

from random import Random

import pytest

import semafor
from semafor import Game
from tests.conservation import parallels
from tests.oracles.networks import completed, region_points, regions_connected
from tests.play import BOARDS, STYLES, TABLES, board_named, new_game, play_on, position_of


def random_routes(name: str, players: int, rng: Random) -> list[list[str]]:
    """Return routes for each seat within its trains: some networks grow from one place, others are scattered."""
    spec = board_named(name).spec
    trains = [int(board_named(name).trains)] * players
    held: list[list[str]] = [[] for _ in range(players)]
    places: list[set[str]] = [set() for _ in range(players)]
    growing = [rng.random() < 0.7 for _ in range(players)]
    closed: set[str] = set()
    for _ in range(rng.randint(5, 40) * players):
        seat = rng.randrange(players)
        routes = [route for route in spec.routes if route.id not in closed and route.length <= trains[seat]]
        near = [route for route in routes if len({route.a, route.b} & places[seat]) == 1]
        if not routes:
            break
        # Growing networks prefer new places and short routes, so they reach many regions.
        near.sort(key=lambda route: route.length)
        route = rng.choice(near[:3] if growing[seat] and near else routes)
        # At most one lane of a group, which is legal with any number of players.
        closed |= {lane.id for lane in parallels(name)[route.id]}
        trains[seat] -= route.length
        held[seat].append(route.id)
        places[seat] |= {route.a, route.b}
    return held


def random_networks(name: str, players: int, rng: Random) -> Game:
    """Return a game in which the seats have random networks and all tickets."""
    spec = board_named(name).spec
    seats: list[dict[str, object]] = [{"routes": routes, "tickets": []} for routes in random_routes(name, players, rng)]
    dealt: list[list[str]] = [[] for _ in range(players)]
    for ticket in spec.tickets:
        dealt[rng.randrange(players)].append(ticket.id)
    for seat, tickets in zip(seats, dealt, strict=True):
        seat["tickets"] = tickets
    return semafor.load_position({"board": name, "seats": seats}, seed=1)


def assert_agrees(game: Game) -> tuple[int, list[int]]:
    """Check the score against the oracle; return the number of completed tickets, and the regions of all networks."""
    spec = game.board.spec
    total = 0
    counts: list[int] = []
    for seat, entry in zip(game.score().seats, position_of(game)["seats"], strict=True):
        expected = completed(spec, entry["routes"]) & set(entry["tickets"])
        assert set(seat.completed) == expected
        assert set(seat.failed) == set(entry["tickets"]) - expected
        total += len(expected)
        if "regions" in spec.rules:
            connected = regions_connected(spec, entry["routes"])
            scored = sorted(count for count in connected if region_points(count))
            assert sorted(count for name, count, _ in seat.bonus_counts if name == "regions") == scored
            assert seat.bonuses.get("regions", 0) == sum(region_points(count) for count in connected)
            counts += connected
        else:
            assert "regions" not in seat.bonuses
    return total, counts


@pytest.mark.parametrize("name", BOARDS)
def test_tickets_and_regions_of_random_networks(name: str) -> None:
    spec = board_named(name).spec
    rng = Random(1)
    tickets = 0
    regions: set[int] = set()
    for _ in range(240):
        total, counts = assert_agrees(random_networks(name, rng.randint(spec.min_players, spec.max_players), rng))
        tickets += total
        regions.update(counts)
    assert tickets > 100
    assert "regions" not in spec.rules or regions >= set(range(1, 14))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_tickets_and_regions_at_the_end_of_random_games(name: str, players: int) -> None:
    for seed, style in enumerate(STYLES):
        game = new_game(name, players, seed)
        for _ in play_on(game, Random(seed), style):
            pass
        assert_agrees(game)


def test_every_ticket_is_completed_by_all_routes_and_none_by_nothing() -> None:
    for name in BOARDS:
        spec = board_named(name).spec
        assert completed(spec, [route.id for route in spec.routes]) == {ticket.id for ticket in spec.tickets}
        assert completed(spec, []) == set()


def test_two_routes_into_one_country_do_not_meet_there() -> None:
    """Test the oracle itself on I-9: routes into countries alone never connect two cities."""
    spec = board_named("italy").spec
    countries = {place.id for place in spec.places if place.kind == "country"}
    into = [route for route in spec.routes if {route.a, route.b} & countries]
    cities = {ticket.id for ticket in spec.tickets if not {ticket.a, ticket.b} & countries}
    assert len(into) > len(countries)
    assert not completed(spec, [route.id for route in into]) & cities
