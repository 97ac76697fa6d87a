"""The display and the deck of train cards, and drawing from them (U-4, U-7 to U-14, N-4, L-4, R-1 to R-3).

Example: a player takes a red card from the display; the top card of the deck takes its place. Were three of
the five now locomotives, all five would be discarded and replaced. Then the player takes a second card:
anything but a displayed locomotive.

Every turn that takes cards from the deck or adds to the discards ends with `settle`, which maintains two invariants
(R-2): the deck is empty only if the discards are too, and a slot of the display is empty only if the deck is.
"""

from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from semafor.model.actions import Action, DrawCard
from semafor.model.bits import bit
from semafor.model.board import Board
from semafor.model.cards import CARD_KIND, CARDS, KINDS, LOCOMOTIVE, NO_CARD
from semafor.model.event_types import CardDrawn, CardTaken, DeckReshuffled, DisplayFilled, DisplaySwept
from semafor.model.events import card_list
from semafor.model.hooks import Rule
from semafor.model.numbers.layout import DISCARDS, SECOND_CARD, SHOWN
from semafor.model.numbers.moves import DRAW_DECK, DRAW_SHOWN
from semafor.model.numbers.questions import ASKS_CARD
from semafor.model.reading import Table
from semafor.model.refusal import Refusal
from semafor.model.state import State
from semafor.rules.turns import end_turn

_ANY_SHOWN: Final = 0x7FC
"""The bits of DRAW_SHOWN + each kind."""
_SHOWN_LOCOMOTIVE: Final = 0x400
"""The bit of DRAW_SHOWN + LOCOMOTIVE."""


class CardMarket(Rule):
    """Offers the deck and the display."""

    slug: ClassVar[str] = "card_market"
    required: ClassVar[bool] = True
    cited: ClassVar[dict[str, str]] = {
        "draw": "U-7",
        "sweep": "U-9",
        "locomotive": "U-10",
        "deck_empty": "U-14",
        "second": "R-1",
    }

    def __init__(self, table: Table) -> None:
        """Read the size of the display, when it is swept, and whether a displayed locomotive is the whole draw."""
        super().__init__(table)
        self.display = table.integer("display", 1, 5)
        self.sweep_at = table.integer("sweep_at", 0, 5)
        self.whole_draw = table.flag("locomotive_is_whole_draw")

    def prepare(self, board: Board) -> None:
        """Register for the moves that draw train cards."""
        board.display_size = self.display
        board.sweep_at = self.sweep_at
        board.turn_rules = append(board.turn_rules, self)
        board.ask(SECOND_CARD, self, ASKS_CARD, "second card")
        board.action_rules["draw_card"] = self
        board.handlers[DRAW_DECK] = self
        for kind in range(KINDS):
            board.handlers[DRAW_SHOWN + kind] = self

    def describe(self, board: Board, said: dict[str, object]) -> None:
        """Add whether a displayed locomotive is the whole draw (U-10)."""
        said["locomotive_is_whole_draw"] = self.whole_draw

    def possible_moves(self, board: Board) -> list[int]:
        """Return the deck, and the display card by card."""
        return [DRAW_DECK, *[DRAW_SHOWN + kind for kind in range(KINDS)]]

    def move_name(self, board: Board, move: int) -> str:
        """Name the card, or the deck."""
        return "draw deck" if move == DRAW_DECK else f"draw {CARDS[move - DRAW_SHOWN]}"

    def set_up(self, state: State) -> None:
        """Fill the display (U-3) and sweep it if needed (U-4)."""
        settle(state)

    def offers(self, state: State, seat: i64) -> i64:
        """Offer the first card of a draw; nothing if deck and discards are empty, whatever is displayed (U-14, R-2)."""
        if state.deck_size == 0:
            return 0
        return (1 << DRAW_DECK) | shown_moves(state)

    def act(self, state: State, seat: i64, move: i64) -> None:
        """Take a card, and end the turn unless a second one is due (U-7, U-10, U-11, R-1)."""
        second = state.pending == SECOND_CARD
        whole_draw = False
        if move == DRAW_DECK:
            _draw_unseen(state, seat)
        else:
            kind = move - DRAW_SHOWN
            whole_draw = self.whole_draw and kind == LOCOMOTIVE
            _take_shown(state, seat, kind)
        if second or whole_draw or (state.deck_size == 0 and _second_card_moves(state, self.whole_draw) == 0):
            end_turn(state)
        else:
            state.pending = SECOND_CARD

    def answers(self, state: State, seat: i64, words: vec[i64]) -> i64:
        """Offer the second card of a draw."""
        words[0] = _second_card_moves(state, self.whole_draw)
        return 1

    def action(self, state: State, seat: i64, move: i64) -> Action:
        """Return the draw."""
        return DrawCard() if move == DRAW_DECK else DrawCard(CARDS[move - DRAW_SHOWN])

    def move(self, state: State, seat: i64, action: Action) -> i64:
        """Return the move of a draw."""
        assert isinstance(action, DrawCard)
        return DRAW_DECK if action.card is None else DRAW_SHOWN + CARD_KIND[action.card]

    def refuse_kind(self, state: State, kind: str) -> Refusal | None:
        """Refuse anything but the second card of a draw (U-7, R-1)."""
        if kind == "draw_card":
            return None
        message = "the second card of the draw must be taken first"
        return Refusal("second_card_pending", self.cites["second"], message)

    def refuse(self, state: State, seat: i64, move: i64) -> Refusal | None:
        """Return why a card can't be drawn."""
        if state.pending == SECOND_CARD:
            if move == DRAW_DECK:
                message = "there is no card left to draw: deck and discards are empty"
                return Refusal("deck_empty", self.cites["deck_empty"], message)
        elif state.deck_size == 0:
            message = "deck and discards are empty, so drawing train cards can't be chosen"
            return Refusal("deck_empty", self.cites["deck_empty"], message)
        kind = move - DRAW_SHOWN
        if (shown_moves(state) >> move) & 1 == 0:
            return Refusal("not_displayed", self.cites["draw"], f"there is no {CARDS[kind]} card in the display")
        message = "a locomotive from the display can't be the second card of a draw"
        return Refusal("locomotive_second", self.cites["locomotive"], message)


