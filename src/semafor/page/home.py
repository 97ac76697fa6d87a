"""All tables of a page, and the answers to the requests of its client.

The client sends the same requests as to a server, with the same paths, and gets the same replies, but nothing goes over
a network. Things that a page can't do (invite people, show open tables) are not among its capabilities.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from semafor import Board, builtin_ids, load_board
from semafor.bots.levels import LEVELS, level_by_id
from semafor.bots.levels import Level as BotLevel
from semafor.contest.days import days, wanted_day
from semafor.engine.boards import find_board
from semafor.engine.files.game_file import GameFileError, decode_game_file
from semafor.page.keeping import Keeper, Shelf
from semafor.page.pars import Pars
from semafor.page.room import ENCODER, Awake, Guest, Room, Think
from semafor.page.studies import Studies
from semafor.puzzles.playing import puzzle_answer, puzzle_lists, puzzle_reply, puzzle_table, read_question
from semafor.simulation.spreads import SpreadGames
from semafor.table import creating
from semafor.table.board_info import board_summaries, definition
from semafor.table.finished import moments
from semafor.table.finished.files import game_file, stored_from_file
from semafor.table.finished.replays import eyes_of, frames
from semafor.table.finished.statistics import statistics
from semafor.table.finished.tabletop import score_tabletop
from semafor.table.game_table import GameTable, Pace, open_table
from semafor.table.requests import begin
from semafor.table.steady_clock import SteadyClock
from semafor.table.tokens import hashed
from semafor.table.wire.api_messages import (
    Greeting,
    KeptGame,
    Level,
    MadeGame,
    NewGame,
    PlayOn,
    SeatToken,
    Spread,
    SpreadGame,
)
from semafor.table.wire.messages import ErrorInfo
from semafor.table.wire.problems import Refused, not_found
from semafor.table.wire.puzzle_messages import PuzzleMove
from semafor.table.wire.reading import Unreadable, read_body, read_hello, read_message, refusal
from semafor.table.wire.tabletop_messages import Tabletop

CAPABILITIES: Final = Greeting(["analysis"])
_TOO_SLOW: Final = "search"
"""A bot that a page does not have: interpreted, a search plays too few games in a second to deserve its rating."""
_SPREAD: Final = 2
"""Games that bots play on at a time."""


def page_levels() -> list[Level]:
    """Return the levels whose bots decide within 1.5 seconds on a phone, with the tables for which they do."""
    return [Level(level.id, level.elo, tables) for level in LEVELS if (tables := _tables(level)) != {}]


def _tables(level: BotLevel) -> dict[str, list[int]] | None:
    """Return the boards and numbers of players at which a level's bot is fast enough; None if it is at all."""
    if not level.spec.startswith(_TOO_SLOW) and not level.untrained.startswith(_TOO_SLOW):
        return None
    offered = {
        board.id: [
            players
            for players in range(board.spec.min_players, board.spec.max_players + 1)
            if _fits(level, board, players)
        ]
        for board in map(load_board, builtin_ids())
    }
    return {board: players for board, players in offered.items() if players}


def _fits(level: BotLevel, board: Board, players: int) -> bool:
    return not level.spec_at(board, players).startswith(_TOO_SLOW)


def _strongest(board: Board, players: int) -> str:
    """Return the strongest level that a page has for a table."""
    return [level.id for level in LEVELS if _fits(level, board, players)][-1]


