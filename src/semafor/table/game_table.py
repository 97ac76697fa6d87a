"""A table: its seats, its log, its presence, and its views.

The code is synchronous and does no input or output. Its home (a server, or a page) tells it the time, what is stored
and who is connected; stores what `prepare` returns before it calls `commit`; and sends what `show` returns.

The home's time never jumps as long as the home runs (`steady_clock`). The times in a log may come from another home, or
from one whose system had another date, so a log has its own time: it continues from its last entry at the pace of the
home's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence, Set
from typing import Final, TypeVar, get_args

import msgspec

from semafor import RULES_VERSION, SPECTATOR, Action, BadAction, Board, BoardError, IllegalAction
from semafor.engine.boards import find_board
from semafor.table.about import About, head_of
from semafor.table.log import GameLog, Prepared
from semafor.table.stored import StoredEntry, StoredGame, StoredSeat
from semafor.table.views.listeners import Listener
from semafor.table.views.observed_game import ObservedGame
from semafor.table.views.viewer import Viewer
from semafor.table.wire.api_messages import Turn
from semafor.table.wire.client_messages import VERSION
from semafor.table.wire.messages import (
    EntryKind,
    Reason,
    ServerMessage,
    Table,
    TableMessage,
    View,
    Welcome,
)
from semafor.table.wire.problems import Refused

_ENCODER = msgspec.json.Encoder()
_KINDS: Final = frozenset(get_args(EntryKind))
AT_ONCE: Final = 200
"""Entries that are applied at once when a table is opened: a few milliseconds."""
GONE: Final = 10.0
"""Seconds without a connection after which a place counts as empty."""
_UNDERWAY: Final = 5.0
"""Seconds that an entry of another process may take to arrive, if both have the same time."""
SomeListener = TypeVar("SomeListener", bound=Listener)


class Pace(msgspec.Struct, frozen=True):
    """How long a table waits, in seconds."""

    grace: float = 90.0
    """Until a bot plays on for an absent player who must decide while others wait."""
    bot_pause: float = 0.4
    """From the last action to a bot's move, so that people can see what happened."""
    undo_pause: float = 3.0
    """The same after an action that can be undone."""
    unwatched: bool = True
    """Whether bots move and clocks run out while nobody is there."""


def open_table(
    row: StoredGame,
    seats: list[StoredSeat],
    entries: Sequence[StoredEntry],
    pace: Pace,
    now: float,
    since: float | None = None,
) -> GameTable:
    """Open a stored table. `since` is when the home began to run, if known.

    Raises:
        Refused: Another version made the table, and this one can't continue it (`old_game`).
    """
    steps = opening(row, seats, entries, pace, now, since)
    while True:
        try:
            next(steps)
        except StopIteration as opened:
            table: GameTable = opened.value
            return table


def opening(
    row: StoredGame,
    seats: list[StoredSeat],
    entries: Sequence[StoredEntry],
    pace: Pace,
    now: float,
    since: float | None = None,
) -> Generator[None, None, GameTable]:
    """Open a stored table as `open_table` does, but stop after some entries each: a log can have thousands."""
    if row.rules != RULES_VERSION:
        raise _old_game()
    try:
        board = find_board(row.board, row.board_text)
    except BoardError:
        # It was made by a newer version, or by a less strict older one.
        raise _old_game() from None
    if row.digest != board.spec.digest:
        raise _old_game()
    try:
        table = GameTable(row, seats, board, pace, now)
        for first in range(0, len(entries), AT_ONCE):
            table.take(entries[first : first + AT_ONCE], now)
            yield
    except (BadAction, IllegalAction, Refused, msgspec.MsgspecError):
        raise _old_game() from None
    table.go_on(now, since)
    return table


def _old_game() -> Refused:
    return Refused("old_game", "the game was played on another revision of the board or of the rules", status=410)


