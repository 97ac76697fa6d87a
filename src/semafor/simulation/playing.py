"""Games and matches of bots, for notebooks and scripts: classes and functions as well as names.

The arena (`semafor arena`) plays longer matches, in several processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, TypeVar

from semafor.bots.registry import bot_name, make_bot
from semafor.engine.boards import load_board
from semafor.engine.game import Game
from semafor.engine.values.bots import AnyBot
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.simulation.arena import PlanError
from semafor.simulation.blocks import Plan, Seating
from semafor.simulation.match import Referee, SeatResult
from semafor.simulation.statistics.intervals import Interval, mean_interval, share_interval

T = TypeVar("T")
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
class BotResult:
    """How one bot did in a match; intervals are 95 %."""

    __module__ = "semafor"

    bot: str
    share: float
    """The share of the games that it won; a shared win counts as a fraction."""
    interval: Interval
    margin: float
    """The mean of its points less those of the best other."""
    margin_interval: Interval | None
    failures: int
    """How many games it has lost by failing."""


@dataclass(frozen=True)
class MatchResult:
    """How bots did against each other, on the same deals from all seats; the first is asked about most."""

    __module__ = "semafor"

    board: str
    games: int
    results: tuple[BotResult, ...]
    """In the order of the bots."""

    @property
    def bots(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(result.bot for result in self.results)

    @property
    def share(self) -> float:
        """The share of the games that the first bot won."""
        return self.results[0].share

    @property
    def interval(self) -> Interval:
        """Its interval."""
        return self.results[0].interval

    @property
    def margin(self) -> float:
        """The margin of the first bot."""
        return self.results[0].margin

    @property
    def margin_interval(self) -> Interval | None:
        """Its interval."""
        return self.results[0].margin_interval

    @property
    def failures(self) -> dict[str, int]:
        """How many games a bot has lost by failing, by its name."""
        return {result.bot: result.failures for result in self.results if result.failures}

    def __str__(self) -> str:
        """Say it in sentences: one for two bots, one for each of more."""
        against = f" against {self.bots[1]}" if len(self.bots) == 2 else ""
        told = [
            f"{result.bot} won {result.share:.1%} of {self.games} games{against} on {self.board} "
            f"(95 %: {result.interval[0]:.1%} to {result.interval[1]:.1%}), by {result.margin:+.1f} points a game."
            for result in (self.results[:1] if against else self.results)
        ]
        told += [f"{name} failed in {count}." for name, count in self.failures.items()]
        return (" " if against else "\n").join(told)


def match(
    *bots: AnyBot,
    games: int = 100,
    board: Board | str = "usa",
    seed: int | str = 0,
    seconds: float = 1.0,
    on_error: OnError = "raise",
) -> MatchResult:
    """Let two or more bots play each other, all at one table: every deal from every seat, since the seats rotate."""
    players = len(bots)
    if players < 2:
        raise PlanError(f"a match needs at least 2 bots, not {players}")
    if games < players:
        raise PlanError(f"a match needs at least {players} games, not {games}: every deal is played from every seat")
    table = load_board(board) if isinstance(board, str) else board
    plan = Plan(table.id, players, tuple(bot_name(bot) for bot in bots), -(-games // players), seed, seconds)
    played: list[list[SeatResult]] = [[] for _ in bots]
    margins: list[list[float]] = [[] for _ in bots]
    for seating in plan.seatings():
        seats = _referee(plan, seating, table, bots, on_error).play().seats
        for seat in seats:
            played[seat.entry].append(seat)
            margins[seat.entry].append(seat.points - max(other.points for other in seats if other is not seat))
    results = [
        _result(name, one, margin, players) for name, one, margin in zip(plan.names, played, margins, strict=True)
    ]
    return MatchResult(table.id, len(played[0]), tuple(results))


def _result(name: str, played: list[SeatResult], margins: list[float], players: int) -> BotResult:
    """Sum up; the games of a deal, one from each seat, follow each other."""
    share = [fmean(seat.share for seat in deal) for deal in batched(played, players)]
    margin = [fmean(deal) for deal in batched(margins, players)]
    return BotResult(
        name,
        fmean(share),
        share_interval(share, players),
        fmean(margin),
        mean_interval(margin),
        sum(seat.failure is not None for seat in played),
    )


def batched(values: Sequence[T], size: int) -> list[Sequence[T]]:
    """Split into groups of a size."""
    return [values[at : at + size] for at in range(0, len(values), size)]


def _referee(plan: Plan, seating: Seating, board: Board, bots: Sequence[AnyBot], on_error: OnError) -> Referee:
    return Referee(
        Game.new(board, plan.players, plan.deal_seed(seating.block)),
        [make_bot(bots[entry], board) for entry in seating.seats],
        [Chance.seeded(plan.bot_seed(seating, seat)) for seat in range(plan.players)],
        plan.seconds,
        seating.seats,
        raises=on_error == "raise",
    )
