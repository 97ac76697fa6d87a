"""Statistics of a finished game."""

from __future__ import annotations

from typing import Final

from semafor import SPECTATOR, Event
from semafor.table.game_table import GameTable
from semafor.table.log import GameLog
from semafor.table.wire.api_messages import SeatStatistics, Statistics

_OPENING: Final = frozenset({"tickets_chosen", "tickets_kept"})


def statistics(table: GameTable) -> Statistics:
    """Return the statistics of every seat."""
    log = table.finished()
    kept = log.events_after(0)
    seats = [_seat_statistics(table, log, seat) for seat in range(table.row.players)]
    at = log.entries[0].at
    last: int | None = None
    for entry, events in kept:
        if entry.kind != "action" or entry.seat is None:
            continue
        seats[entry.seat].seconds += max(0.0, entry.at - at)
        at = entry.at
        if entry.seat != last and (last is not None or events[0].type not in _OPENING):
            # A turn is everything that a seat does until another seat acts.
            last = entry.seat
            seats[last].turns += 1
            seats[last].points_by_turn.append(seats[last].points_by_turn[-1] if seats[last].points_by_turn else 0)
        for event in events:
            if event.seat >= 0:
                _count(seats[event.seat], event)
    for one in seats:
        one.seconds = round(one.seconds, 1)
    seconds = round(log.entries[-1].at - log.entries[0].at, 1)
    return Statistics(table.row.id, sum(1 for entry, _ in kept if entry.kind == "action"), seconds, seats)


def _seat_statistics(table: GameTable, log: GameLog, seat: int) -> SeatStatistics:
    score = log.game.score().seats[seat]
    public = log.game.observe(SPECTATOR).seats[seat]
    tunnels = {route.id for route in table.board.spec.routes if route.fields["tunnel"]}
    return SeatStatistics(
        seat=seat,
        name=table.seats[seat].name,
        turns=0,
        cards_drawn=0,
        cards_taken=0,
        locomotives=0,
        tickets_kept=public.tickets,
        tickets_completed=len(score.completed),
        routes=len(public.routes),
        trains_used=int(table.board.trains) - score.trains,
        cards_paid=0,
        tunnels=len(tunnels.intersection(public.routes)),
        tunnels_withdrawn=0,
        passes=0,
        bonuses=dict(score.bonuses),
        seconds=0.0,
        points_by_turn=[],
    )


def _count(seat: SeatStatistics, event: Event) -> None:
    """Count one event."""
    fields = event.fields
    match event.type:
        case "card_drawn":
            seat.cards_drawn += 1
            seat.locomotives += fields["card"] == "locomotive"
        case "card_taken":
            seat.cards_taken += 1
            seat.locomotives += fields["card"] == "locomotive"
        case "route_claimed":
            paid = fields["cards"]
            assert isinstance(paid, dict)
            seat.cards_paid += sum(paid.values())
            points = fields["points"]
            assert isinstance(points, int)
            seat.points_by_turn[-1] += points
        case "tunnel_withdrawn":
            seat.tunnels_withdrawn += 1
        case "passed":
            seat.passes += 1
