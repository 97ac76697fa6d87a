"""The game as a viewer may see it: built from `Observation` and `Event.seen_by` only.

This is the only place where a game becomes a message: clients get nothing that is not put in here.
"""

from __future__ import annotations

from typing import Any

from semafor import SPECTATOR, Observation
from semafor.engine.values.scores import FinalScoreJSON, StandingJSON
from semafor.engine.values.tickets import TicketWayJSON
from semafor.table.log import GameLog
from semafor.table.views.observed_game import ObservedGame
from semafor.table.views.seat_offers import offers
from semafor.table.wire.messages import Entry, View


class Viewer:
    """Makes views of a log; parts that several views share are computed once."""

    def __init__(self, log: GameLog, tracker: bool, undo_pause: float = 0.0) -> None:
        """Take the log, whether the table has the tracker of known cards, and how long bots wait for an undo."""
        self.log = log
        self.undo_pause = undo_pause
        self.tracker = tracker
        self._standing: tuple[object, StandingJSON] | None = None
        self._score: FinalScoreJSON | None = None
        self._observed: dict[int, ObservedGame] = {}

    def observed(self, viewer: int) -> ObservedGame:
        """Return what a seat (or SPECTATOR) sees now; the same one until the game changes."""
        observed = self._observed.get(viewer)
        if observed is None or observed.game is not self.log.game:
            observed = ObservedGame(self.log.game, viewer)
            self._observed[viewer] = observed
        return observed

    def view(self, eyes: int | None, after: int, now: float, offer: bool = True, sealed: bool = False) -> View:
        """Return the view of a seat (None: a spectator) with the entries after a seq; no seed if `sealed`."""
        log = self.log
        game = log.game
        reset = after < log.now.last_undo or after > log.seq or after == 0
        if reset:
            after = 0
        viewer = SPECTATOR if eyes is None else eyes
        observed = self.observed(viewer)
        return View(
            seq=log.seq,
            from_seq=after,
            reset=reset,
            eyes=eyes,
            entries=self.entries(viewer, after),
            observation=observed.data,
            offers=offers(observed) if offer and eyes is not None else None,
            tickets=ticket_views(observed.seen),
            standing=self.standing(),
            clocks=log.now.clocks.shown(now, log.people - log.now.stand_ins),
            known=observed.known if self.tracker else None,
            undo=log.now.undo_by,
            undo_ms=self._undo_ms(now),
            bots_only=self.bots_only(observed),
            score=self.score() if game.over else None,
            seed=log.seed if game.over and not sealed else None,
        )

    def tickets(self, seat: int) -> list[TicketWayJSON]:
        """Return the state of a seat's tickets."""
        return ticket_views(self.observed(seat).seen)

    def _undo_ms(self, now: float) -> int | None:
        """Return how long the last action can still be undone, if a bot moves next."""
        log = self.log
        last = log.last_action()
        if log.now.undo_by is None or last is None or set(log.game.pending.seats) <= log.people - log.now.stand_ins:
            return None
        return max(0, round(1000 * (last.at + self.undo_pause - now)))

    def bots_only(self, observed: ObservedGame) -> bool:
        """Return whether nobody but bots decides any more: people have left, or have had their last turn."""
        log, seen = self.log, observed.seen
        if log.game.over:
            return False
        turns = seen.players if seen.turns_left is None else seen.turns_left
        to_come = {(seen.to_act[0] + turn) % seen.players for turn in range(turns)}
        return to_come.isdisjoint(log.people - log.now.stand_ins)

    def entries(self, viewer: int, after: int) -> list[Entry]:
        """Return the entries after a seq, as seen."""
        made: list[Entry] = []
        for entry, events in self.log.events_after(after):
            shown: list[Any] = [event.seen_by(viewer) for event in events]
            made.append(
                Entry(entry.seq, entry.seat, entry.kind, entry.by_bot, entry.at, shown, entry.reason, entry.yes)
            )
        return made

    def standing(self) -> StandingJSON:
        """Return the standings; they change only when a route is claimed, or the game ends."""
        game = self.log.game
        key = (game.over, [seat.routes for seat in self.observed(SPECTATOR).seen.seats])
        if self._standing is None or self._standing[0] != key:
            self._standing = (key, game.standing().to_json())
        return self._standing[1]

    def score(self) -> FinalScoreJSON:
        """Return the score of a finished game."""
        if self._score is None:
            self._score = self.log.game.score_sheet().to_json()
        return self._score


def still_view(observed: ObservedGame, eyes: int | None) -> View:
    """Return the view of a position without a history, as a seat (None: a spectator) sees it."""
    game = observed.game
    return View(
        seq=1,
        from_seq=0,
        reset=True,
        eyes=eyes,
        entries=[],
        observation=observed.data,
        offers=None if eyes is None else offers(observed),
        tickets=ticket_views(observed.seen),
        standing=game.standing().to_json(),
        clocks=None,
        known=None,
        undo=None,
        undo_ms=None,
        bots_only=False,
        score=game.score_sheet().to_json() if game.over else None,
        seed=None,
    )


def ticket_views(seen: Observation) -> list[TicketWayJSON]:
    """Return the state of the observer's tickets; a spectator has none."""
    return [way.to_json() for way in (*seen.tickets, *seen.offered)]
