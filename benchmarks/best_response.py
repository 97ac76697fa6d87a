"""Measure what a planner tuned against one bot gains: a lower bound for a best response.

    python -m benchmarks.best_response --board usa --against net

Random weights play the bot on tuning seeds, the better half goes on with twice the games, and so on until one is left.
That one and the planner as it is then play the bot on seeds that were not used for tuning.
"""

from __future__ import annotations

import argparse
import math
import random

from semafor import Chance, load_board, new_game
from semafor.bots.base import Bot, PolicyBot
from semafor.bots.planner import Planner
from semafor.bots.planning.weights import ABOUT, Weights
from semafor.bots.registry import make_bot
from semafor.model.board import Board

FIXED = {"last_turn", "harm", "threat"}
"""Weights that are not worth tuning, or that only the watcher uses."""


def main() -> None:
    """Tune, then test the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="usa", help="the id of a board (usa)")
    parser.add_argument("--against", default="net", help="the bot to beat (net)")
    parser.add_argument("--tries", type=int, default=32, help="sets of weights that are tried (32)")
    parser.add_argument("--games", type=int, default=16, help="games of each in the first round (16)")
    parser.add_argument("--test", type=int, default=400, help="games of the best at the end (400)")
    parser.add_argument("--seed", type=int, default=1, help="of the weights and the deals (1)")
    options = parser.parse_args()
    board = load_board(options.board)
    rng = random.Random(options.seed)
    tries = [varied(rng) for _ in range(options.tries)]
    games = options.games
    while len(tries) > 1:
        results = [
            (share(board, weights, options.against, f"tuning {options.seed}", games), n)
            for n, weights in enumerate(tries)
        ]
        results.sort(reverse=True)
        print(f"{len(tries)} planners, {games} games each: best {results[0][0]:.3f}", flush=True)
        tries = [tries[n] for _, n in results[: len(tries) // 2]]
        games *= 2
    changed = {name: value for name, value in tries[0].items() if value != ABOUT[name][0]}
    print(f"the best: {changed}")
    for name, weights in (("as it is", {}), ("tuned", tries[0])):
        won = share(board, weights, options.against, f"test {options.seed}", options.test)
        error = 1.96 * math.sqrt(won * (1 - won) / options.test)
        print(f"the planner {name} over {options.against}: {won:.3f}, give or take {error:.3f}", flush=True)


def varied(rng: random.Random) -> dict[str, int]:
    """Return weights with some of them changed by a factor of 0.5 to 1.5."""
    return {
        name: round(value * math.exp(rng.uniform(-0.7, 0.4))) if name not in FIXED and rng.random() < 0.4 else value
        for name, (value, _) in ABOUT.items()
    }


def share(board: Board, weights: dict[str, int], against: str, seed: str, games: int) -> float:
    """Return the share of games that a planner wins; every deal is played from both seats."""
    won = 0.0
    for number in range(games):
        game = new_game(board, 2, f"best response {seed} {number // 2}")
        bots: list[Bot] = [PolicyBot(Planner(board, Weights(weights))), make_bot(against, board)]
        mine = number % 2
        chances = [Chance.seeded(f"{seed} {number // 2} {player}") for player in range(2)]
        while not game.over:
            seat = game.pending.seats[0]
            player = (seat + mine) % 2
            seen = game.observe(seat)
            game.apply(seat, bots[player].choose(seen, seen.legal, chances[player], 60.0))
        winners = game.score().winners
        won += (mine in winners) / len(winners)
    return won / games


if __name__ == "__main__":
    main()
