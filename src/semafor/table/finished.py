"""Games that are over, for ever: their record, replay and statistics; and games from elsewhere.

The file of a game holds its record, which replays exactly, and what is not in a record: who played, the commitment to
the seed, and the board file if it was somebody's own. `semafor verify` checks it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from semafor import SPECTATOR, Board, BoardError, Event, Game, Record, RecordError, replay
from semafor.engine.game_text import TEXT_HEAD, game_from_text
from semafor.table.board_files import find_board
from semafor.table.creating import new_row
from semafor.table.fairness import commitment
from semafor.table.game_table import GameTable
from semafor.table.log import GameLog
from semafor.table.stored import StoredEntry, StoredGame, StoredSeat
from semafor.table.tokens import new_game_id
from semafor.table.views.viewer import Viewer
from semafor.table.wire.api_messages import Frame, OpenSeat, SeatStatistics, Statistics
from semafor.table.wire.client_messages import PLAYER_COLOURS

FORMAT: Final = "semafor game 1"
MOST_ACTIONS: Final = 5000
"""Actions of a game that is read: the longest have a few hundred."""
_OPENING: Final = frozenset({"tickets_chosen", "tickets_kept"})


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


# Replay


def frames(table: GameTable, eyes: int | None, open_: bool, entries: list[StoredEntry]) -> Iterator[Frame]:
    """The game step by step, with the eyes of a seat, of a spectator, or with everything open."""
    table.finished()
    again = table.new_log()
    viewer = Viewer(again, table.row.tracker)
    for entry in entries:
        before = again.seq
        again.add(entry)
        view = viewer.view(eyes, before, entry.at, offer=False)
        made = viewer.entries(SPECTATOR if eyes is None else eyes, before)[-1:]
        if open_:
            for one, (_, events) in zip(made, again.events_after(before)[-1:], strict=True):
                one.events = _full(events)
        view.entries = []
        seats = [_open(viewer, seat) for seat in range(table.row.players)] if open_ else None
        yield Frame(entry.seq, made[0], view, seats)


def _open(viewer: Viewer, seat: int) -> OpenSeat:
    """Lays a hand and its tickets open; only a finished game gets here."""
    hand: Any = viewer.log.game.observe(seat).to_json()["hand"]
    return OpenSeat(hand, viewer.tickets(seat))


def _full(events: list[Event]) -> list[Any]:
    return [event.full() for event in events]


# Statistics


def statistics(table: GameTable) -> Statistics:
    """What everybody did."""
    log = table.finished()
    kept = log.events_after(0)
    seats = [_seat_statistics(table, log, seat) for seat in range(table.row.players)]
    at = log.entries[0].at
    last: int | None = None
    for entry, events in kept:
        if entry.kind != "action" or entry.seat is None:
            continue
        seats[entry.seat].seconds += max(0.0, entry.at - at)
        at = entry.at
        if entry.seat != last and (last is not None or events[0].type not in _OPENING):
            # A turn is all that a seat does until another acts.
            last = entry.seat
            seats[last].turns += 1
            seats[last].points_by_turn.append(seats[last].points_by_turn[-1] if seats[last].points_by_turn else 0)
        for event in events:
            if event.seat >= 0:
                _count(seats[event.seat], event)
    for one in seats:
        one.seconds = round(one.seconds, 1)
    seconds = round(log.entries[-1].at - log.entries[0].at, 1)
    return Statistics(table.row.id, sum(1 for entry, _ in kept if entry.kind == "action"), seconds, seats)


def _seat_statistics(table: GameTable, log: GameLog, seat: int) -> SeatStatistics:
    score = log.game.score().seats[seat]
    public: Any = log.game.observe(SPECTATOR).to_json()["seats"]
    tunnels = {route.id for route in table.board.spec.routes if route.tunnel}
    return SeatStatistics(
        seat=seat,
        name=table.seats[seat].name,
        turns=0,
        cards_drawn=0,
        cards_taken=0,
        locomotives=0,
        tickets_kept=int(public[seat]["tickets"]),
        tickets_completed=len(score.completed),
        routes=len(public[seat]["routes"]),
        trains_used=int(table.board.trains) - score.trains,
        cards_paid=0,
        tunnels=len(tunnels.intersection(public[seat]["routes"])),
        tunnels_withdrawn=0,
        passes=0,
        seconds=0.0,
        points_by_turn=[],
    )


def _count(seat: SeatStatistics, event: Event) -> None:
    """Counts one event."""
    fields = event.fields
    match event.type:
        case "card_drawn":
            seat.cards_drawn += 1
            seat.locomotives += fields["card"] == "locomotive"
        case "card_taken":
            seat.cards_taken += 1
            seat.locomotives += fields["card"] == "locomotive"
        case "route_claimed":
            paid = fields["cards"]
            assert isinstance(paid, dict)
            seat.cards_paid += sum(paid.values())
            points = fields["points"]
            assert isinstance(points, int)
            seat.points_by_turn[-1] += points
        case "tunnel_withdrawn":
            seat.tunnels_withdrawn += 1
        case "passed":
            seat.passes += 1


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
