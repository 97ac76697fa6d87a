"""The plan of games: seed blocks, and in each every line-up in every rotation of the seats on the same decks.

A block is the unit of all statistics. Its games share the order of the train cards and the tickets, so that no bot
gets better cards than another; they are not independent of each other, but blocks are.

Tuning seeds and test seeds come from two disjoint spaces, whatever the number given: a bot that was tuned on some
blocks has never seen the blocks it is evaluated on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations


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

    @property
    def names(self) -> list[str]:
        """The names of the entries; a bot that is entered again gets a number: `planner#2`."""
        names: list[str] = []
        for position, bot in enumerate(self.bots):
            earlier = self.bots[:position].count(bot)
            names.append(f"{bot}#{earlier + 1}" if earlier else bot)
        return names

    def line_ups(self) -> list[tuple[int, ...]]:
        """Return who meets whom: every choice of as many bots as there are seats.

        With fewer bots than seats they repeat in turn, so that each has equally many seats.

        >>> Plan("usa", 2, ("a", "b", "c"), 1).line_ups()
        [(0, 1), (0, 2), (1, 2)]
        >>> Plan("usa", 3, ("a", "b"), 1).line_ups()
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

    def block_seats(self) -> list[tuple[int, ...]]:
        """Return the seats of every game of a block."""
        return [seats for line_up in self.line_ups() for seats in rotations(line_up)]

    def seatings(self) -> Iterator[Seating]:
        """Yield all games, block after block."""
        seats = self.block_seats()
        for block in range(self.blocks):
            for position, line_up in enumerate(seats):
                yield Seating(block * len(seats) + position, block, line_up)

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
