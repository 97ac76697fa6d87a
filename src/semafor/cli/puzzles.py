"""``semafor puzzles``: make puzzles, and check their proofs."""

from __future__ import annotations

import json
from pathlib import Path

import click

from semafor import builtin_ids, load_board
from semafor.bots.registry import BotError
from semafor.cli.main import UserError
from semafor.cli.words.language import here, hidden_language
from semafor.puzzles.collection import Puzzle, PuzzleError, puzzles_of, read_collection
from semafor.puzzles.making import SEARCH, Found, answer, prove
from semafor.puzzles.making import make as made

_FEW = 3
"""Proofs that are checked unless all are asked for."""


@click.group()
@hidden_language
def puzzles() -> None:
    """Make puzzles, and check their proofs."""


@puzzles.command()
@click.argument("board", type=click.Choice(builtin_ids()))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--count", type=click.IntRange(1), default=36, show_default=True)
@click.option("--games", type=click.IntRange(1), default=200, show_default=True)
@hidden_language
def make(board: str, file: Path, count: int, games: int) -> None:
    """Look for puzzles on a board."""

    def tell(found: Found, so_far: int) -> None:
        click.echo(here("puzzles_game", game=found.game, found=len(found.puzzles), all=so_far))

    collection = made(load_board(board), count, games, file.with_suffix(".progress"), tell)
    file.write_bytes(collection.write())
    click.echo(here("puzzles_written", file=file, count=len(collection.puzzles)))


@puzzles.command()
@click.argument("board", type=click.Choice(builtin_ids()))
@click.option("--all", "everything", is_flag=True)
@click.option("--file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@hidden_language
def check(board: str, everything: bool, file: Path | None) -> None:
    """Work out proofs again, and compare."""
    played = load_board(board)
    try:
        found = list(puzzles_of(board).values()) if file is None else read_collection(file.read_bytes(), played).puzzles
    except PuzzleError as error:
        raise UserError(str(error)) from None
    wanted = found if everything else found[:_FEW]
    for number, puzzle in enumerate(wanted, 1):
        if prove(puzzle.game(played).observe(puzzle.seat), puzzle.seed) != puzzle.options:
            raise UserError(here("puzzles_differ", id=puzzle.id))
        click.echo(_said(number, puzzle))
    click.echo(here("puzzles_checked", count=len(wanted)))


@puzzles.command()
@click.argument("board", type=click.Choice(builtin_ids()))
@click.option("--bot", "spec", default=SEARCH, show_default=True)
@hidden_language
def solve(board: str, spec: str) -> None:
    """Let a bot answer the puzzles of a board."""
    played = load_board(board)
    found = list(puzzles_of(board).values())
    right, behind = 0, 0.0
    for number, puzzle in enumerate(found, 1):
        try:
            option = answer(puzzle, played, spec)
        except BotError as error:
            raise UserError(str(error)) from None
        right += option is puzzle.options[0]
        behind += option.behind
        said = json.dumps(option.action, ensure_ascii=False)
        click.echo(here("puzzles_answered", number=number, id=puzzle.id, action=said, points=f"{option.behind:.1f}"))
    mean = f"{behind / max(1, len(found)):.1f}"
    click.echo(here("puzzles_solved", bot=spec, right=right, count=len(found), points=mean))


def _said(number: int, puzzle: Puzzle) -> str:
    """Return the solution of a puzzle in one line."""
    action = json.dumps(puzzle.options[0].action, ensure_ascii=False)
    return here("puzzles_proven", number=number, id=puzzle.id, action=action, points=f"{puzzle.lead:.1f}")