def shown_moves(state: State) -> i64:
    """Return the moves that take a displayed card, as bits."""
    cards = state.cards
    bits: i64 = 0
    for slot in range(SHOWN, SHOWN + state.board.display_size):
        bits |= bit(cards[slot] + DRAW_SHOWN)
    return bits & _ANY_SHOWN  # an empty slot's bit lies above


def _second_card_moves(state: State, whole_draw: bool) -> i64:
    """Return the second card of a draw, which can't be a displayed locomotive where U-10 holds."""
    bits = shown_moves(state)
    if whole_draw:
        bits &= ~_SHOWN_LOCOMOTIVE
    if state.deck_size > 0:
        bits |= 1 << DRAW_DECK
    return bits


def _draw_unseen(state: State, seat: i64) -> None:
    """Draw the top card of the deck, which must not be empty (U-7, U-11)."""
    kind = _turn_up(state)
    state.give(seat, kind, False)
    if state.journal is not None:
        state.journal.write(CardDrawn(int(seat), CARDS[kind]))
    if state.deck_size < state.board.display_size:
        # The deck has changed since R-20 suppressed a repeated sweep, so the sweep is due again.
        settle(state)


def _take_shown(state: State, seat: i64, kind: i64) -> None:
    """Take a displayed card; the deck replaces it at once (U-8)."""
    cards = state.cards
    slot: i64 = SHOWN
    while cards[slot] != kind:
        slot += 1
    state.give(seat, kind, True)
    cards[slot] = NO_CARD
    state.shown -= 1
    if state.journal is not None:
        state.journal.write(CardTaken(int(seat), CARDS[kind], int(slot - SHOWN)))
    if state.deck_size > 0:
        _fill_slot(state, slot)  # which saves `settle` the search for the empty slot
    settle(state)


