"""Suggest the tickets of a board, and say what each is worth.

The targets are those of published decks: 1.1 tickets for a city, the longest as long as 0.47 of a player's trains, so
many of each length, every city named, none too often, and hardly two that are nearly the same.

>>> from semafor.engine.boards import load_board
>>> deck = suggest(load_board("usa").spec, 1)
>>> len(deck), deck == suggest(load_board("usa").spec, 1)
(40, True)
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from semafor.model.chance import Chance
from semafor.model.spec import KIND_CITY, BoardSpec
from semafor.table.wire.workshop_messages import Deck, DeckTicket, DeckWanted

PER_CITY: Final = 1.1
REACH: Final = 0.47
"""The length of the longest ticket, in the trains of a player."""
BANDS: Final = (0.30, 0.45, 0.60, 0.75)
"""The ends of the bands of lengths, in lengths of the longest."""
SHARES: Final = (0.18, 0.33, 0.22, 0.16, 0.11)
MOST_TICKETS: Final = 250
PER_SYMBOL: Final[Mapping[str, float]] = {"waves": 0.5}
"""Points of a ticket for every symbol on its way, by the field of the routes: as on Italy."""
_TRAINS: Final = 45
_STEPS_PER_TICKET: Final = 80
_MOST_STEPS: Final = 5000
Pair = tuple[str, str]
Points = Mapping[str, float]


@dataclass(frozen=True)
class Suggested:
    """A ticket of a suggested deck; `points` are what the rule says, `kept` if it was there before."""

    between: Pair
    points: int
    kept: bool = False


class Ways:
    """The shortest ways between the places of a board."""

    def __init__(self, spec: BoardSpec, per_symbol: Points = PER_SYMBOL) -> None:
        """Take what can be read of a board, and the points for every symbol."""
        self.spec = spec
        self.kinds = spec.kinds()
        self.links: dict[str, list[tuple[str, float]]] = {id: [] for id in self.kinds}
        self.lengths: dict[str, list[tuple[str, float]]] = {id: [] for id in self.kinds}
        for route in spec.routes:
            if route.a not in self.kinds or route.b not in self.kinds or route.a == route.b:
                continue
            extra = sum(points * route.fields.get(key, 0) for key, points in per_symbol.items())
            for a, b in ((route.a, route.b), (route.b, route.a)):
                self.lengths[a].append((b, route.length))
                self.links[a].append((b, route.length + extra))
        self._known: dict[tuple[bool, str], dict[str, float]] = {}

    def worth(self, a: str, b: str) -> int | None:
        """Return what a ticket is worth by the rule; None if there is no way."""
        found = self._from(a, False).get(b)
        return None if found is None else math.ceil(found - 1e-9)

    def length(self, a: str, b: str) -> int | None:
        """Return the spaces of the shortest way; None if there is none."""
        found = self._from(a, True).get(b)
        return None if found is None else int(found)

    def used(self, deck: Sequence[Pair]) -> int:
        """Return how many routes lie on a shortest way of a ticket."""
        used = 0
        for route in self.spec.routes:
            for a, b in deck:
                here, there, whole = self._from(a, True), self._from(b, True), self.length(a, b)
                sides = [
                    here.get(one, math.inf) + route.length + there.get(other, math.inf)
                    for one, other in ((route.a, route.b), (route.b, route.a))
                ]
                if whole is not None and min(sides) <= whole:
                    used += 1
                    break
        return used

    def _from(self, start: str, plain: bool) -> dict[str, float]:
        """Return what the shortest ways from a place cost, to every place that can be reached."""
        known = self._known.get((plain, start))
        if known is not None:
            return known
        links = self.lengths if plain else self.links
        best: dict[str, float] = {}
        open_ = [(0.0, start)]
        while open_:
            cost, here = heapq.heappop(open_)
            if here in best:
                continue
            best[here] = cost
            # Countries are dead ends: no way leads through one.
            if here == start or self.kinds.get(here) == KIND_CITY:
                for other, more in links.get(here, ()):
                    if other not in best:
                        heapq.heappush(open_, (cost + more, other))
        self._known[plain, start] = best
        return best


def suggest(
    spec: BoardSpec,
    seed: int,
    kept: Sequence[Pair] = (),
    count: int | None = None,
    per_symbol: Points = PER_SYMBOL,
) -> list[Suggested]:
    """Return a deck for a board: the tickets to keep, and others that come closest to the targets.

    It has fewer than `count` tickets if there are not so many pairs of places worth a ticket.
    """
    ways = Ways(spec, per_symbol)
    wanted = min(round(PER_CITY * len(_named(spec))) if count is None else count, MOST_TICKETS)
    return _Deck(spec, ways, seed, [_sorted(ends) for ends in kept], wanted).found()


def _named(spec: BoardSpec) -> list[str]:
    """Return the cities that a ticket can name: those with a name."""
    return [place.id for place in spec.places if place.kind == KIND_CITY and place.name]


def _sorted(ends: Pair) -> Pair:
    a, b = ends
    return (a, b) if a <= b else (b, a)


class _Deck:
    """A deck while it is searched for, by simulated annealing."""

    def __init__(self, spec: BoardSpec, ways: Ways, seed: int, kept: list[Pair], wanted: int) -> None:
        self.ways = ways
        self.kept = list(dict.fromkeys(kept))
        self.cities = _named(spec)
        self.chance = Chance.seeded(f"deck {seed}")
        lengths = {
            (a, b): found
            for a, b in combinations(sorted(self.cities), 2)
            if (found := ways.length(a, b)) is not None and found >= 2
        }
        trains = spec.number("claiming", "trains") or _TRAINS
        self.reach = max(2.0, min(max(lengths.values(), default=2), trains * REACH))
        shortest = max(2, round(self.reach / 6))
        self.pairs = [ends for ends, length in lengths.items() if shortest <= length <= self.reach + 0.5]
        self.band = {ends: self.band_of(lengths[ends]) for ends in self.pairs}
        self.neighbours = {
            city: {other for other, length in ways.lengths[city] if length <= max(2, self.reach / 8)} | {city}
            for city in self.cities
        }
        fresh = [ends for ends in self.pairs if ends not in self.kept]
        self.size = min(wanted, len(self.kept) + len(fresh))
        self.fresh = fresh
        self.most = max(4, math.ceil(2 * 2 * self.size / max(1, len(self.cities))))
        self.targets = [share * self.size for share in SHARES]

    def found(self) -> list[Suggested]:
        """Search, and return the deck: in the order of the kept ones, then by name."""
        missing = self.size - len(self.kept)
        if missing <= 0:
            return self._told([])
        deck = [self.fresh[at] for at in _drawn(len(self.fresh), missing, self.chance)]
        left = [ends for ends in self.fresh if ends not in set(deck)]
        cost = self._cost(deck)
        steps = min(_STEPS_PER_TICKET * missing, _MOST_STEPS) if left else 0
        for step in range(steps):
            heat = 3.0 * (1 - step / steps) ** 2
            out, into = int(self.chance.below(len(deck))), int(self.chance.below(len(left)))
            deck[out], left[into] = left[into], deck[out]
            changed = self._cost(deck)
            if changed > cost and int(self.chance.below(10_000)) >= 10_000 * math.exp(
                (cost - changed) / max(heat, 1e-6)
            ):
                deck[out], left[into] = left[into], deck[out]
            else:
                cost = changed
        return self._told(sorted(deck))

    def _told(self, deck: list[Pair]) -> list[Suggested]:
        kept = [Suggested(ends, self.ways.worth(*ends) or 1, True) for ends in self.kept]
        return kept + [Suggested(ends, self.ways.worth(*ends) or 1) for ends in deck]

    def band_of(self, length: int) -> int:
        """Return the band of a length."""
        return sum(length > self.reach * end for end in BANDS)

    def _cost(self, deck: list[Pair]) -> float:
        """Return how far a deck is from the targets."""
        whole = self.kept + deck
        named = Counter(city for ends in whole for city in ends)
        bands = Counter(self.band.get(ends, self.band_of(self.ways.length(*ends) or 1)) for ends in whole)
        cost = sum(4.0 for city in self.cities if city not in named)
        cost += sum(2.0 * (count - self.most) for count in named.values() if count > self.most)
        # Even a city that is not named too often should not be the end of everything.
        cost += 0.05 * sum(count * count for count in named.values())
        cost += sum(abs(bands[band] - target) for band, target in enumerate(self.targets))
        return cost + 3.0 * self.alike(whole)

    def alike(self, deck: list[Pair]) -> int:
        """Count the tickets that begin and end beside the ends of another one."""
        known = set(deck)
        alike = 0
        for a, b in deck:
            near = (
                _sorted((one, other)) in known and _sorted((one, other)) != (a, b)
                for one in self.neighbours.get(a, ())
                for other in self.neighbours.get(b, ())
            )
            alike += any(near)
        return alike


def _drawn(count: int, wanted: int, chance: Chance) -> list[int]:
    """Draw different numbers below a count."""
    left = list(range(count))
    return [left.pop(int(chance.below(len(left)))) for _ in range(wanted)]


def deck_message(spec: BoardSpec, wanted: DeckWanted) -> Deck:
    """Return a suggested deck as it is sent, with how it compares with published ones."""
    per_symbol = {"waves": wanted.worth.waves, "locomotives": wanted.worth.locomotives}
    kept = [spec.tickets[at] for at in sorted(set(wanted.kept)) if at < len(spec.tickets)]
    kinds = spec.kinds()
    kept = [one for one in kept if one.a in kinds and one.b in kinds]
    given = {_sorted((one.a, one.b)): one.points for one in kept}
    ways = Ways(spec, per_symbol)
    found = suggest(spec, wanted.seed, list(given), wanted.count, per_symbol)
    deck = _Deck(spec, ways, wanted.seed, [one.between for one in found], len(found))
    named = Counter(city for one in found for city in one.between)
    bands = Counter(deck.band_of(ways.length(*one.between) or 1) for one in found)
    used = ways.used([one.between for one in found])
    return Deck(
        tickets=[
            DeckTicket(one.between, one.points, given.get(one.between, one.points) - one.points, one.kept)
            for one in found
        ],
        reach=deck.reach,
        shares=[round(bands[band] / max(1, len(found)), 3) for band in range(len(SHARES))],
        targets=list(SHARES),
        unnamed=[city for city in deck.cities if city not in named],
        most_named=max(named.values(), default=0),
        alike=deck.alike([one.between for one in found]),
        unused=round(1 - used / max(1, len(spec.routes)), 3),
    )
