"""A game and its log: the same entries in the same order give the same game everywhere.

An entry is applied once: `prepare` computes its effect, the home stores it, and `commit` makes it current. If another
process wrote first, the prepared entry is dropped and nothing has happened. A game never changes after it has been
committed, so logs may share it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from copy import copy
from typing import Final

from msgspec import Struct
from msgspec.json import decode

from semafor import Action, Board, Event, Game, parse_action
from semafor.model.events import UNDOABLE
from semafor.table.clocks import Clocks
from semafor.table.stored import Status, StoredEntry
from semafor.table.wire.messages import Clock, EndOffer, EntryKind, Reason

RECENT: Final = 8
"""How many entries keep their events in memory; older events are rebuilt from the record."""
PLAIN: Final = frozenset({"action", "undo"})
"""Entries that change only the game, and nothing in the table message."""


class LogEntry(Struct):
    """An entry of the log, without the action, which is in the game's own record."""

    seq: int
    kind: EntryKind
    seat: int | None
    by_bot: bool
    at: float
    reason: Reason | None
    yes: bool | None
    undone: bool = False


class UndoPoint(Struct):
    """The game before an action that can be undone."""

    game: Game
    opening: bool
    clocks: Clocks


class Standpoint(Struct):
    """The state after the entries so far."""

    game: Game
    clocks: Clocks
    opening: bool
    """Whether players still choose their starting tickets, all at the same time."""
    fresh: list[int]
    """For each seat: an action based on a view with an earlier seq is stale."""
    asked: dict[int, float]
    """The seats that wait for a person's decision, and since when, in the time of the log."""
    stand_ins: frozenset[int] = frozenset()
    """Seats of people that a bot is playing."""
    end_offer: EndOffer | None = None
    skipped: bool = False
    """Whether bots play to the end without pauses."""
    undo_by: int | None = None
    """The seat that may undo its last action."""
    undo_point: UndoPoint | None = None
    """The state after an undo."""
    changed: int = 0
    """The seq of the last entry that changed the game itself."""
    last_undo: int = 0


class Prepared(Struct):
    """An entry that has been checked and applied, but not committed."""

    entry: StoredEntry
    after: Standpoint
    events: list[Event]
    people: frozenset[int]
    ahead: float = 0.0
    """By how much the time of the log is ahead of the home's."""

    @property
    def status(self) -> Status:
        """The status of the table after the entry."""
        return "over" if self.after.game.over else "playing"

    @property
    def wake_at(self) -> float | None:
        """When the game is due even if nobody is connected: a bot's turn, or a clock that runs out.

        In the home's time.
        """
        after = self.after
        if after.game.over:
            return None
        if not set(after.game.pending.seats) <= self.people - after.stand_ins:
            return self.entry.at - self.ahead
        deadline = after.clocks.deadline()
        return None if deadline is None else deadline[0] - self.ahead

    @property
    def changes_table(self) -> bool:
        """Whether the table message changes as well as the game."""
        return self.entry.kind not in PLAIN or self.after.game.over


