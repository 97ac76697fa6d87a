"""The score explained: where every point comes from, and how the winners were found.

`Score` has the numbers; a sheet has the reasons: the path that completes a ticket, what every award counted, for whom
and by which routes and tickets, and each step of the tie-break.

    >>> from semafor.engine.game import Game
    >>> seats = [{"routes": ["ambel:brack:red", "brack:cormo:blue"], "tickets": ["ambel:cormo"]}, {}]
    >>> sheet = Game.from_position({"board": "toy", "seats": seats}).score_sheet()
    >>> sheet.seats[0].tickets[0].places
    ['ambel', 'brack', 'cormo']
    >>> sheet.awards[0].id, sheet.awards[0].values(2), sheet.awards[0].winners
    ('longest_path', [5, 0], [0])
    >>> sheet.awards[0].shares[0].routes
    ['ambel:brack:red', 'brack:cormo:blue']
"""

from mypy_extensions import i64, mypyc_attr

from semafor.engine.scoring.counting import count_points
from semafor.engine.scoring.score import Score, SeatScore
from semafor.engine.values.scores import FinalScoreJSON, ScoredTicketJSON, SeatScoreJSON, TieBreakJSON
from semafor.model.award import Award
from semafor.model.state import State
from semafor.model.tally import COMPLETED, NOT_HELD, Tally
from semafor.rules.paths import Path, ticket_path
from semafor.rules.tie_break import tie_break_values, tie_breaks


@mypyc_attr(allow_interpreted_subclasses=True)
class TicketLine:
    """One ticket: its places, its points, and places and routes of the path that completes it (empty if it failed)."""

    def __init__(self, id: str, a: str, b: str, points: int, path: Path) -> None:
        """Take ids, points as printed on the ticket, and the path."""
        self.id = id
        self.a = a
        self.b = b
        self.points = points
        self.places = path.places
        self.routes = path.routes

    @property
    def completed(self) -> bool:
        """Whether there is a path (U-24)."""
        return len(self.places) > 0

    def to_json(self) -> ScoredTicketJSON:
        """Return the line for JSON."""
        return {
            "id": self.id,
            "points": self.points,
            "completed": self.completed,
            "places": self.places,
            "routes": self.routes,
        }


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatSheet:
    """The sources of one seat's points; `lengths` counts its routes by length."""

    def __init__(self, seat: int, lengths: dict[int, int], tickets: list[TicketLine]) -> None:
        """Take the parts."""
        self.seat = seat
        self.lengths = lengths
        self.tickets = tickets


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """One step of finding the winners: what was compared, between whom, and who remained."""

    def __init__(self, name: str, values: dict[int, int]) -> None:
        """Take `points` or the name of a tie-break, and the values of the seats that are still tied."""
        self.name = name
        self.values = values
        most = max(values.values())
        self.left = [seat for seat, value in values.items() if value == most]

    def to_json(self) -> TieBreakJSON:
        """Return the step for JSON."""
        values = {str(seat): value for seat, value in self.values.items()}
        return {"id": self.name, "values": values, "left": self.left}


@mypyc_attr(allow_interpreted_subclasses=True)
class ScoreSheet:
    """The whole explanation, as if the game ended now; `awards` are in the order of the rules."""

    def __init__(self, state: State) -> None:
        """Count the points and collect the reasons."""
        tally = count_points(state)
        self.board = state.board
        self.score = Score(state, tally)
        self.seats = [_seat_sheet(state, tally, seat) for seat in range(int(state.players))]
        self.awards: list[Award] = []
        for rule in state.board.award_rules:
            self.awards.extend(rule.explain(state, tally))
        self.steps = _steps(state, tally)

    def to_json(self) -> FinalScoreJSON:
        """Return the explanation for JSON."""
        seats = [_seat_json(score, self.seats[score.seat]) for score in self.score.seats]
        return {
            "seats": seats,
            "awards": [award.to_json() for award in self.awards],
            "steps": [step.to_json() for step in self.steps],
            "winners": list(self.score.winners),
        }


def _seat_json(score: SeatScore, sheet: SeatSheet) -> SeatScoreJSON:
    return {
        "seat": score.seat,
        "routes": score.routes,
        "lengths": {str(length): count for length, count in sorted(sheet.lengths.items())},
        "tickets": [ticket.to_json() for ticket in sheet.tickets],
        "ticket_points": score.ticket_points,
        "bonuses": dict(score.bonuses),
        "longest_path": score.longest_path,
        "total": score.total,
    }


def _seat_sheet(state: State, tally: Tally, seat: int) -> SeatSheet:
    board = state.board
    lengths: dict[int, int] = {}
    for route in range(board.route_count):
        if i64(state.owners[route]) == seat:
            length = int(board.route_length[route])
            lengths[length] = lengths.get(length, 0) + 1
    tickets: list[TicketLine] = []
    for number, ticket in enumerate(board.spec.tickets):
        outcome = i64(tally.outcomes[number])
        if outcome != NOT_HELD and state.ticket_place(number) == seat:
            path = ticket_path(board, state.owners, seat, number) if outcome == COMPLETED else Path([], [])
            tickets.append(TicketLine(ticket.id, ticket.a, ticket.b, ticket.points, path))
    return SeatSheet(seat, lengths, tickets)


def _steps(state: State, tally: Tally) -> list[Step]:
    """Return the comparison of points, then the tie-breaks, until one seat or no tie-break is left (U-28, R-10)."""
    steps = [Step("points", {seat: int(tally.totals[seat]) for seat in range(int(state.players))})]
    for name in tie_breaks(state.board):
        tied = steps[-1].left
        if len(tied) == 1:
            break
        values = tie_break_values(state, tally, name)
        steps.append(Step(name, {seat: int(values[seat]) for seat in tied}))
    return steps
