"""Games of the lab, in portions that run anywhere: planners against each other, or one against greedy bots."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.json import encode

from semafor.bots.estimates import policy_named
from semafor.bots.policy import Policy
from semafor.bots.trials import play_trial
from semafor.model.board import Board
from semafor.simulation.jobs import BoardJob
from semafor.simulation.lab.sums import Counter


class LabGames(BoardJob, frozen=True, tag=True):
    """Let planners play the games number `first` and following."""

    players: int
    seed: int
    first: int
    games: int

    def run(self) -> bytes:
        """Return the sums as JSON."""
        board = self.load_board()
        policies: list[Policy] = [_policy("planner", board, seat) for seat in range(self.players)]
        counter = Counter(board, self.players)
        for number in range(self.first, self.first + self.games):
            counter.add(play_trial(board, policies, f"lab {self.seed} {self.players} {number}"))
        return encode(counter.sums)


class Duel(Struct):
    """How often a planner beat greedy bots, and how many games it played."""

    games: int
    share: float


class LabDuels(BoardJob, frozen=True, tag=True):
    """Let a planner, in every seat in turn, play against greedy bots."""

    players: int
    seed: int
    first: int
    games: int

    def run(self) -> bytes:
        """Return the duel as JSON."""
        board = self.load_board()
        share = 0.0
        for number in range(self.first, self.first + self.games):
            mine = number % self.players
            policies: list[Policy] = [
                _policy("planner" if seat == mine else "greedy", board, seat) for seat in range(self.players)
            ]
            share += play_trial(board, policies, f"duel {self.seed} {self.players} {number}").shares[mine]
        return encode(Duel(self.games, share))


@lru_cache(maxsize=16)
def _policy(name: str, board: Board, seat: int) -> Policy:
    """Return a policy for a seat; making one takes longer than a game."""
    return policy_named(name, board)
