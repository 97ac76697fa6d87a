"""Training games for a profile-guided build (``SEMAFOR_PGO=1``, see setup.py).

Random games as in the benchmarks, and games between bots with events, observations and records, so that the compiler
sees what simulations and tables do. It needs nothing but the package itself.
"""

from __future__ import annotations

from semafor import COMPILED, Chance, Game, load_board, replay
from semafor.bots.registry import make_bot
from semafor.engine.playout import play_games

BOARDS = ("usa", "nordic-countries", "italy", "northern-lights")
BOTS = ("greedy", "one-step", "planner", "watcher", "search")
RANDOM_GAMES = 60


def main() -> None:
    if not COMPILED:
        raise SystemExit("nothing to learn: semafor runs interpreted")
    for name in BOARDS:
        board = load_board(name)
        for players in range(board.spec.min_players, board.spec.max_players + 1):
            play_games(board, players, 1, RANDOM_GAMES)
        for spec in BOTS:
            game = Game.new(board, 2, 7)
            bots = [make_bot(spec, board), make_bot("planner", board)]
            number = 0
            while not game.over:
                seat = game.pending.seats[0]
                seen = game.observe(seat)
                game.apply(seat, bots[seat].choose(seen, seen.legal, Chance.seeded(number), 0.02))
                number += 1
            replay(game.record())
            game.score()


if __name__ == "__main__":
    main()
