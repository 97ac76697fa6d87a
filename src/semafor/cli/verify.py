"""``semafor verify``: check that a finished game's deck is the one the server committed to."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from semafor import GameFileError, read_game_file
from semafor.cli.main import UserError
from semafor.cli.words.language import here, hidden_language
from semafor.engine.files.game_file import commitment


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path), metavar="RECORD")
@click.option("--commitment", "noted", metavar="HEX")
@hidden_language
def verify(file: Path, noted: str | None) -> None:
    """Check that the seed is the one committed to, and that the whole game follows from it by the rules."""
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        read = read_game_file(raw)
    except GameFileError as error:
        raise UserError(here("not_verified", error=error)) from None
    game, record, head = read.game, read.record, read.head
    promised = noted or head.get("commitment")
    if noted is not None and (not isinstance(record.seed, str) or commitment(record.seed) != noted.strip().lower()):
        raise UserError(here("not_verified_seed"))
    written = head.get("score")
    if written is not None and written != game.score().to_json():
        raise UserError(here("not_verified_score"))
    if promised is not None:
        click.echo(here("verified_seed", commitment=promised))
    else:
        click.echo(here("verified_no_commitment"))
    totals = ", ".join(str(seat.total) for seat in game.score().seats)
    key = "verified_over" if game.over else "verified_not_over"
    click.echo(here(key, number=len(record.steps), board=game.board.id, totals=totals))
