"""A game in the terminal (``semafor play --terminal``), against random players or each other."""

from __future__ import annotations

import secrets
import sys

import click

import semafor
from semafor import SPECTATOR, BotError, Chance, make_bot
from semafor.bots.registry import split_specs
from semafor.cli.play.game import Quit, TerminalGame
from semafor.cli.play.view import PlayView
from semafor.cli.score.table import ScoreTable
from semafor.cli.words.catalogue import understood
from semafor.cli.words.console import make_console
from semafor.cli.words.language import Speech

_HUMAN = understood("you")
_RANDOM = understood("random")
_YOU = "you"
_ANYHOW = "random"


def play_in_terminal(board: str, players: int | None, seats: str | None, seed: str | None, speech: Speech) -> None:
    """Play a game in the terminal."""
    movers = _seats(seats, players, speech)
    count = len(movers)
    humans = [seat for seat, mover in enumerate(movers) if mover == _YOU]
    names = _names(movers, speech)
    chosen: int | str = secrets.randbelow(1_000_000) if seed is None else int(seed) if seed.isdecimal() else seed
    game = semafor.new_game(board, count, chosen)
    try:
        bots = {seat: make_bot(mover, game.board) for seat, mover in enumerate(movers) if mover not in (_YOU, _ANYHOW)}
    except BotError as error:
        raise click.UsageError(str(error)) from None
    console = make_console()
    view = PlayView(game, names, speech, console)
    title = speech.name(game.board.spec.names)
    view.say("welcome", board=title, players=speech.count("players", count), seed=chosen)
    view.tell(game.opening_events, SPECTATOR)
    table = TerminalGame(game, humans, view, Chance.seeded(f"random movers of {chosen}"), _ask, bots)
    try:
        table.play()
    except Quit:
        again = f"semafor play --terminal --board {board} --players {count} --seed {chosen}"
        if seats is not None:
            again += f" --seats {seats}"
        console.print()
        view.say("goodbye", command=again)
        return
    console.print()
    ScoreTable(game.score_sheet(), names, speech, console).print()


def _ask(prompt: str) -> str:
    """Read a line; show the prompt only on a terminal."""
    if sys.stdin.isatty():
        return input(prompt)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    click.echo(f"{prompt}{line.rstrip()}")
    return line


def _seats(text: str | None, players: int | None, speech: Speech) -> list[str]:
    """Return who moves each seat: _YOU, _ANYHOW or the name of a bot."""
    if text is None:
        return [_YOU, *[_ANYHOW] * ((players or 2) - 1)]
    words = split_specs(text)
    if players is not None and players != len(words):
        raise click.UsageError(speech("seats_differ", seats=len(words), players=players))
    return [_YOU if word.lower() in _HUMAN else _ANYHOW if word.lower() in _RANDOM else word for word in words]


def _names(movers: list[str], speech: Speech) -> list[str]:
    names: list[str] = []
    for seat, mover in enumerate(movers):
        if mover == _ANYHOW:
            names.append(speech("random", number=seat + 1))
        elif mover == _YOU:
            names.append(speech("you" if movers.count(_YOU) == 1 else "human", number=seat + 1))
        else:
            names.append(f"{mover} {seat + 1}")
    return names
