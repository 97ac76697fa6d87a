"""The network's inputs about awards: what they would score now, who is ahead, and what a route would add."""

from semafor.bots.net.inputs import Inputs
from semafor.bots.planning.weights import ADVISER
from semafor.engine.game import Game
from semafor.engine.kernel import Offers, state_of
from tests.play import board_named

NORTH = [
    "milano:torino:white",  # Piemonte, Lombardia
    "milano:parma:black",  # Emilia-Romagna
    "brescia:milano:purple",
    "brescia:verona:blue",  # Veneto
    "udine:venezia:green",  # Friuli, not connected with the rest yet
]


def parts_of(position: dict[str, object]) -> tuple[Inputs, dict[str, list[int]]]:
    """Return the inputs, and the parts of the first seat's row by name."""
    game = Game.from_position(position)
    state = state_of(game)
    inputs, offers = Inputs(game.board, ADVISER), Offers(game.board)
    offers.fill(state, 0)
    row = inputs.blank[:]
    inputs.write(state, 0, offers, row, 0)
    numbers = [int(number) for number in row]
    return inputs, {part.name: numbers[int(part.start) : int(part.start + part.size)] for part in inputs.parts}


def test_regions_are_counted_and_a_route_gains_what_it_connects() -> None:
    """I-10: four regions score nothing, five 1 point; Venezia-Verona would connect the fifth, La Spezia-Pisa none."""
    other = ["bologna:parma:blue", "alessandria:parma:red", "la-spezia:parma:green", "la-spezia:pisa:black"]
    seats = [{"routes": NORTH}, {"routes": other}]
    inputs, parts = parts_of({"board": "italy", "seats": seats})
    assert inputs.awards == ["regions"]
    assert parts["standings"] == [0, 0, 0, 0, 0]
    routes = [inputs.board.route_id(route) for route in range(inputs.board.route_count)]
    gains = {route: gain for route, gain in zip(routes, parts["gain"], strict=True) if gain}
    assert gains["venezia:verona:orange"] == 5  # a point, in fifths
    assert "la-spezia:pisa:white" not in gains

    other.append("bologna:verona:green")
    inputs, parts = parts_of({"board": "italy", "seats": seats})
    assert parts["standings"] == [0, 1, 0, 0, 0]
    assert parts["counts"] == [0, 5]


def test_the_longest_path_is_counted_for_the_seat_and_the_best_of_the_others() -> None:
    seats = [
        {"routes": ["chicago:pittsburgh:orange", "new-york:pittsburgh:white"]},
        {"routes": ["el-paso:los-angeles:black"]},
        {"routes": ["duluth:helena:orange", "helena:seattle:yellow"]},
    ]
    inputs, parts = parts_of({"board": "usa", "seats": seats})
    assert inputs.awards == ["longest_path"]
    assert parts["counts"] == [5, 12]
    assert parts["standings"] == [0, 0, 10, 0, 0]


def test_goals_on_the_table_are_counted_as_far_as_everybody_can_see() -> None:
    """L-3: only goals that are face up; R-17: what others hold in their hands or as tickets counts nothing."""
    goals = ["locomotive-lover", "nordic-express", "ferry-captain", "polar-express"]
    ferries = [route.id for route in board_named("northern-lights").spec.routes if route.kind == "ferry"]
    seats = [{"hand": {"locomotive": 3}}, {"routes": [ferries[0], ferries[-1]]}]
    inputs, parts = parts_of({"board": "northern-lights", "goals": goals, "seats": seats})
    counted = dict(zip(inputs.awards, zip(parts["counts"][::2], parts["counts"][1::2], strict=True), strict=True))
    assert counted["ferry-captain"] == (0, 2)
    assert counted["locomotive-lover"] == counted["polar-express"] == counted["wild-west"] == (0, 0)
    assert counted["nordic-express"][1] > 0
    assert parts["standings"] == [0, 24, 0, 0, 0]
