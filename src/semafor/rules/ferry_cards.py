"""Ferry cards and routes with waves (I-4 to I-7, R-11).

Every wave takes a locomotive; a ferry card covers up to 2 waves of the route. The spaces without a wave take
a normal set.

Example: a ferry of 4 spaces with 2 waves is paid with a ferry card and 2 blue cards, or with 2 locomotives
and 2 blue cards.
"""

from typing import ClassVar

from librt.vecs import append
from mypy_extensions import i64

from semafor.model.actions import Action, DrawFerryCard
from semafor.model.board import Board
from semafor.model.cards import COLOUR_COUNT, LOCOMOTIVE
from semafor.model.event_types import FerryCardDrawn
from semafor.model.hooks import Price, Rule, Shape
from semafor.model.numbers.layout import FERRY_CARDS
from semafor.model.numbers.moves import DRAW_FERRY_CARD, MAX_FERRY_CARDS, PAY_FERRY_CARDS
from semafor.model.reading import Reader, Table
from semafor.model.refusal import Refusal, counted
from semafor.model.spec import BoardSpec, RouteField, RouteSpec
from semafor.model.state import State
from semafor.rules.claiming import refuse_set, wrong_number
from semafor.rules.shapes import is_enough
from semafor.rules.turns import end_turn


class FerryCards(Rule):
    """A pile of ferry cards, the action of drawing one, and what they pay for."""

    slug: ClassVar[str] = "ferry_cards"
    cited: ClassVar[dict[str, str]] = {"draw": "I-5", "waves": "I-6", "only_waves": "I-7"}
    route_fields: ClassVar[tuple[RouteField, ...]] = (RouteField("waves", "ferry"),)

    def __init__(self, table: Table) -> None:
        """Read the size of the pile, the limit in hand, and how many waves a card covers."""
        super().__init__(table)
        self.pile = table.integer("pile", 1, 50)
        self.hand_limit: i64 = table.integer("hand_limit", 1, MAX_FERRY_CARDS)
        self.covers = table.integer("covers", 1, 5)

    @classmethod
    def check_board(cls, spec: BoardSpec, reader: Reader) -> None:
        """Report routes with both kinds of symbols."""
        for route in spec.routes:
            if route.fields["waves"] and route.fields["locomotives"] and route.symbols <= route.length:
                reader.report(f"{route.path}.waves", "a ferry has locomotive symbols or waves, not both")

    @classmethod
    def limit_price(cls, spec: BoardSpec, route: RouteSpec, price: Price) -> None:
        """Cover waves with all the ferry cards that a hand can hold."""
        price.covered = route.fields["waves"]
        hand_limit, covers = spec.number("ferry_cards", "hand_limit"), spec.number("ferry_cards", "covers")
        if hand_limit is not None and covers is not None:
            price.covered = min(price.covered, hand_limit * covers)

    def prepare(self, board: Board) -> None:
        """Register for drawing ferry cards (I-4)."""
        board.action_rules["draw_ferry_card"] = self
        board.turn_rules = append(board.turn_rules, self)
        board.handlers[DRAW_FERRY_CARD] = self

    def possible_moves(self, board: Board) -> list[int]:
        """Return drawing a ferry card, and playing as many as a hand can hold."""
        return [DRAW_FERRY_CARD, *[PAY_FERRY_CARDS + count for count in range(int(self.hand_limit) + 1)]]

    def move_name(self, board: Board, move: int) -> str:
        """Name the draw, or the number played."""
        return "draw ferry card" if move == DRAW_FERRY_CARD else f"pay {move - PAY_FERRY_CARDS} ferry cards"

    def describe_route(self, board: Board, route: int, said: dict[str, object]) -> None:
        """Add how many of its waves a ferry card covers."""
        if board.spec.routes[route].fields["waves"] > 0:
            said["ferry_card_covers"] = self.covers

    def set_up(self, state: State) -> None:
        """Set up the pile."""
        state.ferry_pile = self.pile

    def cover(self, board: Board, route: int, shapes: list[Shape]) -> list[Shape]:
        """List the shapes: a wave takes a locomotive or a ferry card covers it, and each card covers at least one."""
        waves = board.spec.routes[route].fields["waves"]
        if waves == 0:
            return shapes
        return [
            Shape(played, waves - covered, shape.same - waves, 0, 1)
            for shape in shapes
            for played in range(self.hand_limit + 1)
            for covered in range(played, min(waves, played * self.covers) + 1)
        ]

    def offers(self, state: State, seat: i64) -> i64:
        """Offer a ferry card below the limit, while there are any (I-5)."""
        if state.ferry_pile == 0 or state.seats[FERRY_CARDS + seat] >= self.hand_limit:
            return 0
        return 1 << DRAW_FERRY_CARD

    def act(self, state: State, seat: i64, move: i64) -> None:
        """Take one ferry card; that is the whole turn (I-5)."""
        state.ferry_pile -= 1
        state.seats[FERRY_CARDS + seat] += 1
        if state.journal is not None:
            state.journal.write(FerryCardDrawn(int(seat)))
        end_turn(state)

    def action(self, state: State, seat: i64, move: i64) -> Action:
        """Return the draw."""
        return DrawFerryCard()

    def move(self, state: State, seat: i64, action: Action) -> i64:
        """Return the move of a draw."""
        return DRAW_FERRY_CARD

    def refuse(self, state: State, seat: i64, move: i64) -> Refusal | None:
        """Refuse a draw with a full hand or an empty pile."""
        if state.seats[FERRY_CARDS + seat] >= self.hand_limit:
            message = f"you hold {counted(int(self.hand_limit), 'ferry card')}, which is the limit"
            return Refusal("ferry_card_limit", self.cites["draw"], message)
        return Refusal("no_ferry_cards_left", self.cites["draw"], "there are no ferry cards left in the pile")

    def refuse_payment(
        self, state: State, seat: i64, route: i64, cards: tuple[int, ...], ferry_cards: int
    ) -> Refusal | None:
        """Refuse a ferry card without a wave to cover, too many cards, unpaid waves, and a wrong set."""
        board = state.board
        waves = board.spec.routes[route].fields["waves"]
        name = board.route_id(route)
        if ferry_cards > waves:
            where = f"{name} has {counted(waves, 'wave') if waves else 'no waves'}"
            message = f"a ferry card pays for waves only; {where}"
            return Refusal("ferry_card_not_allowed", self.cites["only_waves"], message)
        if waves == 0:
            return None
        length = int(board.route_length[route])
        enough = is_enough(board, route, cards, ferry_cards)
        if enough and sum(cards) + ferry_cards > length:
            return wrong_number(board, route, cards, ferry_cards, self.cites["waves"])
        played = counted(ferry_cards, "ferry card")
        coloured = max(cards[:COLOUR_COUNT])
        paid = ""
        if waves - ferry_cards * self.covers > cards[LOCOMOTIVE]:
            paid = f"{counted(cards[LOCOMOTIVE], 'locomotive')} and {played} are played"
        elif enough and coloured > length - waves:
            spaces = counted(length - waves, "other space")
            paid = f"the {spaces} can't take {counted(coloured, 'coloured card')}"
        if paid:
            price = f"each takes a locomotive, or a ferry card covers up to {self.covers}"
            message = f"{name} has {counted(waves, 'wave')}: {price}; {paid}"
            return Refusal("too_few_locomotives", self.cites["waves"], message)
        least = length - min(waves, ferry_cards * self.covers)
        if ferry_cards > 0 and sum(cards) < least:
            message = (
                f"ferry cards cover waves only: {name} has {counted(length, 'space')}, {waves} with a wave, and takes "
                f"at least {counted(least, 'other card')} beside {played}, not {sum(cards)}"
            )
            return Refusal("ferry_card_not_allowed", self.cites["only_waves"], message)
        return refuse_set(board, route, cards, ferry_cards, self.cites["waves"])
