"""How a game may go on from a moment: bots play it to its end many times, and everybody's points are counted.

Hands and tickets are as they were; what nobody knows (both decks) is shuffled anew for each game, and planners sit in
every seat. All of it follows from the record and the number of the game.
"""

from __future__ import annotations

from typing import Final

from msgspec.json import encode

from semafor import Chance, Record
from semafor.engine.files.replay import replay
from semafor.engine.kernel import state_of
from semafor.simulation.insight.analysis import Playouts
from semafor.simulation.jobs import BoardJob

_SEED: Final = "semafor spread 1"


class SpreadGames(BoardJob, frozen=True, tag=True):
    """The job of playing some of these games."""

    record: dict[str, object]
    """The game up to the moment."""
    first: int
    games: int

    def run(self) -> bytes:
        """Return the games as JSON: the points of every seat, and the winners."""
        board = self.load_board()
        record = Record.from_json(self.record)
        state = state_of(replay(record, board))
        playouts = Playouts(board)
        found: list[dict[str, list[int]]] = []
        for number in range(self.first, self.first + self.games):
            luck = Chance.seeded(f"{_SEED}:{len(record.steps)}:{number}")
            tally = playouts.play(state.clone(), luck)
            points = [int(tally.totals[seat]) for seat in range(record.players)]
            found.append({"points": points, "winners": [int(seat) for seat in tally.winners]})
        return encode(found)
