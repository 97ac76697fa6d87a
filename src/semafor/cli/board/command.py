"""``semafor board``: list boards, show one, and check a board file."""

from __future__ import annotations

import json

import click
from rich import box
from rich.table import Table
from rich.text import Text

from semafor import BoardError, builtin_ids, load_board
from semafor.cli.board.lab import lab
from semafor.cli.board.sheet import BoardSheet
from semafor.cli.words.console import make_console
from semafor.cli.words.language import Speech, hidden_language, language_option, names_option
from semafor.engine.definition import board_definition

EXIT_PROBLEMS = 1


@click.group()
@hidden_language
def board() -> None:
    """List, show and check boards."""


@board.command("list")
@language_option
def list_boards(lang: str) -> None:
    """List the boards that come with Semafor."""
    say = Speech(lang)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 0))
    table.add_column(say("list_id"), no_wrap=True, style="bold")
    table.add_column(say("list_name"))
    for column in ("players", "places", "routes", "tickets", "revision"):
        table.add_column(say(f"list_{column}"), justify="right", no_wrap=True)
    for id in builtin_ids():
        spec = load_board(id).spec
        table.add_row(
            id,
            say.name(spec.names),
            f"{spec.min_players}–{spec.max_players}",
            str(len(spec.places)),
            str(len(spec.routes)),
            str(len(spec.tickets)),
            str(spec.revision),
        )
    make_console().print(table)


@board.command()
@click.argument("board", metavar="ID|FILE")
@click.option("--routes", is_flag=True)
@click.option("--tickets", is_flag=True)
@click.option("--json", "as_json", is_flag=True)
@language_option
@names_option
def show(board: str, routes: bool, tickets: bool, as_json: bool, lang: str, local_names: bool) -> None:
    """Show a board."""
    loaded = load_board(board)
    if as_json:
        click.echo(json.dumps(board_definition(loaded), ensure_ascii=False))
        return
    BoardSheet(loaded, make_console(), Speech(lang, local_names)).print(routes, tickets)


@board.command()
@click.argument("file", metavar="FILE")
@language_option
@click.pass_context
def check(ctx: click.Context, file: str, lang: str) -> None:
    """Check a board file."""
    say = Speech(lang)
    console = make_console()
    try:
        loaded = load_board(file)
    except BoardError as error:
        number = len(error.problems)
        heading = say.form("board_problems", number).format(file=file, number=number)
        console.print(Text(heading, style="bold red"), soft_wrap=True)
        for problem in error.problems:
            where = (f"{problem.path}: ", "bold") if problem.path else ("", "")
            console.print(Text.assemble("  ", where, say.translated(problem.phrase)), soft_wrap=True)
        ctx.exit(EXIT_PROBLEMS)
    spec = loaded.spec
    playable = say(
        "board_playable",
        file=file,
        name=say.name(spec.names),
        id=spec.id,
        revision=spec.revision,
        least=spec.min_players,
        most=spec.max_players,
        places=len(spec.places),
        routes=len(spec.routes),
        tickets=len(spec.tickets),
        rules=len(loaded.rules),
    )
    console.print(Text(playable, style="green"), soft_wrap=True)


board.add_command(lab)
