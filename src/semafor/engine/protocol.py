"""The game over a pipe: one JSON request in, one JSON answer out. See docs/protocol.md.

    >>> session = Session()
    >>> session.handle('{"op": "new", "board": "toy", "players": 2, "seed": 1}')[:22]
    '{"ok": true, "position'
    >>> session.handle('{"op": "check", "seat": 0, "action": {"type": "pass"}, "id": 7}')[:44]
    '{"ok": false, "error": {"code": "tickets_pen'

A session never raises and never leaves a partial change: requests that change the game work on a copy, which replaces
the game on success.
"""

import json
import pathlib
from typing import Final

from mypy_extensions import mypyc_attr

from semafor.engine.boards import load_board
from semafor.engine.definition import board_definition, player_numbers
from semafor.engine.files.action_json import parse_action
from semafor.engine.files.strict_json import parse_json
from semafor.engine.game import Game
from semafor.engine.legality.offers import Offers, actor
from semafor.engine.loading import builtin_ids
from semafor.engine.positions.building import load_position
from semafor.engine.positions.draft import PositionError
from semafor.engine.positions.writing import dump_position
from semafor.engine.turn import make_move
from semafor.model.actions import Action
from semafor.model.board import Board
from semafor.model.chance import Chance
from semafor.model.numbers.layout import OVER
from semafor.model.numbers.view import SPECTATOR
from semafor.model.reading import UNBOUNDED, BoardError, Problem, Reader, Table, root, shown
from semafor.model.refusal import IllegalAction, Refusal
from semafor.model.state import State

OPS: Final = ["boards", "board", "new", "load", "dump", "legal", "check", "apply", "observe", "score", "playout"]
LEGAL_LIMIT: Final = 10000
"""The default limit of `legal`: one ferry can have thousands of payments."""
MOST_BYTES: Final = 10000000
"""Larger files are refused as board files."""
MOST_PROBLEMS: Final = 1000


class Refused(Exception):
    """A request that gets `ok: false`; never leaves this module."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the refusal for the answer."""
        super().__init__(refusal.message)
        self.refusal = refusal


class UnknownBoard(BoardError):
    """A name that is neither a built-in board nor a file."""


