"""A game in the terminal (``semafor play --terminal``), against random players or each other."""

from __future__ import annotations

import secrets
import sys

import click

import semafor
from semafor import SPECTATOR, Chance
from semafor.cli.play.game import Quit, TerminalGame
from semafor.cli.play.view import PlayView
from semafor.cli.score.table import ScoreTable
from semafor.cli.words.catalogue import understood
from semafor.cli.words.console import make_console
from semafor.cli.words.language import Speech

_HUMAN = understood("you")
_RANDOM = understood("random")


def play_in_terminal(board: str, players: int | None, seats: str | None, seed: str | None, speech: Speech) -> None:
    """Play a game in the terminal."""
    humans, count = _seats(seats, players, speech)
    names = _names(humans, count, speech)
    chosen: int | str = secrets.randbelow(1_000_000) if seed is None else int(seed) if seed.isdecimal() else seed
    game = semafor.new_game(semafor.load_board(board), count, chosen)
    console = make_console()
    view = PlayView(game, names, speech, console)
    title = speech.name(game.board.spec.names)
    view.say("welcome", board=title, players=speech.count("players", count), seed=chosen)
    view.tell(game.opening_events, SPECTATOR)
    table = TerminalGame(game, humans, view, Chance.seeded(f"random movers of {chosen}"), _ask)
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


def _seats(text: str | None, players: int | None, speech: Speech) -> tuple[list[int], int]:
    """Return the seats of people and the number of all seats."""
    if text is None:
        return [0], players or 2
    humans: list[int] = []
    words = [word.strip().lower() for word in text.split(",")]
    for seat, word in enumerate(words):
        if word in _HUMAN:
            humans.append(seat)
        elif word not in _RANDOM:
            raise click.UsageError(speech("bad_seats", text=text, word=word))
    if players is not None and players != len(words):
        raise click.UsageError(speech("seats_differ", seats=len(words), players=players))
    return humans, len(words)


def _names(humans: list[int], count: int, speech: Speech) -> list[str]:
    names: list[str] = []
    for seat in range(count):
        key = "random" if seat not in humans else "you" if len(humans) == 1 else "human"
        names.append(speech(key, number=seat + 1))
    return names
