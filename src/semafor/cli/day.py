"""``semafor day``: the deal of the day, its par, and results checked."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from semafor import GameFileError, load_board, read_game_file
from semafor.cli.main import UserError
from semafor.cli.words.language import here, hidden_language
from semafor.contest.par import par_of
from semafor.contest.results import BadResult, check_result
from semafor.table.board_info import offered_boards
from semafor.table.deals import NoSuchDay, day_deal, day_of, read_day, today

_SHOWN = 10
"""The points of every n-th place of the field are shown."""


@click.group()
@hidden_language
def day() -> None:
    """Show the deal of the day, and check results."""


@day.command()
@click.argument("date", required=False)
@click.option(
    "--board",
    "boards",
    type=click.Choice(offered_boards()),
    multiple=True,
)
@hidden_language
def par(date: str | None, boards: tuple[str, ...]) -> None:
    """Show the par of a day's deal."""
    now = time.time()
    try:
        wanted = today(now) if date is None else read_day(date, now)
    except NoSuchDay as error:
        raise UserError(str(error)) from None
    for name in boards or offered_boards():
        board = load_board(name)
        deal = day_deal(board, wanted)
        found = par_of(deal, board)
        places = [f"{place + 1}. {points}" for place, points in enumerate(found.points) if place % _SHOWN == 0]
        field = ", ".join([*places, f"{len(found.points)}. {found.points[-1]}"])
        click.echo(here("day_par", day=wanted, board=name, par=found.par))
        click.echo(here("day_deal", seed=deal.seed, level=deal.level, field=field))


@day.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path), metavar="RECORD")
@hidden_language
def check(file: Path) -> None:
    """Check that a record is a valid result of a day's deal, and print its place among the bots."""
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        read = read_game_file(raw)
    except GameFileError as error:
        raise UserError(here("day_no_result", error=error)) from None
    seed = read.record.seed
    played = day_of(seed) if isinstance(seed, str) else None
    if played is None:
        raise UserError(here("day_other_deal"))
    deal = day_deal(read.board, played)
    try:
        result = check_result(deal, read.board, read.record)
    except BadResult as error:
        raise UserError(here("day_no_result", error=error)) from None
    found = par_of(deal, read.board)
    click.echo(here("day_result", day=played, board=read.board.id, points=result.points, par=found.par))
    place = found.place(result.points)
    click.echo(here("day_place", place=place, games=len(found.points), margin=f"{result.margin:+d}"))
