"""Pictures of boards, games and observations, with a plan marked.

>>> drawn = svg("toy", highlight=["ambel:brack:red"])
>>> drawn.count('class="marked"')
1
"""

from collections.abc import Iterable

from semafor.engine.boards import load_board
from semafor.engine.game import Game, Observation
from semafor.engine.kernel import view_of
from semafor.engine.values.tickets import TicketWay
from semafor.engine.view_picture import table_svg
from semafor.model.board import Board
from semafor.model.drawing.picture import board_svg
from semafor.model.numbers.view import SPECTATOR
from semafor.model.values.board import Route
from semafor.model.values.cards import unknown


def svg(shown: Board | Game | Observation | str, highlight: Iterable[str | Route | TicketWay] = ()) -> str:
    """Draw a board, or a table as an observer (of a game, a spectator) sees it; highlighted routes stand out.

    A route is named by its id, is a `Route`, or belongs to the way of a ticket.
    """
    if isinstance(shown, str):
        shown = load_board(shown)
    if isinstance(shown, Game):
        shown = shown.observe(SPECTATOR)
    board = shown.board if isinstance(shown, Observation) else shown
    marked: list[int] = []
    for one in highlight:
        ids = one.routes if isinstance(one, TicketWay) else (one.id if isinstance(one, Route) else one,)
        for id in ids:
            if id not in board.route_index:
                raise unknown("route", id, board.route_index)
            marked.append(board.route_index[id])
    if isinstance(shown, Observation):
        return table_svg(view_of(shown), marked)
    return board_svg(board.spec, board.id, [-1] * len(board.spec.routes), [], marked)
