"""The score explained: every sheet adds up to the score, and everything it names exists."""

from itertools import pairwise

import networkx as nx
import pytest

import semafor
from semafor import Board, Chance, Game
from semafor.engine.scoring.score_sheet import ScoreSheet
from semafor.model.spec import pair
from semafor.rules.paths import longest_path
from tests.games import situation

BOARDS = semafor.builtin_ids()


def finished(board: Board, players: int, seed: int) -> Game:
    game = semafor.new_game(board, players, seed)
    game.play_out(Chance.seeded(seed))
    return game


def games(id: str) -> list[Game]:
    board = semafor.load_board(id)
    numbers = range(board.spec.min_players, board.spec.max_players + 1)
    return [finished(board, players, seed) for players in numbers for seed in range(3)]


def own_routes(game: Game, seat: int) -> list[int]:
    return [route for route in range(game.board.route_count) if int(game.state.owners[route]) == seat]


@pytest.mark.parametrize("id", BOARDS)
def test_everything_adds_up_to_the_score(id: str) -> None:
    for game in games(id):
        sheet = ScoreSheet(game.state)
        score = game.score()
        assert sheet.score.to_json() == score.to_json()
        points = {route.length: int(game.board.route_points[i]) for i, route in enumerate(game.board.spec.routes)}
        for seat in sheet.seats:
            routes = sum(count * points[length] for length, count in seat.lengths.items())
            tickets = sum(ticket.points if ticket.completed else -ticket.points for ticket in seat.tickets)
            bonuses = {award.id: award.points_of(seat.seat) for award in sheet.awards if seat.seat in award.winners}
            assert routes + tickets + sum(bonuses.values()) == score.seats[seat.seat].total
            assert bonuses == score.seats[seat.seat].bonuses
        assert sheet.steps[-1].left == score.winners


@pytest.mark.parametrize("id", BOARDS)
def test_awards_are_explained_by_routes_and_tickets_of_the_winners(id: str) -> None:
    for game in games(id):
        sheet = ScoreSheet(game.state)
        for award in sheet.awards:
            for share in award.shares:
                own = {game.board.route_id(route) for route in own_routes(game, share.seat)}
                done = {ticket.id for ticket in sheet.seats[share.seat].tickets if ticket.completed}
                assert set(share.routes) <= own
                assert set(share.tickets) <= done
                assert len(share.routes) == len(set(share.routes))
                if award.rule == "globetrotter" and share.points:
                    assert len(share.tickets) == share.value
                if award.rule == "longest_path" and share.points:
                    length = sum(route.length for route in game.board.spec.routes if route.id in share.routes)
                    assert length == share.value
                if award.rule == "regions":
                    assert share.value == len(share.regions) + len(share.doubled)


@pytest.mark.parametrize("id", BOARDS)
def test_u_24_paths_of_completed_tickets_are_walks_over_own_routes(id: str) -> None:
    for game in games(id):
        for seat in ScoreSheet(game.state).seats:
            own = {pair(route.a, route.b) for route in (game.board.spec.routes[i] for i in own_routes(game, seat.seat))}
            for ticket in seat.tickets:
                if ticket.completed:
                    assert (ticket.places[0], ticket.places[-1]) == (ticket.a, ticket.b)
                    assert all(pair(a, b) in own for a, b in pairwise(ticket.places))


@pytest.mark.parametrize("id", [id for id in BOARDS if id != "italy"])
def test_u_24_paths_of_completed_tickets_are_shortest(id: str) -> None:
    for game in games(id):
        for seat in ScoreSheet(game.state).seats:
            graph: nx.Graph[str] = nx.Graph()
            for number in own_routes(game, seat.seat):
                route = game.board.spec.routes[number]
                graph.add_edge(route.a, route.b, weight=route.length)
            for ticket in seat.tickets:
                if ticket.completed:
                    length = sum(graph.edges[a, b]["weight"] for a, b in pairwise(ticket.places))
                    assert length == nx.dijkstra_path_length(graph, ticket.a, ticket.b)
                else:
                    assert not (ticket.a in graph and ticket.b in graph and nx.has_path(graph, ticket.a, ticket.b))


