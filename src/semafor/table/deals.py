"""Shared deals, above all the deal of the day: one for every board and day, the same for everybody.

The seed is public and says what it is for: "semafor day 1:2026-11-17:usa:DIGEST:RULES", with the id and the digest of
the board and the version of the rules. So nobody needs a server to find it, and a table's seed says that it is a day's.
A day begins at midnight UTC, everywhere at the same moment.

A server may have a second, sealed deal for each day and board. Its seed ends with a secret of the server. The server
publishes the commitment to the seed before the day, and the seed after it (`semafor.table.fairness`).

    >>> from semafor import load_board
    >>> deal = day_deal(load_board("toy"), date(2026, 11, 17))
    >>> day_of(deal.seed)
    datetime.date(2026, 11, 17)
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

from msgspec import Struct

from semafor import RULES_VERSION, Board, Game

FIRST_DAY: Final = date(2026, 1, 1)
"""The first day that has a deal."""
LEVEL: Final = "dispatcher"
"""The opponent of every day: a planner, which decides the same everywhere; a bot with a time limit would not."""
PLAYER: Final = 0
"""The seat of the person; bots have the others."""
PLAYERS: Final = 2
GRACE: Final = 7200.0
"""Seconds after a day in which games that were under way can still be finished and count."""
_PREFIX: Final = "semafor day 1:"
_SEALED: Final = "semafor sealed day 1:"


class NoSuchDay(ValueError):
    """A day without a deal: the message says why."""


class Deal(Struct, frozen=True):
    """Everything that is fixed before the first action of a game of one person against bots."""

    board: str
    digest: str
    rules: int
    seed: str
    players: int
    level: str

    def begin(self, board: Board) -> Game:
        """Return the game; who begins it follows from the seed."""
        return Game.new(board, self.players, self.seed)

    @property
    def name(self) -> str:
        """What results of this deal are filed under: the seed without its secret."""
        return deal_name(self.seed)


def day_deal(board: Board, day: date) -> Deal:
    """Return the deal of a day on a board as the board is now."""
    digest = board.spec.digest
    seed = f"{_PREFIX}{day}:{board.id}:{digest}:{RULES_VERSION}"
    return Deal(board.id, digest, RULES_VERSION, seed, PLAYERS, LEVEL)


def sealed_deal(board: Board, day: date, secret: str) -> Deal:
    """Return the sealed deal of a day, given the server's secret for that day."""
    digest = board.spec.digest
    seed = f"{_SEALED}{day}:{board.id}:{digest}:{RULES_VERSION}:{secret}"
    return Deal(board.id, digest, RULES_VERSION, seed, PLAYERS, LEVEL)


def day_of(seed: str) -> date | None:
    """Return the day of a seed; None if it is not a day's."""
    return _day_after(_PREFIX, seed) or sealed_day_of(seed)


def sealed_day_of(seed: str) -> date | None:
    """Return the day of the seed of a sealed deal; None if it is not one."""
    return _day_after(_SEALED, seed)


def deal_name(seed: str) -> str:
    """Return what the results of a seed's deal are filed under: the seed without its secret."""
    return seed.rpartition(":")[0] if seed.startswith(_SEALED) else seed


def _day_after(prefix: str, seed: str) -> date | None:
    if not seed.startswith(prefix):
        return None
    try:
        day = date.fromisoformat(seed.removeprefix(prefix).partition(":")[0])
    except ValueError:
        return None
    # Records may have any seed, and the last of all days has no end.
    return None if day == date.max else day


def closes_at(day: date) -> float:
    """Return when the results of a day are final, in seconds since 1970."""
    return datetime.combine(day + timedelta(days=1), datetime.min.time(), UTC).timestamp() + GRACE


def today(now: float) -> date:
    """Return the day at a time, in seconds since 1970."""
    return datetime.fromtimestamp(now, UTC).date()


def next_day_at(now: float) -> float:
    """Return when the next day begins, in seconds since 1970."""
    return datetime.combine(today(now) + timedelta(days=1), datetime.min.time(), UTC).timestamp()


def read_day(text: str, now: float) -> date:
    """Return the day that a text names; raise NoSuchDay if it has no deal, or none yet."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NoSuchDay(f"{text!r} is not a date; write it as {today(now)}") from None
    if str(day) != text:
        raise NoSuchDay(f"{text!r} is not a date; write it as {day}")
    if day < FIRST_DAY:
        raise NoSuchDay(f"there are deals from {FIRST_DAY} on, and {day} is before that")
    if day > today(now):
        raise NoSuchDay(f"the deal of {day} is not out yet: today is {today(now)} (UTC)")
    return day
