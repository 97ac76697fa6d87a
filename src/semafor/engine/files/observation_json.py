"""An observation as JSON: what the protocols send to a seat or a spectator."""

from mypy_extensions import i64

from semafor.engine.observation import View, decision_name
from semafor.engine.values.observed import ObservationJSON, SeatViewJSON
from semafor.model.cards import CARDS, KINDS, NO_CARD
from semafor.model.numbers.layout import CHOOSE_STARTING_TICKETS, NOT_YET, OVER, PAY_TUNNEL, REMOVED
from semafor.model.numbers.view import (
    SEEN_CHOSEN,
    SEEN_DRAWN,
    SEEN_FERRY_CARDS,
    SEEN_HAND,
    SEEN_KEEP,
    SEEN_KNOWN,
    SEEN_POINTS,
    SEEN_TICKETS,
    SEEN_TRAINS,
    UNKNOWN,
    VIEW_COLOUR,
    VIEW_DISCARDS,
    VIEW_EXTRA,
    VIEW_HAND,
    VIEW_PAID,
    VIEW_REVEALED,
    VIEW_ROUTE,
    VIEW_SEAT,
    VIEW_SEATS,
    VIEW_SHOWN,
)
from semafor.rules.tunnels import matches


def observation_json(seen: View, known: bool = True) -> ObservationJSON:
    """Return a view as the protocols send it; `known` cards of seats only if asked for."""
    data: ObservationJSON = {
        "board": seen.board.id,
        "seat": int(seen.seat) if seen.seat >= 0 else "spectator",
        "decision": decision_name(seen.board, seen.pending),
        "to_act": seen.to_act(),
        "first": int(seen.first),
        "turns_left": None if seen.turns_left == NOT_YET else int(seen.turns_left),
        "passes": int(seen.passes),
        "display": [
            None if seen.numbers[VIEW_SHOWN + slot] == NO_CARD else CARDS[seen.numbers[VIEW_SHOWN + slot]]
            for slot in range(seen.board.display_size)
        ],
        "deck": int(seen.deck_size),
        "discards": _cards(seen, VIEW_DISCARDS),
        "ticket_deck": int(seen.ticket_count),
        "removed_tickets": int(seen.removed_tickets),
        "seats": [_seat_json(seen, seat, known) for seat in range(seen.players)],
    }
    if "ferry_cards" in seen.board.spec.rules:
        data["ferry_pile"] = int(seen.ferry_pile)
    if seen.board.spec.goals:
        data["goals"] = [
            goal.id for number, goal in enumerate(seen.board.spec.goals) if (int(seen.goals) >> number) & 1
        ]
    if seen.pending == PAY_TUNNEL:
        data["tunnel"] = {
            "route": seen.board.route_id(seen.numbers[VIEW_ROUTE]),
            "paid": _cards(seen, VIEW_PAID),
            "revealed": _cards(seen, VIEW_REVEALED),
            "matching": [CARDS[kind] for kind in range(KINDS) if matches(kind, seen.numbers[VIEW_COLOUR])],
            "extra": int(seen.numbers[VIEW_EXTRA]),
        }
    if seen.seat >= 0:
        data["hand"] = _cards(seen, VIEW_HAND)
        _tickets_json(seen, data)
    return data


def _seat_json(seen: View, seat: i64, known: bool) -> SeatViewJSON:
    at = VIEW_SEATS + seat * VIEW_SEAT
    data: SeatViewJSON = {
        "trains": int(seen.numbers[at + SEEN_TRAINS]),
        "points": int(seen.numbers[at + SEEN_POINTS]),
        "hand": int(seen.numbers[at + SEEN_HAND]),
        "tickets": int(seen.numbers[at + SEEN_TICKETS]),
        "drawn": int(seen.numbers[at + SEEN_DRAWN]),
        "routes": [
            seen.board.route_id(route) for route in range(seen.board.route_count) if i64(seen.owners[route]) == seat
        ],
    }
    if known:
        data["known"] = _cards(seen, at + SEEN_KNOWN)
    if "ferry_cards" in seen.board.spec.rules:
        data["ferry_cards"] = int(seen.numbers[at + SEEN_FERRY_CARDS])
    if seen.pending == CHOOSE_STARTING_TICKETS:
        data["chosen"] = seen.numbers[at + SEEN_CHOSEN] != 0
    if seen.pending == OVER:
        data["shown_tickets"] = _ticket_ids(seen, seat)
    return data


def _tickets_json(seen: View, data: ObservationJSON) -> None:
    data["tickets"] = _ticket_ids(seen, seen.seat)
    drawn = [seen.board.ticket_id(i64(seen.drawn[slot])) for slot in range(seen.number(seen.seat, SEEN_DRAWN))]
    if drawn:
        data["drawn"] = drawn
        data["keep_at_least"] = int(seen.number(seen.seat, SEEN_KEEP))
        chosen = int(seen.number(seen.seat, SEEN_CHOSEN))
        if chosen:
            data["chosen"] = [ticket for slot, ticket in enumerate(drawn) if (chosen >> slot) & 1]
    data["known_ticket_deck"] = {
        str(position): seen.board.ticket_id(i64(seen.under[position]))
        for position in range(seen.ticket_count)
        if i64(seen.under[position]) != UNKNOWN
    }
    data["known_removed"] = _ticket_ids(seen, REMOVED)


def _ticket_ids(seen: View, place: i64) -> list[str]:
    return [
        seen.board.ticket_id(ticket) for ticket in range(seen.board.ticket_total) if i64(seen.tickets[ticket]) == place
    ]


def _cards(seen: View, at: i64) -> dict[str, int]:
    return {CARDS[kind]: int(seen.numbers[at + kind]) for kind in range(KINDS) if seen.numbers[at + kind] > 0}
