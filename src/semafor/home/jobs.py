"""Slow work for the workers of a home: files of others, finished games, scores on dense boards.

Every job is bounded before it starts (the size of a file, the length of a record, the width of a board). On a server it
also has a deadline: a process that misses it is replaced, and the request is refused.
"""

from __future__ import annotations

import pickle
import time
from functools import lru_cache
from typing import Final

from msgspec.json import Encoder

from semafor import Board, Observation
from semafor.engine.files.game_file import GameFileError, decode_game_file
from semafor.engine.files.game_text import game_to_text
from semafor.model.network.frontier import core_neighbours, line_width
from semafor.simulation.jobs import Job
from semafor.table.about import head_of
from semafor.table.creating import wanted_board
from semafor.table.finished.files import game_file, game_lines, stored_from_file
from semafor.table.finished.replays import frames
from semafor.table.finished.statistics import statistics
from semafor.table.finished.tabletop import score_tabletop
from semafor.table.game_table import GameTable, Pace, open_table
from semafor.table.stored import StoredEntry, StoredGame, StoredSeat
from semafor.table.views.standings import final_score, standing
from semafor.table.wire.messages import FinalScore, Standing
from semafor.table.wire.problems import Refused
from semafor.table.wire.tabletop_messages import Tabletop

SLOW_BOARD: Final = 5.0
"""CPU seconds after which a board is refused even though it was read."""
WIDE: Final = 8
"""Boards with a wider frontier (`frontier`) are scored by a worker: it can take a tenth of a second."""
_ENCODER: Final = Encoder()


@lru_cache(maxsize=128)
def is_wide(board: Board) -> bool:
    """Return whether the longest paths of a board may take long to find; no built-in board is that wide.

    >>> from semafor import load_board
    >>> is_wide(load_board("usa"))
    False
    """
    ends = [(int(a), int(b)) for a, b in zip(board.route_node_a, board.route_node_b, strict=True)]
    return line_width(core_neighbours(int(board.node_count), ends), board.line()) > WIDE


class ReadBoard(Job, frozen=True):
    """Read a board file, to see whether it can be read in a reasonable time."""

    text: str

    def run(self) -> bytes:
        """Return the head of the board as JSON; raise Refused if it can't be read in time."""
        started = time.process_time()
        board = wanted_board(None, self.text)
        if time.process_time() - started > SLOW_BOARD:
            raise Refused("bad_board", "the board takes too long to read", None, "board_file", 422)
        return _ENCODER.encode(head_of(board))


class ReadRecord(Job, frozen=True):
    """Read a finished game from elsewhere."""

    raw: bytes
    now: float

    def run(self) -> bytes:
        """Return what to store (see `stored_of`)."""
        try:
            return pickle.dumps(stored_from_file(decode_game_file(self.raw), self.now))
        except GameFileError as error:
            raise Refused("bad_record", str(error), status=422) from None


def stored_of(done: bytes) -> tuple[StoredGame, list[StoredSeat], list[StoredEntry]]:
    """Decode the result of `ReadRecord`; it comes from a worker of this home, so it is trusted."""
    found: tuple[StoredGame, list[StoredSeat], list[StoredEntry]] = pickle.loads(done)
    return found


class Replay(Job, frozen=True):
    """Show a finished game step by step."""

    row: StoredGame
    seats: list[StoredSeat]
    entries: list[StoredEntry]
    eyes: int | None
    everything: bool

    def run(self) -> bytes:
        """Return the frames as JSON."""
        table = _table(self.row, self.seats, self.entries)
        return _ENCODER.encode(list(frames(table, self.eyes, self.everything, self.entries)))


class Report(Job, frozen=True):
    """Report on a finished game: its `statistics`, or its file as `json`, `ndjson` or `text`."""

    row: StoredGame
    seats: list[StoredSeat]
    entries: list[StoredEntry]
    kind: str

    def run(self) -> bytes:
        """Return the report."""
        table = _table(self.row, self.seats, self.entries)
        match self.kind:
            case "statistics":
                return _ENCODER.encode(statistics(table))
            case "text":
                return game_to_text(table.finished().game.record()).encode()
            case "ndjson":
                return b"".join(game_lines(game_file(table)))
        return _ENCODER.encode(game_file(table))


def _table(row: StoredGame, seats: list[StoredSeat], entries: list[StoredEntry]) -> GameTable:
    return open_table(row, seats, entries, Pace(), time.time())


class CountStanding(Job, frozen=True):
    """Compute the standings of a game in progress, from what a spectator sees."""

    seen: Observation

    def run(self) -> bytes:
        """Return the standings, encoded for clients."""
        return pickle.dumps((standing(self.seen), None))


class CountScore(Job, frozen=True):
    """Compute the score of a finished game."""

    row: StoredGame
    seats: list[StoredSeat]
    entries: list[StoredEntry]

    def run(self) -> bytes:
        """Return the standings and the score, encoded for clients."""
        game = _table(self.row, self.seats, self.entries).finished().game
        return pickle.dumps((standing(game), final_score(game)))


class ScoreTabletop(Job, frozen=True):
    """Score a game that was played on a real table."""

    game: Tabletop

    def run(self) -> bytes:
        """Return the score or the problems as JSON; raise Refused."""
        return _ENCODER.encode(score_tabletop(self.game))


def counted_of(done: bytes) -> tuple[Standing, FinalScore | None]:
    """Decode the result of a counting job; it comes from a worker of this home, so it is trusted."""
    found: tuple[Standing, FinalScore | None] = pickle.loads(done)
    return found
