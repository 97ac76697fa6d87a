"""``semafor day``: the deal of the day, its par, and results checked."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from semafor import GameFileError, builtin_ids, load_board, read_game_file
from semafor.cli.main import UserError
from semafor.contest.par import par_of
from semafor.contest.results import BadResult, check_result
from semafor.table.deals import NoSuchDay, day_deal, day_of, read_day, today

_SHOWN = 10
"""Every so many places of the field, the points are shown."""


@click.group()
def day() -> None:
    """Show the deal of the day: one for every board and day, the same for everybody.

    It follows from the date, the board and the version of the rules, so no server is needed to find it.
    """


@day.command()
@click.argument("date", required=False)
@click.option(
    "--board",
    "boards",
    type=click.Choice([board for board in builtin_ids() if board != "toy"]),
    multiple=True,
    help="Only this board; may be repeated.",
)
def par(date: str | None, boards: tuple[str, ...]) -> None:
    """Show what bots make of the deal of DATE (2026-11-17; today if left out).

    A hundred games are played in the person's place by bots that think less or more; par is their median. The same
    date and version give the same numbers on every machine.
    """
    now = time.time()
    try:
        wanted = today(now) if date is None else read_day(date, now)
    except NoSuchDay as error:
        raise UserError(str(error)) from None
    for name in boards or [board for board in builtin_ids() if board != "toy"]:
        board = load_board(name)
        deal = day_deal(board, wanted)
        found = par_of(deal, board)
        places = [f"{place + 1}. {points}" for place, points in enumerate(found.points) if place % _SHOWN == 0]
        click.echo(f"{wanted} {name}: par {found.par}")
        click.echo(f"  seed      {deal.seed}")
        click.echo(f"  opponent  {deal.level}")
        click.echo(f"  field     {', '.join([*places, f'{len(found.points)}. {found.points[-1]}'])}")


@day.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path), metavar="RECORD")
def check(file: Path) -> None:
    """Check that RECORD is a result of a day's deal, and say which place it has among the bots.

    The record must replay, from the seed of a day, and the opponent must have played as it does in every position.
    """
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        read = read_game_file(raw)
    except GameFileError as error:
        raise UserError(f"No result: {error}") from None
    seed = read.record.seed
    played = day_of(seed) if isinstance(seed, str) else None
    if played is None:
        raise UserError("No result: the game was not dealt as the deal of a day.")
    deal = day_deal(read.board, played)
    try:
        result = check_result(deal, read.board, read.record)
    except BadResult as error:
        raise UserError(f"No result: {error}") from None
    found = par_of(deal, read.board)
    click.echo(f"{played} {read.board.id}: {result.points} points, par {found.par}")
    click.echo(
        f"Place {found.place(result.points)} among {len(found.points)} games of bots; margin {result.margin:+d}."
    )
