"""Games between bots, for tests: every seat decides from its observation with its own generator."""

from collections.abc import Iterator

from semafor import Action, Chance, Game
from semafor.bots.base import Bot
from semafor.bots.registry import make_bot

SECONDS = 5.0
"""A time budget larger than any bot in these tests needs."""
SCRIPTED = ["greedy", "hungry", "path", "one-step", "long-route"]
LADDER = ["random", *SCRIPTED, "planner", "watcher"]
"""The bots that decide at once, weakest first."""


def seated(specs: list[str], game: Game) -> list[Bot]:
    """Make a bot for every seat."""
    return [make_bot(spec, game.board) for spec in specs]


def ask(game: Game, seat: int, bot: Bot, seed: int | str) -> Action:
    """Let a bot decide for a seat."""
    seen = game.observe(seat)
    return bot.choose(seen, seen.legal, Chance.seeded(seed), SECONDS)


def play(game: Game, bots: list[Bot]) -> Iterator[tuple[int, Action]]:
    """Play a game to its end, yielding every action after it is applied; raise if one is illegal."""
    number = 0
    while not game.over:
        seat = game.pending.seats[0]
        action = ask(game, seat, bots[seat], number)
        game.apply(seat, action)
        number += 1
        yield seat, action


def line_ups(players: int) -> list[list[str]]:
    """Return tables at which every bot of the ladder sits at least once, next to its neighbours in rank."""
    count = len(LADDER)
    return [[LADDER[(start + seat) % count] for seat in range(players)] for start in range(0, count, players)]
