"""How a game stands, counted from what everybody can see.

>>> from semafor.engine.game import Game
>>> seats = [{"routes": ["ambel:brack:red", "brack:cormo:blue"]}, {}]
>>> standing = Game.from_position({"board": "toy", "seats": seats}).observe(1).standing()
>>> standing.seats[0].points, standing.seats[0].longest_path, standing.contests[0].values
(6, 5, [5, 0])
"""

from typing import Final

from semafor.engine.determinise import sample_state
from semafor.engine.observation import View
from semafor.engine.score_sheet import NetworkLine, ScoreSheet
from semafor.model.chance import Chance
from semafor.model.state import State
from semafor.model.view import SPECTATOR

PUBLIC_MEASURES: Final = frozenset(
    ["trains_left", "longest_path", "countries", "routes_at", "routes_of_length", "ferries"]
)
"""What goals count that everybody can count, too: neither tickets nor hands. (An allow-list.)"""


class SeatStanding:
    """What everybody can count of one seat: points and number of its routes, longest path, networks."""

    def __init__(self, sheet: ScoreSheet, seat: int) -> None:
        """Read it off a sheet."""
        score = sheet.score.seats[seat]
        self.seat = seat
        self.points = score.routes
        self.routes = sum(sheet.seats[seat].lengths.values())
        self.longest_path = score.longest_path
        self.networks: list[NetworkLine] = [line for line in sheet.networks if line.seat == seat]


class ContestStanding:
    """A bonus or a goal for having the most: what the seats have, or None where it depends on what is hidden."""

    def __init__(self, name: str, points: int, values: list[int] | None, winners: list[int]) -> None:
        """Take the name of a rule or the id of a goal, its points, and who would score it now."""
        self.name = name
        self.points = points
        self.values = values
        self.winners = winners


class Standing:
    """How a game stands, as far as everybody can count it."""

    def __init__(self, state: State, open_: bool) -> None:
        """Count in a state, which may be made up; `open_` says that nothing is hidden any more."""
        board = state.board
        sheet = ScoreSheet(state)
        measures = {goal.id: goal.measure for goal in board.spec.goals}
        self.seats = [SeatStanding(sheet, seat) for seat in range(state.players)]
        self.contests: list[ContestStanding] = []
        for contest in sheet.contests:
            public = open_ or contest.name == "longest_path" or measures.get(contest.name) in PUBLIC_MEASURES
            values = list(contest.values) if public else None
            self.contests.append(
                ContestStanding(contest.name, contest.points, values, contest.winners if public else [])
            )
        self.closed = View(state, SPECTATOR).closed_routes()
        """Ids of the routes that are free and yet closed to everybody."""


def standing_of(seen: View) -> Standing:
    """How a game stands, counted in a state made up from an observation: hidden things are in no number of it."""
    return Standing(sample_state(seen, Chance.seeded("standing")), False)
