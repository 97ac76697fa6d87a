"""The bodies of the request that scores a game played on a real table, and of its reply."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from semafor.table.wire.client_messages import MOST_SEATS
from semafor.table.wire.messages import View

MOST_NAMED: Final = 200
"""More routes, tickets or goals than any board has to name at once."""
_Id = Annotated[str, Meta(max_length=100)]
_Ids = Annotated[list[_Id], Meta(max_length=MOST_NAMED)]
_Count = Annotated[int, Meta(ge=0, le=MOST_NAMED)]
ProblemCode = Literal[
    "wrong_number_of_players",
    "route_twice",
    "parallel_held",
    "parallel_closed",
    "too_many_trains",
    "ticket_twice",
    "too_many_cards",
    "wrong_number_of_goals",
    "impossible",
]


class TabletopSeat(Struct, forbid_unknown_fields=True):
    """What a player had at the end: routes and tickets by id, and the cards in hand, which only some goals count."""

    routes: _Ids = []
    tickets: _Ids = []
    hand: Annotated[dict[_Id, _Count], Meta(max_length=9)] = {}


class Tabletop(Struct, forbid_unknown_fields=True):
    """A game that was played on a real table, as it stood at the end; `goals` are those that were face up."""

    board: _Id
    seats: Annotated[list[TabletopSeat], Meta(min_length=1, max_length=MOST_SEATS)]
    goals: _Ids = []


class TabletopProblem(Struct):
    """Why a game can't have ended like this: a stable code, the rule that says so, a message, and what it is about."""

    code: ProblemCode
    rule: str | None
    message: str
    seats: list[int]
    routes: list[str]
    tickets: list[str]
    cards: list[str]
    numbers: dict[str, int]


class TabletopScore(Struct):
    """The finished game as a spectator's view, with its score; or, without a view, what is wrong with it."""

    view: View | None
    problems: list[TabletopProblem]
