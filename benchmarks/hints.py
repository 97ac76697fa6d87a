"""Measure what obeying every hint leads to: how early it claims, with how many cards in hand, and how often it wins.

    python -m benchmarks.hints --games 1000
    python -m benchmarks.hints --games 1000 --obey net

With `--obey`, the seat does what that bot would do instead.
Every deal is played twice, so that the seat that obeys sits once in each place.
"""

from __future__ import annotations

import argparse
import statistics
from math import sqrt

from semafor import Board, Chance, Claim, Game, load_board, new_game
from semafor.bots.base import Bot
from semafor.bots.levels import level_by_id
from semafor.bots.registry import make_bot
from semafor.simulation.insight.advice import advise

SOON = 12
"""Turns within which a strong player has claimed something."""
SECONDS = 60.0


class Obeyed:
    """What came of a game: the seat's turns up to its first claim, its cards then, and its share of the win."""

    def __init__(self) -> None:
        """Start before the first turn."""
        self.turns = 0
        self.cards: int | None = None
        self.won = 0.0


def main() -> None:
    """Play, and print a line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="usa", help="the id of a board (usa)")
    parser.add_argument("--against", default="stationmaster", help="the level of the opponent (stationmaster)")
    parser.add_argument("--obey", help="a bot to obey instead of the hints, fresh at every decision")
    parser.add_argument("--games", type=int, default=200, help="games (200)")
    options = parser.parse_args()
    board = load_board(options.board)
    rival = make_bot(level_by_id(options.against).spec_at(board, 2), board)
    teacher = None if options.obey is None else make_bot(options.obey, board)
    games = [obey(board, rival, teacher, number) for number in range(options.games)]
    claimed = [game for game in games if game.cards is not None]
    soon = sum(game.turns <= SOON for game in claimed) / len(games)
    turns = sorted(game.turns for game in claimed)
    cards = statistics.median(game.cards for game in claimed if game.cards is not None)
    won = sum(game.won for game in games) / len(games)
    error = 1.96 * sqrt(won * (1 - won) / len(games))
    print(
        f"{board.id}, {len(games)} games: first claim within {SOON} turns in {soon:.1%}, "
        f"median turn {statistics.median(turns):g}, 95 % by turn {turns[len(turns) * 95 // 100]}; "
        f"cards then {cards:g} in the median; over {options.against} {won:.3f}, give or take {error:.3f}"
    )


def obey(board: Board, rival: Bot, teacher: Bot | None, number: int) -> Obeyed:
    """Play a game in which one seat does what the hint, or the teacher, says."""
    game = new_game(board, 2, seed=f"hints {number // 2}")
    rival.forget()
    luck = Chance.seeded(f"rival {number}")
    mine = number % 2
    result = Obeyed()
    while not game.over:
        seat = game.pending.seats[0]
        if seat == mine:
            _take(game, seat, teacher, result)
        else:
            seen = game.observe(seat)
            game.apply(seat, rival.choose(seen, seen.legal, luck, SECONDS))
    winners = game.score().winners
    result.won = (mine in winners) / len(winners)
    return result


def _take(game: Game, seat: int, teacher: Bot | None, result: Obeyed) -> None:
    """Do what is advised, and note the first claim."""
    seen = game.observe(seat)
    if teacher is None:
        action = advise(seen).action
    else:
        teacher.forget()
        action = teacher.choose(seen, seen.legal, Chance.seeded(result.turns), SECONDS)
    if result.cards is None:
        result.turns += game.pending.name == "take_turn"
        if isinstance(action, Claim):
            result.cards = seen.hand.total
    game.apply(seat, action)


if __name__ == "__main__":
    main()
