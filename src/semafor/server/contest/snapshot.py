"""A contest as it is stored at one moment, and the standings that follow from it."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Hashable
from functools import cached_property
from typing import Final

from msgspec import Struct
from msgspec.json import decode

from semafor.contest.standings import Compared, Played, standings
from semafor.server.contest.contest_store import DealtGame, StoredContest, StoredDeal, StoredPlayer
from semafor.table.wire.contest_messages import ComparedResult, ContestSeat, ContestStanding, DealState

_KEPT: Final = 64
"""Contests whose standings are kept: those of a large one take a while, and its page asks every few seconds."""


class GameResult(Struct):
    """The result of a game: everybody's points, and how often a bot acted for each seat."""

    points: list[int]
    by_bot: list[int]


class ContestSnapshot(Struct, dict=True):
    """Everything stored about a contest; games by deal and table."""

    row: StoredContest
    deals: list[StoredDeal]
    tables: dict[int, bool]
    players: list[StoredPlayer]
    games: dict[tuple[int, int], DealtGame]

    @cached_property
    def seats(self) -> list[ContestSeat]:
        """The seats of every table."""
        return decode(self.row.seats, type=list[ContestSeat])

    @cached_property
    def _people(self) -> dict[int, list[StoredPlayer]]:
        people: dict[int, list[StoredPlayer]] = defaultdict(list)
        for player in self.players:
            people[player.number].append(player)
        return people

    def at(self, table: int) -> list[StoredPlayer]:
        """Return the people at a table."""
        return self._people.get(table, [])

    def own(self, token: str | None) -> StoredPlayer | None:
        """Return the person with a token (hashed)."""
        return next((player for player in self.players if player.token == token), None)

    def progress(self, deal: StoredDeal, table: int) -> DealState:
        """Return how far a table is with a deal."""
        game = self.games.get((deal.deal, table))
        if game is not None and game.result is not None:
            return "over"
        if deal.open or self.tables[table]:
            return "missed"
        return "waiting" if game is None else "playing"


class KeptStandings:
    """The standings of contests, computed again only if something has changed."""

    def __init__(self) -> None:
        """Start with none."""
        self._kept: OrderedDict[str, tuple[Hashable, list[ContestStanding]]] = OrderedDict()

    def of(self, snapshot: ContestSnapshot) -> list[ContestStanding]:
        """Return the standings after the open deals; nobody learns anything about the others."""
        opened = tuple(deal.deal for deal in snapshot.deals if deal.open)
        if not opened:
            return []
        names = {(player.number, player.seat): player.name for player in snapshot.players}
        played = {
            place: game for place, game in snapshot.games.items() if game.result is not None and place[0] in opened
        }
        key = (opened, frozenset(names.items()), frozenset((game.game, game.result) for game in played.values()))
        kept = self._kept.get(snapshot.row.id)
        if kept is None or kept[0] != key:
            kept = (key, _standings(snapshot, opened, names, played))
            self._kept[snapshot.row.id] = kept
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(snapshot.row.id)
        return kept[1]


def _standings(
    snapshot: ContestSnapshot,
    opened: tuple[int, ...],
    names: dict[tuple[int, int], str],
    games: dict[tuple[int, int], DealtGame],
) -> list[ContestStanding]:
    results = {place: (game.game, decode(game.result or "", type=GameResult)) for place, game in games.items()}
    played = [
        [Played(table, seat, results[deal, table][1].points[seat]) for table, seat in names if (deal, table) in results]
        for deal in opened
    ]

    def shown(number: int, one: Compared | None) -> ComparedResult | None:
        if one is None or number not in opened:
            return None
        game, result = results[number, one.table]
        return ComparedResult(
            one.points, round(float(one.percent), 2), round(float(one.margin), 2), result.by_bot[one.seat], game
        )

    found: list[ContestStanding] = []
    for one in standings(names, played):
        by_deal = dict(zip(opened, one.deals, strict=True))
        found.append(
            ContestStanding(
                place=one.place,
                table=one.table,
                seat=one.seat,
                name=names[one.table, one.seat],
                percent=round(float(one.percent), 2),
                margin=round(float(one.margin), 2),
                deals=[shown(deal.deal, by_deal.get(deal.deal)) for deal in snapshot.deals],
            )
        )
    return found
