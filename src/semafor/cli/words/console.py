"""The console to print on, and how cards look there."""

from __future__ import annotations

import sys
from typing import Final

from rich.console import Console
from rich.text import Text

CARD_STYLES: Final = {
    "purple": "magenta",
    "blue": "bright_blue",
    "orange": "dark_orange",
    "white": "bright_white",
    "green": "green",
    "yellow": "yellow",
    "black": "grey50",
    "red": "red",
    "grey": "default",
    "locomotive": "bold bright_cyan",
}
"""How the cards look in a terminal that has colours."""


def make_console() -> Console:
    """Return the console to print on: with colours on a terminal, plain elsewhere."""
    if hasattr(sys.stdout, "reconfigure"):
        # A terminal that can't show a letter shows a question mark.
        sys.stdout.reconfigure(errors="replace")
    # An emoji code such as :Star: may be part of a bot's name.
    return Console(highlight=False, soft_wrap=False, emoji=False)


def print_indented(console: Console, text: Text, indent: int) -> None:
    """Print a text with every line indented, including wrapped ones."""
    for line in text.wrap(console, max(20, console.width - indent)):
        line.rstrip()
        console.print(Text(" " * indent).append_text(line), no_wrap=True, overflow="ignore", crop=False)
