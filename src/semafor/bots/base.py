"""What a bot is: it gets an observation, the legal actions, a random generator and a time budget; it returns an action.

A bot never has the state: the legal actions, too, are worked out from its observation alone.
"""

from mypy_extensions import i64, mypyc_attr

from semafor.bots.policy import Policy
from semafor.bots.reasons import Reason, reason
from semafor.engine.game import Game, Observation
from semafor.engine.kernel import Offers, State, sample_state
from semafor.engine.legal import LegalActions
from semafor.model.actions import Action
from semafor.model.chance import Chance


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player for one seat of one game; it may remember what it likes from one decision to the next."""

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        """Return the action to take. All randomness comes from `chance`; an answer takes no longer than `seconds`."""
        raise NotImplementedError

    def forget(self) -> None:
        """Get ready for another game, or another seat: drop what was remembered."""

    def explain(self) -> Reason | None:
        """Return the reason for the last choice, in terms of what everybody or the bot itself knows."""
        return None


class PolicyBot(Bot):
    """A compiled policy as a bot: it plays on a state made up from the observation until a whole action is chosen."""

    def __init__(self, policy: Policy) -> None:
        """Take the policy, which must be this bot's alone."""
        self.policy = policy

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        """Return the policy's moves, as the one action that they are."""
        return whole_action(self.policy, sample_state(seen, chance), int(seen.seat), chance)

    def forget(self) -> None:
        """Drop the policy's plan."""
        self.policy.forget()

    def explain(self) -> Reason | None:
        """Return the policy's reason."""
        return reason(self.policy.reason())


def whole_action(policy: Policy, state: State, seat: i64, chance: Chance) -> Action:
    """Let a policy decide one whole action of a seat in a made-up state, and name it."""
    game = Game.from_state(state)  # it plays on this very state
    offers = Offers(state.board)
    while True:
        offers.fill(state, seat)
        game.make_move(seat, policy.choose(state, seat, offers, chance))
        if not state.is_paying():
            return game.record().steps[0].action


def named(state: State, seat: i64, move: i64) -> Action:
    """Name the action that a move of a seat begins in a made-up state; a claim with any payment."""
    game = Game.from_state(state)  # it plays on this very state
    game.make_move(seat, move)
    offers = Offers(state.board)
    while state.is_paying():
        offers.fill(state, seat)
        game.make_move(seat, offers.pick(0))
    return game.record().steps[0].action
