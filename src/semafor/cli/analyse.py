"""``semafor analyse``: a finished game as the planner sees it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from semafor import GameFileError, read_game_files
from semafor.cli.main import UserError
from semafor.cli.words.language import here, language_option
from semafor.simulation.insight.analysis import PLAYOUTS, AnalysisError
from semafor.simulation.insight.analysis import analyse as analysed
from semafor.simulation.insight.prose import prose, words


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path), metavar="RECORD")
@click.option("--playouts", type=click.IntRange(1), default=PLAYOUTS, show_default=True)
@click.option("--json", "as_json", is_flag=True)
@language_option
def analyse(file: Path, playouts: int, as_json: bool, lang: str) -> None:
    """Print what happened in each record in the file, or one line of JSON for each."""
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        for one in read_game_files(raw):
            found = analysed(one.record, one.board, playouts)
            if as_json:
                click.echo(json.dumps(found.to_json(), ensure_ascii=False))
            else:
                click.echo(prose(found, one.record, words(lang)) + "\n")
    except (GameFileError, AnalysisError) as error:
        raise UserError(here("not_analysed", error=error)) from None