@pytest.mark.parametrize("id", BOARDS)
def test_u_27_the_longest_path_uses_each_route_once_and_has_its_length(id: str) -> None:
    for game in games(id):
        sheet = ScoreSheet(game.state)
        for seat in sheet.seats:
            left = [game.board.spec.routes[number] for number in own_routes(game, seat.seat)]
            length = 0
            for a, b in pairwise(longest_path(game.board, game.state.owners, seat.seat, game.players).places):
                taken = next(route for route in left if pair(route.a, route.b) == pair(a, b))
                left.remove(taken)
                length += taken.length
            assert length == sheet.score.seats[seat.seat].longest_path


def test_u_27_a_path_that_loops() -> None:
    routes = ["ambel:brack:red", "ambel:eskar:green", "brack:eskar:white", "eskar:gild:blue", "cormo:eskar:yellow"]
    game = situation("toy", {"routes": routes}, {})
    places = longest_path(game.board, game.state.owners, 0, game.players).places
    assert sorted([places[0], places[-1]]) == ["cormo", "gild"]
    assert len(places) == 6


def test_r_13_a_ticket_to_a_country_ends_at_any_of_its_ends() -> None:
    board = semafor.load_board("italy").spec
    ticket = next(ticket for ticket in board.tickets if "francia" in (ticket.a, ticket.b))
    city = ticket.b if ticket.a == "francia" else ticket.a
    graph: nx.Graph[str] = nx.Graph()
    for route in board.routes:
        graph.add_edge(route.a, route.b, id=route.id)
    graph.remove_nodes_from(place.id for place in board.places if place.kind == "country" and place.id != "francia")
    path = nx.shortest_path(graph, city, "francia")
    routes = [graph.edges[a, b]["id"] for a, b in pairwise(path)]
    sheet = ScoreSheet(situation("italy", {"routes": routes, "tickets": [ticket.id]}, {}).state)
    [line] = sheet.seats[0].tickets
    assert line.completed
    assert sorted((line.places[0], line.places[-1])) == sorted((city, "francia"))


def test_i_11_a_doubled_region_is_named() -> None:
    routes = [route.id for route in semafor.load_board("italy").spec.routes if is_in_sardegna(route.a, route.b)]
    single = list({":".join(route.split(":")[:2]): route for route in routes}.values())
    [award] = ScoreSheet(situation("italy", {"routes": single}, {}).state).awards
    [share] = award.shares
    assert (share.regions, share.doubled, share.value, share.points) == (["sardegna"], ["sardegna"], 2, 0)
    assert sorted(share.routes) == sorted(single)


def is_in_sardegna(*places: str) -> bool:
    return all(place in ("sassari", "olbia", "nuoro", "cagliari") for place in places)


def test_r_9_nobody_wins_a_contest_with_nothing() -> None:
    [award] = ScoreSheet(situation("usa", {}, {}).state).awards
    assert (award.values(2), award.winners) == ([0, 0], [])


def test_l_12_goals_that_count_completed_tickets_count_them() -> None:
    goals = ["regional-links", "capital-investments", "small-steps", "wild-west"]
    wanted = ("andalsnes:bergen", "andalsnes:trondheim")
    lanes = {pair(r.a, r.b): r.id for r in semafor.load_board("northern-lights").spec.routes}
    seat: dict[str, object] = {"routes": [lanes[key] for key in wanted], "tickets": ["bergen:trondheim"]}
    sheet = ScoreSheet(situation("northern-lights", seat, {}, goals=goals).state)
    links = next(award for award in sheet.awards if award.id == "regional-links")
    assert (links.values(2), links.winners) == ([1, 0], [0])
    assert links.shares[0].tickets == ["bergen:trondheim"]
    assert sorted(links.shares[0].routes) == sorted(lanes[key] for key in wanted)
    assert sheet.score.seats[0].bonuses["regional-links"] == 10


def test_u_28_the_steps_of_a_tie_stop_when_one_is_left() -> None:
    first: dict[str, object] = {"routes": ["calgary:vancouver:grey"]}
    sheet = ScoreSheet(situation("usa", first, {"routes": ["el-paso:phoenix:grey"]}, {}).state)
    names = ["points", "completed_tickets", "longest_path_bonus"]
    assert [step.name for step in sheet.steps] == names
    assert [step.left for step in sheet.steps] == [[0, 1]] * 3
    alone = ScoreSheet(situation("usa", first, {}).state)
    assert [(step.name, step.values, step.left) for step in alone.steps] == [("points", {0: 14, 1: 0}, [0])]
