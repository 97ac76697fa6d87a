"""Standings and explained scores in JSON."""

from typing import TypedDict

from semafor.model.values.awards import AwardJSON


class SeatStandingJSON(TypedDict):
    """The public figures of a seat."""

    seat: int
    points: int
    routes: int
    longest_path: int


class StandingJSON(TypedDict):
    """The public standings; `closed` are free routes that nobody may claim (U-20)."""

    seats: list[SeatStandingJSON]
    awards: list[AwardJSON]
    closed: list[str]


class ScoredTicketJSON(TypedDict):
    """A ticket in the final score, with places and routes of the path that completes it (empty if it failed)."""

    id: str
    points: int
    completed: bool
    places: list[str]
    routes: list[str]


class SeatScoreJSON(TypedDict):
    """Where the points of a seat come from."""

    seat: int
    routes: int
    lengths: dict[str, int]
    tickets: list[ScoredTicketJSON]
    ticket_points: int
    bonuses: dict[str, int]
    longest_path: int
    total: int


class TieBreakJSON(TypedDict):
    """A step of the tie-break: what was compared, between whom, and who remained."""

    id: str
    values: dict[str, int]
    left: list[int]


class FinalScoreJSON(TypedDict):
    """The final score, explained."""

    seats: list[SeatScoreJSON]
    awards: list[AwardJSON]
    steps: list[TieBreakJSON]
    winners: list[int]
