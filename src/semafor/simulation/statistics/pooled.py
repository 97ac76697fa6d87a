"""Ratings from all tables of a suite together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from semafor.simulation.statistics.crosstable import ANCHOR, Crosstable
from semafor.simulation.statistics.intervals import Interval
from semafor.simulation.statistics.ratings import Wins, elo, elo_intervals, no_wins, sum_of, with_extra_games


@dataclass
class Rating:
    """A bot's rating over several tables."""

    name: str
    games: int
    elo: float
    elo_ci: Interval

    def to_json(self) -> dict[str, object]:
        """Return it for JSON."""
        return {
            "name": self.name,
            "games": self.games,
            "elo": round(self.elo, 1),
            "elo_ci": [round(end, 1) for end in self.elo_ci],
        }


def pooled(standings: Sequence[Crosstable]) -> list[Rating]:
    """Rate the bots by the results at all tables, the best first."""
    names = list(dict.fromkeys(name for standing in standings for name in standing.plan.names))
    tables = [_by_name(standing, table, names) for standing in standings for table in standing.tables]
    if not tables or len(names) < 2:
        return []
    anchor = names.index(ANCHOR) if ANCHOR in names else None
    ratings = elo(with_extra_games(sum_of(tables)), anchor)
    games = dict.fromkeys(names, 0)
    for standing in standings:
        for entry in standing.entries:
            games[entry.name] += entry.games
    found = zip(names, ratings, elo_intervals(tables, ratings, anchor), strict=True)
    return sorted((Rating(name, games[name], rating, ends) for name, rating, ends in found), key=lambda it: -it.elo)


def _by_name(standing: Crosstable, table: Wins, names: list[str]) -> Wins:
    """Return a table of results in the order of these names."""
    places = [names.index(name) for name in standing.plan.names]
    wins = no_wins(len(names))
    for i, row in zip(places, table, strict=True):
        for j, won in zip(places, row, strict=True):
            wins[i][j] = won
    return wins
