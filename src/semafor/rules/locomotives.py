"""Locomotives are wild on the kinds of routes where the board allows it (U-15, N-5).

Example: on a board with `wild_on = ["ferry", "tunnel"]` a yellow route of 2 is paid with 2 yellow cards and
in no other way; a yellow tunnel of 2 also with a yellow card and a locomotive, or with 2 locomotives.
"""

from typing import ClassVar

from mypy_extensions import i64

from semafor.model.board import Board
from semafor.model.cards import LOCOMOTIVE
from semafor.model.hooks import Price, Rule, Shape
from semafor.model.reading import Table
from semafor.model.refusal import Refusal, counted
from semafor.model.spec import BoardSpec, RouteSpec
from semafor.model.state import State

ROUTE_KINDS = ["plain", "ferry", "tunnel"]


class Locomotives(Rule):
    """Lets locomotives replace cards of the set."""

    slug: ClassVar[str] = "locomotives"
    cited: ClassVar[dict[str, str]] = {"not_wild": "N-5"}

    def __init__(self, table: Table) -> None:
        """Read on which kinds of routes locomotives are wild."""
        super().__init__(table)
        self.wild_on = table.choices("wild_on", ROUTE_KINDS)
        self.is_limited = len(set(self.wild_on)) < len(ROUTE_KINDS)

    @classmethod
    def limit_price(cls, spec: BoardSpec, route: RouteSpec, price: Price) -> None:
        """Let locomotives replace cards of the set where they are wild (N-5)."""
        wild_on = spec.parameter("locomotives", "wild_on")
        price.wild = route.kind in wild_on if isinstance(wild_on, list) else "locomotives" in spec.rules

    def widen(self, board: Board, route: int, shapes: list[Shape]) -> list[Shape]:
        """List the shapes in which any card of the set is a locomotive."""
        if board.spec.routes[route].kind not in self.wild_on:
            return shapes
        return [
            Shape(shape.ferry_cards, shape.locomotives + wild, shape.same - wild, shape.loose, shape.unit)
            for shape in shapes
            for wild in range(shape.same + 1)
        ]

    def describe_route(self, board: Board, route: int, said: dict[str, object]) -> None:
        """Add whether locomotives are wild on it."""
        said["wild"] = board.spec.routes[route].kind in self.wild_on

    def refuse_payment(
        self, state: State, seat: i64, route: i64, cards: tuple[int, ...], ferry_cards: int
    ) -> Refusal | None:
        """Refuse locomotives where they can't be played, or more than there are symbols for them."""
        board = state.board
        usable = max(shape.locomotives for shape in board.shapes[board.route_class[route]])
        if cards[LOCOMOTIVE] <= usable or board.spec.routes[route].kind in self.wild_on:
            return None
        limit = f"at most {counted(usable, 'locomotive')} can" if usable else "locomotives can't"
        message = f"{limit} be played on {board.route_id(route)}"
        return Refusal("locomotives_not_allowed", self.cites["not_wild"], message)
