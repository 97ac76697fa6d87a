"""``semafor puzzles``: make puzzles, and check their proofs."""

from __future__ import annotations

import json
from pathlib import Path

import click

from semafor import builtin_ids, load_board
from semafor.bots.registry import BotError
from semafor.cli.main import UserError
from semafor.cli.words.language import here, hidden_language
from semafor.puzzles.collection import Puzzle, PuzzleError, key_of, puzzles_of, read_collection
from semafor.puzzles.making import Found, checked, choose, collection, renewed
from semafor.puzzles.making import make as made
from semafor.puzzles.proving import BY_PLANNERS, Prover

_FEW = 3
"""Proofs that are checked unless all are asked for."""
_KEPT = 36
"""Puzzles of a board that are kept unless another number is asked for."""


@click.group()
@hidden_language
def puzzles() -> None:
    """Make puzzles, and check their proofs."""


@puzzles.command()
@click.argument("board", type=click.Choice(builtin_ids()))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--count", type=click.IntRange(1), default=_KEPT, show_default=True)
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
    prover = Prover(load_board(board))
    found = _read(board, file)
    wanted = found if everything else found[:_FEW]
    same = 0
    for number, puzzle in enumerate(wanted, 1):
        proven = checked(prover, puzzle)
        if proven is None:
            raise UserError(here("puzzles_fail", id=puzzle.id))
        if proven.by == puzzle.by and proven != puzzle:
            raise UserError(here("puzzles_differ", id=puzzle.id))
        same += proven.by == puzzle.by
        click.echo(_said(number, puzzle))
    click.echo(here("puzzles_checked", count=same))
    if same < len(wanted):
        click.echo(here("puzzles_hold", count=len(wanted) - same))


@puzzles.command()
@click.argument("board", type=click.Choice(builtin_ids()))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--file", "old", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--count", type=click.IntRange(1), default=_KEPT, show_default=True)
@hidden_language
def renew(board: str, file: Path, old: Path | None, count: int) -> None:
    """Prove puzzles with the bots of today; keep those that hold."""
    played = load_board(board)
    prover = Prover(played)
    kept: list[Puzzle] = []
    for number, puzzle in enumerate(_read(board, old), 1):
        proven = renewed(prover, puzzle)
        click.echo(here("puzzles_fail", id=puzzle.id) if proven is None else _said(number, proven))
        kept += [] if proven is None else [proven]
    kept = choose(played, kept, count)
    file.write_bytes(collection(played, kept).write())
    click.echo(here("puzzles_written", file=file, count=len(kept)))


@puzzles.command()
@click.argument("board", type=click.Choice(builtin_ids()))
@click.option("--bot", "spec", default=BY_PLANNERS, show_default=True)
@hidden_language
def solve(board: str, spec: str) -> None:
    """Let a bot answer the puzzles of a board."""
    played = load_board(board)
    prover = Prover(played)
    found = _read(board, None)
    right, behind = 0, 0.0
    for number, puzzle in enumerate(found, 1):
        seen = puzzle.game(played).observe(puzzle.seat)
        try:
            wanted, _ = prover.choice(spec, seen, f"{puzzle.seed}:answer")
        except BotError as error:
            raise UserError(str(error)) from None
        option = next(option for option in puzzle.options if key_of(played, option.action) == wanted)
        right += option is puzzle.options[0]
        behind += option.results[0].behind
        said = json.dumps(option.action, ensure_ascii=False)
        points = f"{option.results[0].behind:.1f}"
        click.echo(here("puzzles_answered", number=number, id=puzzle.id, action=said, points=points))
    mean = f"{behind / max(1, len(found)):.1f}"
    click.echo(here("puzzles_solved", bot=spec, right=right, count=len(found), points=mean))


def _read(board: str, file: Path | None) -> list[Puzzle]:
    """Return the puzzles of a file; without one, those of the package."""
    if file is None:
        return list(puzzles_of(board).values())
    try:
        return read_collection(file.read_bytes(), load_board(board)).puzzles
    except PuzzleError as error:
        raise UserError(str(error)) from None


def _said(number: int, puzzle: Puzzle) -> str:
    """Return the solution of a puzzle in one line."""
    action = json.dumps(puzzle.options[0].action, ensure_ascii=False)
    return here("puzzles_proven", number=number, id=puzzle.id, action=action, points=f"{puzzle.lead:.1f}")