class Home:
    """Keeps the tables of a page."""

    def __init__(self, shelf: Shelf, think: Think, awake: Awake, pace: Pace | None = None) -> None:
        """Take the storage of games, the function that runs bots, and the one that says whether they are loaded."""
        self.keeper = Keeper(shelf)
        self.think = think
        self.awake = awake
        self.studies = Studies(think, self.keeper)
        self.pars = Pars(think)
        self.pace = Pace() if pace is None else pace
        self.clock = SteadyClock(time.time, time.monotonic)
        self.rooms: dict[str, Room] = {}

    async def room(self, game: str) -> Room:
        """Return the table of a game; raise Refused if there is no such game."""
        if game not in self.rooms:
            kept = await self.keeper.load(game)
            if kept is None:
                raise not_found(f"there is no game {game!r} on this device")
            now, since = self.clock.now(), self.clock.started
            table = open_table(kept.row, kept.seats, kept.entries, self.pace, now, since)
            # A concurrent request may have opened it meanwhile.
            self.rooms.setdefault(game, Room(table, self.keeper, self.think, self.awake, self.clock))
        return self.rooms[game]

    # Connections

    async def connect(self, game: str, hello: str, send: Callable[[str], None]) -> Connection:
        """Connect a screen of this page to a table; raise Refused."""
        said = read_hello(hello.encode())
        room = await self.room(game)
        return Connection(room, room.welcome(send, said.tokens, said.last_seq))

    async def changed(self, game: str) -> None:
        """Reload a game that another tab has changed."""
        if game in self.rooms:
            await self.rooms[game].look_again()

    async def forget(self, game: str) -> None:
        """Delete a game."""
        self.rooms.pop(game, None)
        self.studies.stop(game)
        await self.keeper.remove(game)

    # Requests

    async def ask(self, path: str, body: str | None, token: str | None) -> Any:
        """Return the reply to a request, to be encoded as JSON; raise Refused."""
        place, _, query = path.partition("?")
        match place.strip("/").split("/")[1:]:
            case ["greeting"]:
                return CAPABILITIES
            case ["levels"]:
                return page_levels()
            case ["days"]:
                return days(time.time())
            case ["days", day, board, "par"]:
                return await self.pars.of(wanted_day(day, time.time()), creating.wanted_board(board, None))
            case ["puzzles"]:
                return puzzle_lists()
            case ["puzzles", board, puzzle]:
                return puzzle_table(board, puzzle)
            case ["puzzles", board, puzzle, "ask"] if body is not None:
                return puzzle_reply(board, puzzle, read_question(body.encode()))
            case ["puzzles", board, puzzle, "answer"] if body is not None:
                return puzzle_answer(board, puzzle, read_body(body.encode(), PuzzleMove))
            case ["boards"]:
                return board_summaries()
            case ["boards", board] if board in builtin_ids():
                return definition(load_board(board))
            case ["games"] if body is not None:
                return await self._make(creating.new_table(read_body(body.encode(), NewGame), time.time()))
            case ["records"] if body is not None:
                return await self._keep_record(body.encode())
            case ["score"] if body is not None:
                return score_tabletop(read_body(body.encode(), Tabletop))
            case ["games", game, *rest]:
                return await self._ask_room(await self.room(game), rest, query, body, token)
        raise not_found(f"there is no {path!r} on a page")

    async def _ask_room(self, room: Room, asked: list[str], query: str, body: str | None, token: str | None) -> Any:
        table = room.table
        match asked:
            case []:
                return table.info()
            case ["board"]:
                return definition(table.board)
            case ["turn"]:
                return table.turn()
            case ["rematch"]:
                return await self._rematch(room, token or "")
            case ["record"]:
                return game_file(table)
            case ["statistics"]:
                return statistics(table)
            case ["analysis"]:
                return await self.studies.of(table)
            case ["play-on"] if body is not None:
                return await self._play_on(table, read_body(body.encode(), PlayOn))
            case ["spread"]:
                return await self._spread(table, query)
            case ["replay"]:
                eyes, everything = eyes_of(table, query.removeprefix("eyes=") or "spectator")
                entries = await self.keeper.entries(room.id, 0)
                return list(frames(table, eyes, everything, entries))
        raise not_found(f"a page has no {'/'.join(asked)!r} of a game")

    async def _make(self, made: creating.NewTable) -> MadeGame:
        """Store a new table and start the game, since nobody else can join."""
        if not made.full:
            raise Refused("seats_open", "you can't invite people to a page: fill every seat", None, "seats", 422)
        board = find_board(made.row.board, made.row.board_text)
        for seat in made.seats:
            if seat.level is not None and not _fits(level_by_id(seat.level), board, made.row.players):
                text = f"on a page, no bot of level {seat.level!r} is fast enough for this table"
                raise Refused("unknown_level", text, None, f"seats[{seat.seat}].level", 422)
        await self.keeper.create(made.row, made.seats)
        await self._begin(await self.room(made.row.id))
        return made.made

    async def _play_on(self, table: GameTable, wanted: PlayOn) -> MadeGame:
        """Go on from a moment of a finished game; bots that a page does not have are played by its strongest one."""
        made, entries = moments.play_on(table, wanted, time.time())
        players = table.row.players
        for seat in made.seats:
            if seat.level is not None and not _fits(level_by_id(seat.level), table.board, players):
                seat.level = _strongest(table.board, players)
        await self.keeper.create(made.row, made.seats, entries)
        return made.made

    async def _spread(self, table: GameTable, query: str) -> Spread:
        """Let bots play on from a moment, in parts so small that a bot's turn never waits long."""
        after, first, games = _number(query, "after", 0), _number(query, "first", 0), _number(query, "games", 5)
        record = moments.record_until(table, moments.check_spread(table, after, first, games))
        found: list[SpreadGame] = []
        for number in range(first, first + games, _SPREAD):
            part = min(_SPREAD, first + games - number)
            job = SpreadGames(table.board.id, table.row.board_text, record, number, part)
            found += msgspec.json.decode(await self.think(job), type=list[SpreadGame])
        return Spread(after, first, found)

    async def _begin(self, room: Room) -> None:
        async with room.lock:
            if room.table.log is None:
                await room.append(begin(room.table, self.clock.now()))

    async def _rematch(self, room: Room, token: str) -> MadeGame:
        """Play again with the seats rotated; the tokens are valid for the new game, too."""
        async with room.lock:
            row = room.table.row
            if row.rematch is None:
                made = creating.rematch(room.table, time.time())
                await self.keeper.create(made.row, made.seats)
                row.rematch = made.row.id
                await self.keeper.change(row, room.table.seats)
                room.tell_table()
        new = await self.room(row.rematch)
        await self._begin(new)
        own = new.table.seat_of(hashed(token))
        return MadeGame(new.id, new.table.row.invite, [] if own is None else [SeatToken(own, token)])

    async def _keep_record(self, raw: bytes) -> KeptGame:
        """Import a finished game."""
        try:
            row, seats, entries = stored_from_file(decode_game_file(raw), time.time())
        except GameFileError as error:
            raise Refused("bad_record", str(error), status=422) from None
        await self.keeper.create(row, seats, entries)
        return KeptGame(row.id)