class GameTable:
    """A table in memory."""

    def __init__(self, row: StoredGame, seats: list[StoredSeat], board: Board, pace: Pace, now: float) -> None:
        """Take the stored table; `take` reads its log."""
        self.row = row
        self.seats = seats
        self.board = board
        self.pace = pace
        self.about = About(row, head_of(board))
        self.clock = self.about.clock
        self.lesson = self.about.lesson
        self.day = self.about.day
        self.sealed_until = self.about.sealed_until
        self.log: GameLog | None = None
        self.viewer: Viewer | None = None
        self.delayed: Viewer | None = None
        """The view for spectators who see the game with a delay."""
        self._held: deque[Prepared] = deque()
        self.present: Set[int] = frozenset()
        """The seats that are connected."""
        self.away_since = {seat.seat: now for seat in seats}
        """When each seat's connection was lost; for one that was never connected, when the table was opened."""
        self.attended_since = now
        """When somebody came to the table while no player was here."""
        self.watching = 0
        self.undo_waived = 0
        """The seq of an action that its player does not want to take back: bots need not wait for that."""
        self._ahead = 0.0

    # Time

    def time(self, now: float) -> float:
        """Return the time of the log."""
        last = self.log.entries[-1].at if self.log is not None and self.log.entries else 0.0
        return max(now + self._ahead, last)

    def home_time(self, at: float) -> float:
        """Convert a time of the log to the home's time."""
        return at - self._ahead

    def go_on(self, now: float, since: float | None) -> None:
        """Continue the log's time from the last entry.

        The time since then counts, unless the entry is in the future by the home's clock. Clocks in minutes stood still
        until `since`, because nobody could act while no home ran the table; clocks in days did not.
        """
        if self.log is None:
            return
        last = self.log.entries[-1].at
        begun = last if since is None or self.clock.kind not in {"move", "game"} else max(last, since)
        self._ahead = last + max(0.0, now - begun) - now

    # The log

    @property
    def seq(self) -> int:
        """The seq of the last entry."""
        return 0 if self.log is None else self.log.seq

    def new_log(self) -> GameLog:
        """Return an empty log of this game, just dealt."""
        row = self.row
        people = [seat.seat for seat in self.seats if seat.kind == "person"]
        return GameLog(self.board, row.players, row.seed, row.first, self.clock, people)

    def begun(self) -> GameLog:
        """Return the log of a game that has started; raise Refused before."""
        if self.log is None:
            raise Refused("not_started", "the game has not started yet")
        return self.log

    def playing(self) -> GameLog:
        """Return the log of a game in progress; raise Refused otherwise."""
        log = self.begun()
        if log.game.over:
            raise Refused("game_over", "the game is over")
        return log

    def finished(self) -> GameLog:
        """Return the log of a finished game; raise Refused before, because its record is secret."""
        if self.log is None or not self.log.game.over:
            raise Refused("not_over", "the game is not over yet; until then its record is secret")
        return self.log

    def opened(self, now: float) -> GameLog:
        """Return the log of a finished game whose record may be shown; raise Refused otherwise."""
        log = self.finished()
        if self.row.sealed:
            raise Refused("sealed", "other tables still play this deal; until they have finished its record is secret")
        if now < self.sealed_until:
            text = "others may still play this sealed deal; its record is open two hours after the end of the day (UTC)"
            raise Refused("sealed", text, status=409)
        return log

    def observed(self, seat: int) -> ObservedGame:
        """Return what a seat sees of a game that has started; raise Refused before."""
        self.begun()
        assert self.viewer is not None
        return self.viewer.observed(seat)

    @property
    def bots_only(self) -> bool:
        """Whether nobody but bots decides any more."""
        return self.viewer is not None and self.viewer.bots_only(self.observed(SPECTATOR))

    def prepare(
        self,
        now: float,
        kind: EntryKind,
        seat: int | None = None,
        *,
        action: Action | None = None,
        by_bot: bool = False,
        reason: Reason | None = None,
        yes: bool | None = None,
        client_id: str | None = None,
    ) -> Prepared:
        """Check and apply a new entry, to be stored and then committed; raise Refused if the rules forbid it."""
        log = self.new_log() if self.log is None else self.log
        entry = StoredEntry(
            game=self.row.id,
            seq=log.seq + 1,
            kind=kind,
            seat=seat,
            action=None if action is None else _ENCODER.encode(action.to_json()).decode(),
            by_bot=by_bot,
            reason=reason,
            yes=yes,
            client_id=client_id,
            at=self.time(now),
        )
        try:
            prepared = log.prepare(entry, action)
        except IllegalAction as error:
            refusal = error.refusal
            raise Refused(refusal.code, refusal.message, refusal.rule) from None
        prepared.ahead = self._ahead
        return prepared

    def commit(self, prepared: Prepared) -> None:
        """Make a stored entry the last one of the log."""
        if self.log is None:
            self._open_log()
        assert self.log is not None
        self.log.commit(prepared)
        self.row.status = prepared.status
        if self.delayed is not None:
            self._held.append(prepared)
            keep = 0 if self.log.game.over else self.row.spectator_delay
            while len(self._held) > keep:
                self.delayed.log.commit(self._held.popleft())

    def take(self, entries: Iterable[StoredEntry], now: float) -> None:
        """Apply stored entries: the whole log, or what another process has just written."""
        for entry in entries:
            if not 0.0 <= self.time(now) - entry.at <= _UNDERWAY:
                # It was written with another clock than ours; the log has its own time.
                self._ahead = entry.at - now
            if entry.kind not in _KINDS:
                raise _old_game()
            log = self.new_log() if self.log is None else self.log
            self.commit(log.prepare(entry))

    def _open_log(self) -> None:
        self.log = self.new_log()
        self.viewer = Viewer(self.log, self.row.tracker, self.pace.undo_pause)
        if self.row.spectator_delay > 0:
            self.delayed = Viewer(self.new_log(), self.row.tracker)

    # Presence

    def seat_of(self, token: str) -> int | None:
        """Return the seat of a token (hashed)."""
        return next((seat.seat for seat in self.seats if seat.token is not None and seat.token == token), None)

    def is_screen(self, token: str) -> bool:
        """Return whether a token (hashed) is that of the table's big screen."""
        return self.row.screen is not None and self.row.screen == token

    def movable(self, seat: int, token: str, now: float) -> str:
        """Return the token (hashed) of a seat that the holder of a token (hashed) may move to another device.

        Everybody may move their own seat, and the big screen one whose player has been away for some time: everybody
        is in the room and sees it. Raise Refused otherwise.
        """
        own = self.seat_of(token)
        if own is None and not self.is_screen(token):
            raise Refused("wrong_token", "the token belongs to no seat at this table", status=403)
        held = self.seats[seat].token if seat < len(self.seats) else None
        if held is None or own not in {None, seat}:
            raise Refused("not_your_seat", f"the token does not belong to seat {seat}", status=403)
        if own is None and (seat in self.present or now - self.away_since[seat] < GONE):
            raise Refused("not_away", f"{self.seats[seat].name} is here; only an empty place can be taken over")
        return held

    def seat_of_bot(self, bot: str) -> int | None:
        """Return the seat of a bot account."""
        return next((seat.seat for seat in self.seats if seat.bot == bot), None)

    def set_seats(self, seats: Iterable[StoredSeat]) -> None:
        """Update seats to their stored values."""
        for seat in seats:
            self.seats[seat.seat] = seat

    def set_presence(self, present: Set[int], watching: int, now: float) -> None:
        """Set which seats are connected, and how many spectators."""
        for seat in self.present - present:
            self.away_since[seat] = now
        if not self.present:
            self.attended_since = now
        self.present = present
        self.watching = watching

    # Showing

    def turn(self) -> Turn:
        """Return who must decide now, or the result once the game is over."""
        if self.log is None or self.viewer is None:
            return Turn([], None, [])
        if not self.log.game.over:
            return Turn(list(self.log.game.pending.seats), None, [])
        score = self.log.game.score()
        return Turn([], [seat.total for seat in score.seats], score.winners)

    def info(self) -> Table:
        """Return the table as everybody sees it."""
        now = None if self.log is None else self.log.now
        return self.about.info(
            self.seats,
            present=self.present,
            watching=self.watching,
            stand_ins=frozenset() if now is None else now.stand_ins,
            end_offer=None if now is None else now.end_offer,
        )

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints."""
        return self.about.hints(self.seats)

    def welcome(self, seats: Iterable[int], unknown_tokens: int, now: float, screen: bool = False) -> Welcome:
        """Return the answer to `hello` for a client with these seats; refuse spectators where none are allowed."""
        own = sorted(seats)
        if not own and not screen and not self.row.spectators:
            raise Refused("no_spectators", "this table allows no spectators", status=403)
        return Welcome(
            version=VERSION,
            game=self.row.id,
            seats=own,
            server_time=now,
            table=self.info(),
            invite=self.row.invite if own or screen else None,
            unknown_tokens=unknown_tokens,
            screen=screen,
        )

    def table_message(self) -> TableMessage:
        """Return the message about the table."""
        return TableMessage(table=self.info())

    def show(
        self, listeners: Iterable[SomeListener], now: float, *, table: bool = False
    ) -> Iterator[tuple[ServerMessage, list[SomeListener]]]:
        """Yield the messages for listeners: the table, if requested, and each one's view; nobody gets a view twice.

        Listeners with the same viewer and the same last entry share one view.
        """
        present = list(listeners)
        if table and present:
            yield self.table_message(), present
        alike: dict[tuple[int | None, bool, int], list[SomeListener]] = {}
        for listener in present:
            late = self.delayed is not None and not listener.seats and not listener.screen
            viewer = self.delayed if late else self.viewer
            if viewer is None or not viewer.log.entries:
                continue
            if late and listener.had_view and viewer.log.seq == listener.sent_seq:
                continue
            alike.setdefault((listener.eyes, late, listener.sent_seq), []).append(listener)
        for (eyes, late, after), group in alike.items():
            viewer = self.delayed if late else self.viewer
            assert viewer is not None
            view: View = viewer.view(eyes, after, self.time(now), sealed=self.row.sealed or now < self.sealed_until)
            for listener in group:
                listener.sent_seq = view.seq
                listener.had_view = True
            yield view, group
