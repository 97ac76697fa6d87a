"""Boards, games and observations as SVG, as a notebook shows them."""

from xml.etree import ElementTree

import pytest

import semafor
from semafor import SPECTATOR, Chance
from semafor.model.drawing.picture import ROUTE_PAINT, SEAT_PAINT

SVG = "{http://www.w3.org/2000/svg}"


def shown(thing: semafor.Board | semafor.Game | semafor.Observation) -> ElementTree.Element:
    """Return the picture; it must be a standalone document."""
    return ElementTree.fromstring(thing._repr_svg_())


def spaces(picture: ElementTree.Element) -> dict[str, tuple[str, int]]:
    """Return the label, the fill and the number of spaces of every route."""
    return {
        group.findtext(f"{SVG}title", ""): (group.attrib["fill"], len(group.findall(f"{SVG}rect")))
        for group in picture.findall(f"{SVG}g")
    }


@pytest.mark.parametrize("name", semafor.builtin_ids())
def test_a_board_shows_every_route_and_the_names_of_its_places(name: str) -> None:
    board = semafor.load_board(name)
    picture = shown(board)
    routes = picture.findall(f"{SVG}g")
    assert len(routes) == len(board.spec.routes)
    for group, route in zip(routes, board.spec.routes, strict=True):
        assert group.attrib["fill"] == ROUTE_PAINT[route.colour][0]
        assert len(group.findall(f"{SVG}rect")) == route.length
        assert ("stroke-dasharray" in group.attrib) == route.fields["tunnel"]
    names = {text.text for text in picture.findall(f"{SVG}text")}
    assert names <= {place.name for place in board.spec.places}
    assert len(names) > 0.8 * len([place for place in board.spec.places if place.name])


def test_a_position_shows_whose_routes_are_whose_and_what_everybody_has() -> None:
    game = semafor.load_position(
        {
            "board": "usa",
            "seats": [{"routes": ["chicago:duluth:red"], "hand": {"red": 2}}, {"routes": ["boston:montreal:grey:1"]}],
        }
    )
    routes = spaces(shown(game))
    assert routes["Chicago – Duluth: 3 red, seat 0"] == (SEAT_PAINT[0][0], 3)
    assert routes["Boston – Montréal: 2 grey, seat 1"] == (SEAT_PAINT[1][0], 2)
    assert routes["Denver – Helena: 4 green"] == (ROUTE_PAINT["green"][0], 4)
    below = [text.text for text in shown(game).findall(f"{SVG}text")][-2:]
    assert below == [
        "Seat 0: 4 points, 42 trains, 2 cards, 0 tickets  ◀",
        "Seat 1: 2 points, 43 trains, 0 cards, 0 tickets",
    ]
    assert "Seat 1 (you):" in game.observe(1)._repr_svg_()


def test_a_picture_tells_nothing_hidden() -> None:
    """Worlds that a spectator can't tell apart give the same picture."""
    game = semafor.new_game(semafor.load_board("italy"), players=3, seed=1)
    for _ in range(60):
        game.play(game.moves()[0])
    other = game.observe(SPECTATOR).determinise(Chance.seeded(5))
    assert other._repr_svg_() == game._repr_svg_() == game.observe(SPECTATOR)._repr_svg_()
