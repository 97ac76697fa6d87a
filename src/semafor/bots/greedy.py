"""Greedy: claims the best route it can pay for, otherwise draws the colour it has most of."""

from mypy_extensions import i64

from semafor.bots.reasons import DRAWING
from semafor.bots.scripted import NO_ROUTE, Scripted
from semafor.engine.kernel import DRAW_DECK, DRAW_SHOWN, Offers, State
from semafor.model.board import Board
from semafor.model.cards import COLOUR_COUNT


class Greedy(Scripted):
    """Takes points as they come, and as few tickets as it must."""

    def __init__(self, board: Board) -> None:
        """Price the routes by their cost alone."""
        super().__init__(board, 0)

    def look(self, state: State, seat: i64) -> None:
        """Do nothing: there is no plan."""

    def take_turn(self, state: State, seat: i64, offers: Offers) -> i64:
        """Return the affordable route with the most points, else a card."""
        best = self.best_paying(state, seat, offers)
        return self.claim(best) if best != NO_ROUTE else self.draw(state, seat, offers)

    def draw(self, state: State, seat: i64, offers: Offers) -> i64:
        """Return the displayed colour that the hand has most of; if there is none, the deck."""
        self.why = DRAWING
        best: i64 = -1
        most: i64 = 0
        for colour in range(COLOUR_COUNT):
            if offers.has(DRAW_SHOWN + colour) and state.hand(seat, colour) > most:
                most = state.hand(seat, colour)
                best = colour
        if best >= 0:
            return DRAW_SHOWN + best
        if offers.has(DRAW_DECK):
            return DRAW_DECK
        return offers.pick(0) if self.wishes.can_draw(offers) else self.anything(offers)
