"""The bodies of REST requests and replies about guests: results of the days, and the ladder."""

from __future__ import annotations

from msgspec import Raw, Struct

from semafor.table.wire.client_messages import Face, Name


class GuestWish(Struct, forbid_unknown_fields=True):
    """How a guest wants to be shown, and whether their games are to count for a rating."""

    name: Name
    ladder: bool
    face: Face | None = None


class Guest(Struct):
    """What the server keeps of a guest; the `place` on the ladder is null while the rating is too unsure for one."""

    name: str
    face: int | None
    ladder: bool
    rating: int
    deviation: int
    games: int
    place: int | None


class LadderRow(Struct):
    """A guest on the ladder. `deviation` is the standard deviation of the rating."""

    place: int | None
    name: str
    face: int | None
    rating: int
    deviation: int
    games: int
    mine: bool


class Ladder(Struct):
    """The strongest guests, and then those whose ratings are too unsure for a place."""

    rows: list[LadderRow]


class SentResult(Struct, forbid_unknown_fields=True):
    """A finished game of a day's deal, as proof of its result: a game file, or its record alone.

    The record is decoded where it is checked: a hostile one of a megabyte has hundreds of thousands of objects.
    """

    name: Name
    record: Raw
    face: Face | None = None


class DayRow(Struct):
    """Somebody's result of a day's deal."""

    place: int
    name: str
    face: int | None
    points: int
    margin: int
    won: bool
    mine: bool


class DayTable(Struct):
    """Everybody's results of a deal: how many there are, the best ones, and your own.

    Results are taken until `closes_at`. A sealed deal has a `commitment`, and a `seed` once it is closed.
    """

    day: str
    board: str
    sealed: bool
    closes_at: float
    count: int
    rows: list[DayRow]
    mine: DayRow | None
    commitment: str | None
    seed: str | None
