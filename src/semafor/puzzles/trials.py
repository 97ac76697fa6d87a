"""How the legal actions of a position do: each is tried in the same worlds, and a judge says what came of it.

World number n is dealt from the seed and n alone, as far as the seat does not know it; the others' tickets are likelier
those that their routes serve. All actions meet the same worlds with the same luck (common random numbers), so what
counts is the difference between two of them in the same games.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from semafor import Board, Chance, Game, Observation
from semafor.bots.planner import Planner
from semafor.bots.planning.beliefs import Beliefs
from semafor.bots.planning.weights import Weights
from semafor.engine.kernel import Offers, State, sample_state
from semafor.model.values.action_json import ActionJSON
from semafor.puzzles.collection import Result, key_of
from semafor.puzzles.judges import Judge


class Trial:
    """An action under trial, with the share of the win and the score in every game."""

    def __init__(self, move: int, action: ActionJSON, key: str) -> None:
        """Start without games; actions with the same key are the same answer."""
        self.move = move
        self.action = action
        self.key = key
        self.wins: list[float] = []
        self.scores: list[float] = []

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.wins)

    @property
    def share(self) -> float:
        """The share of wins."""
        return sum(self.wins) / max(1, self.games)

    @property
    def score(self) -> float:
        """The mean score."""
        return sum(self.scores) / max(1, self.games)


class Trials:
    """All legal actions of an observer, before one judge."""

    def __init__(self, seen: Observation, seed: str, judge: Judge) -> None:
        """Get ready to try them in worlds that follow from the seed."""
        self.board: Board = seen.board
        self.seen = seen
        self.seat = int(seen.seat)
        self.seed = seed
        self.judge = judge
        self.offers = Offers(self.board)
        self.planner = Planner(self.board, Weights({}))
        self.beliefs = Beliefs(self.board, self.planner.ways.map)
        state = sample_state(seen, Chance.seeded(f"{seed}:look"))
        self.beliefs.look(state, self.seat)
        self.offers.fill(state, self.seat)
        self.all = [self._trial(state, move) for move in self.offers.moves()]

    def _trial(self, state: State, move: int) -> Trial:
        """Name a move, with the planner's payment if it is a claim."""
        made = state.clone()
        game = Game.from_state(made)  # it plays on this very state
        self.planner.forget()
        game.make_move(self.seat, move)
        while made.is_paying():
            self.offers.fill(made, self.seat)
            game.make_move(self.seat, self.planner.choose(made, self.seat, self.offers, Chance.seeded(self.seed)))
        action = game.record().steps[0].action.to_json()
        return Trial(move, action, key_of(self.board, action))

    def run(self, trials: Sequence[Trial], games: int) -> None:
        """Play until every trial has at least `games` games, all in the same worlds."""
        for number in range(min(trial.games for trial in trials), games):
            world, luck = self._world(number)
            for trial in trials:
                if trial.games == number:
                    won, score = self.judge.play(world.clone(), self.seat, trial.move, Chance.seeded(luck))
                    trial.wins.append(won)
                    trial.scores.append(score)

    def best(self) -> Trial:
        """Return the action with the largest score, of those with most games."""
        return max(self.all, key=lambda trial: (trial.games, trial.score))

    def ranked(self) -> list[Trial]:
        """Return the best action for each answer, those that are least behind the best first."""
        best = self.best()
        found = {best.key: best}
        for trial in sorted(self.all, key=lambda trial: lead(best, trial)[0]):
            found.setdefault(trial.key, trial)
        return list(found.values())

    def results(self) -> dict[str, Result]:
        """Return how every answer did, the best first."""
        ranked = self.ranked()
        return {trial.key: _result(trial, *lead(ranked[0], trial)) for trial in ranked}

    def _world(self, number: int) -> tuple[State, int]:
        chance = Chance.seeded(f"{self.seed}:world:{number}")
        world = sample_state(self.seen, chance)
        self.beliefs.deal(world, self.seat, chance)
        return world, int(chance.next32())


def _result(trial: Trial, behind: float, error: float) -> Result:
    return Result(round(trial.share, 3), round(trial.score, 2), trial.games, round(behind, 2), round(error, 2))


def lead(one: Trial, other: Trial) -> tuple[float, float]:
    """Return how much larger the mean score of one action is in the games that both have, and the standard error."""
    games = min(one.games, other.games)
    if one is other or games == 0:
        return 0.0, 0.0
    differences = [mine - theirs for mine, theirs in zip(one.scores[:games], other.scores[:games], strict=True)]
    mean = sum(differences) / games
    squares = sum((difference - mean) ** 2 for difference in differences)
    return mean, sqrt(squares / (games * max(1, games - 1)))
