"""Game files: a record with more data around it, checked by replaying the game.

A file may have the players, the commitment to the seed, and the board file if it is a custom one. The format is JSON,
JSON lines (a header, then one action per line), or the text of a game; a bare record is a file, too.

    >>> from semafor.engine.boards import load_board
    >>> from semafor.engine.game import Game
    >>> game = Game.new(load_board("toy"), players=2, seed="tuesday")
    >>> from semafor.model.chance import Chance
    >>> decisions = game.play_out(Chance.seeded(1))
    >>> import json
    >>> file = read_game_file(json.dumps(game.record().to_json()).encode())
    >>> file.game.score().to_json() == game.score().to_json()
    True
"""

import pathlib
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final

from semafor.engine.boards import find_board
from semafor.engine.files.game_text import TEXT_HEAD, game_from_text
from semafor.engine.files.records import Record, RecordError
from semafor.engine.files.replay import replay, walk
from semafor.engine.files.strict_json import parse_json
from semafor.engine.game import Game
from semafor.engine.values.moments import Moment
from semafor.model.board import Board
from semafor.model.errors import SemaforError
from semafor.model.reading import BoardError

FORMAT: Final = "semafor game 1"
MOST_ACTIONS: Final = 5000
"""The most actions of a game; real games have a few hundred."""
_COMMITMENT_PREFIX: Final = "semafor seed 1:"


class GameFileError(SemaforError):
    """A file of a game that can't be used; the message says why."""


class GameFile:
    """A parsed file: the replayed game, its record, and the other fields of the file."""

    def __init__(self, game: Game, record: Record, head: dict[str, Any]) -> None:
        """Take the parts; `head` is empty for a bare record."""
        self.game = game
        self.record = record
        self.head = head

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.game.board

    def walk(self) -> Iterator[Moment]:
        """Yield every decision, from the deal on."""
        return walk(self.record, self.board)


def read_game(path: str | pathlib.Path) -> GameFile:
    """Read and replay the game of a file; raise GameFileError if it does not replay, or the file contradicts it."""
    try:
        raw = pathlib.Path(path).read_bytes()
    except OSError as error:
        raise GameFileError(f"{path} can't be read: {error.strerror}") from None
    return read_game_file(raw)


def commitment(seed: str) -> str:
    """Return the commitment to a seed, which a server shows from the start so that it can't change the seed later.

    It is the SHA-256, in hexadecimal, of the text "semafor seed 1:" followed by the seed.

    >>> commitment("00")
    'b71bc4ee8bf26eaf4d09d44e4e2648138bd638f81f87834070eb9d2ab42dd89a'
    """
    return sha256(f"{_COMMITMENT_PREFIX}{seed}".encode()).hexdigest()


def read_game_file(raw: bytes) -> GameFile:
    """Replay the game of a file; raise GameFileError if it does not replay, or the file contradicts it."""
    return check_game_file(decode_game_file(raw))


def read_game_files(raw: bytes) -> Iterator[GameFile]:
    """Replay the game of a file, or those of many records, one per line, as `semafor arena --records` writes them."""
    lines = [line for line in raw.splitlines() if line.strip()]
    if len(lines) < 2 or not _is_record(lines[0]):
        yield read_game_file(raw)
        return
    for number, line in enumerate(lines):
        try:
            yield read_game_file(line)
        except GameFileError as error:
            raise GameFileError(f"line {number + 1}: {error}") from None


def _is_record(line: bytes) -> bool:
    """Return whether a line is a whole game; the header of a file in lines has no actions."""
    try:
        data = parse_json(line.decode(), [])
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "actions" in data


def check_game_file(data: object) -> GameFile:
    """Replay the game of a decoded file, as `read_game_file` does."""
    head: dict[str, Any] = {}
    written: Any = data
    if isinstance(data, dict) and data.get("format") == FORMAT:
        head = data
        written = data.get("record")
    actions = written.get("actions") if isinstance(written, dict) else None
    if isinstance(actions, list) and len(actions) > MOST_ACTIONS:
        raise GameFileError(f"record.actions: no game has more than {MOST_ACTIONS}, and here are {len(actions)}")
    try:
        record = Record.from_json(written)
        board_file = head.get("board_file")
        # Never load the board by the record's name alone: that could be the path of a file.
        board = find_board(record.board, None if board_file is None else str(board_file))
        game = replay(record, board)
    except (RecordError, BoardError) as error:
        raise GameFileError(str(error)) from None
    committed = head.get("commitment")
    if committed is not None and (not isinstance(record.seed, str) or commitment(record.seed) != committed):
        raise GameFileError("commitment: does not belong to the seed of the record")
    return GameFile(game, record, head)


def decode_game_file(raw: bytes) -> object:
    """Return the content of a file as plain data."""
    if raw.startswith(TEXT_HEAD.encode()):
        if raw.count(b"\n") > MOST_ACTIONS:
            raise GameFileError(f"no game has more than {MOST_ACTIONS} lines")
        try:
            return game_from_text(raw.decode()).to_json()
        except (RecordError, UnicodeDecodeError) as error:
            raise GameFileError(str(error)) from None
    try:
        return parse_json(raw.decode(), [])
    except (ValueError, RecursionError):
        return _decode_lines([line for line in raw.splitlines() if line.strip()])


def _decode_lines(lines: list[bytes]) -> object:
    """Decode a file in lines: a header, then one action per line."""
    try:
        head: Any = parse_json(lines[0].decode(), [])
        if head.get("format") != FORMAT:
            raise ValueError
        parts: list[Any] = [parse_json(line.decode(), []) for line in lines[1 : MOST_ACTIONS + 3]]
        steps = [{"seat": part["seat"], "action": part["action"]} for part in parts if "action" in part]
        head["record"] = {**head["record"], "actions": steps}
    except (RecursionError, TypeError, ValueError, KeyError, IndexError, AttributeError):
        raise GameFileError("that is no game: neither JSON, nor lines of JSON, nor text") from None
    return head
