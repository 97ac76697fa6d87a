"""A planner with lapses: in some turns it plays like greedy."""

from mypy_extensions import i64

from semafor.bots.greedy import Greedy
from semafor.bots.planner import Planner
from semafor.bots.planning.weights import Weights
from semafor.bots.policy import Policy
from semafor.engine.kernel import ASKS_CARD, ASKS_PAYMENT, Offers, State
from semafor.model.board import Board
from semafor.model.chance import Chance


class Inattentive(Policy):
    """Plays like the planner, but in some of its turns like greedy."""

    def __init__(self, board: Board, lapses: i64) -> None:
        """`lapses` is the percentage of careless turns."""
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
        """Decide at the start of every action who plays it, and let the same player finish it."""
        asked = state.question()
        if asked not in (ASKS_CARD, ASKS_PAYMENT):
            thinks = chance.below(100) >= self.lapses
            self.playing = self.planner if thinks else self.greedy
        return self.playing.choose(state, seat, offers, chance)

    def reason(self) -> i64:
        """Return the reason of the player that decided last."""
        return self.playing.reason()