@mypyc_attr(allow_interpreted_subclasses=True)  # a program may add its own ops
class Session:
    """One session, with at most one game."""

    game: Game | None
    board_name: str
    boards: dict[str, Board]

    def __init__(self) -> None:
        """Start without a game."""
        self.game = None
        self.board_name = ""
        self.boards = {}

    def handle_bytes(self, line: bytes) -> str:
        """Answer a line as it came over the pipe; one that is not UTF-8 gets an answer too."""
        try:
            text = line.decode().strip()
        except UnicodeDecodeError as error:
            return _text(_refusal("bad_json", f"the line is not UTF-8: {error.reason} at byte {error.start}"), "")
        return self.handle(text)

    def handle(self, line: str) -> str:
        """Answer one request with one line, without the line feed."""
        twice: list[str] = []
        echo = ""
        try:
            request = parse_json(line, twice)
            if isinstance(request, dict) and "id" in request:
                echo = json.dumps(request["id"])
        except (ValueError, RecursionError) as error:
            why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
            return _text(_refusal("bad_json", f"the line is not JSON that can be read: {why}"), "")
        try:
            if twice:
                raise _refused("bad_json", f"the key {shown(twice[0])} occurs twice in one object")
            if not isinstance(request, dict):
                raise _refused("bad_request", f"a request must be an object, got {shown(request)}")
            return _with_id({"ok": True, **self._answer(request)}, echo)
        except Refused as refused:
            return _text(refused.refusal, echo)
        except ValueError as error:
            return _text(_explain(error), echo)
        except Exception as error:  # a bug in the engine must not end the client's session
            return _text(_internal(error), echo)

    def _answer(self, request: dict[str, object]) -> dict[str, object]:
        """Return the fields of the answer; raise what is wrong with the request."""
        table = root(Reader(), request)
        table.raw("id")
        op = table.raw("op")
        if not isinstance(op, str):
            what = "is missing" if op is None else f"must be a text, got {shown(op)}"
            raise _refused("bad_request", f"op: {what}; the ops are {', '.join(OPS)}")
        match op:
            case "boards":
                return self._list_boards(table)
            case "board":
                return self._show_board(table)
            case "new":
                return self._new(table)
            case "load":
                return self._load(table)
            case "dump":
                _finish(table)
                return self._position(self._playing())
            case "legal":
                return self._legal(table)
            case "check":
                return self._check(table)
            case "apply":
                return self._apply(table)
            case "observe":
                return self._observe(table)
            case "score":
                _finish(table)
                return self._playing().score().to_json()
            case "playout":
                return self._play_out(table)
        raise _refused("unknown_op", f"there is no op {shown(op)}; the ops are {', '.join(OPS)}")

    # Boards

    def _list_boards(self, table: Table) -> dict[str, object]:
        _finish(table)
        boards: list[object] = []
        for name in builtin_ids():
            spec = self.find_board(name).spec
            boards.append({"id": spec.id, "players": player_numbers(spec), "revision": spec.revision})
        return {"boards": boards}

    def _show_board(self, table: Table) -> dict[str, object]:
        name = table.text("board")
        _finish(table)
        return {"definition": board_definition(self.find_board(name))}

    def find_board(self, name: str) -> Board:
        """Return a built-in board by its id, or a board file by its path; raise BoardError."""
        if name in self.boards:
            return self.boards[name]
        built_in = builtin_ids()
        if name in built_in:
            self.boards[name] = load_board(name)
            return self.boards[name]
        if not _is_board_file(name):
            message = f"{shown(name)} is neither a built-in board ({', '.join(built_in)}) nor a file"
            raise UnknownBoard([Problem("", message)])
        return load_board(name)  # a file may change, so read it every time

    # The game

    def _playing(self) -> Game:
        if self.game is None:
            raise _refused("no_game", "there is no game; begin with new or load")
        return self.game

    def _position(self, game: Game) -> dict[str, object]:
        position = dump_position(game.state)
        # The name it was found by: a custom board file may share its id with another board.
        position["board"] = self.board_name
        return {"position": position}

    def _new(self, table: Table) -> dict[str, object]:
        name = table.text("board")
        players = table.integer("players", 0)
        seed = _seed(table, True)
        first = table.integer("first", 0, default=-1)
        _finish(table)
        board = self.find_board(name)
        fewest = board.spec.min_players
        most = board.spec.max_players
        if not fewest <= players <= most:
            raise _refused("bad_request", f"players: {board.id} is for {fewest} to {most} players, got {players}")
        if first >= players:
            raise _refused("unknown_seat", f"first: there is no seat {first}; the seats are 0 to {players - 1}")
        self.game = Game.new(board, players, 0 if seed is None else seed, None if first < 0 else first)
        self.board_name = name
        return self._position(self.game)

    def _load(self, table: Table) -> dict[str, object]:
        position = _required(table, "position")
        seed = _seed(table, False)
        _finish(table)
        state = load_position(position, self.find_board, seed)
        self.game = Game.from_state(state)
        if isinstance(position, dict):
            self.board_name = str(position["board"])
        return self._position(self.game)

    def _legal(self, table: Table) -> dict[str, object]:
        limit = table.integer("limit", 0, default=LEGAL_LIMIT)
        seat = table.integer("seat", -UNBOUNDED, default=SPECTATOR - 1)
        named = table.has("seat")
        _finish(table)
        game = self._playing()
        pending = game.pending
        if named:
            _check_seat(game, seat)
        actions = game.legal_actions(seat if named else None, limit + 1)
        return {
            "to_act": pending.seats,
            "decision": pending.name,
            "actions": [action.to_json() for action in actions[:limit]],
            "truncated": len(actions) > limit,
        }

    def _check(self, table: Table) -> dict[str, object]:
        seat, action = self._seat_and_action(table)
        refusal = self._playing().why_not(seat, action)
        if refusal is not None:
            raise Refused(refusal)
        return {}

    def _apply(self, table: Table) -> dict[str, object]:
        seat, action = self._seat_and_action(table)
        game = self._playing().clone()
        events = game.apply(seat, action)
        self.game = game
        return {
            "events": [event.full() for event in events],
            "to_act": game.pending.seats,
            "over": game.over,
        }

    def _seat_and_action(self, table: Table) -> tuple[int, Action]:
        seat = table.integer("seat", -UNBOUNDED)
        data = _required(table, "action")
        _finish(table)
        _check_seat(self._playing(), seat)
        try:
            return seat, parse_action(data)
        except ValueError as error:
            raise _refused("bad_action", str(error)) from error

    def _observe(self, table: Table) -> dict[str, object]:
        seat = SPECTATOR
        if table.raw("seat") != "spectator":
            seat = table.integer("seat", -UNBOUNDED)
        _finish(table)
        game = self._playing()
        if table.raw("seat") != "spectator":
            _check_seat(game, seat)
        return {"observation": game.observe(seat).to_json()}

    def _play_out(self, table: Table) -> dict[str, object]:
        seed = _seed(table, True)
        _finish(table)
        state = self._playing().state.clone()
        actions = _play_to_the_end(state, Chance.seeded(0 if seed is None else seed))
        game = Game.from_state(state)
        answer = game.score().to_json()
        answer["actions"] = actions
        self.game = game
        return answer