def _number(query: str, name: str, usual: int) -> int:
    """Return a number of a query; raise Refused if it is none."""
    given = dict(part.partition("=")[::2] for part in query.split("&"))
    try:
        return int(given.get(name, usual))
    except ValueError:
        raise Refused("bad_request", f"{name} is a number", None, name, 422) from None


class Connection:
    """A screen that shows a table."""

    def __init__(self, room: Room, guest: Guest) -> None:
        """Take the table and its listener."""
        self.room = room
        self.guest = guest

    async def hear(self, raw: str) -> None:
        """Answer a message."""
        try:
            message = read_message(raw.encode("utf-8", "surrogatepass"))
        except Unreadable as problem:
            self.guest.send(problem.answer)
            return
        try:
            answer = await self.room.handle(self.guest, message)
        except Refused as problem:
            self.guest.send(refusal(message, problem.info))
        except Exception as error:
            self.guest.send(refusal(message, went_wrong(error)))
        else:
            self.guest.send(answer)

    def close(self) -> None:
        """Disconnect."""
        self.room.leave(self.guest)


def went_wrong(error: Exception) -> ErrorInfo:
    """Return what is said about an error that nobody has foreseen."""
    return ErrorInfo("internal_error", f"something went wrong; nothing has changed ({type(error).__name__}: {error})")


def written(value: object) -> str:
    """Return a value as JSON."""
    return ENCODER.encode(value).decode()
