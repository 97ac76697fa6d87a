"""The command ``semafor engine``: a game on standard input and output, for other programs."""

from __future__ import annotations

import sys

import click

from semafor.cli.words.language import hidden_language
from semafor.engine.protocol import Session


@click.command()
@hidden_language
def engine() -> None:
    """Answer requests from standard input until it ends."""
    session = Session()
    # Bytes: the session must answer input that is not UTF-8, and only a line feed ends a line.
    for line in iter(sys.stdin.buffer.readline, b""):
        sys.stdout.buffer.write(session.handle_bytes(line).encode() + b"\n")
        sys.stdout.buffer.flush()
