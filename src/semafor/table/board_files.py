"""The boards of tables: built-in ones by their id, and people's own by the text of their file. Nothing reads a file.

A text that somebody sends may be made to do harm: it is limited in size, and in how deep its keys go, because reading
deep keys takes a time that grows with the square of their depth.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from semafor import Board, BoardError, builtin_ids, load_board
from semafor.engine.boards import make_board
from semafor.model.reading import Problem

LONGEST_FILE: Final = 200_000
_TOO_DEEP: Final = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){12}""")


def find_board(name: str, text: str | None) -> Board:
    """The board of a table; raises BoardError. It may take a while if the text is new."""
    if text is not None:
        return _own_board(text)
    if name not in builtin_ids():
        raise _problem(f"there is no board {name!r}; there are {', '.join(builtin_ids())}")
    return load_board(name)


@lru_cache(maxsize=64)
def _own_board(text: str) -> Board:
    if len(text) > LONGEST_FILE:
        raise _problem(f"a board file has at most {LONGEST_FILE} letters")
    if _TOO_DEEP.search(text) is not None:
        raise _problem("the board file has a key of more than a dozen parts; none has more than three")
    try:
        return make_board(text, "the board file")
    except RecursionError:
        raise _problem("the board file has tables or lists within each other too deeply to be read") from None


def _problem(text: str) -> BoardError:
    return BoardError([Problem("", text)])
