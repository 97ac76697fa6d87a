"""The plan of games: seed blocks, and in each every line-up in every rotation of the seats on the same decks.

A plan may limit the line-ups of a block, since many bots have too many: each block then draws its own.

A block is the unit of all statistics. Its games share the order of the train cards and the tickets, so that no bot
gets better cards than another; they are not independent of each other, but blocks are.

Tuning seeds and test seeds come from two disjoint spaces, whatever the number given: a bot that was tuned on some
blocks has never seen the blocks it is evaluated on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

from semafor.model.chance import Chance


@dataclass(frozen=True)
class Seating:
    """One game to be played: its block, and the entry (a number in the plan's list of bots) at every seat."""

    number: int
    block: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """Everything that determines which games are played, and how."""

    board: str
    players: int
    bots: tuple[str, ...]
    blocks: int
    seed: int | str = 0
    seconds: float = 1.0
    tuning: bool = False
    records: bool = False
    line_ups: int | None = None
    """How many line-ups a block plays; None for all of them."""

    @property
    def names(self) -> list[str]:
        """The names of the entries; a bot that is entered again gets a number: `planner#2`."""
        names: list[str] = []
        for position, bot in enumerate(self.bots):
            earlier = self.bots[:position].count(bot)
            names.append(f"{bot}#{earlier + 1}" if earlier else bot)
        return names

    def all_line_ups(self) -> list[tuple[int, ...]]:
        """Return who meets whom: every choice of as many bots as there are seats.

        With fewer bots than seats they repeat in turn, so that each has equally many seats.

        >>> Plan("usa", 2, ("a", "b", "c"), 1).all_line_ups()
        [(0, 1), (0, 2), (1, 2)]
        >>> Plan("usa", 3, ("a", "b"), 1).all_line_ups()
        [(0, 1, 0), (1, 0, 1)]
        """
        count = len(self.bots)
        if count >= self.players:
            return list(combinations(range(count), self.players))
        found: list[tuple[int, ...]] = []
        for first in range(count):
            line_up = tuple((first + seat) % count for seat in range(self.players))
            if not any(line_up in rotations(other) for other in found):
                found.append(line_up)
        return found

    def drawn_line_ups(self, count: int, block: int) -> list[tuple[int, ...]]:
        """Draw different line-ups for a block, so that all bots play about equally often.

        The bots take their seats in a random order, table after table; when all have had a seat, they are shuffled
        again.
        """
        chance = Chance.seeded(f"line-ups {self.seed_space} {self.seed!r} block {block}")
        found: dict[frozenset[int], tuple[int, ...]] = {}
        waiting: list[int] = []
        while len(found) < count:
            line_up: list[int] = []
            while len(line_up) < self.players:
                waiting = waiting or _shuffled(len(self.bots), chance)
                line_up.append(next(bot for bot in waiting if bot not in line_up))
                waiting.remove(line_up[-1])
            found.setdefault(frozenset(line_up), tuple(line_up))
        return list(found.values())

    def block_seats(self, block: int) -> list[tuple[int, ...]]:
        """Return the seats of every game of a block."""
        if self.line_ups is None or self.line_ups >= comb(len(self.bots), self.players):
            return self._all_seats
        return [seats for line_up in self.drawn_line_ups(self.line_ups, block) for seats in rotations(line_up)]

    @cached_property
    def _all_seats(self) -> list[tuple[int, ...]]:
        return [seats for line_up in self.all_line_ups() for seats in rotations(line_up)]

    @property
    def block_size(self) -> int:
        """The number of games of a block."""
        return len(self.block_seats(0))

    def seatings(self) -> Iterator[Seating]:
        """Yield all games, block after block."""
        number = 0
        for block in range(self.blocks):
            for seats in self.block_seats(block):
                yield Seating(number, block, seats)
                number += 1

    def deal_seed(self, block: int) -> str:
        """Return the seed of the deals of a block."""
        return f"arena {self.seed_space} {self.seed!r} block {block}"

    def bot_seed(self, seating: Seating, seat: int) -> str:
        """Return the seed of a bot's own generator: by block and name, so that it is the same in all rotations.

        It reveals nothing about the deal: generators with different seeds are independent.
        """
        entry = seating.seats[seat]
        again = seating.seats[:seat].count(entry)
        return f"bot {self.names[entry]} {again} {self.seed_space} {self.seed!r} block {seating.block}"

    @property
    def seed_space(self) -> str:
        """The name of the seed space."""
        return "tuning" if self.tuning else "test"


def rotations(line_up: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the distinct rotations of the seats.

    >>> rotations((0, 1, 0, 1))
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    """
    found: list[tuple[int, ...]] = []
    for first in range(len(line_up)):
        rotated = line_up[first:] + line_up[:first]
        if rotated not in found:
            found.append(rotated)
    return found


def _shuffled(count: int, chance: Chance) -> list[int]:
    """Return the numbers below `count` in a random order."""
    left = list(range(count))
    return [left.pop(int(chance.below(len(left)))) for _ in range(count)]