def _play_to_the_end(state: State, chance: Chance) -> int:
    """Make uniformly random legal moves; return the number of whole actions."""
    offers = Offers(state.board)
    actions = 0
    while state.pending != OVER:
        seat = actor(state)
        offers.fill(state, seat)
        make_move(state, seat, offers.pick(chance.below(offers.count)))
        if not state.is_paying():
            actions += 1
    return actions


# Reading requests


def _required(table: Table, key: str) -> object:
    """Read a required value of any type."""
    value = table.raw(key)
    if value is None:
        table.report(key, "is missing")
    return value


def _seed(table: Table, required: bool) -> int | str | None:
    """Read a seed: an integer of any size, or a string."""
    seed = table.raw("seed")
    if isinstance(seed, int) and not isinstance(seed, bool):
        return seed
    if isinstance(seed, str) and _is_unicode(seed):
        return seed
    if required or seed is not None:
        what = "is missing: must be" if seed is None else "must be"
        got = "" if seed is None else f", got {shown(seed)}"
        table.report("seed", f"{what} a whole number or a text{got}")
    return None


def _is_unicode(text: str) -> bool:
    """Return whether a string has no lone surrogates, which JSON can express and UTF-8 can't."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _finish(table: Table) -> None:
    """Refuse the request if anything was wrong with its fields, unknown ones included."""
    table.finish()
    if table.reader.problems:
        raise _refused("bad_request", _lines(table.reader.problems))


def _check_seat(game: Game, seat: int) -> None:
    if not 0 <= seat < game.players:
        raise _refused("unknown_seat", f"there is no seat {seat}; the seats are 0 to {game.players - 1}")


def _is_board_file(name: str) -> bool:
    """Return whether a name is a regular file: no folder, no device."""
    path = pathlib.Path(name)
    try:
        return path.is_file() and path.stat().st_size <= MOST_BYTES
    except (OSError, ValueError):
        return False


# Answering


def _refusal(code: str, message: str) -> Refusal:
    return Refusal(code, None, message)


def _refused(code: str, message: str) -> Refused:
    return Refused(_refusal(code, message))


def _explain(error: ValueError) -> Refusal:
    """Return the refusal for an error that the caller can fix."""
    if isinstance(error, IllegalAction):
        return error.refusal
    if isinstance(error, PositionError):
        return _refusal("bad_position", _lines(error.problems))
    if isinstance(error, UnknownBoard):
        return _refusal("unknown_board", _lines(error.problems))
    if isinstance(error, BoardError):
        return _refusal("bad_board", _lines(error.problems))
    return _internal(error)


def _internal(error: Exception) -> Refusal:
    """Report a bug of the engine; the game is as it was before the request."""
    return _refusal("internal_error", f"an error of the engine, please report it: {type(error).__name__}: {error}")


def _lines(problems: list[Problem]) -> str:
    """Return all problems, one per line."""
    lines = [str(problem) for problem in problems[:MOST_PROBLEMS]]
    if len(problems) > MOST_PROBLEMS:
        lines.append(f"and {len(problems) - MOST_PROBLEMS} more")
    return "\n".join(lines)


def _text(refusal: Refusal, echo: str) -> str:
    """Return an answer with `ok: false`."""
    return _with_id({"ok": False, "error": refusal.to_json()}, echo)


def _with_id(answer: dict[str, object], echo: str) -> str:
    """Return an answer as one line, with the encoded id of the request if it had one."""
    text = json.dumps(answer)
    return f'{text[:-1]}, "id": {echo}}}' if echo else text
