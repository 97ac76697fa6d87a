"""How a game stands, counted from what everybody can see.

>>> from semafor.engine.game import Game
>>> seats = [{"routes": ["ambel:brack:red", "brack:cormo:blue"]}, {}]
>>> standing = Game.from_position({"board": "toy", "seats": seats}).observe(1).standing()
>>> standing.seats[0].points, standing.seats[0].longest_path, standing.awards[0].values(2)
(6, 5, [5, 0])
"""

from semafor.engine.determinise import sample_state
from semafor.engine.observation import View
from semafor.engine.scoring.score_sheet import ScoreSheet
from semafor.model.chance import Chance
from semafor.model.numbers.view import SPECTATOR
from semafor.model.state import State


class SeatStanding:
    """What everybody can count of one seat: points and number of its routes, longest path."""

    def __init__(self, sheet: ScoreSheet, seat: int) -> None:
        """Read it off a sheet."""
        score = sheet.score.seats[seat]
        self.seat = seat
        self.points = score.routes
        self.routes = sum(sheet.seats[seat].lengths.values())
        self.longest_path = score.longest_path


class Standing:
    """How a game stands, as far as everybody can count it; `awards` that depend on hidden things have no shares."""

    def __init__(self, state: State, open_: bool) -> None:
        """Count in a state, which may be made up; `open_` says that nothing is hidden any more."""
        sheet = ScoreSheet(state)
        self.seats = [SeatStanding(sheet, seat) for seat in range(state.players)]
        self.awards = sheet.awards
        for award in self.awards:
            if not (open_ or award.public):
                award.shares = []
        self.closed = View(state, SPECTATOR).closed_routes()
        """Ids of the routes that are free and yet closed to everybody."""


def standing_of(seen: View) -> Standing:
    """Return the standing, counted in a state made up from an observation: no number depends on hidden things."""
    return Standing(sample_state(seen, Chance.seeded("standing")), False)
