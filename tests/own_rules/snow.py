"""Routes in the snow (H-3): whoever claims one scores the points that the board file gives it.

Example: a route with `snow = 2` scores 2 points more.
"""

from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.model.board import Board
from semafor.model.hooks import Rule
from semafor.model.numbers.layout import POINTS
from semafor.model.reading import Reader, Table
from semafor.model.spec import BoardSpec, RouteField
from semafor.model.state import State


class Snow(Rule):
    """Score the snow on a route with its claim."""

    slug: ClassVar[str] = "snow"
    route_fields: ClassVar[tuple[RouteField, ...]] = (RouteField("snow"),)

    def __init__(self, table: Table) -> None:
        """Start without routes."""
        super().__init__(table)
        self.snow = vec[i64]()

    @classmethod
    def check_board(cls, spec: BoardSpec, reader: Reader) -> None:
        """Report tunnels in the snow."""
        for route in spec.routes:
            if route.fields["snow"] and route.fields["tunnel"]:
                reader.report(f"{route.path}.snow", "there is no snow in a tunnel")

    def prepare(self, board: Board) -> None:
        """Register for claims."""
        self.snow = board.route_values("snow")
        board.claim_rules = append(board.claim_rules, self)

    def claimed(self, state: State, seat: i64, route: i64) -> None:
        """Score the snow."""
        state.seats[POINTS + seat] += self.snow[route]
