"""The learned player: one look at the position, one evaluation of the network, and the choice that it likes best."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.bots.net.brain import Brain, Network, stored_network
from semafor.bots.net.inputs import CLAIMS, KEEPS, Inputs
from semafor.bots.policy import Policy
from semafor.bots.reasons import (
    DRAWING,
    FERRY_CARD,
    FOR_POINTS,
    MORE_TICKETS,
    NOTHING_ELSE,
    ON_THE_WAY,
    TICKETS_KEPT,
)
from semafor.engine.kernel import DRAW_DECK, DRAW_FERRY_CARD, DRAW_TICKETS, PAY_TUNNEL, Offers, State
from semafor.model.board import Board
from semafor.model.chance import Chance


class Net(Policy):
    """Plays by a network; pays as the planner does."""

    row: vec[u8]
    legal: vec[u8]

    def __init__(self, board: Board, data: bytes | None) -> None:
        """Take weights, or those that come with the package; raise WeightsError if they don't fit."""
        super().__init__(board)
        self.inputs = Inputs(board)
        self.network = stored_network(board, self.inputs) if data is None else Network(board, self.inputs, data)
        self.brain = Brain(self.network, self.inputs)
        self.row = self.inputs.blank[:]
        self.legal = vec[u8]([u8(0)] * self.inputs.choices)
        self.why: i64 = NOTHING_ELSE

    def choose(self, state: State, seat: i64, offers: Offers, chance: Chance) -> i64:
        """Return the best by the network; the planner's choice at tables that it was not trained for."""
        inputs = self.inputs
        if offers.count == 1:
            return offers.pick(0)
        if state.pending == PAY_TUNNEL or state.is_paying():
            return inputs.script(state, seat, offers)
        inputs.write(state, seat, offers, self.row, 0)
        choice = inputs.advised
        if int(state.players) in self.network.players:
            inputs.mark(offers, self.legal, 0)
            self.brain.evaluate(inputs, self.row)
            choice = self.brain.best(self.legal)
        self.why = self._reason_of(choice)
        return inputs.move_of(choice)

    def _reason_of(self, choice: i64) -> i64:
        if choice >= CLAIMS:
            return ON_THE_WAY if self.inputs.planner.has_planned(choice - CLAIMS) else FOR_POINTS
        if choice >= KEEPS:
            return TICKETS_KEPT
        if choice == DRAW_TICKETS:
            return MORE_TICKETS
        if choice == DRAW_FERRY_CARD:
            return FERRY_CARD
        return DRAWING if choice >= DRAW_DECK else NOTHING_ELSE

    def reason(self) -> i64:
        """Return what the last choice was for."""
        return self.why
