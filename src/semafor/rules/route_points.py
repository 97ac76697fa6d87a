"""Points for a route by its length, scored at once (U-21, N-14, L-9).

Example: a route of 4 spaces scores 7 points.
"""

from typing import ClassVar

from semafor.model.board import Board
from semafor.model.hooks import Rule
from semafor.model.reading import Reader, Table
from semafor.model.spec import BoardSpec


class RoutePoints(Rule):
    """Gives every route its points."""

    slug: ClassVar[str] = "route_points"
    required: ClassVar[bool] = True
    cited: ClassVar[dict[str, str]] = {"points": "U-21"}

    def __init__(self, table: Table) -> None:
        """Read the points by length."""
        super().__init__(table)
        self.points = table.by_number("points", 1, 60, 0, 1000)

    @classmethod
    def check_board(cls, spec: BoardSpec, reader: Reader) -> None:
        """Report lengths without points."""
        points = spec.parameter("route_points", "points")
        for route in spec.routes:
            if isinstance(points, dict) and str(route.length) not in points:
                none = "rules.route_points.points has nothing for {length}"
                reader.report(f"{route.path}.length", none, length=route.length)

    def prepare(self, board: Board) -> None:
        """Write the points into the table of routes."""
        for index, route in enumerate(board.spec.routes):
            board.route_points[index] = self.points.get(route.length, 0)
