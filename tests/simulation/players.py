"""Bots for arena tests: well-behaved ones, and some that break every rule."""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from semafor import Action, Board, Chance, Claim, Observation
from semafor.bots.base import PolicyBot
from semafor.bots.policy import Policy, RandomPolicy
from semafor.engine.kernel import view_of
from semafor.engine.legality.legal_actions import LegalActions
from semafor.simulation.match import Player

CALM = 12
"""The number of decisions before a breaking bot fails."""


class First:
    """Takes the first legal action."""

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        return next(iter(legal))


class Breaking:
    """Plays correctly for some decisions, then misbehaves."""

    def __init__(self) -> None:
        self.decisions = 0

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        self.decisions += 1
        if self.decisions > CALM:
            return self.do_it(seen)
        return next(iter(legal))

    def do_it(self, seen: Observation) -> Action:
        raise NotImplementedError


class Crashing(Breaking):
    def do_it(self, seen: Observation) -> Action:
        raise RuntimeError("out of steam")


class Leaving(Breaking):
    def do_it(self, seen: Observation) -> Action:
        sys.exit(3)


class Illegal(Breaking):
    def do_it(self, seen: Observation) -> Action:
        return Claim(seen.board.route_id(0), {"locomotive": 14})


class Nonsense(Breaking):
    def do_it(self, seen: Observation) -> Action:
        return "pass"  # type: ignore[return-value]


class Unheard(Breaking):
    def do_it(self, seen: Observation) -> Action:
        return Action("blow the whistle")


class Stalling(Breaking):
    def do_it(self, seen: Observation) -> Action:
        while True:
            time.monotonic()


class Deaf(Breaking):
    """Ignores the alarm."""

    def do_it(self, seen: Observation) -> Action:
        while True:
            try:
                while True:
                    time.monotonic()
            except BaseException:
                continue


class Killing(Breaking):
    """Kills its process."""

    def do_it(self, seen: Observation) -> Action:
        os._exit(9)


class DyingOnce:
    """Kills its process once: a file remembers that it did."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark
        self.decisions = 0

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        self.decisions += 1
        if self.decisions > CALM and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return next(iter(legal))


class Meddling:
    """Changes everything it is given."""

    def choose(self, seen: Observation, legal: LegalActions, chance: Chance, seconds: float) -> Action:
        action = next(iter(legal))
        view = view_of(seen)
        for i in range(len(view.numbers)):
            view.numbers[i] = 9
        for i in range(len(view.owners)):
            view.owners[i] = seen.board.blank_owners[0]
        for card in range(9):
            legal._state.cards[card] = 50
        return action


BOTS: dict[str, Callable[[], Player]] = {
    "first": First,
    "crashing": Crashing,
    "leaving": Leaving,
    "illegal": Illegal,
    "nonsense": Nonsense,
    "unheard-of": Unheard,
    "stalling": Stalling,
    "deaf": Deaf,
    "killing": Killing,
    "meddling": Meddling,
}
POLICIES: dict[str, type[Policy]] = {"uniform": Policy, "random": RandomPolicy}


def make(spec: str, board: Board) -> Player:
    """Make one of these bots."""
    if spec.startswith("once:"):
        return DyingOnce(Path(spec.removeprefix("once:")))
    return PolicyBot(POLICIES[spec](board)) if spec in POLICIES else BOTS[spec]()
