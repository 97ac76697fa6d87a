"""The train cards: how many there are, and the deal (U-2, U-3, N-2, L-2).

Example: 12 cards of each of the 8 colours and 14 locomotives make 110; each player is dealt 4 of them, unseen
by the others.
"""

from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from semafor.model.board import Board
from semafor.model.cards import COLOUR_COUNT, LOCOMOTIVE
from semafor.model.event_types import CardsDealt
from semafor.model.events import card_list
from semafor.model.hooks import Rule
from semafor.model.reading import Reader, Table
from semafor.model.spec import BoardSpec
from semafor.model.state import State


class TrainCards(Rule):
    """The deck and the starting hands."""

    slug: ClassVar[str] = "train_cards"
    required: ClassVar[bool] = True
    cited: ClassVar[dict[str, str]] = {"cards": "U-2", "dealt": "U-3"}

    def __init__(self, table: Table) -> None:
        """Read how many cards of each colour, how many locomotives, and how many are dealt."""
        super().__init__(table)
        self.each_colour = table.integer("each_colour", 1, 20)
        self.locomotives = table.integer("locomotives", 0, 59)
        self.dealt = table.integer("dealt", 0, 20)

    @classmethod
    def check_board(cls, spec: BoardSpec, reader: Reader) -> None:
        """Report too few cards for the deal and the display."""
        each, locomotives = spec.number("train_cards", "each_colour"), spec.number("train_cards", "locomotives")
        hand = spec.number("train_cards", "dealt")
        if each is None or locomotives is None or hand is None:
            return
        cards = COLOUR_COUNT * each + locomotives
        displayed = spec.number("card_market", "display") or 0
        if cards < spec.max_players * hand + displayed:
            few = "only {cards} cards, but {players} players are dealt {hand} each and {displayed} are displayed"
            reader.report(
                "rules.train_cards", few, cards=cards, players=spec.max_players, hand=hand, displayed=displayed
            )

    def prepare(self, board: Board) -> None:
        """Build the ordered deck; every game shuffles a copy."""
        board.each_colour = self.each_colour
        board.locomotives = self.locomotives
        deck = vec[u8]()
        for kind in range(COLOUR_COUNT):
            for _ in range(self.each_colour):
                deck = append(deck, u8(kind))
        for _ in range(self.locomotives):
            deck = append(deck, u8(LOCOMOTIVE))
        board.blank_deck = deck

    def set_up(self, state: State) -> None:
        """Shuffle all cards and deal the starting hands (U-3)."""
        total = state.board.deck_total()
        state.chance.shuffle(state.deck, 0, total)
        state.deck_size = total
        for seat in range(state.players):
            self._deal(state, seat)

    def _deal(self, state: State, seat: i64) -> None:
        dealt: i64 = self.dealt
        for _ in range(dealt):
            state.deck_size -= 1
            state.give(seat, i64(state.deck[state.deck_size]), False)
        if state.journal is not None:
            kinds = [int(state.deck[state.deck_size + dealt - 1 - i]) for i in range(dealt)]
            state.journal.write(CardsDealt(int(seat), int(self.dealt), card_list(kinds)))
