"""Changes that may cure a problem: edits of the board file, to be tried in games of their own."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from semafor.model.board import Board
from semafor.model.cards import COLOURS
from semafor.simulation.lab.report import LabEdit, LabProblem, LabReport, LabText

_STEP: Final = re.compile(r"([^.\[\]]+)|\[(\d+|\+)\]")
_MOST: Final = 3
"""Changes tried for one problem."""
Data = dict[str, Any]


@dataclass
class Proposal:
    """A change to try."""

    said: LabText
    edits: list[LabEdit]


def proposals(board: Board, data: Data, report: LabReport, problem: LabProblem) -> list[Proposal]:
    """Return what may cure a problem, the likeliest first; nothing if there is no simple change."""
    make = _MAKERS.get(problem.kind)
    return [] if make is None else make(board, data, report, problem)[:_MOST]


def edited(data: Data, edits: list[LabEdit]) -> Data:
    """Return the contents of a board file with edits.

    >>> edited({"tickets": [{"points": 3}]}, [LabEdit("tickets[0].points", 5), LabEdit("routes[+]", {})])
    {'tickets': [{'points': 5}], 'routes': [{}]}
    """
    changed = copy.deepcopy(data)
    for edit in edits:
        steps = [name or int(number) if name or number != "+" else "+" for name, number in _STEP.findall(edit.path)]
        here: Any = changed
        for step, following in pairwise(steps):
            if isinstance(here, dict) and step not in here:
                here[step] = [] if following == "+" else {}
            here = here[step]
        last = steps[-1]
        if last == "+":
            here.append(edit.value)
        elif edit.value is None:
            del here[last]
        else:
            here[last] = edit.value
    return changed


def _ticket(board: Board, data: Data, report: LabReport, problem: LabProblem) -> list[Proposal]:
    number = board.ticket_index[problem.tickets[0]]
    one = report.tickets[number]
    found = []
    for worth in dict.fromkeys((one.worth, round((one.worth + one.points) / 2))):
        if worth != one.points:
            said = LabText("{points} points instead of {before}", {"points": str(worth), "before": str(one.points)})
            found.append(Proposal(said, [LabEdit(f"tickets[{number}].points", worth)]))
    return found


def _city(board: Board, data: Data, report: LabReport, problem: LabProblem) -> list[Proposal]:
    """Bring a city nearer: its routes as short as others are, and without symbols."""
    city = problem.cities[0]
    lengths = sorted(route.length for route in board.spec.routes)
    usual = lengths[len(lengths) // 2]
    edits = []
    for number, route in enumerate(board.spec.routes):
        if city in (route.a, route.b):
            if route.length > usual:
                edits.append(LabEdit(f"routes[{number}].length", usual))
            symbols = [key for key in ("locomotives", "waves") if route.fields.get(key, 0) > 1]
            edits += [LabEdit(f"routes[{number}].{key}", 1) for key in symbols]
    if not edits:
        return []
    name = _place(board, city)
    said = LabText("routes to {city} of {length} spaces, with one symbol at most", {"city": name, "length": str(usual)})
    return [Proposal(said, edits)]


def _colour(board: Board, data: Data, report: LabReport, problem: LabProblem) -> list[Proposal]:
    """Give routes of a colour that has too many to those that have too few, or the other way round."""
    spaces = {one.colour: one.spaces for one in report.colours}
    target = sum(spaces.values()) / len(COLOURS)
    edits = []
    order = sorted(range(len(board.spec.routes)), key=lambda number: report.routes[number].claimed)
    for number in order:
        route = board.spec.routes[number]
        if route.colour not in spaces:
            continue
        least = min(spaces, key=lambda colour: (spaces[colour], colour))
        taken = {board.spec.routes[lane].colour for lane in board.lanes(number)}
        if problem.colour in (route.colour, least) and least not in taken:
            after = spaces[route.colour] - route.length, spaces[least] + route.length
            if after[0] >= target * 0.85 and after[1] <= target * 1.15:
                spaces[route.colour], spaces[least] = after
                edits.append(LabEdit(f"routes[{number}].colour", least))
    if not edits:
        return []
    said = LabText("{number} routes in other colours", {"number": str(len(edits))})
    return [Proposal(said, edits)]


def _corridor(board: Board, data: Data, report: LabReport, problem: LabProblem) -> list[Proposal]:
    """Add a second lane that everybody may use, or a second way beside it."""
    number = board.route_index[problem.routes[0]]
    route = board.spec.routes[number]
    counts = range(board.spec.min_players, board.spec.max_players + 1)
    lanes = len(board.lanes(number)) or 1
    found = []
    if lanes < 3:
        colour = "grey" if route.colour == "grey" else _other_colour(report, route.colour)
        lane = {"between": [route.a, route.b], "length": route.length, "colour": colour}
        size = "double" if lanes == 1 else "triple"
        opened = {str(count): lanes + 1 for count in counts}
        said = LabText("a second lane, open to any number of players", {})
        found.append(Proposal(said, [LabEdit("routes[+]", lane), LabEdit(f"rules.parallel_routes.{size}", opened)]))
        twice = [LabEdit("routes[+]", lane), LabEdit("routes[+]", {**lane, "colour": "grey"})]
        if lanes == 1:
            third = LabEdit("rules.parallel_routes.triple", {str(count): min(3, count) for count in counts})
            found.append(Proposal(LabText("two more lanes, a player in each", {}), [*twice, third]))
    if route.length > 1:
        around = _around(board, route.a, route.b)
        if around is not None:
            said = LabText(
                "a grey route of {length} from {a} to {b}",
                {"a": _place(board, around[0]), "b": _place(board, around[1]), "length": str(route.length + 1)},
            )
            new = {"between": list(around), "length": min(route.length + 1, 6), "colour": "grey"}
            found.append(Proposal(said, [LabEdit("routes[+]", new)]))
    return found


def _around(board: Board, a: str, b: str) -> tuple[str, str] | None:
    """Return a neighbour of each end of a route, close to each other on the globe and not joined."""
    near: dict[str, set[str]] = {}
    for route in board.spec.routes:
        near.setdefault(route.a, set()).add(route.b)
        near.setdefault(route.b, set()).add(route.a)
    cities = {place.id: place for place in board.spec.places if place.kind == "city"}
    pairs = [
        (one, other)
        for one in near[a] - {b}
        for other in near[b] - {a}
        if one != other and other not in near[one] and one in cities and other in cities
    ]

    def apart(pair: tuple[str, str]) -> float:
        one, other = cities[pair[0]], cities[pair[1]]
        return (one.lat - other.lat) ** 2 + ((one.lon - other.lon) * 0.65) ** 2

    return min(sorted(pairs), key=apart, default=None)


def _prize(board: Board, data: Data, report: LabReport, problem: LabProblem) -> list[Proposal]:
    return [one for one in _corridor(board, data, report, problem) if one.edits[0].path == "routes[+]"][:1]


def _seat(board: Board, data: Data, report: LabReport, problem: LabProblem) -> list[Proposal]:
    """Make the game longer, so that a turn decides less."""
    found = []
    trains = int(board.trains)
    for more in (trains // 3, trains):
        if more >= 1 and trains + more <= 60:
            said = LabText(
                "{number} trains each instead of {before}", {"number": str(trains + more), "before": str(trains)}
            )
            found.append(Proposal(said, [LabEdit("rules.claiming.trains", trains + more)]))
    dealt = board.spec.number("train_cards", "dealt")
    if dealt is not None and dealt < 12:
        said = LabText("{number} cards dealt instead of {before}", {"number": str(dealt + 4), "before": str(dealt)})
        found.append(Proposal(said, [LabEdit("rules.train_cards.dealt", dealt + 4)]))
    return found


def _rule(board: Board, data: Data, report: LabReport, problem: LabProblem) -> list[Proposal]:
    """Leave a rule out, if the board needs it nowhere."""
    assert problem.rule is not None
    rule = board.rule(problem.rule)
    if rule is None or rule.required:
        return []
    keys = [field.key for field in rule.route_fields]
    edits = [
        LabEdit(f"routes[{number}].{key}", None)
        for number, route in enumerate(data.get("routes", []))
        for key in keys
        if route.get(key)
    ]
    said = LabText("leave the rule {rule} out", {"rule": problem.rule})
    return [Proposal(said, [*edits, LabEdit(f"rules.{problem.rule}", None)])]


def _unused(board: Board, data: Data, report: LabReport, problem: LabProblem) -> list[Proposal]:
    """Shorten the routes that nobody claims."""
    points = board.spec.parameter("route_points", "points")
    edits = []
    for id in problem.routes:
        number = board.route_index[id]
        route = board.spec.routes[number]
        shorter = route.length - 1
        single = len(board.lanes(number)) <= 1 and route.symbols <= shorter
        if single and isinstance(points, dict) and str(shorter) in points:
            edits.append(LabEdit(f"routes[{number}].length", shorter))
    return [Proposal(LabText("each a space shorter", {}), edits)] if edits else []


def _surprise(board: Board, data: Data, report: LabReport, problem: LabProblem) -> list[Proposal]:
    """Begin the last round later."""
    trains = board.spec.number("last_round", "trains") or 0
    if trains < 1:
        return []
    said = LabText("a last round with {number} trains or fewer, not {before}", {"number": "0", "before": str(trains)})
    return [Proposal(said, [LabEdit("rules.last_round.trains", 0)])]


def _other_colour(report: LabReport, colour: str) -> str:
    """Return the colour with the fewest spaces, except one."""
    return min((one for one in report.colours if one.colour != colour), key=lambda one: one.spaces).colour


def _place(board: Board, id: str) -> str:
    return next((place.name or id for place in board.spec.places if place.id == id), id)


_MAKERS: Final[dict[str, Callable[[Board, Data, LabReport, LabProblem], list[Proposal]]]] = {
    "ticket": _ticket,
    "hopeless": _ticket,
    "city": _city,
    "colour": _colour,
    "corridor": _corridor,
    "prize": _prize,
    "seat": _seat,
    "rule": _rule,
    "unused": _unused,
    "surprise": _surprise,
}
