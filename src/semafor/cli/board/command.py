"""``semafor board``: the boards there are, what is on one, and what is wrong with one."""

from __future__ import annotations

import json

import click
from rich import box
from rich.table import Table
from rich.text import Text

from semafor import Board, BoardError, builtin_ids, load_board
from semafor.cli.board.sheet import BoardSheet
from semafor.cli.words.language import make_console
from semafor.engine.definition import board_definition

EXIT_PROBLEMS = 1


@click.group()
def board() -> None:
    """List, show and check boards."""


@board.command("list")
def list_boards() -> None:
    """List the boards that come with Semafor."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 0))
    table.add_column("id", no_wrap=True, style="bold")
    table.add_column("name")
    for column in ("players", "places", "routes", "tickets", "rev."):
        table.add_column(column, justify="right", no_wrap=True)
    for id in builtin_ids():
        spec = load_board(id).spec
        table.add_row(
            id,
            " / ".join(dict.fromkeys(spec.names.values())),
            f"{spec.min_players}–{spec.max_players}",
            str(len(spec.places)),
            str(len(spec.routes)),
            str(len(spec.tickets)),
            str(spec.revision),
        )
    make_console().print(table)


@board.command()
@click.argument("board", metavar="ID|FILE")
@click.option("--routes", is_flag=True, help="List every route.")
@click.option("--tickets", is_flag=True, help="List every ticket.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole board as JSON, as 'semafor engine' does.")
def show(board: str, routes: bool, tickets: bool, as_json: bool) -> None:
    """Show a board: its rules with their parameters, its places, routes, tickets and goals.

    A value that is not simply as the rulebook prints it has a mark beside it: ? for assumed, ~ for read from a layout,
    † for taken from the published board, * for our own design. The marks are listed, with notes, at the end.
    """
    loaded = load_board(board)
    if as_json:
        click.echo(json.dumps(board_definition(loaded), ensure_ascii=False))
        return
    BoardSheet(loaded, make_console()).print(routes, tickets)


@board.command()
@click.argument("file", metavar="FILE")
@click.pass_context
def check(ctx: click.Context, file: str) -> None:
    """Check a board file: list everything that is wrong with it, with its place in the file."""
    console = make_console()
    try:
        loaded = load_board(file)
    except BoardError as error:
        number = len(error.problems)
        console.print(
            Text(f"{file} has {number} problem{'s' if number > 1 else ''}:", style="bold red"), soft_wrap=True
        )
        for problem in error.problems:
            where = (f"{problem.path}: ", "bold") if problem.path else ("", "")
            console.print(Text.assemble("  ", where, problem.message), soft_wrap=True)
        ctx.exit(EXIT_PROBLEMS)
    console.print(Text(f"{file} is a playable board: {_summary(loaded)}", style="green"), soft_wrap=True)


def _summary(board: Board) -> str:
    spec = board.spec
    players = f"{spec.min_players} to {spec.max_players} players"
    return (
        f"{spec.names['en']} ({spec.id}, revision {spec.revision}), {players}, {len(spec.places)} places, "
        f"{len(spec.routes)} routes, {len(spec.tickets)} tickets, {len(board.rules)} rules."
    )