def turn_up(state: State) -> i64:
    """Turn up the top card of the deck, or NO_CARD if there is none; reshuffle when the deck is empty (U-13)."""
    if state.deck_size == 0:
        if state.discarded == 0:
            return NO_CARD
        # Just discarded as a payment.
        _restock(state)
    kind = _turn_up(state)
    if state.deck_size == 0:
        _restock(state)
    return kind


def settle(state: State) -> None:
    """Reshuffle an empty deck, fill the display, sweep it, in this order, as far as needed (U-8, U-9, U-13, R-2)."""
    if state.deck_size == 0 and state.discarded > 0:
        _restock(state)
    if state.shown < state.board.display_size:
        _fill(state)
    if state.board.sweep_at > 0:
        _sweep(state)


def _turn_up(state: State) -> i64:
    state.deck_size -= 1
    return i64(state.deck[state.deck_size])


def _restock(state: State) -> None:
    """Reshuffle the discards into a new deck (U-13)."""
    cards = state.cards
    deck = state.deck
    size: i64 = 0
    for kind in range(i64(KINDS)):
        for _ in range(cards[DISCARDS + kind]):
            deck[size] = u8(kind)
            size += 1
        cards[DISCARDS + kind] = 0
    state.discarded = 0
    state.deck_size = size
    state.chance.shuffle(state.deck, 0, size)
    if state.journal is not None and size > 0:
        state.journal.write(DeckReshuffled(-1, int(size)))


def _fill(state: State) -> None:
    """Fill empty slots of the display from the deck as far as possible (U-8)."""
    cards = state.cards
    for slot in range(SHOWN, SHOWN + state.board.display_size):
        if cards[slot] == NO_CARD and state.deck_size > 0:
            _fill_slot(state, slot)


def _fill_slot(state: State, slot: i64) -> None:
    kind = _turn_up(state)
    state.cards[slot] = kind
    state.shown += 1
    if state.journal is not None:
        state.journal.write(DisplayFilled(-1, int(slot - SHOWN), CARDS[kind]))
    if state.deck_size == 0:
        _restock(state)


def _sweep(state: State) -> None:
    """Replace a display with too many locomotives, as often as needed (U-4, U-9) and as long as it can help (R-3).

    If the deck has exactly as many cards as the display and nothing is discarded, a sweep swaps the two, and the next
    one would swap them back, for ever: such a sweep is not repeated (R-20).
    """
    exchanged = False
    while not exchanged and _shown_locomotives(state) >= state.board.sweep_at and _sweep_can_help(state):
        exchanged = state.discarded == 0 and state.deck_size == state.shown
        _discard_display(state)
        if state.deck_size == 0:
            _restock(state)
        _fill(state)


def _discard_display(state: State) -> None:
    swept: list[int] = []
    for slot in range(SHOWN, SHOWN + state.board.display_size):
        kind = state.cards[slot]
        if kind != NO_CARD:
            state.discard(kind, 1)
            swept.append(kind)
            state.cards[slot] = NO_CARD
    state.shown = 0
    if state.journal is not None:
        state.journal.write(DisplaySwept(-1, card_list(swept)))


def _shown_locomotives(state: State) -> i64:
    cards = state.cards
    locomotives: i64 = 0
    for slot in range(SHOWN, SHOWN + state.board.display_size):
        # 1 for 8, a locomotive, and 0 for 0 to 7 and 9: a branch here would be mispredicted too often.
        locomotives += (cards[slot] >> 3) & ~cards[slot] & 1
    return locomotives


def _sweep_can_help(state: State) -> bool:
    """Return whether the cards outside the hands allow a display with too few locomotives for a sweep (R-3).

    With fewer cards than slots all of them are displayed, too many locomotives among them, and the answer is no.
    """
    coloured = state.discarded - state.cards[DISCARDS + LOCOMOTIVE]
    deck = state.deck
    for i in range(state.deck_size):
        if i64(deck[i]) != LOCOMOTIVE:
            coloured += 1
    coloured += state.shown - _shown_locomotives(state)
    return state.board.display_size - coloured < state.board.sweep_at
