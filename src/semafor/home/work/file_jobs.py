"""Slow work for the workers of a home: files of others, and finished games.

Every job is bounded before it starts (the size of a file, the length of a record). On a server it
also has a deadline: a process that misses it is replaced, and the request is refused.
"""

from __future__ import annotations

import pickle
import time
from typing import Final

from msgspec.json import Encoder

from semafor.engine.files.game_file import GameFileError, decode_game_file
from semafor.engine.files.game_text import game_to_text
from semafor.simulation.jobs import Job
from semafor.table.about import head_of
from semafor.table.creating import wanted_board
from semafor.table.finished.files import game_file, game_lines, stored_from_file
from semafor.table.finished.replays import frames
from semafor.table.finished.statistics import statistics
from semafor.table.finished.tabletop import score_tabletop
from semafor.table.game_table import GameTable, Pace, open_table
from semafor.table.stored import StoredEntry, StoredGame, StoredSeat
from semafor.table.wire.problems import Refused
from semafor.table.wire.tabletop_messages import Tabletop

SLOW_BOARD: Final = 5.0
"""CPU seconds after which a board is refused even though it was read."""
_ENCODER: Final = Encoder()


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


class ScoreTabletop(Job, frozen=True):
    """Score a game that was played on a real table."""

    game: Tabletop

    def run(self) -> bytes:
        """Return the score or the problems as JSON; raise Refused."""
        return _ENCODER.encode(score_tabletop(self.game))
