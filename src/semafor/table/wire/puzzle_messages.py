"""The messages about puzzles."""

from __future__ import annotations

from msgspec import Struct

from semafor.table.wire.messages import Table, View
from semafor.table.wire.values import SomeAction, SomeReason


class PuzzleSummary(Struct):
    """A puzzle, and how hard it is: 1 or 2."""

    id: str
    level: int


class BoardPuzzles(Struct):
    """The puzzles of a board, in the order in which they are offered."""

    board: str
    puzzles: list[PuzzleSummary]


class PuzzleTable(Struct):
    """A puzzle as the table that it is played at."""

    table: Table
    view: View


class PuzzleMove(Struct, forbid_unknown_fields=True):
    """An action as the answer to a puzzle."""

    action: SomeAction


class PuzzleTrial(Struct):
    """How an action did in games that bots of one kind played on from a puzzle's position.

    `margin` is the mean of what they count in `games` games, `wins` the share of them that were won. `planner` counts
    points ahead, `search` hundredths of a win. `behind` is how much smaller the margin is than the best action's in the
    same games, and `error` the standard error of that.
    """

    wins: float
    margin: float
    games: int
    behind: float
    error: float


class PuzzleOption(Struct):
    """A legal action of a puzzle, and how it did with each kind of bots."""

    action: SomeAction
    trials: list[PuzzleTrial]


class Detour(Struct):
    """A ticket that needs a route: how many more trains it takes if somebody else gets it; null if it fails then."""

    ticket: str
    trains: int | None


class PuzzleAnswer(Struct):
    """What an answer to a puzzle is worth: `chosen` is its number among the options, of which 0 is the best.

    `bots` are those that played the trials of every option, `planner` first. `reason` is why a searching bot plays
    the best action; if that is a claim, `completes` are the tickets that it completes, and `detours` what it saves.
    """

    chosen: int
    bots: list[str]
    options: list[PuzzleOption]
    reason: SomeReason
    completes: list[str]
    detours: list[Detour]
