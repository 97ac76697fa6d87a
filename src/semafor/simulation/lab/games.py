"""Jobs of the lab, which run anywhere: games of planners against each other or greedy bots, and detours."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.json import encode

from semafor.bots.estimates import policy_named
from semafor.bots.policy import Policy
from semafor.bots.trials import play_trial
from semafor.model.board import Board
from semafor.simulation.jobs import BoardJob
from semafor.simulation.lab.paths import detours
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


class LabDetours(BoardJob, frozen=True, tag=True):
    """Find out how much the ways of the tickets depend on each route, which takes up to two seconds."""

    def run(self) -> bytes:
        """Return the detours as JSON."""
        return encode(detours(self.load_board().spec))


@lru_cache(maxsize=16)
def _policy(name: str, board: Board, seat: int) -> Policy:
    """Return a policy for a seat; making one takes longer than a game."""
    return policy_named(name, board)
