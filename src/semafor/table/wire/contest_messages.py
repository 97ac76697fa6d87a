"""The bodies of REST requests and replies about contests: the same deals for many tables."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from semafor.table.wire.client_messages import MOST_SEATS, Name
from semafor.table.wire.messages import Clock

MOST_DEALS: Final = 12
MOST_TABLES: Final = 40
LONGEST_TITLE: Final = 60
Deal = Annotated[int, Meta(ge=1, le=MOST_DEALS)]
TableNumber = Annotated[int, Meta(ge=1, le=MOST_TABLES)]
Title = Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
DealState = Literal["waiting", "playing", "over", "missed"]
"""A deal at a table: not begun, being played, over, or never to be counted."""


class ContestSeat(Struct, forbid_unknown_fields=True):
    """A seat at every table of a contest: a person's, or a bot's of a level."""

    kind: Literal["person", "bot"]
    level: Annotated[str, Meta(max_length=40)] | None = None


class NewContest(Struct, forbid_unknown_fields=True):
    """A new contest: so many deals on a board, played with these seats at every table."""

    name: Title
    board: Annotated[str, Meta(max_length=100)]
    seats: Annotated[list[ContestSeat], Meta(min_length=1, max_length=MOST_SEATS)]
    deals: Deal
    clock: Clock = Clock()


class MadeContest(Struct):
    """A contest, and the secret of its host."""

    contest: str
    host: str


class JoinContest(Struct, forbid_unknown_fields=True):
    """Take a seat: at the given table, or at the first that has one; 0 is a new table."""

    name: Name
    table: Annotated[int, Meta(ge=0, le=MOST_TABLES)] | None = None


class JoinedContest(Struct):
    """The place that the client has now, and its secret."""

    table: int
    seat: int
    token: str


class SitDown(Struct, forbid_unknown_fields=True):
    """Be ready for a deal; `anyway` begins even if others at the table are not."""

    anyway: bool = False


class ContestGame(Struct):
    """The game of a deal; before it begins, the names of those who are not ready, and how many seats are free."""

    game: str | None
    seat: int
    waiting_for: list[str]
    free: int = 0


class Manage(Struct, forbid_unknown_fields=True):
    """What a host can do: let people join or not, close a deal, withdraw a table."""

    what: Literal["close_joining", "open_joining", "close_deal", "withdraw_table"]
    deal: Deal | None = None
    table: TableNumber | None = None


class ContestPlayer(Struct):
    """A person in a contest."""

    seat: int
    name: str


class ContestTable(Struct):
    """A table of a contest, and how far it is with each deal; `free` are its seats for more people."""

    table: int
    players: list[ContestPlayer]
    free: int
    withdrawn: bool
    deals: list[DealState]


class ContestDeal(Struct):
    """A deal: once it is open, everybody sees what it was and how it was played."""

    deal: int
    open: bool
    commitment: str
    seed: str | None


class ComparedResult(Struct):
    """A person's points with a deal, and how they compare with the same seat at the other tables.

    `by_bot` counts actions that a bot took in the person's absence.
    """

    points: int
    percent: float
    margin: float
    by_bot: int
    game: str


class ContestStanding(Struct):
    """A person's place; `deals` has one result for every deal, null if it is not open or was not played."""

    place: int
    table: int
    seat: int
    name: str
    percent: float
    margin: float
    deals: list[ComparedResult | None]


class OwnPlace(Struct):
    """Your own place; `ready` is the deal that you are ready for while others at the table are not."""

    table: int
    seat: int
    ready: int | None


class Contest(Struct):
    """A contest, as the host, a player or anybody else may see it."""

    contest: str
    name: str
    board: str
    seats: list[ContestSeat]
    clock: Clock
    joining: bool
    deals: list[ContestDeal]
    tables: list[ContestTable]
    standings: list[ContestStanding]
    host: bool
    own: OwnPlace | None