class GameLog:
    """The game of a table that has started."""

    def __init__(
        self, board: Board, players: int, seed: str, first: int | None, clock: Clock, people: Iterable[int]
    ) -> None:
        """Deal. `people` are the seats without a built-in bot; add entries with `commit`."""
        self.seed = seed
        self.people = frozenset(people)
        self.entries: list[LogEntry] = []
        game = Game.new(board, players, seed, first)
        self.now = Standpoint(game, Clocks(clock, players), _choosing(game), [0] * players, {})
        self._recent: deque[tuple[int, list[Event]]] = deque(maxlen=RECENT)
        self._by_client: dict[tuple[int | None, str], int] = {}

    @property
    def game(self) -> Game:
        """The current game; don't change it."""
        return self.now.game

    @property
    def seq(self) -> int:
        """The seq of the last entry."""
        return self.entries[-1].seq if self.entries else 0

    def bot_seat(self) -> int | None:
        """Return the next seat that must decide and has a built-in bot."""
        played = self.people - self.now.stand_ins
        return next((seat for seat in self.game.pending.seats if seat not in played), None)

    def seq_of(self, seat: int, client_id: str) -> int | None:
        """Return the seq of the entry with a client's request id."""
        return self._by_client.get((seat, client_id))

    # Changing

    def prepare(self, entry: StoredEntry, action: Action | None = None) -> Prepared:
        """Check and apply the next entry without changing the log yet; raise IllegalAction.

        `action` is the entry's action; it is read from the entry only if it is not given.
        """
        before = self.game.pending.seats
        after = copy(self.now)
        after.clocks = copy(self.now.clocks)
        after.clocks.advance(entry.at)
        events: list[Event] = []
        match entry.kind:
            case "start":
                events = self.game.opening_events
                self._change(after, entry)
            case "action":
                events = self._act(after, entry, action)
            case "undo":
                self._undo(after, entry)
            case "bot_took_over":
                after.stand_ins |= {_seat(entry)}
            case "person_returned":
                after.stand_ins -= {_seat(entry)}
                after.skipped = False
                after.clocks.returned(_seat(entry))
            case "seat_moved":
                pass
            case "end_offered":
                after.end_offer = EndOffer(_seat(entry), [_seat(entry)])
            case "end_answered":
                after.end_offer = _answered(after.end_offer, _seat(entry), bool(entry.yes))
            case "end_agreed":
                after.end_offer = None
                after.stand_ins |= self.people
            case "skipped":
                after.skipped = True
        to_act = set(after.game.pending.seats)
        if entry.kind == "action":
            after.clocks.decided(_seat(entry))
            for seat in before:
                if seat not in to_act:
                    after.clocks.turn_ended(seat)
        asked = (to_act & self.people) - after.stand_ins
        after.asked = {seat: self.now.asked.get(seat, entry.at) for seat in asked}
        after.clocks.run(asked)
        return Prepared(entry, after, events, self.people)

    def commit(self, prepared: Prepared) -> None:
        """Make a prepared entry the last one; it must be the next."""
        entry = prepared.entry
        assert entry.seq == self.seq + 1
        if entry.kind == "undo":
            last = next(one for one in reversed(self.entries) if one.kind == "action" and not one.undone)
            last.undone = True
            self._recent.clear()
        if prepared.after.changed == entry.seq:
            self._recent.append((entry.seq, prepared.events))
        if entry.client_id is not None:
            self._by_client[entry.seat, entry.client_id] = entry.seq
        self.entries.append(
            LogEntry(entry.seq, entry.kind, entry.seat, entry.by_bot, entry.at, entry.reason, entry.yes)
        )
        self.now = prepared.after

    def add(self, entry: StoredEntry, action: Action | None = None) -> Prepared:
        """Prepare and commit a stored entry."""
        prepared = self.prepare(entry, action)
        self.commit(prepared)
        return prepared

    def _act(self, after: Standpoint, entry: StoredEntry, action: Action | None) -> list[Event]:
        seat = _seat(entry)
        if action is None:
            assert entry.action is not None
            action = parse_action(decode(entry.action))
        after.game = self.game.clone()
        events = after.game.apply(seat, action)
        after.opening = after.opening and _choosing(after.game)
        self._change(after, entry)
        if not entry.by_bot and all(event.seat in {seat, -1} and event.type in UNDOABLE for event in events):
            after.undo_by = seat
            after.undo_point = UndoPoint(self.game, self.now.opening, copy(after.clocks))
        return events

    def _undo(self, after: Standpoint, entry: StoredEntry) -> None:
        """Restore the game and the clocks before the last action."""
        point = self.now.undo_point
        assert point is not None
        after.game = point.game
        after.opening = point.opening
        after.skipped = False
        after.clocks.take_back(point.clocks, _seat(entry))
        after.last_undo = entry.seq
        self._change(after, entry)

    def _change(self, after: Standpoint, entry: StoredEntry) -> None:
        after.changed = entry.seq
        after.undo_by = None
        after.undo_point = None
        if after.opening and entry.seat is not None:
            # The others are choosing starting tickets at the same time: nothing becomes stale for them.
            after.fresh = [entry.seq if seat == entry.seat else old for seat, old in enumerate(after.fresh)]
        else:
            after.fresh = [entry.seq] * len(after.fresh)

    # Reading

    def events_after(self, after: int) -> list[tuple[LogEntry, list[Event]]]:
        """Return the entries after a seq, without undone ones, with their events."""
        chosen = [entry for entry in self.entries[after:] if not entry.undone]
        if not chosen:
            return []
        known = dict(self._recent)
        if any(entry.seq not in known for entry in chosen if entry.kind in {"start", "action"}):
            known = self._all_events()
        return [(entry, known.get(entry.seq, [])) for entry in chosen]

    def _all_events(self) -> dict[int, list[Event]]:
        steps = self.game.record().steps
        actions = [entry for entry in self.entries if entry.kind == "action" and not entry.undone]
        known = {entry.seq: step.events for entry, step in zip(actions, steps, strict=True)}
        known.update({entry.seq: self.game.opening_events for entry in self.entries if entry.kind == "start"})
        return known

    def actions_of(self, seat: int) -> int:
        """Return the number of a seat's actions, without undone ones."""
        return sum(entry.kind == "action" and entry.seat == seat and not entry.undone for entry in self.entries)

    def last_action(self) -> LogEntry | None:
        """Return the last entry that changed the game."""
        return next((entry for entry in reversed(self.entries) if entry.seq == self.now.changed), None)


def _choosing(game: Game) -> bool:
    return game.pending.name == "keep_tickets"


def _answered(offer: EndOffer | None, seat: int, yes: bool) -> EndOffer | None:
    return EndOffer(offer.by, sorted({*offer.yes, seat})) if offer is not None and yes else None


def _seat(entry: StoredEntry) -> int:
    assert entry.seat is not None
    return entry.seat
