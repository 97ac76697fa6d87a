"""The puzzles that come with the package: a file for each board, read when somebody asks for it.

A puzzle is a position as one seat knows it: what the seat can't know has been made up before the puzzle was kept, so
there is nothing hidden in it. Its proof is how every legal action did in games played out from there (`trials`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

import msgspec
from msgspec import Struct

from semafor import RULES_VERSION, Action, Board, Game, builtin_ids, load_board, load_position
from semafor.model.errors import SemaforError

FORMAT: Final = 2
METHOD: Final = 4
"""Goes up whenever the same position, seed and bots would give another proof."""
_FOLDER: Final = "positions"
_SUFFIX: Final = ".json"
_DIGITS: Final = 8


class Witness(Struct, frozen=True, omit_defaults=True):
    """Who says what actions are worth: a judge (see `judges`), and the digest of its weights, if it has any."""

    bot: str
    weights: str = ""


class Result(Struct, frozen=True, array_like=True):
    """How an action did before one judge; in the file a list of these, in this order.

    `score` is the mean of what the judge counts in `games` games: the points that the seat ended ahead, or hundredths
    of a win; `wins` is the share that it won (a shared win is a half). `behind` is how much smaller its score is than
    the best action's in the same games, and `error` the standard error of that.
    """

    wins: float
    score: float
    games: int
    behind: float
    error: float


class Option(Struct, frozen=True, array_like=True):
    """A legal action, and how it did before every witness, in their order."""

    action: dict[str, object]
    results: list[Result]


class Source(Struct, frozen=True):
    """The game that a position comes from: its seed, the bot that played it, and the number of the action (from 1)."""

    seed: str
    bot: str
    step: int


class Puzzle(Struct, frozen=True):
    """A position, and the proof of its solution: `options` has every legal action, the best one first.

    `by` are the witnesses of the proof: planners, who count points, and where there is a network the search that it
    guides. `found` are the bots of `FINDERS` that find the solution without a search; `reason` is why a searching bot
    plays it.
    """

    id: str
    seat: int
    position: dict[str, object]
    source: Source
    seed: str
    by: list[Witness]
    options: list[Option]
    reason: dict[str, object]
    found: list[str]

    @property
    def level(self) -> int:
        """How hard it is, 1 or 2: how many of the bots that do not search miss it."""
        return len(FINDERS) - len(self.found)

    @property
    def lead(self) -> float:
        """How many points the second-best action is behind, in games of planners."""
        return min(option.results[0].behind for option in self.options[1:])

    @property
    def kind(self) -> str:
        """What the best action does: the type of an action."""
        return str(self.options[0].action["type"])

    def phase(self, board: Board) -> int:
        """Return the third of the game that it is from."""
        seats: Any = self.position["seats"]
        return third_of(board, [seat["trains"] for seat in seats])

    def game(self, board: Board) -> Game:
        """Return a game in this position."""
        return load_position(self.position, None, board)

    def number(self, board: Board, action: Action) -> int:
        """Return which of the options a legal action is."""
        wanted = key_of(board, action.to_json())
        for number, option in enumerate(self.options):
            if key_of(board, option.action) == wanted:
                return number
        raise KeyError(wanted)


FINDERS: Final = ("greedy", "planner")
"""Bots that do not search."""


class Collection(Struct, frozen=True):
    """The puzzles of a board, with the versions that they were made for."""

    format: int
    method: int
    board: str
    digest: str
    rules: int
    puzzles: list[Puzzle]

    def write(self) -> bytes:
        """Return the file: a line for each puzzle, so that changes can be read."""
        head = {name: getattr(self, name) for name in ("format", "method", "board", "digest", "rules")}
        start = msgspec.json.encode(head).decode().removesuffix("}")
        lines = ",\n".join(msgspec.json.encode(one).decode() for one in self.puzzles)
        return f'{start},"puzzles":[\n{lines}\n]}}\n'.encode()


class PuzzleError(SemaforError):
    """Puzzles that can't be read, or that were made for another version."""


def third_of(board: Board, trains: list[int]) -> int:
    """Return the third of the game, 0 to 2, by the trains that every seat has left."""
    gone = 1 - min(trains) / int(board.trains)
    return min(int(3 * gone), 2)


def key_of(board: Board, action: Mapping[str, object]) -> str:
    """Return what two actions share that count as the same answer.

    Parallel routes are one answer, and so are all payments of a route; tickets are those that are kept, in any order.
    """
    match action["type"]:
        case "claim":
            route = board.spec.routes[board.route_index[str(action["route"])]]
            return f"claim {' '.join(sorted((route.a, route.b)))}"
        case "keep_tickets":
            tickets = action["tickets"]
            assert isinstance(tickets, list)
            return f"keep {' '.join(sorted(tickets))}"
        case "draw_card":
            return f"draw {action.get('card', 'deck')}"
    return str(action["type"])


def id_of(position: dict[str, object]) -> str:
    """Return the id of a puzzle, which follows from its position."""
    return sha256(msgspec.json.encode(position, order="sorted")).hexdigest()[:_DIGITS]


def read_collection(raw: bytes, board: Board) -> Collection:
    """Read a file of puzzles; raise PuzzleError if it can't be read, or if it is of another version."""
    try:
        found = msgspec.json.decode(raw, type=Collection)
    except msgspec.MsgspecError as error:
        raise PuzzleError(f"the puzzles of {board.id} can't be read: {error}") from None
    versions = (found.format, found.method, found.board, found.digest, found.rules)
    if versions != (FORMAT, METHOD, board.id, board.spec.digest, RULES_VERSION):
        raise PuzzleError(f"the puzzles of {board.id} were made for another version of the board or of the rules")
    return found


def puzzle_boards() -> list[str]:
    """Return the boards that have puzzles."""
    folder = files(__package__).joinpath(_FOLDER)
    return [board for board in builtin_ids() if folder.joinpath(board + _SUFFIX).is_file()]


@cache
def puzzles_of(board: str) -> dict[str, Puzzle]:
    """Return the puzzles of a board by their ids, in their order; none where there are no puzzles for its version."""
    file = files(__package__).joinpath(_FOLDER, board + _SUFFIX)
    try:
        found = read_collection(file.read_bytes(), load_board(board))
    except (PuzzleError, OSError):
        return {}
    return {puzzle.id: puzzle for puzzle in found.puzzles}
