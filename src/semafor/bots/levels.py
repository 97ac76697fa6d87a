"""Seven levels of play for people, from a first game to the strongest bot.

A level is data: which bot plays it. Its name and description are in the client's catalogues. No level cheats: each sees
only what its seat may see, and a weaker one just thinks less.

>>> [level.id for level in LEVELS]
['passenger', 'apprentice', 'guard', 'stationmaster', 'dispatcher', 'superintendent', 'semafor']
"""

from typing import Final

from semafor.bots.net.files import trained_players
from semafor.model.board import Board


class Level:
    """A level of play."""

    def __init__(self, id: str, spec: str, elo: int, untrained: str = "", gentle: bool = False) -> None:
        """`spec` is what `make_bot` takes; `untrained` replaces it at tables that no network was trained for.

        `elo` was measured with two players on the USA board, the planner at 0. A `gentle` one plays with children.
        """
        self.id = id
        self.spec = spec
        self.elo = elo
        self.untrained = untrained or spec
        self.gentle = gentle

    def spec_at(self, board: Board, players: int) -> str:
        """Return the bot for a table."""
        return self.spec if self.spec == self.untrained or players in trained_players(board) else self.untrained


LEVELS: Final[tuple[Level, ...]] = (
    Level("passenger", "planner:lapses=62", -747, gentle=True),
    Level("apprentice", "planner:lapses=34", -565, gentle=True),
    Level("guard", "planner:lapses=20", -379),
    Level("stationmaster", "planner:lapses=9", -181),
    Level("dispatcher", "planner", 0),
    Level("superintendent", "net:lapses=4", 187, untrained="search:time=0.5"),
    Level("semafor", "search:time=1", 393),
)


def level_by_id(id: str) -> Level:
    """Return the level with this id; KeyError if there is none."""
    for level in LEVELS:
        if level.id == id:
            return level
    raise KeyError(id)
