"""What may be seated as a bot, and what an estimate of an action says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, NotRequired, Protocol, TypeAlias, TypedDict

from semafor.model.values.action_json import ActionJSON

if TYPE_CHECKING:
    from semafor.engine.game import Observation
    from semafor.engine.legality.legal_actions import LegalActions
    from semafor.model.actions import Action
    from semafor.model.chance import Chance


class Bot(Protocol):
    """A player: a class with this method will do, and so will a function with these arguments.

    A class is made anew for every game, with the board if it takes one. A method `explain()` is optional: it returns a
    sentence about the last choice, or None.
    """

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        """Return the action to take, within `seconds`. All randomness should come from `chance`."""


Bot.__module__ = "semafor"

AnyBot: TypeAlias = "str | Bot | Callable[..., Bot] | Callable[[Observation, LegalActions, Chance, float], Action]"
"""A bot by its name (`planner`, `search:time=0.5`, `file.py:Class`, `exec:COMMAND`), a class, a function, an object."""


class ReasonJSON(TypedDict):
    """Why a bot chose an action: a code, what was compared, or the text of an external bot.

    `over` is the runner-up, and `by` the lead over it, in hundredths.
    """

    code: str
    actions: NotRequired[int]
    games: NotRequired[int]
    over: NotRequired[ActionJSON]
    by: NotRequired[int]
    text: NotRequired[str]


class Estimate(NamedTuple):
    """How games went on after an action, in sampled worlds that policies played to the end."""

    worlds: int
    share: float
    """The share of them that the observer won; a shared win counts as a fraction."""
    margin: float
    """The mean of its points less those of the best other seat."""
    error: float
    """The standard error of the margin."""


Estimator: TypeAlias = "Callable[[Observation, Action, int, str, int | str], Estimate]"
_estimators: list[Estimator] = []


def estimate_by(estimator: Estimator) -> None:
    """Set what estimates: the engine knows no policies, so those who do say how."""
    _estimators[:] = [estimator]


def estimated(seen: Observation, action: Action, worlds: int, policy: str, seed: int | str) -> Estimate:
    """Return the estimate of an action."""
    return _estimators[0](seen, action, worlds, policy, seed)
