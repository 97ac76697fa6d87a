"""How a game stands, as far as everybody knows, and the final score with its reasons."""

from __future__ import annotations

from typing import Final

from semafor import SPECTATOR, Chance, Game
from semafor.engine.score_sheet import ScoreSheet
from semafor.model.layout import NO_OWNER
from semafor.table.wire.messages import (
    Contest,
    FinalScore,
    GoalStanding,
    NetworkView,
    ScoredTicket,
    SeatScore,
    SeatStanding,
    Standing,
    TieBreak,
)

PUBLIC_MEASURES: Final = frozenset(
    {"trains_left", "longest_path", "countries", "routes_at", "routes_of_length", "ferries"}
)
"""What goals count that everybody can count, too: neither tickets nor hands. (An allow-list.)"""


def standing(game: Game) -> Standing:
    """What a spectator can count: until the end, the sheet is that of a game made up from what a spectator sees."""
    known = game if game.over else game.observe(SPECTATOR).determinise(Chance.seeded("standing"))
    sheet = ScoreSheet(known.state)
    measures = {goal.id: goal.measure for goal in game.board.spec.goals}
    seats = [
        SeatStanding(
            seat=seat.seat,
            points=seat.routes,
            routes=sum(sheet.seats[seat.seat].lengths.values()),
            longest_path=seat.longest_path,
            networks=_networks(sheet, seat.seat),
        )
        for seat in sheet.score.seats
    ]
    goals: list[GoalStanding] = []
    for contest in sheet.contests:
        public = contest.name == "longest_path" or measures.get(contest.name) in PUBLIC_MEASURES or game.over
        values = list(contest.values) if public else None
        goals.append(GoalStanding(contest.name, contest.points, values, contest.winners if public else []))
    return Standing(seats, goals, _closed(known))


def _closed(game: Game) -> list[str]:
    """The routes that are free and yet closed to everybody, by their ids (U-20, N-6, I-3, L-6)."""
    state = game.state
    free = [route for route in range(game.board.route_count) if state.owners[route] == NO_OWNER]
    return [game.board.route_id(route) for route in free if not state.is_open(route)]


def final_score(game: Game) -> FinalScore:
    """The score of a game that is over, explained."""
    sheet = ScoreSheet(game.state)
    seats = [
        SeatScore(
            seat=score.seat,
            routes=score.routes,
            lengths={str(length): count for length, count in sorted(sheet.seats[score.seat].lengths.items())},
            tickets=[
                ScoredTicket(line.id, line.points, line.completed, line.path)
                for line in sheet.seats[score.seat].tickets
            ],
            ticket_points=score.ticket_points,
            bonuses=dict(score.bonuses),
            longest_path=score.longest_path,
            longest=sheet.seats[score.seat].longest,
            networks=_networks(sheet, score.seat),
            total=score.total,
        )
        for score in sheet.score.seats
    ]
    contests = [Contest(one.name, one.rule, one.points, list(one.values), one.winners) for one in sheet.contests]
    steps = [
        TieBreak(step.name, {str(seat): value for seat, value in step.values.items()}, step.left)
        for step in sheet.steps
    ]
    return FinalScore(seats, contests, steps, list(sheet.score.winners))


def _networks(sheet: ScoreSheet, seat: int) -> list[NetworkView]:
    return [NetworkView(line.regions, line.doubled, line.points) for line in sheet.networks if line.seat == seat]
