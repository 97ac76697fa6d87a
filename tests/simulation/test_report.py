"""The arena's report page: complete, and self-contained."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import semafor
from semafor.model.drawing.board_map import WIDTH, BoardMap
from semafor.simulation.arena import Arena
from semafor.simulation.blocks import Plan
from semafor.simulation.journal import GameLine, Journal
from semafor.simulation.match import SeatResult
from semafor.simulation.report.curves import CurveError, read_curve
from semafor.simulation.report.maps import map_svg
from semafor.simulation.report.page import write_report
from semafor.simulation.report.success import losses, of_routes, of_tickets
from semafor.simulation.statistics.crosstable import Crosstable
from tests.simulation.players import make
from tests.simulation.test_arena import here

VOID = {"meta"}


def standing(path: Path, board: str, *bots: str, players: int = 2, blocks: int = 2) -> Crosstable:
    arena = Arena(Plan(board, players, bots, blocks, 3, 5.0), make)
    journal = Journal(path, arena.plan, False)
    result = arena.play(here, journal)
    journal.close()
    return result


class Reader(HTMLParser):
    """Collects the elements of a page, and checks that all are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize("board", ["usa", "nordic-countries", "italy", "northern-lights"])
def test_the_page_stands_alone(tmp_path: Path, board: str) -> None:
    page = write_report([standing(tmp_path / "journal", board, "random", "crashing", blocks=1)])
    reader = read(page)
    for _, attributes in reader.elements:
        assert not {"src", "href", "xlink:href", "onclick"} & set(attributes)
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in reader.elements}
    assert "http" not in page
    assert "@import" not in page
    assert "url(" not in page
    assert "prefers-color-scheme: dark" in page
    assert 'name="viewport"' in page
    assert "Forfeited: crashing: crash 2" in page
    # One map of routes for each bot, with all routes.
    lines = [attributes for tag, attributes in reader.elements if attributes.get("class") == "route" and tag == "line"]
    assert len(lines) == 2 * len(semafor.load_board(board).spec.routes)


def test_every_standing_has_its_section_and_every_bot_its_charts(tmp_path: Path) -> None:
    two = standing(tmp_path / "two", "toy", "random", "uniform", "first")
    alone = standing(tmp_path / "alone", "toy", "random")
    page = write_report([two, alone])
    read(page)
    assert page.count("<h2>") == 2
    assert page.count("<h3>Ratings</h3>") == 1, "a single bot has no rating"
    assert page.count("Ahead of the other") == 1
    for name in two.plan.names:
        assert page.count(f'aria-label="Points of {name}"') == (2 if name == "random" else 1)
    assert f"{two.winning_points:.1f}" in page


def test_names_are_escaped(tmp_path: Path) -> None:
    result = standing(tmp_path / "journal", "toy", "random", "first")
    result.entries[0].name = "<b>"
    result.matrix["<b>"] = result.matrix.pop("random")
    result.plan = Plan("toy", 2, ("<b>", "first"), 2, 3)
    page = write_report([result])
    read(page)
    assert "<b>" not in page
    assert "&lt;b&gt;" in page


@pytest.mark.parametrize("board", semafor.builtin_ids())
def test_a_map_has_all_places_and_routes_on_the_sheet(board: str) -> None:
    layout = BoardMap(semafor.load_board(board).spec)
    for x, y in layout.places.values():
        assert 0 <= x <= WIDTH
        assert 0 <= y <= layout.height
    lines = [layout.line(route) for route in range(len(layout.spec.routes))]
    assert len(set(lines)) == len(lines), "no route overlaps another"


def test_north_is_up_and_east_is_right() -> None:
    layout = BoardMap(semafor.load_board("usa").spec)
    assert layout.places["seattle"][1] < layout.places["los-angeles"][1]
    assert layout.places["seattle"][0] < layout.places["boston"][0]
    distances = re.findall(r'class="place"', map_svg(layout, [], "the board"))
    assert len(distances) > 25


def test_losses_and_successes_are_counted() -> None:
    """Seat 0 lost one game by less than its failed ticket cost, and one with trains left."""
    board = semafor.load_board("toy")
    points = int(board.ticket_points[2])
    games = [
        GameLine(0, 0, [SeatResult(0, 50, 2, 0.0, failed=[2], routes=[1]), SeatResult(1, 50 + points, 1, 1.0)]),
        GameLine(1, 0, [SeatResult(1, 90, 1, 1.0), SeatResult(0, 50, 2, 0.0, made=[2], trains_left=9, cards_left=6)]),
        GameLine(2, 1, [SeatResult(0, 70, 1, 1.0, made=[2], routes=[1]), SeatResult(1, 20, 2, 0.0)]),
    ]
    found = losses(board, games, 0)
    assert (found.games, found.by_tickets, found.by_trains) == (2, 1, 1)
    assert (found.margin, found.trains, found.cards) == ((points + 40) / 2, 4.5, 3.0)
    seats = [seat for game in games for seat in game.seats if seat.entry == 0]
    (ticket,) = of_tickets(board, seats)
    assert (ticket.had, ticket.made, round(ticket.won, 3)) == (3, 2, 0.333)
    (route,) = of_routes(board, seats)
    assert (route.had, route.won) == (2, 0.5)
    assert losses(board, games[2:], 0).games == 0


def test_learning_curves_are_drawn_from_the_log_of_a_training_run(tmp_path: Path) -> None:
    log = tmp_path / "usa.ndjson"
    log.write_text('{"decisions": 10, "test": 0.5}\n{"decisions": 20}\n{"decisions": 30, "test": 0.75}\n')
    page = write_report([], [read_curve(log)])
    read(page)
    assert "75.0% after 30 decisions" in page
    for text in ("", "{}", "no JSON", '{"test": 0.5}', "[1]"):
        log.write_text(text)
        with pytest.raises(CurveError, match=r"usa\.ndjson"):
            read_curve(log)
