"""Counts games that are over: for the ratings of guests, and as results of sealed deals.

The database says which games still have to count, so nothing is lost if a process dies. Of several processes one counts
a game; the others find it done.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from typing import Any, Final

from semafor.bots.levels import LEVELS
from semafor.contest.ratings import GUESSED, MEASURED, Sitter, Strength, idle, rated, scores
from semafor.contest.results import result_of
from semafor.home.logs import LOGGER, report
from semafor.server.guests.guest_store import StoredGuest
from semafor.server.guests.ladder import may_count
from semafor.server.hub.hub import Hub
from semafor.server.metrics import COUNT_FAILURES, DAY_RESULTS, RATED_GAMES
from semafor.server.store.errors import StorageError
from semafor.table.deals import PLAYER, next_day_at, today
from semafor.table.game_table import GameTable
from semafor.table.wire.problems import Refused

PERIOD: Final = 30.0
"""Seconds between two looks at the database, if no game ends here meanwhile."""
GIVEN_UP: Final = 14 * 86_400.0
"""Seconds without an action after which a game counts as lost by those who sit there."""
_AT_ONCE: Final = 20
_ELO: Final = {level.id: level.elo for level in LEVELS}


class Counting:
    """Counts games in the background."""

    def __init__(self, hub: Hub) -> None:
        """Take the hub, which has the games and the guests."""
        self.hub = hub
        self.guests = hub.guests
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to count."""
        self._task = asyncio.create_task(self._work(), name="counting")

    async def stop(self) -> None:
        """Stop counting."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while True:
            try:
                # The commitments of tomorrow's sealed deals are out before anybody asks.
                await self.guests.secret(str(today(next_day_at(time.time()))), make=True)
                while await self._count():
                    pass
            except Exception as error:
                report(error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self.hub.game_over.wait(), PERIOD)
            self.hub.game_over.clear()

    async def _count(self) -> bool:
        """Count some games; return whether there may be more."""
        finished = await self.guests.unfinished_results(_AT_ONCE)
        done = [await self._try(self._finish(one.deal, one.guest, one.game or ""), one.game) for one in finished]
        over = await self.guests.waiting(_AT_ONCE)
        lost = await self.guests.given_up(self.hub.home.clock.now() - GIVEN_UP, _AT_ONCE)
        done += [await self._try(self._rate(game), game) for game in [*over, *lost]]
        return all(done) and max(len(finished), len(over), len(lost)) == _AT_ONCE

    async def _try(self, work: Coroutine[Any, Any, None], game: str | None) -> bool:
        """Count a game; one that can't be counted touches no other."""
        try:
            await work
        except StorageError:
            raise
        except Exception as error:
            COUNT_FAILURES.inc()
            report(error, game)
            return False
        return True

    async def _table(self, game: str) -> GameTable | None:
        try:
            return (await self.hub.home.room(game)).table
        except Refused as problem:
            LOGGER.warning("a game does not count", extra={"game": game, "reason": problem.info.code})
            return None

    async def _finish(self, deal: str, guest: str, game: str) -> None:
        """Store the result of a sealed deal, if it counts."""
        stored = await self.guests.result(deal, guest)
        if stored is None:
            return
        table = await self._table(game)
        if table is None or not _counts(table):
            stored.game = None
        else:
            log = table.finished()
            found = result_of(log.game)
            stored.points, stored.margin, stored.won = found.points, found.margin, found.won
            stored.at = log.entries[-1].at
        await self.guests.finish_result(stored)
        if stored.points is not None:
            DAY_RESULTS.labels("sealed").inc()

    async def _rate(self, game: str) -> None:
        """Count a game for the ratings of its guests."""
        table = await self._table(game)
        now = self.hub.home.clock.now()
        changed: Mapping[int, Strength] = {}

        def rate(guests: dict[int, StoredGuest]) -> Mapping[int, Strength]:
            nonlocal changed
            # Hints may have come with the bots that filled the seats after the guest sat down.
            if table is None or not may_count(table):
                return {}
            # Whoever has left the ladder since has still played this game for it.
            sitters = sitters_of(table, guests, now)
            found = {seat: scores(sitters, seat) for seat in guests}
            changed = {
                seat: rated(strength, results)
                for seat, results in found.items()
                if results and (strength := sitters[seat].strength) is not None
            }
            return changed

        if await self.guests.count_game(game, rate, now) and changed:
            RATED_GAMES.inc()


def _counts(table: GameTable) -> bool:
    """Return whether the game of a sealed deal counts: it was over before everybody saw the seed, and without help."""
    entries = table.finished().entries
    helped = any(one.by_bot for one in entries if one.seat == PLAYER)
    return entries[-1].at < table.sealed_until and not helped


def sitters_of(table: GameTable, guests: Mapping[int, StoredGuest], now: float) -> list[Sitter]:
    """Return the seats of a game. In one that was given up, people have lost to the bots and not played each other.

    Of several people, whoever has decided nothing has not played: anybody can begin a rematch without the others.
    """
    log = table.begun()
    over = log.game.over
    people = sum(one.kind == "person" for one in table.seats)
    decided = {one.seat for one in log.entries if one.kind == "action" and not one.by_bot and not one.undone}
    score = log.game.score() if over else None
    sure = MEASURED if table.row.board == "usa" and table.row.players == 2 else GUESSED
    sitters: list[Sitter] = []
    for seat in table.seats:
        strength: Strength | None = None
        if seat.kind == "bot" and seat.level in _ELO:
            strength = Strength(float(_ELO[seat.level]), sure)
        elif seat.seat in guests and (people == 1 or (over and seat.seat in decided)):
            guest = guests[seat.seat]
            strength = idle(guest.strength, now - (guest.rated_at or now))
        points = 0 if score is None else score.seats[seat.seat].total
        won = score is not None and seat.seat in score.winners
        left = seat.kind == "person" and (not over or seat.seat in log.now.stand_ins)
        sitters.append(Sitter(points, won, strength, left))
    return sitters
