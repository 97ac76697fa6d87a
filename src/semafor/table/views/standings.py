"""The public standings of a game, and the explained final score."""

from __future__ import annotations

from semafor import Game, Observation
from semafor.model.award import Award as Explained
from semafor.table.wire.messages import (
    Award,
    AwardShare,
    FinalScore,
    ScoredTicket,
    SeatScore,
    SeatStanding,
    Standing,
    TieBreak,
)


def standing(game: Game | Observation) -> Standing:
    """Return what a spectator can count; when the game is over, everything."""
    known = game.standing()
    seats = [
        SeatStanding(seat=seat.seat, points=seat.points, routes=seat.routes, longest_path=seat.longest_path)
        for seat in known.seats
    ]
    return Standing(seats, [_award(one, one.public or known.open) for one in known.awards], known.closed)


def final_score(game: Game) -> FinalScore:
    """Return the score of a game that is over, explained."""
    sheet = game.score_sheet()
    seats = [
        SeatScore(
            seat=score.seat,
            routes=score.routes,
            lengths={str(length): count for length, count in sorted(sheet.seats[score.seat].lengths.items())},
            tickets=[
                ScoredTicket(line.id, line.points, line.completed, line.places, line.routes)
                for line in sheet.seats[score.seat].tickets
            ],
            ticket_points=score.ticket_points,
            bonuses=dict(score.bonuses),
            longest_path=score.longest_path,
            total=score.total,
        )
        for score in sheet.score.seats
    ]
    steps = [
        TieBreak(step.name, {str(seat): value for seat, value in step.values.items()}, step.left)
        for step in sheet.steps
    ]
    return FinalScore(seats, [_award(one, True) for one in sheet.awards], steps, list(sheet.score.winners))


def _award(award: Explained, public: bool) -> Award:
    shares = [
        AwardShare(
            share.seat,
            share.value,
            share.points,
            share.routes,
            share.tickets,
            share.places,
            share.regions,
            share.doubled,
        )
        for share in award.shares
    ]
    return Award(
        id=award.id,
        rule=award.rule,
        cites=award.cites,
        names=award.names,
        about=award.about,
        points=award.points,
        scale=award.scale,
        winners=award.winners if public else [],
        shares=shares if public else None,
    )
