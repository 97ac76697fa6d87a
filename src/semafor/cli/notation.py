"""``semafor notation``: a game as text for people, or back as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from semafor import GameFileError, RecordError, read_game_file
from semafor.cli.main import UserError
from semafor.cli.words.language import here, hidden_language
from semafor.engine.files.game_text import game_to_text


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path), metavar="RECORD")
@click.option("--json", "as_json", is_flag=True)
@hidden_language
def notation(file: Path, as_json: bool) -> None:
    """Write a game as text, or as JSON; it is replayed first, so the output follows the rules."""
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        record = read_game_file(raw).record
        click.echo(json.dumps(record.to_json()) if as_json else game_to_text(record), nl=as_json)
    except (GameFileError, RecordError) as error:
        raise UserError(here("not_a_game", error=error)) from None
