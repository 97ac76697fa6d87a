"""The standings after some blocks, for the tables, the JSON and the page of the arena."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from semafor.engine.boards import load_board
from semafor.simulation.blocks import Plan
from semafor.simulation.clock import Times
from semafor.simulation.journal import GameLine
from semafor.simulation.match import SeatResult
from semafor.simulation.statistics.intervals import Interval, mean_interval, share_interval
from semafor.simulation.statistics.ratings import (
    Wins,
    count_ranks,
    cycles,
    elo,
    elo_intervals,
    no_wins,
    sum_of,
    with_extra_games,
)
from semafor.simulation.statistics.sequential import SequentialTest, Verdict

ANCHOR = "planner"
"""The bot whose rating is 0, if it takes part; otherwise the mean of all is 0."""

DIAGNOSTICS: dict[str, Callable[[SeatResult], float]] = {
    "tickets_kept": lambda seat: len(seat.made) + len(seat.failed),
    "tickets_made": lambda seat: len(seat.made),
    "ticket_draws": lambda seat: seat.ticket_draws,
    "turns": lambda seat: seat.turns,
    "route_points": lambda seat: seat.route_points,
    "bonus_points": lambda seat: sum(seat.bonuses.values()),
    "longest_path": lambda seat: seat.longest_path,
    "trains_left": lambda seat: seat.trains_left,
    "cards_left": lambda seat: seat.cards_left,
}
"""Statistics of play besides the result, as means per game."""


@dataclass
class Contestant:
    """A bot's entry in the standings."""

    name: str
    games: int = 0
    win_share: float = 0.0
    ci: Interval = (0.0, 1.0)
    mean_points: float = 0.0
    points_ci: Interval | None = None
    mean_margin: float = 0.0
    margin_ci: Interval | None = None
    elo: float = 0.0
    elo_ci: Interval | None = None
    times: Times = field(default_factory=Times)
    failures: dict[str, int] = field(default_factory=dict)
    example: str = ""
    """Of its failures, the first: the message, the traceback and the position."""
    traceback: str = ""
    position: dict[str, object] | None = None
    """The message of the first failure."""
    diagnostics: dict[str, float] = field(default_factory=dict)
    bonuses: dict[str, float] = field(default_factory=dict)
    points: list[int] = field(default_factory=list)

    def to_json(self) -> dict[str, object]:
        """Return it for JSON; times are in milliseconds."""
        return {
            "name": self.name,
            "games": self.games,
            "win_share": _round(self.win_share),
            "ci": _pair(self.ci),
            "mean_points": _round(self.mean_points),
            "points_ci": _pair(self.points_ci),
            "mean_margin": _round(self.mean_margin),
            "margin_ci": _pair(self.margin_ci),
            "elo": _round(self.elo, 1),
            "elo_ci": _pair(self.elo_ci, 1),
            "p50_ms": _round(self.times.quantile(0.5)),
            "p99_ms": _round(self.times.quantile(0.99)),
            "max_ms": _round(self.times.longest * 1000),
            "failures": self.failures,
            "diagnostics": {name: _round(value) for name, value in self.diagnostics.items()},
            "bonuses": {name: _round(value) for name, value in self.bonuses.items()},
        }


@dataclass
class Meeting:
    """The results of one bot against another, over all pairs of their seats."""

    games: int
    win_share: float
    ci: Interval

    def to_json(self) -> dict[str, object]:
        """Return it for JSON."""
        return {"games": self.games, "win_share": _round(self.win_share), "ci": _pair(self.ci)}


