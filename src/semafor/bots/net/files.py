"""The weights that come with the package: one file for each board that a network was trained on."""

import json
from importlib.resources import files
from typing import Final

from semafor.model.board import Board
from semafor.model.errors import SemaforError

SUFFIX: Final = ".net"


class WeightsError(SemaforError):
    """Weights that are missing, or not for this board or these inputs."""


def trained_boards() -> list[str]:
    """Return the ids of the boards with weights in the package."""
    names = [file.name for file in files("semafor.bots.net").joinpath("weights").iterdir()]
    return sorted([name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)])


_PLAYERS: Final[dict[str, list[int]]] = {}


def trained_players(board: Board) -> list[int]:
    """Return the numbers of players that a network plays with; none on a board or revision without one."""
    digest: str = board.spec.digest
    if digest not in _PLAYERS:
        _PLAYERS[digest] = []
        file = files("semafor.bots.net").joinpath("weights", board.id + SUFFIX)
        if file.is_file():
            about = json.loads(file.read_bytes().partition(b"\n")[0])
            if about["digest"] == digest:
                _PLAYERS[digest] = about["players"]
    return _PLAYERS[digest]


def stored_weights(board: Board) -> bytes:
    """Return the weights that come with the package for a board."""
    file = files("semafor.bots.net").joinpath("weights", board.id + SUFFIX)
    if not file.is_file():
        trained = ", ".join(trained_boards())
        raise WeightsError(f"no network has been trained on the board {board.id}, only on {trained}")
    data: bytes = file.read_bytes()
    return data
