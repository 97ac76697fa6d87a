"""Games and matches of bots, for notebooks and scripts: classes and functions as well as names.

The arena (`semafor arena`) plays longer matches, in several processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from semafor.bots.registry import bot_name, make_bot
from semafor.engine.boards import load_board
from semafor.engine.game import Game
from semafor.engine.values.bots import AnyBot
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.simulation.arena import PlanError
from semafor.simulation.blocks import Plan, Seating
from semafor.simulation.match import Referee
from semafor.simulation.statistics.intervals import Interval, mean_interval, share_interval

OnError = Literal["raise", "forfeit"]
"""What a bot's failure does: it is raised with its traceback, or the bot has lost and random moves go on."""


def play(
    bots: Sequence[AnyBot],
    board: Board | str = "usa",
    seed: int | str = 0,
    seconds: float = 1.0,
    on_error: OnError = "raise",
) -> Game:
    """Let bots play a game, one in each seat, and return it; `seconds` is the time of a decision."""
    game = Game.new(board, len(bots), seed)
    chances = [Chance.seeded(f"play {seed!r} seat {seat}") for seat in range(len(bots))]
    seated = [make_bot(bot, game.board) for bot in bots]
    Referee(game, seated, chances, seconds, raises=on_error == "raise").play()
    return game


@dataclass(frozen=True)
class MatchResult:
    """How one bot did against another, on the same deals from both seats; intervals are 95 %."""

    __module__ = "semafor"

    bots: tuple[str, str]
    board: str
    games: int
    share: float
    """The share of the games that the first bot won; a shared win counts as a fraction."""
    interval: Interval
    margin: float
    """The mean of its points less those of the other."""
    margin_interval: Interval | None
    failures: dict[str, int]
    """How many games a bot has lost by failing, by its name."""

    def __str__(self) -> str:
        """Say it in a sentence."""
        low, high = self.interval
        said = (
            f"{self.bots[0]} won {self.share:.1%} of {self.games} games against {self.bots[1]} on {self.board} "
            f"(95 %: {low:.1%} to {high:.1%}), by {self.margin:+.1f} points a game."
        )
        return said + "".join(f" {name} failed in {count}." for name, count in self.failures.items())


def match(
    one: AnyBot,
    other: AnyBot,
    games: int = 100,
    board: Board | str = "usa",
    seed: int | str = 0,
    seconds: float = 1.0,
    on_error: OnError = "raise",
) -> MatchResult:
    """Let two bots play each other: every deal twice, with changed seats."""
    if games < 2:
        raise PlanError(f"a match needs at least 2 games, not {games}: every deal is played from both seats")
    table = load_board(board) if isinstance(board, str) else board
    bots = (one, other)
    names = (bot_name(one), bot_name(other))
    plan = Plan(table.id, 2, names, (games + 1) // 2, seed, seconds)
    shares: dict[int, list[float]] = {}
    margins: dict[int, list[float]] = {}
    failures: Counter[str] = Counter()
    for seating in plan.seatings():
        results = _referee(plan, seating, table, bots, on_error).play().seats
        mine = seating.seats.index(0)
        shares.setdefault(seating.block, []).append(results[mine].share)
        margins.setdefault(seating.block, []).append(results[mine].points - results[1 - mine].points)
        failures.update(names[result.entry] for result in results if result.failure is not None)
    share = [fmean(block) for block in shares.values()]
    margin = [fmean(block) for block in margins.values()]
    return MatchResult(
        names,
        table.id,
        2 * len(share),
        fmean(share),
        share_interval(share, 2.0),
        fmean(margin),
        mean_interval(margin),
        dict(failures),
    )


def _referee(plan: Plan, seating: Seating, board: Board, bots: Sequence[AnyBot], on_error: OnError) -> Referee:
    return Referee(
        Game.new(board, plan.players, plan.deal_seed(seating.block)),
        [make_bot(bots[entry], board) for entry in seating.seats],
        [Chance.seeded(plan.bot_seed(seating, seat)) for seat in range(plan.players)],
        plan.seconds,
        seating.seats,
        raises=on_error == "raise",
    )
