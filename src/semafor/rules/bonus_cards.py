"""Bonus cards: some routes let the player who claims them draw cards (L-8, R-12).

Example: after claiming a route marked +2 the player draws the top 2 cards of the deck, unseen by the others, never from
the display; if deck and discards hold fewer, the player draws those.
"""

from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.model.board import Board
from semafor.model.cards import NO_CARD
from semafor.model.event_types import BonusCardsDrawn
from semafor.model.events import card_list
from semafor.model.hooks import Rule
from semafor.model.reading import Table
from semafor.model.spec import RouteField
from semafor.model.state import State
from semafor.rules.card_market import turn_up


class BonusCards(Rule):
    """Draws cards after a claim."""

    slug: ClassVar[str] = "bonus_cards"
    cited: ClassVar[dict[str, str]] = {"draw": "L-8"}
    route_fields: ClassVar[tuple[RouteField, ...]] = (RouteField("bonus_cards"),)

    def __init__(self, table: Table) -> None:
        """Start without routes."""
        super().__init__(table)
        self.bonus = vec[i64]()

    def prepare(self, board: Board) -> None:
        """Register for claims."""
        self.bonus = board.route_values("bonus_cards")
        board.claim_rules = append(board.claim_rules, self)

    def claimed(self, state: State, seat: i64, route: i64) -> None:
        """Draw the bonus, after the payment is discarded and before the display is refilled (R-12)."""
        bonus = self.bonus[route]
        if bonus == 0:
            return
        drawn: list[int] = []
        for _ in range(bonus):
            kind = turn_up(state)
            if kind == NO_CARD:
                break
            state.give(seat, kind, False)
            drawn.append(kind)
        if state.journal is not None:
            state.journal.write(BonusCardsDrawn(int(seat), len(drawn), card_list(drawn)))
