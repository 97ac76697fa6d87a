"""What no action may change: cards, trains, points, tickets, ferry cards, and what follows from who holds which route.

Everything is counted from a position and from the board file, not from the engine's own counters.
"""

from collections import Counter
from functools import cache
from typing import cast

from semafor import Game
from semafor.model.cards import CARDS, COLOURS
from semafor.model.spec import RouteSpec
from tests.play import Position, board_named, position_of


def all_cards(name: str) -> Counter[str]:
    """Return the train cards of a board (U-2)."""
    parameters = board_named(name).spec.rules["train_cards"]
    counts = Counter({colour: cast(int, parameters["each_colour"]) for colour in COLOURS})
    counts["locomotive"] = cast(int, parameters["locomotives"])
    return counts


def cards_outside_hands(position: Position) -> Counter[str]:
    """Return the train cards that are in no hand."""
    found = Counter(position["deck"]) + Counter(position["discards"])
    found += Counter([card for card in position["display"] if card is not None])
    if "tunnel" in position:
        found += Counter(position["tunnel"]["paid"]) + Counter(position["tunnel"]["revealed"])
    return found


def assert_cards(position: Position) -> None:
    """Check that every train card is in exactly one place, and that both guarantees of R-2 hold."""
    found = cards_outside_hands(position)
    for seat in position["seats"]:
        found += Counter(seat["hand"])
        known = seat.get("known", {})
        assert all(known[card] <= seat["hand"].get(card, 0) for card in known)
    total = all_cards(position["board"])
    assert {card: found[card] for card in CARDS} == {card: total[card] for card in CARDS}
    assert position["deck"] or not position["discards"]
    assert None not in position["display"] or not position["deck"]


def assert_tickets(position: Position) -> None:
    """Check that every ticket is in exactly one place."""
    places = [*position["ticket_deck"], *position.get("removed_tickets", [])]
    for seat in position["seats"]:
        places += [*seat["tickets"], *seat.get("drawn", [])]
    assert sorted(places) == sorted(ticket.id for ticket in board_named(position["board"]).spec.tickets)


def assert_seats(position: Position) -> None:
    """Check that trains and points follow from routes (U-18, U-21), and that no ferry card is missing (R-11)."""
    spec = board_named(position["board"]).spec
    lengths = {route.id: route.length for route in spec.routes}
    trains = cast(int, spec.rules["claiming"]["trains"])
    by_length = cast(dict[str, int], spec.rules["route_points"]["points"])
    claimed: list[str] = []
    for seat in position["seats"]:
        spaces = [lengths[route] for route in seat["routes"]]
        assert seat["trains"] == trains - sum(spaces) >= 0
        assert seat["points"] == sum(by_length[str(length)] for length in spaces)
        claimed += seat["routes"]
    assert len(set(claimed)) == len(claimed)
    held = [seat.get("ferry_cards", 0) for seat in position["seats"]]
    if "ferry_cards" in spec.rules:
        assert sum(held) + position["ferry_pile"] == spec.rules["ferry_cards"]["pile"]
        assert max(held) <= cast(int, spec.rules["ferry_cards"]["hand_limit"])
    else:
        assert sum(held) == 0


@cache
def parallels(name: str) -> dict[str, list[RouteSpec]]:
    """Return the routes parallel to a route (same places, same length), including itself (R-6)."""
    routes = board_named(name).spec.routes
    return {
        route.id: [
            other for other in routes if {other.a, other.b} == {route.a, route.b} and other.length == route.length
        ]
        for route in routes
    }


def may_claim(position: Position, seat: int, route: str) -> bool:
    """Return whether a route is unclaimed and no parallel one closes it to a seat (U-19, U-20, N-6, I-3, L-6)."""
    owners = {held: at for at, entry in enumerate(position["seats"]) for held in entry["routes"]}
    lanes = parallels(position["board"])[route]
    holders = [owners[lane.id] for lane in lanes if lane.id in owners]
    if route in owners or seat in holders:
        return False
    rule = board_named(position["board"]).spec.rules.get("parallel_routes", {})
    by_players = cast(dict[str, int], rule.get({2: "double", 3: "triple"}.get(len(lanes), ""), {}))
    return len(holders) < by_players.get(str(len(position["seats"])), len(lanes))


def assert_masks(game: Game, position: Position) -> None:
    """Check that the engine's masks of open and barred routes match the owners of the routes."""
    for index, route in enumerate(game.board.spec.routes):
        for seat in range(game.players):
            open_to_seat = game.state.is_open(index) and not game.state.is_barred(seat, index)
            assert open_to_seat == may_claim(position, seat, route.id), (route.id, seat)


def assert_conserved(game: Game) -> None:
    """Check everything but the masks, which change only with a claim."""
    position = position_of(game)
    assert_cards(position)
    assert_tickets(position)
    assert_seats(position)


def assert_score(game: Game) -> None:
    """Check that the final score adds up and that the winners have the most points (U-26, U-28)."""
    score = game.score()
    points = {ticket.id: ticket.points for ticket in game.board.spec.tickets}
    for seat, entry in zip(score.seats, position_of(game)["seats"], strict=True):
        assert seat.routes == entry["points"]
        assert sorted(seat.completed + seat.failed) == sorted(entry["tickets"])
        assert seat.ticket_points == sum(points[id] for id in seat.completed) - sum(points[id] for id in seat.failed)
        assert seat.total == seat.routes + seat.ticket_points + sum(seat.bonuses.values())
        assert all(bonus > 0 for bonus in seat.bonuses.values())
    most = max(seat.total for seat in score.seats)
    assert score.winners
    assert {score.seats[seat].total for seat in score.winners} == {most}
