"""The public standings of a game.

>>> from semafor.engine.game import Game
>>> seats = [{"routes": ["ambel:brack:red", "brack:cormo:blue"]}, {}]
>>> standing = Game.from_position({"board": "toy", "seats": seats}).observe(1).standing()
>>> standing.seats[0].points, standing.seats[0].longest_path, standing.awards[0].values(2)
(6, 5, [5, 0])
"""

from mypy_extensions import i64, mypyc_attr

from semafor.engine.determinise import sample_state
from semafor.engine.observation import View
from semafor.engine.scoring.counting import count_points
from semafor.engine.values.scores import SeatStandingJSON, StandingJSON
from semafor.model.award import Award
from semafor.model.chance import Chance
from semafor.model.numbers.view import SPECTATOR
from semafor.model.state import State
from semafor.model.tally import Tally


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatStanding:
    """The public figures of one seat: points and number of its routes, longest path."""

    def __init__(self, state: State, tally: Tally, seat: int) -> None:
        """Take them from a tally."""
        self.seat = seat
        self.points = int(tally.routes[seat])
        self.routes = sum([1 for owner in state.owners if i64(owner) == seat])
        self.longest_path = int(tally.network.longest_path(seat))

    def to_json(self) -> SeatStandingJSON:
        """Return the figures for JSON."""
        return {
            "seat": self.seat,
            "points": self.points,
            "routes": self.routes,
            "longest_path": self.longest_path,
        }


@mypyc_attr(allow_interpreted_subclasses=True)
class Standing:
    """The public standings of a game; `awards` that depend on hidden information have no shares."""

    def __init__(self, state: State, open_: bool) -> None:
        """Count in a state, which may be sampled unless `open_`."""
        tally = count_points(state)
        self.seats = [SeatStanding(state, tally, seat) for seat in range(state.players)]
        self.awards: list[Award] = []
        for rule in state.board.award_rules:
            self.awards.extend(rule.explain(state, tally))
        self.open = open_
        """Whether nothing is hidden any more."""
        for award in self.awards:
            if not (open_ or award.public):
                award.shares = []
        self.closed = View(state, SPECTATOR).closed_routes()
        """Ids of the free routes that are closed to everybody."""

    def to_json(self) -> StandingJSON:
        """Return the standings for JSON: awards that are not public without winners and shares."""
        awards = [award.to_json(award.public or self.open) for award in self.awards]
        return {"seats": [seat.to_json() for seat in self.seats], "awards": awards, "closed": self.closed}


def standing_of(seen: View) -> Standing:
    """Return the standings, counted in a state sampled from an observation: no figure depends on hidden information."""
    return Standing(sample_state(seen, Chance.seeded("standing")), False)
