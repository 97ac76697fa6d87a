"""A player with lapses: in some turns it plays like greedy."""

from mypy_extensions import i64

from semafor.bots.greedy import Greedy
from semafor.bots.policy import Policy
from semafor.engine.kernel import ASKS_CARD, ASKS_PAYMENT, Offers, State
from semafor.model.chance import Chance


class Inattentive(Policy):
    """Plays like another player, but in some of its turns like greedy."""

    def __init__(self, player: Policy, lapses: i64) -> None:
        """`lapses` is the percentage of careless turns."""
        super().__init__(player.board)
        self.lapses = lapses
        self.player = player
        self.greedy = Greedy(player.board)
        self.playing: Policy = player

    def forget(self) -> None:
        """Drop the plan."""
        self.player.forget()
        self.greedy.forget()
        self.playing = self.player

    def choose(self, state: State, seat: i64, offers: Offers, chance: Chance) -> i64:
        """Decide at the start of every action who plays it, and let the same player finish it."""
        asked = state.question()
        if asked not in (ASKS_CARD, ASKS_PAYMENT):
            thinks = chance.below(100) >= self.lapses
            self.playing = self.player if thinks else self.greedy
        return self.playing.choose(state, seat, offers, chance)

    def reason(self) -> i64:
        """Return the reason of the player that decided last."""
        return self.playing.reason()
