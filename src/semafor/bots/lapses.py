"""A player that does not always think: now and then it takes the first thing that looks good."""

from mypy_extensions import i64

from semafor.bots.greedy import Greedy
from semafor.bots.planner import Planner
from semafor.bots.planning.weights import Weights
from semafor.bots.policy import Policy
from semafor.engine.kernel import SECOND_CARD, Offers, State
from semafor.model.board import Board
from semafor.model.chance import Chance


class Inattentive(Policy):
    """Plans, but in some of its turns plays as the greedy would."""

    def __init__(self, board: Board, lapses: i64) -> None:
        """`lapses` is how many turns of a hundred it does not think about."""
        super().__init__(board)
        self.lapses = lapses
        self.planner = Planner(board, Weights({}))
        self.greedy = Greedy(board)
        self.playing: Policy = self.planner

    def forget(self) -> None:
        """Drop the plan."""
        self.planner.forget()
        self.greedy.forget()
        self.playing = self.planner

    def choose(self, state: State, seat: i64, offers: Offers, chance: Chance) -> i64:
        """Begin every action either with or without thinking, and go on in the same way until it is done."""
        if state.pending != SECOND_CARD and not state.is_paying():
            thinks = chance.below(100) >= self.lapses
            self.playing = self.planner if thinks else self.greedy
        return self.playing.choose(state, seat, offers, chance)

    def reason(self) -> i64:
        """Return the reason of whichever player decided last."""
        return self.playing.reason()
