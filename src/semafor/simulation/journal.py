"""The journal: one line per game played, so that nothing is lost when a run is stopped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from io import BufferedRandom
from pathlib import Path
from typing import Any

from semafor import __version__
from semafor.engine.boards import load_board
from semafor.engine.files.records import RULES_VERSION
from semafor.model.errors import SemaforError
from semafor.simulation.blocks import Plan
from semafor.simulation.bot_versions import bot_digest
from semafor.simulation.clock import Times
from semafor.simulation.match import SeatResult

_FREE = ("blocks",)
"""Fields that may differ when a run is resumed: more blocks may be played than planned at first."""


class JournalError(SemaforError):
    """A journal that can't be used for these games."""


@dataclass
class GameLine:
    """A game in the journal."""

    number: int
    block: int
    seats: list[SeatResult]


def read_game(data: dict[str, Any]) -> GameLine:
    """Parse the line of a game."""
    return GameLine(data["game"], data["block"], [_read_seat(seat) for seat in data["seats"]])


def _read_seat(data: dict[str, Any]) -> SeatResult:
    times = data["times"]
    counts = {int(bucket): count for bucket, count in times["counts"].items()}
    return SeatResult(**{**data, "times": Times(counts, times["longest"])})


class Journal:
    """A file with a header line, and a line per game in the order in which they ended."""

    def __init__(self, path: Path, plan: Plan, resume: bool) -> None:
        """Start a new file, or resume one."""
        self.path = path
        self.games: dict[int, GameLine] = {}
        self._offsets: dict[int, int] = {}
        header = _header(plan)
        if resume and path.exists():
            self._file: BufferedRandom = path.open("r+b")
            self._take_up(header)
        else:
            if path.exists() and path.stat().st_size > 0:
                raise JournalError(f"{path} has games of a stopped run: use --resume, or delete it")
            self._file = path.open("w+b")
            self._append(json.dumps(header))

    def add(self, line: str) -> GameLine:
        """Write a game at once, and return it."""
        game = read_game(json.loads(line))
        self._offsets[game.number] = self._file.tell()
        self._append(line)
        self.games[game.number] = game
        return game

    def records(self, numbers: Iterable[int]) -> Iterator[dict[str, Any]]:
        """Yield the records of the games with these numbers, in order."""
        for number in numbers:
            if number in self._offsets:
                self._file.seek(self._offsets[number])
                yield json.loads(self._file.readline())["record"]
        self._file.seek(0, 2)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _append(self, line: str) -> None:
        self._file.write(line.encode() + b"\n")
        self._file.flush()

    def _take_up(self, header: dict[str, Any]) -> None:
        """Read the games played; drop an incomplete last line, left by a killed process."""
        first = self._file.readline()
        self._compare(_parse(first), header)
        end = len(first)
        for raw in iter(self._file.readline, b""):
            data = _parse(raw)
            if data is None:
                break
            game = read_game(data)
            self._offsets[game.number] = end
            self.games[game.number] = game
            end += len(raw)
        self._file.seek(end)
        self._file.truncate()

    def _compare(self, found: dict[str, Any] | None, wanted: dict[str, Any]) -> None:
        if found is None or found.keys() != wanted.keys():
            self._file.close()
            raise JournalError(f"{self.path} is not a journal of the arena")
        if found["bots"] == wanted["bots"] and found["bot_versions"] != wanted["bot_versions"]:
            self._file.close()
            versions = zip(wanted["bots"], found["bot_versions"], wanted["bot_versions"], strict=True)
            changed = ", ".join(dict.fromkeys(bot for bot, was, now in versions if was != now))
            raise JournalError(f"{self.path} has games of another version of {changed}: start a new journal")
        for name, value in wanted.items():
            if found[name] != value and name not in _FREE:
                self._file.close()
                raise JournalError(f"{self.path} has other games: its {name} is {found[name]!r}, not {value!r}")


def _parse(raw: bytes) -> dict[str, Any] | None:
    if not raw.endswith(b"\n"):
        return None
    try:
        data = json.loads(raw)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _header(plan: Plan) -> dict[str, Any]:
    told = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(plan).items()}
    if plan.line_ups is None:
        del told["line_ups"]  # older journals have no such field
    return {
        **told,
        "digest": load_board(plan.board).spec.digest,
        "rules": RULES_VERSION,
        "bot_versions": [bot_digest(bot) for bot in plan.bots],
        "version": __version__,
    }
