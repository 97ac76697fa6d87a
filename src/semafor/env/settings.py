"""Parameters of all environments: a board, a number of players, opponents, a reward."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from semafor.bots.registry import make_bot, split_specs
from semafor.engine.boards import load_board
from semafor.env.core.batch import REWARDS
from semafor.env.core.opponents import Decide
from semafor.env.layout import check_players
from semafor.model.board import Board
from semafor.model.errors import SemaforError

BoardLike = Board | str | PathLike[str]
"""A board, the id of a built-in one, or the path of a board file."""

Opponents = str | Decide | Sequence[str | Decide]
"""Names of bots (see docs/bots.md), or functions that get what `Bot.choose` gets and return an action."""


class EnvError(SemaforError):
    """An environment that can't be made or used like this."""


def find_board(board: BoardLike, players: int) -> Board:
    """Return the board if it allows this number of players; raise GameError otherwise."""
    found = board if isinstance(board, Board) else load_board(str(board))
    check_players(found, players)
    return found


def check_reward(reward: str) -> str:
    """Check the name of a reward."""
    if reward not in REWARDS:
        raise EnvError(f"reward must be {' or '.join(REWARDS)}, not {reward!r}")
    return reward


def check_illegal(illegal: str) -> str:
    """Return what an illegal action does: "end" loses the game, "raise" raises and changes nothing."""
    if illegal not in ("end", "raise"):
        raise EnvError(f'illegal must be "end" or "raise", not {illegal!r}')
    return illegal


def learner_seat(options: dict[str, Any] | None, players: int) -> int:
    """Return the seat in the options of a reset, or -1."""
    unknown = sorted(set(options or {}) - {"seat"})
    if unknown:
        raise EnvError(f'the only option is "seat", not {", ".join(map(repr, unknown))}')
    seat = (options or {}).get("seat", -1)
    if "seat" in (options or {}) and (not isinstance(seat, int) or not 0 <= seat < players):
        raise EnvError(f"seat must be from 0 to {players - 1}, not {seat!r}")
    return int(seat)


def find_opponents(opponents: Opponents, board: Board, players: int) -> list[str | Decide]:
    """Return a bot or a function for every seat but one: one for all of them, or one for each."""
    specs: list[str | Decide]
    if isinstance(opponents, str):
        specs = [*split_specs(opponents)]
    elif callable(opponents):
        specs = [opponents]
    else:
        specs = list(opponents)
    if len(specs) == 1:
        specs *= players - 1
    if len(specs) != players - 1:
        raise EnvError(f"a game of {players} needs {players - 1} opponents (or one for all seats), not {len(specs)}")
    for spec in dict.fromkeys(specs):
        if isinstance(spec, str):
            make_bot(spec, board)
        elif not callable(spec):
            raise EnvError(f"an opponent must be the name of a bot or a function, not {spec!r}")
    return specs
