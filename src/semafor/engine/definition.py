"""A board as the protocols describe it: everything that a program needs to play on it or to draw it."""

from typing import cast

from semafor.engine.values.definition import (
    BoardDefinition,
    GoalShape,
    PlaceShape,
    PlayerNumbers,
    RegionShape,
    RouteShape,
)
from semafor.model.board import Board
from semafor.model.spec import KIND_CITY, BoardSpec, GoalSpec, Place, Region
from semafor.rules.catalogue import all_rules
from semafor.rules.goals import counts_hand


def board_definition(board: Board) -> BoardDefinition:
    """Return the board as plain data.

    >>> from semafor.engine.boards import load_board
    >>> board_definition(load_board("toy"))["routes"][4]["parallel_group"]
    ['brack:eskar:black']
    """
    spec = board.spec
    said: dict[str, object] = {
        "id": spec.id,
        "name": dict(spec.names),
        "revision": spec.revision,
        "players": player_numbers(spec),
        "places": [_place(place) for place in spec.places],
        "regions": [_region(region) for region in spec.regions],
        "routes": [route_definition(board, number) for number in range(len(spec.routes))],
        "tickets": [
            {"id": ticket.id, "points": ticket.points, "places": [ticket.a, ticket.b]} for ticket in spec.tickets
        ],
        "goals": [_goal(goal) for goal in spec.goals],
        "goals_face_up": 0,
        "last_round_trains": 0,
        "locomotive_is_whole_draw": False,
        "rules": spec.rules,
        "marks": [{"value": mark.value, "source": mark.source, "note": mark.note} for mark in spec.marks],
        "drawing": spec.drawing,
    }
    for rule in board.rules:
        rule.describe(board, said)
    return cast(BoardDefinition, said)


def player_numbers(spec: BoardSpec) -> PlayerNumbers:
    """Return the range of players of the board."""
    return {"min": spec.min_players, "max": spec.max_players}


def _place(place: Place) -> PlaceShape:
    """Describe a city or a country."""
    is_city = place.kind == KIND_CITY
    return {
        "id": place.id,
        "name": place.name,
        "names": dict(place.names),
        "aliases": list(place.aliases),
        "kind": "city" if is_city else "country",
        "lat": place.lat if is_city else None,
        "lon": place.lon if is_city else None,
        "region": place.region or None,
        "country": place.country or None,
        "tags": list(place.tags),
    }


def _region(region: Region) -> RegionShape:
    return {"id": region.id, "name": region.name, "names": dict(region.names), "doubled": region.doubled}


def route_definition(board: Board, number: int) -> RouteShape:
    """Return a route, with the ids of its parallel routes (null for a single one), and what the rules add."""
    route = board.spec.routes[number]
    others = [board.route_id(lane) for lane in board.lanes(number) if lane != number]
    said: dict[str, object] = {
        "id": route.id,
        "places": [route.a, route.b],
        "length": route.length,
        "colour": route.colour,
        "points": int(board.route_points[number]),
        "parallel_group": others or None,
        "wild": False,
        "stand_in": None,
        "ferry_card_covers": 0,
    }
    for known in all_rules():
        for field in known.route_fields:
            value = route.fields[field.key]
            # Not one expression: compiled, its value would be a number in both cases.
            if field.is_flag:
                said[field.key] = value > 0
            else:
                said[field.key] = value
    for rule in board.rules:
        rule.describe_route(board, number, said)
    return cast(RouteShape, said)


def _goal(goal: GoalSpec) -> GoalShape:
    return {
        "id": goal.id,
        "name": dict(goal.names),
        "points": goal.points,
        "measure": goal.measure,
        "at": {goal.at: goal.at_value} if goal.at else None,
        "where": dict(goal.where),
        "limit": goal.limit or None,
        "in_hand": counts_hand(goal),
    }
