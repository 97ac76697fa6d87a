"""The learned player: it evaluates the network once per decision and takes the choice with the highest score."""

from math import exp

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.bots.base import Bot, named, whole_action
from semafor.bots.lapses import Inattentive
from semafor.bots.net.brain import Brain, Network, stored_network
from semafor.bots.net.inputs import CLAIMS, KEEPS, Inputs
from semafor.bots.policy import Policy
from semafor.bots.reasons import (
    CODES,
    DRAWING,
    FERRY_CARD,
    FOR_POINTS,
    MORE_TICKETS,
    NOTHING_ELSE,
    ON_THE_WAY,
    TICKETS_KEPT,
    Reason,
)
from semafor.engine.game import Observation
from semafor.engine.kernel import ASKS_EXTRA, DRAW_DECK, DRAW_FERRY_CARD, DRAW_TICKETS, Offers, State, sample_state
from semafor.engine.legality.legal_actions import LegalActions
from semafor.model.actions import Action
from semafor.model.board import Board
from semafor.model.chance import Chance


class Net(Policy):
    """Plays by a network; pays as the planner does."""

    row: vec[u8]
    legal: vec[u8]

    def __init__(self, board: Board, data: bytes | None) -> None:
        """Take weights, or those that come with the package; raise WeightsError if they don't fit."""
        super().__init__(board)
        self.network = stored_network(board) if data is None else Network(board, data)
        self.inputs = Inputs(board, self.network.adviser)
        self.brain = Brain(self.network, self.inputs)
        self.row = self.inputs.blank[:]
        self.legal = vec[u8]([u8(0)] * self.inputs.choices)
        self.why: i64 = NOTHING_ELSE
        self.looked = False
        """Whether the network was evaluated since this was last cleared."""

    def choose(self, state: State, seat: i64, offers: Offers, chance: Chance) -> i64:
        """Return the network's best choice; the planner's at tables that it was not trained for."""
        inputs = self.inputs
        if offers.count == 1 and not state.is_paying():
            self.why = NOTHING_ELSE
        if offers.count == 1:
            return offers.pick(0)
        if state.is_paying():
            return inputs.script(state, seat, offers)
        if state.question() == ASKS_EXTRA:
            move = inputs.script(state, seat, offers)
            self.why = inputs.planner.why
            return move
        if self.knows(state):
            self.look(state, seat, offers)
            choice = self.brain.best(self.legal)
        else:
            inputs.write(state, seat, offers, self.row, 0)
            choice = inputs.advised
        self.why = self._reason_of(choice)
        return inputs.move_of(choice)

    def knows(self, state: State) -> bool:
        """Return whether the network was trained for this number of players."""
        return int(state.players) in self.network.players

    def look(self, state: State, seat: i64, offers: Offers) -> None:
        """Score the choices of a seat that must decide, and evaluate its position."""
        inputs = self.inputs
        inputs.write(state, seat, offers, self.row, 0)
        inputs.mark(offers, self.legal, 0)
        self.brain.evaluate(inputs, self.row)
        self.looked = True

    def runner_up(self) -> tuple[i64, float]:
        """Return the legal move with the second-highest score, and the lead over it in probability."""
        scores = self.brain.scores
        best = self.brain.best(self.legal)
        next_best = best
        total = 0.0
        for choice in range(self.inputs.choices):
            if i64(self.legal[choice]) == 0:
                continue
            total += exp(scores[choice] - scores[best])
            if choice != best and (next_best == best or scores[choice] > scores[next_best]):
                next_best = choice
        return self.inputs.move_of(next_best), (1.0 - exp(scores[next_best] - scores[best])) / total

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
        """Return the purpose of the last choice."""
        return self.why


class NetBot(Bot):
    """The learned player as a bot that reports its runner-up."""

    def __init__(self, net: Net, lapses: int) -> None:
        """Take the policy, which must not be shared, and the percentage of careless turns."""
        self.net = net
        self.player: Policy = Inattentive(net, lapses) if lapses else net
        self.why = Reason(CODES[NOTHING_ELSE])

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        """Return the net's moves, combined into one action."""
        net = self.net
        net.looked = False
        seat = int(seen.seat)
        state = sample_state(seen, chance)
        before = state.clone()
        action = whole_action(self.player, state, seat, chance)
        if net.looked:
            move, by = net.runner_up()
            self.why = Reason(CODES[net.why], over=named(before, seat, move), by=round(100.0 * by))
        else:
            self.why = Reason(CODES[self.player.reason()])
        return action

    def forget(self) -> None:
        """Drop the reason."""
        self.player.forget()
        self.why = Reason(CODES[NOTHING_ELSE])

    def explain(self) -> Reason | None:
        """Return the purpose of the last choice, and the runner-up."""
        return self.why
