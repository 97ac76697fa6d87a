"""``semafor analyse``: a finished game as the planner sees it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from semafor import GameFileError, read_game_files
from semafor.cli.main import UserError
from semafor.cli.words.language import here, hidden_language
from semafor.simulation.analysis import PLAYOUTS, AnalysisError
from semafor.simulation.analysis import analyse as analysed


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path), metavar="RECORD")
@click.option("--playouts", type=click.IntRange(1), default=PLAYOUTS, show_default=True)
@hidden_language
def analyse(file: Path, playouts: int) -> None:
    """Print one line of JSON for each record in the file."""
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        for one in read_game_files(raw):
            click.echo(json.dumps(analysed(one.record, one.board, playouts).to_json(), ensure_ascii=False))
    except (GameFileError, AnalysisError) as error:
        raise UserError(here("not_analysed", error=error)) from None
