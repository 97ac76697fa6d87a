"""Judges of an action: each plays a world on in its own way, and says what came of it for the seat.

They do what the two searches do. ``planner`` is the search guided by planners: they play the game to its end, and the
points are counted. ``search`` is the one guided by the network: nets play until the seat has had a few turns, and the
network values its position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import sha256
from typing import Final

from semafor import Board, Chance
from semafor.bots.net.files import stored_weights, trained_players
from semafor.bots.net.guides import NetGuide, quick_planners
from semafor.bots.net.player import Net
from semafor.bots.policy import Policy, play_out
from semafor.engine.kernel import Offers, State, make_move
from semafor.engine.scoring.rewards import lead, win_share
from semafor.puzzles.collection import Witness

EVERYBODY: Final = ("planner", "search")
"""The names of the judges."""
PLAYERS: Final = 2
_BY_PLANNERS: Final = (300, 1000)
_BY_NET: Final = (100, 300)
"""How many games are enough if the lead is clear, and the most. What the network says depends less on luck."""
_DIGITS: Final = 16
_POINTS: Final = 5.0
"""By how many points the best action must be better than any other, on average."""
_HUNDREDTHS: Final = 2.0
"""By how many hundredths of a win, if the network values positions."""


class Judge(ABC):
    """Plays worlds on. `much` is the lead that it takes for much better.

    Before `enough` games it is not sure, and after `most` it plays no more.
    """

    def __init__(self, witness: Witness, much: float, games: tuple[int, int]) -> None:
        """Take its name in the file of puzzles."""
        self.witness = witness
        self.much = much
        self.enough, self.most = games

    @abstractmethod
    def play(self, state: State, seat: int, move: int, luck: Chance) -> tuple[float, float]:
        """Make a move in a world, which is consumed; return the share of the win and the score."""


class PlayedOut(Judge):
    """Planners play to the end of the game; the score is the margin in points."""

    def __init__(self, board: Board) -> None:
        """Make a planner for each seat."""
        super().__init__(Witness("planner"), _POINTS, _BY_PLANNERS)
        self.players: list[Policy] = quick_planners(board)
        self.offers = Offers(board)

    def play(self, state: State, seat: int, move: int, luck: Chance) -> tuple[float, float]:
        """Make the move, play on, and count."""
        make_move(state, seat, move)
        tally = play_out(state, self.players, self.offers, luck)
        return win_share(tally, seat), float(lead(tally, seat))


class Valued(Judge):
    """Nets play a few turns, and the network values the position; the score is in hundredths of a win."""

    def __init__(self, board: Board) -> None:
        """Make the player."""
        weights = sha256(stored_weights(board)).hexdigest()[:_DIGITS]
        super().__init__(Witness("search", weights), _HUNDREDTHS, _BY_NET)
        self.guide = NetGuide(Net(board, None))

    def play(self, state: State, seat: int, move: int, luck: Chance) -> tuple[float, float]:
        """Make the move, play on, and value the position."""
        worth = float(self.guide.worth(state, seat, move, luck))
        return worth, 100.0 * worth


def judges_of(board: Board) -> list[Judge]:
    """Return the judges of a board, in the order of `EVERYBODY`."""
    return [PlayedOut(board), Valued(board)] if has_net(board) else [PlayedOut(board)]


def has_net(board: Board) -> bool:
    """Return whether a network was trained for puzzles of this board."""
    return PLAYERS in trained_players(board)