class Crosstable:
    """The results of the games of a plan played so far."""

    def __init__(self, plan: Plan, games: Iterable[GameLine], sprt: bool = False) -> None:
        """Count the games of complete blocks. A sequential test ends at its decision."""
        self.plan = plan
        self.board = load_board(plan.board)
        blocks = whole_blocks(plan, games, gaps=not sprt)
        self.verdict: Verdict | None = None
        if sprt:
            test = SequentialTest()
            for block in blocks:
                test.add(pair_score(block))
            self.verdict = test.verdict
            blocks = blocks[: self.verdict.blocks]
        self.blocks = len(blocks)
        self.games = [game for block in blocks for game in block]
        self.anchor = plan.names.index(ANCHOR) if ANCHOR in plan.names and len(plan.names) > 1 else None
        self.entries = [self._entry(number, blocks) for number in range(len(plan.bots))]
        self.matrix: dict[str, dict[str, Meeting]] = {}
        self.cycles: list[list[str]] = []
        self.tables: list[Wins] = []
        """The results of the bots against each other, by block."""
        self.winning_points = _mean(max(seat.points for seat in game.seats if seat.share) for game in self.won_games())
        self._rate(blocks)

    def won_games(self) -> list[GameLine]:
        """Return the games that somebody won: all, unless every bot failed."""
        return [game for game in self.games if any(seat.share for seat in game.seats)]

    def _entry(self, number: int, blocks: Sequence[Sequence[GameLine]]) -> Contestant:
        entry = Contestant(self.plan.names[number])
        shares: list[float] = []
        points: list[float] = []
        margins: list[float] = []
        seats: list[SeatResult] = []
        for block in blocks:
            mine = [(game, seat) for game in block for seat in game.seats if seat.entry == number]
            if not mine:
                continue
            shares.append(fmean(seat.share for _, seat in mine))
            points.append(fmean(seat.points for _, seat in mine))
            margins.append(fmean(_margin(game, seat) for game, seat in mine))
            seats += [seat for _, seat in mine]
        if not seats:
            return entry
        entry.games = len(seats)
        entry.win_share, entry.ci = fmean(shares), share_interval(shares, len(seats) / len(shares))
        entry.mean_points, entry.points_ci = fmean(points), mean_interval(points)
        entry.mean_margin, entry.margin_ci = fmean(margins), mean_interval(margins)
        for seat in seats:
            entry.times.join(seat.times)
        failures = [seat for seat in seats if seat.failure is not None]
        entry.failures = dict(sorted(Counter(str(seat.failure) for seat in failures).items()))
        if failures:
            first = failures[0]
            entry.example, entry.traceback, entry.position = first.message, first.traceback, first.position
        entry.points = [seat.points for seat in seats]
        entry.diagnostics = {name: fmean(map(read, seats)) for name, read in DIAGNOSTICS.items()}
        lost = (sum(int(self.board.ticket_points[ticket]) for ticket in seat.failed) for seat in seats)
        entry.diagnostics["ticket_points_lost"] = fmean(lost)
        names = sorted({name for seat in seats for name in seat.bonuses})
        entry.bonuses = {name: fmean(seat.bonuses.get(name, 0) for seat in seats) for name in names}
        return entry

    def _rate(self, blocks: Sequence[Sequence[GameLine]]) -> None:
        """Compare the bots with each other: ratings, matrix, cycles."""
        names = self.plan.names
        tables = self.tables = [results(block, len(names)) for block in blocks]
        if not tables or len(names) < 2:
            return
        total = sum_of(tables)
        ratings = elo(with_extra_games(total), self.anchor)
        for entry, rating, interval in zip(
            self.entries, ratings, elo_intervals(tables, ratings, self.anchor), strict=True
        ):
            entry.elo, entry.elo_ci = rating, interval if len(tables) > 1 else None
        for i, name in enumerate(names):
            self.matrix[name] = {}
            for j, other in enumerate(names):
                met = total[i][j] + total[j][i]
                if met:
                    shares = [
                        table[i][j] / (table[i][j] + table[j][i]) for table in tables if table[i][j] + table[j][i]
                    ]
                    interval = share_interval(shares, met / len(shares))
                    self.matrix[name][other] = Meeting(round(met), total[i][j] / met, interval)
        self.cycles = [[names[entry] for entry in cycle] for cycle in cycles(total)]

    def to_json(self) -> dict[str, object]:
        """Return it for JSON; the bots are in the order in which they were named."""
        data: dict[str, object] = {
            "board": self.plan.board,
            "digest": self.board.spec.digest,
            "players": self.plan.players,
            "blocks": self.blocks,
            "seed": self.plan.seed,
            "seeds": self.plan.seed_space,
            "seconds": self.plan.seconds,
            "games": len(self.games),
            "line_ups": self.plan.line_ups,
            "winning_points": _round(self.winning_points),
            "bots": [entry.to_json() for entry in self.entries],
            "matrix": {
                name: {other: meeting.to_json() for other, meeting in row.items()} for name, row in self.matrix.items()
            },
            "cycles": self.cycles,
            "elo_zero": "mean" if self.anchor is None else self.plan.names[self.anchor],
        }
        if self.verdict is not None:
            data["sprt"] = self.verdict.to_json()
        return data


def whole_blocks(plan: Plan, games: Iterable[GameLine], gaps: bool) -> list[list[GameLine]]:
    """Return the games by block, each in the order of the plan, without incomplete blocks.

    Without `gaps`, blocks after an incomplete one are left out as well: a sequential test has not reached them.
    """
    by_block: dict[int, list[GameLine]] = defaultdict(list)
    for game in games:
        if game.block < plan.blocks:
            by_block[game.block].append(game)
    size = plan.block_size
    whole = [block for block in sorted(by_block) if len(by_block[block]) == size]
    if not gaps:
        whole = [block for place, block in enumerate(whole) if block == place]
    return [sorted(by_block[block], key=lambda game: game.number) for block in whole]


def pair_score(block: Sequence[GameLine]) -> float:
    """Return the first bot's share of the results between two bots."""
    table = results(block, 2)
    return table[0][1] / (table[0][1] + table[1][0])


def results(block: Sequence[GameLine], count: int) -> Wins:
    """Return how often each of the bots of a block came out ahead of each other one."""
    table = no_wins(count)
    for game in block:
        count_ranks(table, [seat.entry for seat in game.seats], [seat.rank for seat in game.seats])
    return table


def _margin(game: GameLine, seat: SeatResult) -> float:
    """Return by how many points a seat was ahead of the best of the others."""
    return seat.points - max(other.points for other in game.seats if other is not seat)


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return fmean(listed) if listed else 0.0


def _round(value: float, digits: int = 4) -> float:
    return round(value, digits) + 0.0  # never a negative zero


def _pair(interval: Interval | None, digits: int = 4) -> list[float] | None:
    return None if interval is None else [_round(end, digits) for end in interval]
