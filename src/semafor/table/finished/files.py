"""Files of finished games: export and import.

The file of a game has its record, which replays exactly, and what is not in a record: the players, the commitment to
the seed, and the board file if it is a custom one. `semafor verify` checks it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from semafor.engine.files.game_file import FORMAT, GameFileError, check_game_file, commitment
from semafor.table.creating import new_row
from semafor.table.game_table import GameTable
from semafor.table.names import clean_name
from semafor.table.stored import StoredEntry, StoredGame, StoredSeat, can_be_kept
from semafor.table.tokens import new_game_id
from semafor.table.wire.client_messages import LONGEST_NAME, PLAYER_COLOURS
from semafor.table.wire.problems import Refused

_LONGEST_SEED: Final = 1000

# Files


def game_file(table: GameTable) -> dict[str, Any]:
    """Return the file of a finished game."""
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
    """Yield the same as JSON lines: a header, one line for every action with its events, and the score."""
    record = data["record"]
    head = {key: value for key, value in data.items() if key not in {"record", "score"}}
    head["record"] = {key: value for key, value in record.items() if key not in {"actions", "events"}}
    yield json.dumps(head).encode() + b"\n"
    for action, events in zip(record["actions"], record["events"], strict=True):
        yield json.dumps({**action, "events": events}).encode() + b"\n"
    yield json.dumps({"score": data["score"]}).encode() + b"\n"


def stored_from_file(data: object, now: float) -> tuple[StoredGame, list[StoredSeat], list[StoredEntry]]:
    """Return an imported game, ready to be stored."""
    read = check_game_file(data)
    game, record, head = read.game, read.record, read.head
    if not game.over:
        raise GameFileError("record: the game is not over")
    if not isinstance(record.seed, str):
        raise GameFileError("record.seed: must be a string; other games can't be stored")
    if len(record.seed) > _LONGEST_SEED or not can_be_kept(record.seed):
        raise GameFileError(f"record.seed: must have at most {_LONGEST_SEED} characters, all of which can be stored")
    if not can_be_kept(head.get("board_file") or ""):
        raise GameFileError("board_file: has characters that can't be stored")
    id_ = new_game_id()
    row = new_row(id_, game.board, head.get("board_file"), game.players, now)
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
    """Return the seats of a file, with defaults for those it does not name."""
    listed = head.get("seats")
    seats: list[StoredSeat] = []
    for number in range(players):
        given = listed[number] if isinstance(listed, list) and number < len(listed) else None
        name = given.get("name") if isinstance(given, dict) else None
        shown = _name(name) or f"Player {number + 1}"
        seats.append(StoredSeat(game=game, seat=number, kind="person", name=shown, colour=PLAYER_COLOURS[number]))
    return seats


def _name(given: object) -> str | None:
    """Return a name as people's are cleaned; None if it can't be shown."""
    if not isinstance(given, str) or not can_be_kept(given):
        return None
    try:
        return clean_name(given[:LONGEST_NAME])
    except Refused:
        return None
