"""Positions, written: a whole state as plain data.

`dump_position` writes everything, including hidden information and the state of the random generator, so that
`load_position` continues the same game. An incomplete payment is not part of a position: nothing has been played yet,
so it is written as the turn that it belongs to.
"""

from mypy_extensions import i64

from semafor.engine.observation import decision_name
from semafor.model.bits import bit
from semafor.model.cards import CARDS, KINDS, NO_CARD
from semafor.model.numbers.layout import (
    CHOOSE_STARTING_TICKETS,
    CHOSEN,
    DISCARDS,
    DRAWN,
    HANDS,
    KEEP_AT_LEAST,
    KNOWN,
    NOT_YET,
    PAID,
    PAY_TUNNEL,
    REMOVED,
    REVEALED,
    SHOWN,
)
from semafor.model.state import State
from semafor.rules.goals import face_up_goals


def dump_position(state: State) -> dict[str, object]:
    """Return the whole state as plain data, without defaults and without fields of rules that the board lacks."""
    board = state.board
    opening = state.pending == CHOOSE_STARTING_TICKETS
    position: dict[str, object] = {
        "board": board.id,
        "seats": [_dump_seat(state, seat) for seat in range(state.players)],
        "display": [
            None if state.cards[SHOWN + slot] == NO_CARD else CARDS[state.cards[SHOWN + slot]]
            for slot in range(board.display_size)
        ],
        "deck": [CARDS[i64(state.deck[state.deck_size - 1 - i])] for i in range(state.deck_size)],
        "discards": _named(state, DISCARDS),
        "ticket_deck": [board.ticket_id(state.deck_ticket(position)) for position in range(state.ticket_count)],
    }
    removed = _tickets_at(state, REMOVED)
    if removed:
        position["removed_tickets"] = removed
    if board.rule("goals") is not None:
        position["goals"] = face_up_goals(state)
    if "ferry_cards" in board.spec.rules:
        position["ferry_pile"] = int(state.ferry_pile)
    position["to_act"] = int(state.seat)
    position["decision"] = decision_name(board, state.pending)
    if opening:
        position["opening"] = True
    if state.pending == PAY_TUNNEL:
        position["tunnel"] = {
            "route": board.route_id(state.pay_route),
            "paid": _named(state, PAID),
            "revealed": [CARDS[kind] for kind in range(KINDS) for _ in range(state.cards[REVEALED + kind])],
        }
    position["turns_left"] = None if state.turns_left == NOT_YET else int(state.turns_left)
    position["first"] = int(state.first)
    if state.passes > 0:
        position["passes"] = int(state.passes)
    position["random"] = state.chance.dump()
    return position


def _dump_seat(state: State, seat: i64) -> dict[str, object]:
    board = state.board
    data: dict[str, object] = {
        "hand": _named(state, HANDS + seat * KINDS),
        "tickets": _tickets_at(state, seat),
        "routes": [board.route_id(route) for route in range(board.route_count) if i64(state.owners[route]) == seat],
        "ferry_cards": int(state.ferry_cards(seat)),
        "trains": int(state.trains(seat)),
        "points": int(state.points(seat)),
    }
    known = _named(state, KNOWN + seat * KINDS)
    if known:
        data["known"] = known
    drawn = [board.ticket_id(state.drawn_ticket(seat, slot)) for slot in range(state.seats[DRAWN + seat])]
    if drawn:
        data["drawn"] = drawn
        data["keep_at_least"] = int(state.seats[KEEP_AT_LEAST + seat])
        chosen = int(state.seats[CHOSEN + seat])
        if chosen:
            data["chosen"] = {
                "keep": [ticket for slot, ticket in enumerate(drawn) if (chosen >> slot) & 1],
                "order": [ticket for slot, ticket in enumerate(drawn) if not (chosen >> slot) & 1],
            }
    knows = [board.ticket_id(ticket) for ticket in range(board.ticket_total) if state.known_by(ticket) & bit(seat) != 0]
    if knows:
        data["knows"] = knows
    return data


def _named(state: State, at: i64) -> dict[str, int]:
    """Return the card counts at an offset of the state's cards, by name."""
    return {CARDS[kind]: int(state.cards[at + kind]) for kind in range(KINDS) if state.cards[at + kind] > 0}


def _tickets_at(state: State, place: i64) -> list[str]:
    board = state.board
    return [board.ticket_id(ticket) for ticket in range(board.ticket_total) if state.ticket_place(ticket) == place]
