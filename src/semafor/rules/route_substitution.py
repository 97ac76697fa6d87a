"""Routes on which any cards may stand in for one of the set (N-8, R-8).

Example: a grey route of 9 spaces where any 4 cards, locomotives among them, take the place of one card, as
often as the player likes: 7 green cards and 8 others pay for it.
"""

from typing import ClassVar

from mypy_extensions import i64

from semafor.model.board import Board
from semafor.model.hooks import Rule, Shape
from semafor.model.refusal import Refusal
from semafor.model.state import State


class RouteSubstitution(Rule):
    """Adds the shapes in which cards of the set are replaced."""

    slug: ClassVar[str] = "route_substitution"
    cited: ClassVar[dict[str, str]] = {"any_cards": "N-8"}

    def substitute(self, board: Board, route: int, shapes: list[Shape]) -> list[Shape]:
        """List the shapes in which cards of the set are replaced, by coloured cards and locomotives in any mixture."""
        cards = board.spec.routes[route].any_cards_for_one
        if cards == 0:
            return shapes
        return [
            Shape(
                shape.ferry_cards,
                shape.locomotives + locomotives,
                shape.same - replaced,
                shape.loose + cards * replaced - locomotives,
                1,
            )
            for shape in shapes
            for replaced in range(shape.same + 1)
            for locomotives in range(cards * replaced + 1)
        ]

    def refuse_payment(
        self, state: State, seat: i64, route: i64, cards: tuple[int, ...], ferry_cards: int
    ) -> Refusal | None:
        """Whatever is wrong with a payment here, the answer is how the route is paid."""
        spec = state.board.spec.routes[route]
        if spec.any_cards_for_one == 0:
            return None
        message = (
            f"{spec.id} takes {spec.length} cards of one colour, and any {spec.any_cards_for_one} cards "
            f"in place of each one that is missing; these {sum(cards)} cards do not add up to that"
        )
        return Refusal("wrong_substitutes", self.cites["any_cards"], message)
