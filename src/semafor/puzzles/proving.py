"""Proofs: an action is the solution if every judge of the board says that it is much better than all others.

And the searches of the board, guided by planners and, where there is one, by the network, must take it.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final, NamedTuple

from semafor import Board, Chance, Observation
from semafor.bots.base import Bot
from semafor.bots.reasons import Reason
from semafor.bots.registry import make_bot
from semafor.puzzles.collection import FINDERS, Option, Puzzle, Result, Witness, key_of
from semafor.puzzles.judges import EVERYBODY, Judge, judges_of
from semafor.puzzles.trials import Trial, Trials, lead

BY_PLANNERS: Final = "search:playouts=1000,net=0"
BY_NET: Final = "search:playouts=1000"
CLEARLY: Final = 3.0
"""The best action must lead by half the required margin plus so many standard errors."""
ROUNDS: Final = (12, 36, 100, 300, 1000)
"""Games for every action before a judge; after each round only those go on that are not proven to be much worse."""
_LUCK: Final = 0.1
"""By how much more an action with a smaller score may win, of few games, and still not be taken for better."""
_FEWEST_ANSWERS: Final = 3
_SECONDS: Final = 60.0


class Proof(NamedTuple):
    """What makes a position a puzzle: as in `Puzzle`."""

    by: list[Witness]
    options: list[Option]
    reason: dict[str, object]
    found: list[str]


class Prover:
    """The bots that prove the puzzles of a board."""

    def __init__(self, board: Board) -> None:
        """Make the judges; the other bots are made when they are first asked."""
        self.board = board
        self.judges = judges_of(board)
        self._bots: dict[str, Bot] = {}

    def choice(self, spec: str, seen: Observation, seed: str) -> tuple[str, Reason | None]:
        """Return what a bot that sits down in a position answers, and why."""
        bot = self._bots.setdefault(spec, make_bot(spec, self.board))
        bot.forget()
        action = bot.choose(seen, seen.legal, Chance.seeded(seed), _SECONDS)
        return key_of(self.board, action.to_json()), bot.explain()

    def found(self, seen: Observation, solution: str, seed: str) -> list[str]:
        """Return the bots without a search that find a solution."""
        return [spec for spec in FINDERS if self.choice(spec, seen, seed)[0] == solution]

    def prove(self, seen: Observation, seed: str, by: Container[str] = EVERYBODY) -> Proof | None:
        """Return the proof of a position's solution by the judges of these names; None if it has none."""
        judges = [judge for judge in self.judges if judge.witness.bot in by]
        options = self.options(seen, f"{seed}:proof", judges)
        if options is None:
            return None
        solution = key_of(self.board, options[0].action)
        found = self.found(seen, solution, seed)
        if found == list(FINDERS):
            return None
        taken, why = self.choice(BY_PLANNERS, seen, f"{seed}:search")
        if taken != solution or why is None:
            return None
        if len(judges) > 1 and self.choice(BY_NET, seen, f"{seed}:search")[0] != solution:
            return None
        return Proof([judge.witness for judge in judges], options, {"code": why.code}, found)

    def again(self, puzzle: Puzzle, by: Container[str]) -> Proof | None:
        """Prove a puzzle once more, by the judges of these names as they are today."""
        return self.prove(puzzle.game(self.board).observe(puzzle.seat), puzzle.seed, by)

    def options(self, seen: Observation, seed: str, judges: Sequence[Judge]) -> list[Option] | None:
        """Return how every action does, the best first; None if not all judges find the same one much better."""
        tried = [Trials(seen, seed, judge) for judge in judges]
        if len({trial.key for trial in tried[0].all}) < _FEWEST_ANSWERS:
            return None
        for games in ROUNDS:
            if not all(_runs(trials, games) for trials in tried):
                return None
            if len({trials.best().key for trials in tried}) > 1:
                return None
        results = [trials.results() for trials in tried]
        if not all(_is_led(judge, result) for judge, result in zip(judges, results, strict=True)):
            return None
        return [Option(dict(trial.action), [result[trial.key] for result in results]) for trial in tried[0].ranked()]


def _runs(trials: Trials, games: int) -> bool:
    """Play a round; return whether one action may be much better than all others."""
    if games > trials.judge.most:
        return True
    best, second, *_ = ranked = trials.ranked()
    going = trials.all
    if best.games > 0:
        going = [one for one in trials.all if one in (best, second) or not _proven(trials.judge, best, one)]
        if best.games >= trials.judge.enough and all(_proven(trials.judge, best, one) for one in ranked[1:]):
            return True
    trials.run(going, games)
    best, *others = trials.ranked()
    return all(_may_lead(trials.judge, best, one) for one in others)


def _is_led(judge: Judge, results: dict[str, Result]) -> bool:
    """Return whether the first answer is much better than the others."""
    best, *others = results.values()
    return all(is_clear(judge.much, other) and other.wins <= best.wins + _LUCK for other in others)


def _may_lead(judge: Judge, best: Trial, other: Trial) -> bool:
    """Return whether more games could still show the lead that is asked for."""
    mean, error = lead(best, other)
    return mean + error > judge.much


def _proven(judge: Judge, best: Trial, other: Trial) -> bool:
    """Return whether an action is much worse, and likely to stay so."""
    mean, error = lead(best, other)
    return mean - error >= judge.much and mean - (CLEARLY + 0.5) * error > judge.much / 2


def is_clear(much: float, result: Result) -> bool:
    """Return whether an action is proven to be much worse than the best."""
    return result.behind >= much and result.behind - CLEARLY * result.error > much / 2
