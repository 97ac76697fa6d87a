"""How a game stands, as far as everybody knows, and the final score with its reasons."""

from __future__ import annotations

from semafor import Game
from semafor.engine.score_sheet import NetworkLine
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


def standing(game: Game) -> Standing:
    """What a spectator can count; when the game is over, everything."""
    known = game.standing()
    seats = [
        SeatStanding(
            seat=seat.seat,
            points=seat.points,
            routes=seat.routes,
            longest_path=seat.longest_path,
            networks=_networks(seat.networks),
        )
        for seat in known.seats
    ]
    goals = [GoalStanding(one.name, one.points, one.values, one.winners) for one in known.contests]
    return Standing(seats, goals, known.closed)


def final_score(game: Game) -> FinalScore:
    """The score of a game that is over, explained."""
    sheet = game.score_sheet()
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
            networks=_networks([line for line in sheet.networks if line.seat == score.seat]),
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


def _networks(lines: list[NetworkLine]) -> list[NetworkView]:
    return [NetworkView(line.regions, line.doubled, line.points) for line in lines]
