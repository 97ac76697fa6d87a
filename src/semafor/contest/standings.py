"""Standings of a contest: the same deals at many tables, compared seat by seat.

With a deal everybody is compared with the people who had the same seat, and so the same cards, at the other tables: two
matchpoints for each of them with fewer points, one for each with as many. The share of the possible matchpoints is the
*percentage* of the deal; it is 50 if there is nobody to compare with. The *margin* is the points above the mean of that
seat. A deal that somebody has not played counts as 0 percent, so leaving never pays.

    >>> [float(one.percent) for one in compare([Played(1, 0, 90), Played(2, 0, 70), Played(3, 0, 70)])]
    [100.0, 25.0, 25.0]
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

Person = tuple[int, int]
"""A table and a seat: everybody keeps theirs for the whole contest."""
_Rank = tuple[Fraction, int, Fraction]
WHOLE: Final = 100
ALONE: Final = Fraction(WHOLE, 2)
"""The percentage of somebody who has nobody to be compared with."""


class Played(Struct, frozen=True):
    """The points of a person with a deal."""

    table: int
    seat: int
    points: int


class Compared(Struct, frozen=True):
    """A person's points with a deal, compared with those of the same seat at the other tables."""

    table: int
    seat: int
    points: int
    percent: Fraction
    margin: Fraction


class Placed(Struct, frozen=True):
    """A person's place: by the mean percentage, then by deals played, then by the sum of margins."""

    place: int
    table: int
    seat: int
    percent: Fraction
    margin: Fraction
    deals: list[Compared | None]


def compare(results: Iterable[Played]) -> list[Compared]:
    """Compare the results of one deal, in the order given."""
    listed = list(results)
    seats: dict[int, list[int]] = defaultdict(list)
    for one in listed:
        seats[one.seat].append(one.points)
    for points in seats.values():
        points.sort()
    means = {seat: Fraction(sum(points), len(points)) for seat, points in seats.items()}
    return [_compared(one, seats[one.seat], means[one.seat]) for one in listed]


def _compared(one: Played, points: Sequence[int], mean: Fraction) -> Compared:
    """Compare a result with all of its seat, sorted, its own among them."""
    margin = one.points - mean
    if len(points) == 1:
        return Compared(one.table, one.seat, one.points, ALONE, margin)
    fewer = bisect_left(points, one.points)
    # It equals itself: that is one matchpoint too many.
    matchpoints = fewer + bisect_right(points, one.points) - 1
    percent = Fraction(WHOLE * matchpoints, 2 * (len(points) - 1))
    return Compared(one.table, one.seat, one.points, percent, margin)


def standings(people: Iterable[Person], deals: Sequence[Iterable[Played]]) -> list[Placed]:
    """Return everybody's place after these deals, the first one first; equal ones share a place."""
    compared = [{(one.table, one.seat): one for one in compare(deal)} for deal in deals]
    rows: list[tuple[_Rank, Person, list[Compared | None]]] = []
    for person in people:
        own = [deal.get(person) for deal in compared]
        played = [one for one in own if one is not None]
        percent = sum((one.percent for one in played), Fraction(0)) / max(1, len(own))
        margin = sum((one.margin for one in played), Fraction(0))
        rows.append(((-percent, -len(played), -margin), person, own))
    rows.sort(key=lambda row: row[:2])
    places: dict[_Rank, int] = {}
    for number, (rank, _, _) in enumerate(rows, 1):
        places.setdefault(rank, number)
    return [Placed(places[rank], *person, -rank[0], -rank[2], own) for rank, person, own in rows]
