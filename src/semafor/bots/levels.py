"""Five levels of play for people, from a first game to the strongest bot.

A level is data: which bot plays it. Its name and description stand in the client's catalogues. No level cheats: each
sees what its seat may see, and a weaker one only thinks less.

>>> [level.id for level in LEVELS]
['apprentice', 'guard', 'stationmaster', 'dispatcher', 'semafor']
"""

from typing import Final


class Level:
    """A level of play."""

    def __init__(self, id: str, spec: str, elo: int) -> None:
        """`spec` is what `make_bot` takes; `elo` was measured with two players on the USA board, the planner at 0."""
        self.id = id
        self.spec = spec
        self.elo = elo


LEVELS: Final[tuple[Level, ...]] = (
    Level("apprentice", "planner:lapses=60", -662),
    Level("guard", "planner:lapses=28", -450),
    Level("stationmaster", "planner:lapses=12", -220),
    Level("dispatcher", "planner", 0),
    Level("semafor", "search:time=1", 236),
)


def level_by_id(id: str) -> Level:
    """Return the level with this id; KeyError if there is none."""
    for level in LEVELS:
        if level.id == id:
            return level
    raise KeyError(id)
