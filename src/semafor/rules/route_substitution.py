"""Routes on which any cards may replace one of the set (N-8, R-8).

Example: a grey route of 9 spaces where any 4 cards, including locomotives, replace one card, as often as the player
likes: 7 green cards and 8 others pay for it.
"""

from typing import ClassVar

from mypy_extensions import i64

from semafor.model.board import Board
from semafor.model.cards import COLOUR_COUNT, GREY
from semafor.model.hooks import Price, Rule, Shape
from semafor.model.refusal import Refusal
from semafor.model.spec import BoardSpec, RouteField, RouteSpec
from semafor.model.state import State


class RouteSubstitution(Rule):
    """Adds the shapes in which cards of the set are replaced."""

    slug: ClassVar[str] = "route_substitution"
    cited: ClassVar[dict[str, str]] = {"any_cards": "N-8"}
    route_fields: ClassVar[tuple[RouteField, ...]] = (RouteField("any_cards_for_one"),)

    @classmethod
    def limit_price(cls, spec: BoardSpec, route: RouteSpec, price: Price) -> None:
        """Let any cards, locomotives included, replace one of the set."""
        if route.fields["any_cards_for_one"]:
            price.rates.append(route.fields["any_cards_for_one"])
            price.locomotives_replace = True

    def substitute(self, board: Board, route: int, shapes: list[Shape]) -> list[Shape]:
        """List the shapes in which cards of the set are replaced, by any mix of coloured cards and locomotives."""
        cards = board.spec.routes[route].fields["any_cards_for_one"]
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
        """Refuse a payment that does not add up, and explain how the route is paid."""
        board = state.board
        spec = board.spec.routes[route]
        instead = spec.fields["any_cards_for_one"]
        if instead == 0:
            return None
        price = (
            f"{spec.id} takes {spec.length} cards of one colour, and any {instead} cards "
            "in place of each one that is missing"
        )
        return Refusal("wrong_substitutes", self.cites["any_cards"], f"{price}: {_wrong(board, route, cards)}")


def _wrong(board: Board, route: i64, cards: tuple[int, ...]) -> str:
    """Return what is wrong with this payment: its number of cards, or too few of one colour."""
    shapes = board.shapes[board.route_class[route]]
    count = sum(cards)
    same = [shape.same for shape in shapes if shape.locomotives + shape.same + shape.loose == count]
    if same:
        colour = board.route_colour[route]
        most = max(cards[:COLOUR_COUNT]) if colour == GREY else cards[colour]
        return f"among {count} cards at least {min(same)} must be of one colour, not {most}"
    numbers = sorted({shape.locomotives + shape.same + shape.loose for shape in shapes})
    few = [*numbers[:3], "…", numbers[-1]] if len(numbers) > 4 else numbers
    return f"{', '.join([str(number) for number in few])} cards, not {count}"
