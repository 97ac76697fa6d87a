"""Who plays the other seats of an environment: bots by their names, or functions."""

from collections.abc import Callable

from semafor.bots.base import Bot
from semafor.engine.game import Observation
from semafor.engine.legality.legal_actions import LegalActions
from semafor.model.actions import Action
from semafor.model.chance import Chance


class OpponentFailure(Exception):
    """A bot crashed, or chose an illegal action: games may be incomplete until the next reset."""


Decide = Callable[[Observation, LegalActions, Chance, float], Action]
"""A function that plays a seat: it gets what `Bot.choose` gets, and returns an action."""


class FunctionBot(Bot):
    """A function as a bot."""

    def __init__(self, decide: Decide) -> None:
        """Take the function."""
        self.decide = decide

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        """Ask the function."""
        return self.decide(seen, legal, chance, seconds)
