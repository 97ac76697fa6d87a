"""``semafor score``: the score of a game that was played on a real table, with every point explained."""

from __future__ import annotations

import json
from typing import TextIO

import click
from rich.text import Text

import semafor
from semafor import Game, PositionError
from semafor.cli.main import UserError
from semafor.cli.score.table import ScoreTable
from semafor.cli.score.text import TableText, load_table
from semafor.cli.words.console import make_console, print_indented
from semafor.cli.words.language import Speech, language_option, names_option


@click.command()
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.option("--board", metavar="ID|FILE")
@click.option("--json", "as_json", is_flag=True)
@language_option
@names_option
def score(file: TextIO, board: str | None, as_json: bool, lang: str, local_names: bool) -> None:
    """Score a game: a text typed at the table, or a position in JSON."""
    speech = Speech(lang, local_names)
    try:
        text = file.read()
    except UnicodeDecodeError as error:
        raise UserError(speech("not_utf8", file=file.name, error=error.reason)) from error
    notes: list[str] = []
    if text.lstrip().startswith("{"):
        game = _read_position(text, file.name, board, speech)
        players = [speech("seat_name", number=seat + 1) for seat in range(game.players)]
        if not game.over:
            notes.append(speech("not_over"))
    else:
        table = TableText(text, speech, board)
        if table.problems:
            _complain(table, file.name, speech)
        game = load_table(table)
        players = table.names
        notes = table.notes
    if as_json:
        click.echo(json.dumps(game.score().to_json(), ensure_ascii=False))
        return
    ScoreTable(game.score_sheet(), players, speech, make_console()).print(notes)


def _read_position(text: str, name: str, board: str | None, speech: Speech) -> Game:
    try:
        data: object = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise UserError(speech("not_json", file=name, error=error)) from error
    given = None if board is None else semafor.load_board(board)
    try:
        return semafor.load_position(data, seed=0, board=given)
    except PositionError as error:
        problems = "\n".join(f"  {speech.problem(problem)}" for problem in error.problems)
        raise UserError(f"{speech('not_a_position', file=name)}\n{problems}") from error


def _complain(table: TableText, name: str, speech: Speech) -> None:
    """Show all problems, each with its line, and exit."""
    number = len(table.problems)
    console = make_console()
    console.stderr = True
    console.print(Text(speech.form("problems", number).format(source=name, number=number), style="bold red"))
    for problem in table.problems:
        where = f"{speech('line', line=problem.line)}: " if problem.line else ""
        print_indented(console, Text.assemble((where, "bold"), problem.message), 2)
    raise click.exceptions.Exit(UserError.exit_code)
