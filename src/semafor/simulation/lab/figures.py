"""From what was counted to figures with intervals.

Every game has its own deal, so games are independent of each other, and the intervals are those of plain means.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from semafor.model.board import Board
from semafor.model.cards import COLOURS
from semafor.model.spec import KIND_CITY
from semafor.simulation.lab.games import Duel
from semafor.simulation.lab.report import (
    Interval,
    LabCity,
    LabColour,
    LabRoute,
    LabRule,
    LabSeat,
    LabTable,
    LabTicket,
)
from semafor.simulation.lab.sums import Sums

Z: Final = 1.959964
"""Standard errors on each side of a mean that hold 95 % of a normal distribution."""
SECONDS_A_TURN: Final = 25
"""For the minutes that people would need; a guess, not measured."""


def stricter(tests: int) -> float:
    """Return how many standard errors one of so many tests must be off so that none is by chance, in 19 of 20 labs.

    >>> round(stricter(1), 2), round(stricter(50), 2)
    (1.96, 3.29)
    """
    low, high = 0.0, 10.0
    while high - low > 1e-6:  # the module statistics is too large for a page
        middle = (low + high) / 2
        beyond = math.erfc(middle / math.sqrt(2)) / 2
        low, high = (middle, high) if beyond > 0.025 / max(1, tests) else (low, middle)
    return high


def share_of(count: float, games: float, z: float = Z) -> Interval:
    """Return the interval of a share (Wilson's).

    >>> [round(end, 3) for end in share_of(0, 100)]
    [0.0, 0.037]
    """
    if games <= 0:
        return 0.0, 1.0
    p = count / games
    middle = (p + z * z / 2 / games) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * math.sqrt(p * (1 - p) / games + z * z / 4 / games / games)
    return max(0.0, middle - reach), min(1.0, middle + reach)


class Mean:
    """A mean, and its standard error."""

    def __init__(self, total: float, squares: float, count: int) -> None:
        """Take the sum of the values, the sum of their squares, and how many there are."""
        self.count = count
        self.value = total / count if count else 0.0
        variance = max(0.0, squares - count * self.value * self.value) / (count - 1) if count > 1 else math.inf
        # As if one more value had come out one standard deviation off, so that few that agree prove nothing.
        self.error = math.sqrt(variance / count) if count else math.inf

    def interval(self, z: float = Z) -> Interval:
        """Return its interval."""
        return self.value - z * self.error, self.value + z * self.error


def table_of(sums: Sums) -> LabTable:
    """Return the figures of the games with a number of players."""
    games = sums.games
    seats = []
    for seat in sums.seats:
        share = Mean(seat.share, seat.share_squares, games)
        points = Mean(seat.points, seat.points_squares, games)
        seats.append(LabSeat(share.value, share.interval(), points.value, points.interval()))
    low, middle, high = (quantile(sums.turns, part) / sums.players for part in (0.05, 0.5, 0.95))
    return LabTable(
        players=sums.players,
        games=games,
        seats=seats,
        turns=middle,
        turns_between=(low, high),
        minutes=middle * sums.players * SECONDS_A_TURN / 60,
        surprised=sums.surprises / max(1, sums.last_rounds),
        ticket_draws=sums.ticket_draws / max(1, games),
    )


def quantile(counts: Mapping[int, int], part: float) -> int:
    """Return the value below which a part of all counted ones lies."""
    left = part * sum(counts.values())
    for value in sorted(counts):
        left -= counts[value]
        if left <= 0:
            return value
    return 0


def ticket_effect(tables: Sequence[Sums], number: int) -> tuple[Mean, Mean]:
    """Return what it does to be dealt a ticket, compared with any other: to the margin, and to the wins."""
    margin = squares = share = share_squares = 0.0
    count = 0
    for sums in tables:
        one = sums.tickets[number]
        usual = sums.margin / max(1, sums.games * sums.players)
        fair = 1 / sums.players
        count += one.dealt
        margin += one.dealt_margin - one.dealt * usual
        squares += one.dealt_margin_squares - 2 * usual * one.dealt_margin + one.dealt * usual * usual
        share += one.dealt_share - one.dealt * fair
        share_squares += one.dealt_share * (1 - 2 * fair) + one.dealt * fair * fair
    return Mean(margin, squares, count), Mean(share, share_squares, count)


def tickets_of(board: Board, tables: Sequence[Sums]) -> list[LabTicket]:
    """Return the figures of every ticket."""
    found = []
    for number, ticket in enumerate(board.spec.tickets):
        parts = [sums.tickets[number] for sums in tables]
        dealt, kept = sum(one.dealt for one in parts), sum(one.dealt_kept for one in parts)
        done = sum(one.dealt_completed for one in parts)
        margin, win = ticket_effect(tables, number)
        delivered = done / max(1, dealt)
        # A point more or less counts only if the ticket is delivered, and twice if the others would lose it.
        off = margin.value / max(delivered, 0.2)
        found.append(
            LabTicket(
                id=ticket.id,
                points=ticket.points,
                dealt=dealt,
                kept=kept / max(1, dealt),
                completed=done / max(1, kept),
                delivered=delivered,
                margin=margin.value,
                margin_interval=margin.interval(),
                win=win.value,
                win_interval=win.interval(),
                worth=min(max(1, round(ticket.points - off)), 2 * ticket.points),
            )
        )
    return found


def route_effect(tables: Sequence[Sums], number: int) -> Mean:
    """Return how much more often than fair the owner of a route wins."""
    share = squares = 0.0
    claims = 0
    for sums in tables:
        one = sums.routes[number]
        fair = 1 / sums.players
        claims += one.claims
        share += one.share - one.claims * fair
        squares += one.share * (1 - 2 * fair) + one.claims * fair * fair
    return Mean(share, squares, claims)


def routes_of(board: Board, tables: Sequence[Sums], detours: Sequence[float]) -> list[LabRoute]:
    """Return the figures of every route."""
    games = sum(sums.games for sums in tables)
    found = []
    for number, route in enumerate(board.spec.routes):
        parts = [sums.routes[number] for sums in tables]
        claims = sum(one.claims for one in parts)
        win = route_effect(tables, number)
        found.append(
            LabRoute(
                id=route.id,
                claimed=claims / max(1, games),
                claimed_interval=share_of(claims, games),
                time=sum(one.time for one in parts) / max(1, claims),
                early=sum(one.early for one in parts) / max(1, games),
                win=win.value,
                win_interval=win.interval() if claims > 1 else (-1.0, 1.0),
                detour=detours[number],
            )
        )
    return found


def cities_of(board: Board, tables: Sequence[Sums]) -> list[LabCity]:
    """Return the figures of every city and country."""
    games = sum(sums.games for sums in tables)
    found = []
    for number, place in enumerate(board.spec.places):
        mine = [at for at, ticket in enumerate(board.spec.tickets) if place.id in (ticket.a, ticket.b)]
        dealt = sum(sums.tickets[at].dealt for sums in tables for at in mine)
        done = sum(sums.tickets[at].dealt_completed for sums in tables for at in mine)
        reached = sum(sums.reached[number] for sums in tables) / max(1, games)
        found.append(LabCity(place.id, reached, len(mine), done / dealt if dealt else None))
    return found


def colours_of(board: Board, tables: Sequence[Sums]) -> list[LabColour]:
    """Return the figures of every colour."""
    games = sum(sums.games for sums in tables)
    found = []
    for colour in COLOURS:
        mine = [number for number, route in enumerate(board.spec.routes) if route.colour == colour]
        lengths = {number: board.spec.routes[number].length for number in mine}
        claims = {number: sum(sums.routes[number].claims for sums in tables) for number in mine}
        spaces = sum(lengths.values())
        claimed = sum(lengths[number] * claims[number] for number in mine)
        time = sum(lengths[number] * sums.routes[number].time for number in mine for sums in tables)
        found.append(LabColour(colour, spaces, claimed / max(1, spaces * games), time / max(1, claimed)))
    return found


def rules_of(board: Board, tables: Sequence[Sums]) -> list[LabRule]:
    """Return how often in a game each part of the rules happens that need not."""
    games = max(1, sum(sums.games for sums in tables))
    spec = board.spec

    def claims(numbers: list[int]) -> float:
        return sum(sums.routes[number].claims for sums in tables for number in numbers) / games

    def total(name: str) -> float:
        return float(sum(getattr(sums, name) for sums in tables)) / games

    def bonus(name: str) -> float:
        return sum(sums.bonuses.get(name, 0) for sums in tables) / games

    found: list[LabRule] = []
    for rule in board.rules:
        for field in rule.route_fields:
            mine = [number for number, route in enumerate(spec.routes) if route.fields[field.key]]
            found.append(LabRule(rule.slug, field.key, claims(mine)))
    pairs = {frozenset((route.a, route.b)) for route in spec.routes}
    lanes = [number for number in range(len(spec.routes)) if len(board.lanes(number)) > 1]
    countries = {place.id for place in spec.places if place.kind != KIND_CITY}
    abroad = [number for number, route in enumerate(spec.routes) if {route.a, route.b} & countries]
    told = {
        ("ticket_draw", ""): total("ticket_draws"),
        ("parallel_routes", ""): claims(lanes) if pairs else 0.0,
        ("countries", ""): claims(abroad),
        ("longest_path", ""): bonus("longest_path"),
        ("globetrotter", ""): bonus("globetrotter"),
        ("regions", ""): bonus("regions"),
        ("tunnels", "extra"): total("extras"),
    }
    if spec.number("card_market", "sweep_at"):
        told["card_market", "sweep_at"] = total("sweeps")
    for goal in spec.goals:
        told["goals", goal.id] = bonus(goal.id)
    found += [LabRule(rule, part, often) for (rule, part), often in told.items() if rule in spec.rules]
    return found


def skill_of(duel: Duel) -> Interval:
    """Return the interval of a planner's share."""
    return share_of(duel.share * duel.games, duel.games)
