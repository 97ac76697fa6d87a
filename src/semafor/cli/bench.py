"""``semafor bench``: how many random games a second the engine plays."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

import click

from semafor import COMPILED, Board, load_board
from semafor.cli.words.language import here, hidden_language
from semafor.engine.playout import play_games

_SHORT = 0.05  # seconds: long enough to measure well, short enough to stop in time


@dataclass(frozen=True)
class Speed:
    """How fast one board with one number of players was played.

    The seconds are CPU time of one core. Time spent in other programs does not count, so a busy machine gives nearly
    the same figures as an idle one.
    """

    games: int
    decisions: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        """Whole games, from the deal to the final score."""
        return self.games / self.seconds

    @property
    def decisions_per_second(self) -> float:
        """Moves chosen by a player."""
        return self.decisions / self.seconds

    @property
    def nanoseconds(self) -> float:
        """The time of one decision, with its share of dealing and scoring."""
        return 1e9 / self.decisions_per_second


def measure(board: Board, players: int, seconds: float) -> Speed:
    """Play random games with the seeds 1, 2, 3, … for this many seconds of wall-clock time."""
    games = decisions = 0
    spent = 0.0
    batch = 1
    end = time.monotonic() + seconds
    while True:
        began = time.process_time()
        decisions += play_games(board, players, games + 1, batch)[0]
        took = time.process_time() - began
        games += batch
        spent += took
        if time.monotonic() >= end:
            # If the clock did not move, the speed would be infinite.
            return Speed(games, decisions, max(spent, 1e-9))
        if took < _SHORT:
            batch *= 2


@click.command()
@click.option("--board", "name", metavar="ID|FILE", default="usa", show_default=True)
@click.option("--players", type=int, default=2, show_default=True)
@click.option("--seconds", type=click.FloatRange(0, 86400, min_open=True), default=5.0, show_default=True)
@click.option("--json", "as_json", is_flag=True)
@hidden_language
def bench(name: str, players: int, seconds: float, as_json: bool) -> None:
    """Measure how fast the engine plays, and print it."""
    board = load_board(name)
    fewest, most = board.spec.min_players, board.spec.max_players
    if not fewest <= players <= most:
        wrong = here("players_of_board", board=name, least=fewest, most=most)
        raise click.BadParameter(wrong, param_hint="'--players'")
    speed = measure(board, players, seconds)
    if as_json:
        result = {
            "board": board.id,
            "players": players,
            "games_per_s": round(speed.games_per_second, 1),
            "decisions_per_s": round(speed.decisions_per_second, 1),
            "compiled": COMPILED,
        }
        click.echo(json.dumps(result))
        return
    how = here("compiled" if COMPILED else "interpreted")
    played = {"games": f"{speed.games:,}", "seconds": f"{speed.seconds:.1f}"}
    click.echo(here("bench_played", board=board.id, players=players, how=how, **played))
    click.echo(here("bench_games", number=f"{speed.games_per_second:>12,.0f}"))
    decisions = f"{speed.decisions_per_second:>12,.0f}"
    click.echo(here("bench_decisions", number=decisions, nanoseconds=f"{speed.nanoseconds:,.0f}"))
