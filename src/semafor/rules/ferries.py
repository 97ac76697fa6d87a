"""Ferries: routes with locomotive symbols (N-9, N-10, L-7, R-8).

Every symbol takes a locomotive. Boards differ in what may replace one: nothing; any 3 coloured cards, for every
locomotive played on the ferry, required or not; or a pair of cards of one colour, for a symbol only.

Example: a ferry of 3 orange spaces with 1 symbol takes a locomotive and 2 orange cards; with pairs, also 2
green and 2 orange.
"""

from typing import ClassVar, Final

from mypy_extensions import i64

from semafor.model.board import Board
from semafor.model.cards import COLOUR_COUNT, KINDS, LOCOMOTIVE
from semafor.model.hooks import Price, Rule, Shape
from semafor.model.reading import Table
from semafor.model.refusal import Refusal, counted
from semafor.model.spec import BoardSpec, RouteField, RouteSpec
from semafor.model.state import State
from semafor.rules.claiming import refuse_set, wrong_number
from semafor.rules.payment_steps import accepts
from semafor.rules.shapes import is_enough, is_part

_STAND_INS: Final = 2
"""How many cards replace a locomotive by default."""


class Ferries(Rule):
    """Requires locomotives, or their substitutes."""

    slug: ClassVar[str] = "ferries"
    cited: ClassVar[dict[str, str]] = {"symbols": "N-9", "substitute": "N-10"}
    route_fields: ClassVar[tuple[RouteField, ...]] = (RouteField("locomotives", "ferry"),)

    def __init__(self, table: Table) -> None:
        """Read what may replace a locomotive, and how many cards of it."""
        super().__init__(table)
        self.substitution = table.choice("substitute", ["none", "any", "pair"])
        self.cards = table.integer("cards", 2, 5, _STAND_INS)
        if self.substitution == "pair" and self.cards != 2:
            table.report("cards", "a pair is 2 cards, got {got}", got=self.cards)

    @classmethod
    def limit_price(cls, spec: BoardSpec, route: RouteSpec, price: Price) -> None:
        """Let coloured cards replace the locomotives of symbols, or all of them (R-8)."""
        substitute = spec.parameter("ferries", "substitute") if route.fields["locomotives"] else None
        cards = spec.number("ferries", "cards") or _STAND_INS
        if substitute in ("any", "pair"):
            price.for_symbol = cards
        if substitute == "any" and price.wild:
            price.rates.append(cards)

    def cover(self, board: Board, route: int, shapes: list[Shape]) -> list[Shape]:
        """List the shapes in which symbols take locomotives, or pairs that replace them."""
        symbols = board.spec.routes[route].fields["locomotives"]
        if symbols == 0:
            return shapes
        most_pairs = symbols if self.substitution == "pair" else 0
        return [
            Shape(0, symbols - pairs, shape.same - symbols, self.cards * pairs, self.cards if pairs else 1)
            for shape in shapes
            for pairs in range(most_pairs + 1)
        ]

    def substitute(self, board: Board, route: int, shapes: list[Shape]) -> list[Shape]:
        """List the shapes in which any cards replace any of the locomotives."""
        if board.spec.routes[route].fields["locomotives"] == 0 or self.substitution != "any":
            return shapes
        return [
            Shape(0, shape.locomotives - replaced, shape.same, self.cards * replaced, 1)
            for shape in shapes
            for replaced in range(shape.locomotives + 1)
        ]

    def describe_route(self, board: Board, route: int, said: dict[str, object]) -> None:
        """Add how many cards replace a locomotive, and whether they must be of one colour."""
        if board.spec.routes[route].fields["locomotives"] > 0 and self.substitution != "none":
            said["stand_in"] = {"cards": self.cards, "one_colour": self.substitution == "pair"}

    def refuse_payment(
        self, state: State, seat: i64, route: i64, cards: tuple[int, ...], ferry_cards: int
    ) -> Refusal | None:
        """Refuse too many cards, symbols without a locomotive, wrong colours, too few cards, or wrong substitutes."""
        board = state.board
        symbols = board.spec.routes[route].fields["locomotives"]
        if symbols == 0:
            return None
        cited = self.cites["symbols"]
        name = board.route_id(route)
        if is_enough(board, route, cards, 0):
            return wrong_number(board, route, cards, 0, cited, self._instead())
        substitutes = self.substitution != "none" and sum(cards) > board.route_length[route]
        if cards[LOCOMOTIVE] < symbols and (not substitutes or self._lacks_a_locomotive(board, route, cards)):
            instead = f" (or {self._instead()} for each)" if self._instead() else ""
            played = "1 is" if cards[LOCOMOTIVE] == 1 else f"{cards[LOCOMOTIVE]} are"
            message = f"{name} takes at least {counted(symbols, 'locomotive')}{instead}; {played} played"
            return Refusal("too_few_locomotives", cited, message)
        if not substitutes:
            return refuse_set(board, route, cards, 0, cited)
        if is_part(board, route, cards):
            return wrong_number(board, route, cards, 0, self.cites["substitute"], self._instead())
        message = f"these cards do not pay for {name}: {self._instead()} stand in for one locomotive"
        return Refusal("wrong_substitutes", self.cites["substitute"], message)

    def _lacks_a_locomotive(self, board: Board, route: i64, cards: tuple[int, ...]) -> bool:
        """Return whether a payment lacks exactly a locomotive: one more coloured card would not do."""
        more = [
            tuple([count + (1 if kind == added else 0) for kind, count in enumerate(cards)]) for added in range(KINDS)
        ]
        return accepts(board, route, more[LOCOMOTIVE], 0) and not any(
            accepts(board, route, more[colour], 0) for colour in range(COLOUR_COUNT)
        )

    def _instead(self) -> str:
        """Return what replaces a locomotive; nothing if nothing does."""
        words = {"any": f"any {self.cards} coloured cards", "pair": f"{self.cards} cards of one colour"}
        return words.get(self.substitution, "")
