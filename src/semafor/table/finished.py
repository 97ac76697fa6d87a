"""Games that are over, for ever: their record, replay and statistics; and games from elsewhere.

The file of a game holds its record, which replays exactly, and what is not in a record: who played, the commitment to
the seed, and the board file if it was somebody's own. `semafor verify` checks it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from semafor import Board, BoardError, Game, Record, RecordError, replay
from semafor.engine.game_text import TEXT_HEAD, game_from_text
from semafor.table.board_files import find_board
from semafor.table.creating import new_row
from semafor.table.fairness import commitment
from semafor.table.game_table import GameTable
from semafor.table.stored import StoredEntry, StoredGame, StoredSeat
from semafor.table.tokens import new_game_id
from semafor.table.wire.client_messages import PLAYER_COLOURS

FORMAT: Final = "semafor game 1"
MOST_ACTIONS: Final = 5000
"""Actions of a game that is read: the longest have a few hundred."""


class GameFileError(ValueError):
    """A file of a game that can't be used; the message says why."""


# Files


def game_file(table: GameTable) -> dict[str, Any]:
    """The file of a finished game."""
    game = table.finished().game
    return {
        "format": FORMAT,
        "game": table.row.id,
        "commitment": table.row.commitment,
        "board_file": table.row.board_text,
        "seats": [
            {"name": seat.name, "colour": seat.colour, "kind": seat.kind, "level": seat.level} for seat in table.seats
        ],
        "record": game.record().to_json(events=True),
        "score": game.score().to_json(),
    }


def game_lines(data: dict[str, Any]) -> Iterator[bytes]:
    """The same as lines: a head, one line for every action with its events, and the score."""
    record = data["record"]
    head = {key: value for key, value in data.items() if key not in {"record", "score"}}
    head["record"] = {key: value for key, value in record.items() if key not in {"actions", "events"}}
    yield json.dumps(head).encode() + b"\n"
    for action, events in zip(record["actions"], record["events"], strict=True):
        yield json.dumps({**action, "events": events}).encode() + b"\n"
    yield json.dumps({"score": data["score"]}).encode() + b"\n"


def read_game_file(data: object) -> tuple[Game, Record, dict[str, Any], Board]:
    """Plays a file (or a bare record) again; raises GameFileError if it can't be, or does not say the truth."""
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
        # Never by the record's own word alone: that could be the path of a file.
        board = find_board(record.board, None if board_file is None else str(board_file))
        game = replay(record, board)
    except (RecordError, BoardError) as error:
        raise GameFileError(str(error)) from None
    committed = head.get("commitment")
    if committed is not None and (not isinstance(record.seed, str) or commitment(record.seed) != committed):
        raise GameFileError("commitment: does not belong to the seed of the record")
    return game, record, head, game.board


def stored_from_file(data: object, now: float) -> tuple[StoredGame, list[StoredSeat], list[StoredEntry]]:
    """A finished game from elsewhere, ready to be kept."""
    game, record, head, board = read_game_file(data)
    if not game.over:
        raise GameFileError("record: the game is not over")
    if not isinstance(record.seed, str):
        raise GameFileError("record.seed: only games that were dealt from a seed that is a text can be kept")
    id_ = new_game_id()
    row = new_row(id_, board, head.get("board_file"), game.players, now)
    row.seed = record.seed
    row.commitment = commitment(record.seed)
    row.first = record.first
    row.status = "over"
    entries = [StoredEntry(game=id_, seq=1, kind="start", at=now)]
    for number, step in enumerate(record.steps):
        action = json.dumps(step.action.to_json(), separators=(",", ":"))
        entries.append(StoredEntry(game=id_, seq=number + 2, kind="action", seat=step.seat, action=action, at=now))
    return row, _seats_from(head, id_, game.players), entries


def _seats_from(head: dict[str, Any], game: str, players: int) -> list[StoredSeat]:
    """The seats of a file, as far as it names them."""
    listed = head.get("seats")
    seats: list[StoredSeat] = []
    for number in range(players):
        given = listed[number] if isinstance(listed, list) and number < len(listed) else None
        name = given.get("name") if isinstance(given, dict) else None
        shown = name[:24] if isinstance(name, str) and name.isprintable() and name.strip() else f"Player {number + 1}"
        seats.append(StoredSeat(game=game, seat=number, kind="person", name=shown, colour=PLAYER_COLOURS[number]))
    return seats


def decode_file(raw: bytes) -> object:
    """The content of an uploaded or read file: JSON, the lines of `game_lines`, or the text of a game."""
    if raw.startswith(TEXT_HEAD.encode()):
        if raw.count(b"\n") > MOST_ACTIONS:
            raise GameFileError(f"no game has more than {MOST_ACTIONS} lines")
        try:
            return game_from_text(raw.decode()).to_json()
        except (RecordError, UnicodeDecodeError) as error:
            raise GameFileError(str(error)) from None
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        lines = [line for line in raw.splitlines() if line.strip()]
    try:
        head = dict(msgspec.json.decode(lines[0]))
        if head.get("format") != FORMAT:
            raise ValueError
        parts = [msgspec.json.decode(line) for line in lines[1 : MOST_ACTIONS + 3]]
        steps = [part for part in parts if "action" in part]
        head["record"] = {
            **head["record"],
            "actions": [{"seat": step["seat"], "action": step["action"]} for step in steps],
        }
    except (msgspec.DecodeError, RecursionError, TypeError, ValueError, KeyError, IndexError):
        raise GameFileError("that is no game: neither JSON, nor lines of JSON, nor text") from None
    return head
