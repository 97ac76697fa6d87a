"""What is counted in the games of the lab, for one number of players; parts add up, in whatever order they come."""

from __future__ import annotations

from msgspec import Struct

from semafor.bots.trials import NOBODY, Trace
from semafor.model.board import Board

EARLY = 4
"""A claim in the first quarter of a game is an early one."""


class TicketSums(Struct):
    """One ticket; `dealt` counts deals at the start, the others of those follow. A margin is to the best other."""

    dealt: int = 0
    dealt_share: float = 0.0
    dealt_margin: int = 0
    dealt_margin_squares: int = 0
    dealt_kept: int = 0
    dealt_completed: int = 0
    held: int = 0
    """How often anybody had it at the end."""
    completed: int = 0


class RouteSums(Struct):
    """One route; the margin and the share of the win are those of the player who claimed it."""

    claims: int = 0
    early: int = 0
    time: float = 0.0
    """When it was claimed, as a part of the game."""
    share: float = 0.0
    margin: int = 0
    margin_squares: int = 0


class SeatSums(Struct):
    """One seat, counted from the one that begins."""

    share: float = 0.0
    share_squares: float = 0.0
    points: int = 0
    points_squares: int = 0


class Sums(Struct):
    """Everything that is counted."""

    players: int
    seats: list[SeatSums]
    tickets: list[TicketSums]
    routes: list[RouteSums]
    reached: list[int]
    """For each place, the games in which somebody had a route there."""
    bonuses: dict[str, int]
    """For each bonus, the games in which it gave somebody points."""
    turns: dict[int, int]
    """How many games had so many turns."""
    games: int = 0
    margin: int = 0
    surprises: int = 0
    last_rounds: int = 0
    ticket_draws: int = 0
    sweeps: int = 0
    extras: int = 0
    withdrawals: int = 0
    ferry_cards: int = 0
    passes: int = 0


SURPRISE = 3
"""A last round is a surprise for somebody who planned for so many turns and gets one."""


def no_sums(board: Board, players: int) -> Sums:
    """Return sums of no games."""
    return Sums(
        players,
        [SeatSums() for _ in range(players)],
        [TicketSums() for _ in board.spec.tickets],
        [RouteSums() for _ in board.spec.routes],
        [0] * len(board.spec.places),
        {},
        {},
    )


class Counter:
    """Counts games on a board."""

    def __init__(self, board: Board, players: int) -> None:
        """Start with no games."""
        numbers = {place.id: number for number, place in enumerate(board.spec.places)}
        self.ends = [(numbers[route.a], numbers[route.b]) for route in board.spec.routes]
        self.sums = no_sums(board, players)

    def add(self, trace: Trace) -> None:
        """Count a game."""
        sums = self.sums
        points, shares = trace.points, trace.shares
        best = max(points)
        second = sorted(points)[-2]
        margins = [mine - (second if mine == best else best) for mine in points]
        sums.games += 1
        sums.margin += sum(margins)
        sums.turns[trace.turns] = sums.turns.get(trace.turns, 0) + 1
        for seat, share, mine in zip(sums.seats, shares, points, strict=True):
            seat.share += share
            seat.share_squares += share * share
            seat.points += mine
            seat.points_squares += mine * mine
        self._tickets(trace, margins)
        self._routes(trace, margins)
        for name in {name for name, _, given in trace.bonuses if given > 0}:
            sums.bonuses[name] = sums.bonuses.get(name, 0) + 1
        if trace.triggered_at:
            sums.last_rounds += len(trace.expected)
            sums.surprises += sum(turns >= SURPRISE for turns in trace.expected)
        sums.ticket_draws += trace.ticket_draws
        sums.sweeps += trace.sweeps
        sums.extras += trace.extras
        sums.withdrawals += trace.withdrawals
        sums.ferry_cards += trace.ferry_cards
        sums.passes += trace.passes

    def _tickets(self, trace: Trace, margins: list[int]) -> None:
        for number, one in enumerate(self.sums.tickets):
            holder, done = trace.held_by[number], trace.completed[number]
            if holder != NOBODY:
                one.held += 1
                one.completed += done
            seat = trace.dealt_to[number]
            if seat == NOBODY:
                continue
            margin = margins[seat]
            one.dealt += 1
            one.dealt_share += trace.shares[seat]
            one.dealt_margin += margin
            one.dealt_margin_squares += margin * margin
            if holder == seat:
                one.dealt_kept += 1
                one.dealt_completed += done

    def _routes(self, trace: Trace, margins: list[int]) -> None:
        reached: set[int] = set()
        turns = max(trace.turns, 1)
        owners = trace.owners
        for number, one in enumerate(self.sums.routes):
            seat = owners[number]
            if seat == NOBODY:
                continue
            reached.update(self.ends[number])
            at = trace.claimed_at[number]
            one.claims += 1
            one.early += at * EARLY <= turns
            one.time += at / turns
            one.share += trace.shares[seat]
            one.margin += margins[seat]
            one.margin_squares += margins[seat] * margins[seat]
        for place in reached:
            self.sums.reached[place] += 1


def added(parts: list[Sums]) -> Sums:
    """Return the sums of several parts for the same number of players."""
    whole = parts[0]
    for part in parts[1:]:
        for mine, other in zip(
            [whole, *whole.seats, *whole.tickets, *whole.routes],
            [part, *part.seats, *part.tickets, *part.routes],
            strict=True,
        ):
            for name in mine.__struct_fields__:
                value = getattr(mine, name)
                if name != "players" and isinstance(value, (int, float)):
                    setattr(mine, name, value + getattr(other, name))
        whole.reached = [a + b for a, b in zip(whole.reached, part.reached, strict=True)]
        for counts, more in ((whole.bonuses, part.bonuses), (whole.turns, part.turns)):
            _add_counts(counts, more)
    return whole


def _add_counts(counts: dict[str, int] | dict[int, int], more: dict[str, int] | dict[int, int]) -> None:
    for key, count in more.items():
        counts[key] = counts.get(key, 0) + count  # type: ignore[index,arg-type]
