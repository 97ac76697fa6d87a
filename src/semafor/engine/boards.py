"""Boards by name or file, ready to be played on."""

import re
from collections import OrderedDict
from threading import Lock
from typing import Final

from semafor.compiled import warn_if_interpreted
from semafor.engine.loading import board_text, builtin_ids, parse_toml, read_board_file, sketch_board
from semafor.model.board import Board
from semafor.model.reading import BoardError, Phrase, Problem
from semafor.model.spec import BoardSpec
from semafor.rules.catalogue import build_board

LONGEST_FILE: Final = 200_000
"""The longest board file that may be uploaded, in characters."""
_TOO_DEEP: Final = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){12}""")

_NAMELESS: Final = Phrase("the board file")
_KEPT: Final = 64
_built: OrderedDict[str, Board] = OrderedDict()
"""Boards by the texts of their files, the one used last at the end; equal files share one, since nothing changes it."""
_lock: Final = Lock()


def load_board(name_or_path: str) -> Board:
    """Load a built-in board by its id, or a board file by its path.

    Raises BoardError with every problem of a file that can't be played.

    >>> load_board("usa").spec.names["en"]
    'USA'
    """
    warn_if_interpreted()
    return board_of(board_text(name_or_path), name_or_path)


def make_board(text: str, name: str | Phrase) -> Board:
    """Make a board from the text of a board file; raise BoardError with every problem if it can't be played."""
    spec, rules = read_board_file(text, name)
    board = build_board(spec, rules)
    board.text = text
    return board


def board_of(text: str, name: str | Phrase = _NAMELESS) -> Board:
    """Return the board of a text that is trusted, made anew only if it was not used lately; raise BoardError."""
    with _lock:
        if text in _built:
            _built.move_to_end(text)
            return _built[text]
    made = make_board(text, name)
    with _lock:
        board = _built.setdefault(text, made)
        while len(_built) > _KEPT:
            _built.popitem(last=False)
    return board


def find_board(name: str, text: str | None) -> Board:
    """Return a built-in board by its id, or a custom one by the text of its file; raise BoardError.

    It never opens a file, so untrusted names and texts are safe. A malicious text is limited in size and in the depth
    of its keys, because the time to parse keys grows with the square of their depth.
    """
    if text is None:
        if name not in builtin_ids():
            message = "there is no board {name}; there are {boards}"
            raise BoardError([Problem("", message, name=repr(name), boards=", ".join(builtin_ids()))])
        return load_board(name)
    if text not in _built:
        check_size(text)
    return board_of(text)


def check_size(text: str) -> None:
    """Raise BoardError if an untrusted text is too long for a board file, or its keys too deep."""
    if len(text) > LONGEST_FILE:
        raise BoardError([Problem("", "a board file has at most {most} letters", most=LONGEST_FILE)])
    if _TOO_DEEP.search(text) is not None:
        deep = "the board file has a key of more than a dozen parts; none has more than three"
        raise BoardError([Problem("", deep)])


def unfinished_board(text: str) -> BoardSpec:
    """Return what can be read of the text of somebody's board file; raise BoardError if it can't be read at all."""
    check_size(text)
    return sketch_board(text, _NAMELESS)


def unfinished_data(text: str) -> dict[str, object]:
    """Return the contents of somebody's board file as plain data; raise BoardError if they can't be read."""
    check_size(text)
    return parse_toml(text, _NAMELESS)
