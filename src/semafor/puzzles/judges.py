"""Judges of an action: each plays a world on in its own way, and says what came of it for the seat.

``planner`` and ``net`` play the game to its end, in every seat, and count points. ``search`` does what the search
guided by the network does: nets play until the seat has had a few turns, and the network values its position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import sha256
from typing import Final

from semafor import Board, Chance
from semafor.bots.guides import NetGuide, quick_planners
from semafor.bots.net.files import stored_weights, trained_players
from semafor.bots.net.player import Net
from semafor.bots.policy import Policy, play_out
from semafor.engine.kernel import MAX_SEATS, Offers, State, make_move
from semafor.engine.scoring.rewards import lead, win_share
from semafor.puzzles.collection import Witness

EVERYBODY: Final = ("net", "planner", "search")
"""The names of the judges, the strongest players first."""
PLAYERS: Final = 2
_MANY: Final = 300
_FEWER: Final = 100
"""Games with nets take thirty times as long."""
_DIGITS: Final = 16
_POINTS: Final = 5.0
"""By how many points the best action must be better than any other, on average."""
_HUNDREDTHS: Final = 3.0
"""By how many hundredths of a win, if the network values positions."""


class Judge(ABC):
    """Plays worlds on. `much` is the lead that it takes for much better; before `enough` games it is not sure."""

    def __init__(self, witness: Witness, much: float, enough: int) -> None:
        """Take its name in the file of puzzles."""
        self.witness = witness
        self.much = much
        self.enough = enough

    @abstractmethod
    def play(self, state: State, seat: int, move: int, luck: Chance) -> tuple[float, float]:
        """Make a move in a world, which is consumed; return the share of the win and the score."""


class PlayedOut(Judge):
    """Players of one kind play to the end of the game; the score is the margin in points."""

    def __init__(self, witness: Witness, enough: int, board: Board, players: list[Policy]) -> None:
        """Take a player for each seat."""
        super().__init__(witness, _POINTS, enough)
        self.players = players
        self.offers = Offers(board)

    def play(self, state: State, seat: int, move: int, luck: Chance) -> tuple[float, float]:
        """Make the move, play on, and count."""
        make_move(state, seat, move)
        tally = play_out(state, self.players, self.offers, luck)
        return win_share(tally, seat), float(lead(tally, seat))


class Valued(Judge):
    """Nets play a few turns, and the network values the position; the score is in hundredths of a win."""

    def __init__(self, witness: Witness, net: Net) -> None:
        """Take the player."""
        super().__init__(witness, _HUNDREDTHS, _FEWER)
        self.guide = NetGuide(net)

    def play(self, state: State, seat: int, move: int, luck: Chance) -> tuple[float, float]:
        """Make the move, play on, and value the position."""
        worth = float(self.guide.worth(state, seat, move, luck))
        return worth, 100.0 * worth


def judges_of(board: Board) -> list[Judge]:
    """Return the judges of a board, in the order of `EVERYBODY`."""
    by_planners = PlayedOut(Witness("planner"), _MANY, board, quick_planners(board))
    if not has_net(board):
        return [by_planners]
    net, weights = Net(board, None), sha256(stored_weights(board)).hexdigest()[:_DIGITS]
    by_nets = PlayedOut(Witness("net", weights), _FEWER, board, [net] * MAX_SEATS)
    return [by_nets, by_planners, Valued(Witness("search", weights), net)]


def has_net(board: Board) -> bool:
    """Return whether a network was trained for puzzles of this board."""
    return PLAYERS in trained_players(board)
