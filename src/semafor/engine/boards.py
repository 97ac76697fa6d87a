"""Boards by name or file, ready to be played on."""

from semafor.compiled import warn_if_interpreted
from semafor.engine.loading import board_text, read_board_file
from semafor.model.board import Board
from semafor.rules.catalogue import build_board

_built: dict[str, Board] = {}


def load_board(name_or_path: str) -> Board:
    """Load a built-in board by its id, or a board file by its path.

    Raises BoardError with every problem of a file that can't be played.

    >>> load_board("usa").spec.names["en"]
    'USA'
    """
    warn_if_interpreted()
    text = board_text(name_or_path)
    if text not in _built:
        # Boards are never changed, so equal files can share one.
        _built[text] = make_board(text, name_or_path)
    return _built[text]


def make_board(text: str, name: str) -> Board:
    """Make a board from the text of a board file; raise BoardError with every problem if it can't be played."""
    spec, rules = read_board_file(text, name)
    return build_board(spec, rules)
