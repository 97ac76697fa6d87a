"""Boards that are spoiled on purpose, each with one fault."""

import tomllib
from typing import Any

from semafor.engine.loading import board_text
from semafor.simulation.toml_text import board_toml

Data = dict[str, Any]


def data_of(board: str) -> Data:
    return tomllib.loads(board_text(board))


def written(data: Data) -> str:
    data.pop("marks", None)
    data["id"] = "spoiled"
    return board_toml(data)


def dear_ticket(board: str, number: int, more: int = 20) -> str:
    """A ticket is worth far too much."""
    data = data_of(board)
    data["tickets"][number]["points"] += more
    return written(data)


def far_city(board: str, city: str, length: int = 9) -> str:
    """All that leads to a city is one long route, far longer than any other."""
    data = data_of(board)
    there = [route for route in data["routes"] if city in route["between"]]
    data["routes"] = [route for route in data["routes"] if route not in there[1:]]
    there[0].update(length=length, colour="grey", locomotives=0)
    data["rules"]["route_points"]["points"].setdefault(str(length), 4)
    data["rules"].setdefault("ferries", {"substitute": "none"})
    there[0]["locomotives"] = 5
    return written(data)


def scarce_colour(board: str, colour: str) -> str:
    """Every third route wants the same colour."""
    data = data_of(board)
    for route in data["routes"][::3]:
        route["colour"] = colour
    return written(data)


def idle_rule(board: str, slug: str, parameters: Data) -> str:
    """A rule never does anything."""
    data = data_of(board)
    data["rules"][slug] = parameters
    return written(data)


def corridor(board: str, west: set[str], kept: tuple[str, str]) -> str:
    """One single route joins the two halves of the board."""
    data = data_of(board)
    routes: list[Data] = []
    for route in data["routes"]:
        crosses = len(west & set(route["between"])) == 1
        if crosses and set(route["between"]) != set(kept):
            continue
        if crosses and any(set(one["between"]) == set(kept) for one in routes):
            continue
        routes.append(route)
    data["routes"] = routes
    return written(data)


def first_seat(board: str) -> str:
    """There are so few trains that whoever begins is a claim ahead."""
    data = data_of(board)
    data["rules"]["claiming"]["trains"] = 6
    return written(data)


WEST = {
    "vancouver", "seattle", "portland", "san-francisco", "los-angeles", "las-vegas", "salt-lake-city", "helena",
    "calgary", "phoenix", "denver", "santa-fe", "el-paso",
}  # fmt: skip
