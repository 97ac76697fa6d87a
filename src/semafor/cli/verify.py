"""``semafor verify``: was the deck of a finished game what the server had committed to?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from semafor import GameFileError, read_game_file
from semafor.cli.main import UserError
from semafor.engine.files.game_file import commitment


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path), metavar="RECORD")
@click.option("--commitment", "noted", metavar="HEX", help="The commitment that you noted when the game began.")
def verify(file: Path, noted: str | None) -> None:
    """Check the file of a finished game (from its page, or /api/games/…/record).

    The seed must be the one that the server committed to before the deal, and the whole game must follow from it:
    every card, ticket and shuffle, by the rules.
    """
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        read = read_game_file(raw)
    except GameFileError as error:
        raise UserError(f"Not verified: {error}") from None
    game, record, head = read.game, read.record, read.head
    promised = noted or head.get("commitment")
    if noted is not None and (not isinstance(record.seed, str) or commitment(record.seed) != noted.strip().lower()):
        raise UserError("Not verified: the seed of the record is not the one that the server had committed to.")
    written = head.get("score")
    if written is not None and written != game.score().to_json():
        raise UserError("Not verified: the score in the file is not that of the game.")
    if promised is not None:
        click.echo(f"The seed is the one committed to: {promised}")
    else:
        click.echo("The file has no commitment; give the one that you noted with --commitment.")
    totals = ", ".join(str(seat.total) for seat in game.score().seats)
    state = "over" if game.over else "not over"
    steps = len(record.steps)
    click.echo(f"All {steps} actions follow the rules on {game.board.id}; the game is {state}: {totals} points.")
