"""The interface of bots: an observation, the legal actions, a random generator and a time budget in; an action out.

A bot never sees the state: even the legal actions are computed from its observation alone.
"""

from mypy_extensions import i64, mypyc_attr

from semafor.bots.policy import Policy
from semafor.bots.reasons import Reason, reason
from semafor.engine.game import Game, Observation
from semafor.engine.kernel import ROUTES, Offers, State, sample_state
from semafor.engine.legality.choices import action_of
from semafor.engine.legality.legal_actions import LegalActions
from semafor.model.actions import Action
from semafor.model.chance import Chance


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player for one seat of one game; it may keep state between decisions."""

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        """Return the action to take, within `seconds`. All randomness must come from `chance`."""
        raise NotImplementedError

    def forget(self) -> None:
        """Reset for another game, or another seat."""

    def explain(self) -> Reason | None:
        """Return the reason for the last choice, based only on what the bot's seat may know."""
        return None


class PolicyBot(Bot):
    """A compiled policy as a bot: it plays on a sampled state until it has chosen a whole action."""

    def __init__(self, policy: Policy) -> None:
        """Take the policy, which must not be shared."""
        self.policy = policy

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        """Return the policy's moves, combined into one action."""
        return whole_action(self.policy, sample_state(seen, chance), int(seen.seat), chance)

    def forget(self) -> None:
        """Drop the policy's plan."""
        self.policy.forget()

    def explain(self) -> Reason | None:
        """Return the policy's reason."""
        return reason(self.policy.reason())


def whole_action(policy: Policy, state: State, seat: i64, chance: Chance) -> Action:
    """Let a policy choose one whole action of a seat in a sampled state, and return it."""
    offers = Offers(state.board)
    offers.fill(state, seat)
    move = policy.choose(state, seat, offers, chance)
    if move < ROUTES:
        return action_of(state, seat, move)
    game = Game.from_state(state)  # it plays on this state, not a copy
    game.make_move(seat, move)
    while state.is_paying():
        offers.fill(state, seat)
        game.make_move(seat, policy.choose(state, seat, offers, chance))
    return game.record().steps[0].action


def named(state: State, seat: i64, move: i64) -> Action:
    """Return the action that a move of a seat begins in a sampled state; a claim with any payment."""
    game = Game.from_state(state)  # it plays on this state, not a copy
    game.make_move(seat, move)
    offers = Offers(state.board)
    while state.is_paying():
        offers.fill(state, seat)
        game.make_move(seat, offers.pick(0))
    return game.record().steps[0].action
