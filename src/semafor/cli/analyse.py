"""``semafor analyse``: a finished game as the planner sees it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from semafor import GameFileError, read_game_files
from semafor.cli.main import UserError
from semafor.simulation.analysis import PLAYOUTS, AnalysisError
from semafor.simulation.analysis import analyse as analysed


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path), metavar="RECORD")
@click.option("--playouts", type=click.IntRange(1), default=PLAYOUTS, show_default=True, help="Games for one chance.")
def analyse(file: Path, playouts: int) -> None:
    """Print, as JSON, what the planner would have done in a finished game, and how the chances of winning went.

    RECORD is the file of a game in any form (JSON, lines of JSON, text), or - for standard input. It may hold many
    records, one a line, as `semafor arena --records` writes them; then one line is printed for each.
    """
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        for one in read_game_files(raw):
            click.echo(json.dumps(analysed(one.record, one.board, playouts).to_json(), ensure_ascii=False))
    except (GameFileError, AnalysisError) as error:
        raise UserError(f"Not analysed: {error}") from None
