"""A game as its log tells it: the same entries in the same order give the same game, in every process."""

from __future__ import annotations

from collections import deque
from typing import Final

from msgspec import Struct
from msgspec.json import decode

from semafor import Board, Event, Game, parse_action
from semafor.table.clocks import Clocks
from semafor.table.entries import EntryKind, Reason, StoredEntry
from semafor.table.wire.messages import Clock, EndOffer

RECENT: Final = 8
"""Entries whose events are at hand; those before are made again from the record when somebody asks."""
UNDOABLE: Final = frozenset(
    {
        "route_claimed",
        "tickets_chosen",
        "tickets_kept",
        "ferry_card_drawn",
        "tunnel_paid",
        "tunnel_withdrawn",
        "passed",
        "last_round",
    }
)
"""Events that reveal nothing hidden: an action with no others can be taken back. (An allow-list.)"""


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


class GameLog:
    """The game of a table that has started."""

    def __init__(self, board: Board, players: int, seed: str, first: int | None, clock: Clock) -> None:
        """Deals; the entries follow by `add`."""
        self.seed = seed
        self.game = Game.new(board, players, seed, first)
        self.clocks = Clocks(clock, players)
        self.people: set[int] = set()
        self.entries: list[LogEntry] = []
        self.recent: deque[tuple[int, list[Event]]] = deque(maxlen=RECENT)
        self.stand_ins: set[int] = set()
        """Seats of people that a bot plays at present."""
        self.end_offer: EndOffer | None = None
        self.undo_by: int | None = None
        """The seat that may take its last action back."""
        self.changed = 0
        """The seq of the last entry that changed the game itself."""
        self.fresh = [0] * players
        """For each seat: an action made on a view of an earlier seq is stale."""
        self.last_undo = 0
        self.opening = self._choosing()
        """Whether players still choose their starting tickets, all at the same time."""

    @property
    def seq(self) -> int:
        """The seq of the last entry."""
        return self.entries[-1].seq if self.entries else 0

    def add(self, stored: StoredEntry) -> None:
        """Takes the next entry of the log into account."""
        entry = LogEntry(stored.seq, stored.kind, stored.seat, stored.by_bot, stored.at, stored.reason, stored.yes)
        self.clocks.advance(stored.at)
        before = set(self.game.pending.seats)
        self.entries.append(entry)
        match stored.kind:
            case "start":
                self._change(entry, self.game.opening_events)
            case "action":
                self._act(entry, stored.action)
            case "undo":
                self._undo(entry)
            case "bot_took_over":
                self.stand_ins.add(_seat(entry))
            case "person_returned":
                self.stand_ins.discard(_seat(entry))
                self.clocks.returned(_seat(entry))
            case "end_offered":
                self.end_offer = EndOffer(_seat(entry), [_seat(entry)])
            case "end_answered":
                self._answer_end(_seat(entry), bool(entry.yes))
            case "end_agreed":
                self.end_offer = None
                self.stand_ins |= self.people
        after = set(self.game.pending.seats)
        if stored.kind == "action":
            self.clocks.decided(_seat(entry))
        for seat in before - after:
            self.clocks.turn_ended(seat)
        self.clocks.run((after & self.people) - self.stand_ins)

    def _act(self, entry: LogEntry, action: str | None) -> None:
        seat = _seat(entry)
        assert action is not None
        events = self.game.apply(seat, parse_action(decode(action)))
        self.opening = self.opening and self._choosing()
        self._change(entry, events)
        own = all(event.seat in {seat, -1} and event.type in UNDOABLE for event in events)
        self.undo_by = seat if own and not entry.by_bot else None

    def _undo(self, entry: LogEntry) -> None:
        """Plays the game again without the last action."""
        last = next(one for one in reversed(self.entries) if one.kind == "action" and not one.undone)
        last.undone = True
        old = self.game
        self.game = Game.new(old.board, old.players, self.seed, old.first)
        self.opening = self._choosing()
        for step in old.record().steps[:-1]:
            self.game.apply(step.seat, step.action)
            self.opening = self.opening and self._choosing()
        self.recent.clear()
        self.last_undo = entry.seq
        self._change(entry, [])

    def _answer_end(self, seat: int, yes: bool) -> None:
        if self.end_offer is None:
            return
        if yes:
            self.end_offer = EndOffer(self.end_offer.by, sorted({*self.end_offer.yes, seat}))
        else:
            self.end_offer = None

    def _change(self, entry: LogEntry, events: list[Event]) -> None:
        self.changed = entry.seq
        self.undo_by = None
        self.recent.append((entry.seq, events))
        if self.opening and entry.seat is not None:
            # The others' choices of starting tickets are made at the same time, and change nothing for each other.
            self.fresh[entry.seat] = entry.seq
        else:
            self.fresh = [entry.seq] * self.game.players

    def _choosing(self) -> bool:
        return self.game.pending.name == "keep_tickets"

    # Reading

    def events_after(self, after: int) -> list[tuple[LogEntry, list[Event]]]:
        """The entries after a seq that still count, with what happened."""
        chosen = [entry for entry in self.entries[after:] if not entry.undone]
        if not chosen:
            return []
        known = dict(self.recent)
        if any(entry.seq not in known for entry in chosen if entry.kind in {"start", "action"}):
            known = self._all_events()
        return [(entry, known.get(entry.seq, [])) for entry in chosen]

    def _all_events(self) -> dict[int, list[Event]]:
        steps = self.game.record().steps
        actions = [entry for entry in self.entries if entry.kind == "action" and not entry.undone]
        known = {entry.seq: step.events for entry, step in zip(actions, steps, strict=True)}
        known.update({entry.seq: self.game.opening_events for entry in self.entries if entry.kind == "start"})
        return known

    def last_action(self) -> LogEntry | None:
        """The last entry that changed the game."""
        return next((entry for entry in reversed(self.entries) if entry.seq == self.changed), None)


def _seat(entry: LogEntry) -> int:
    assert entry.seat is not None
    return entry.seat
