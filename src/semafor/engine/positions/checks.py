"""Checks that a position is possible: its fields against each other and against the board.

Every contradiction is reported, not only the first. Missing fields are never one.
"""

from typing import Final

from semafor.engine.positions.draft import LEFT_OUT, Draft, SeatDraft
from semafor.model.bits import bit
from semafor.model.board import Board
from semafor.model.cards import CARDS, COLOUR_COUNT, KINDS, LOCOMOTIVE
from semafor.model.reading import Phrase, Reader
from semafor.rules.payment_steps import accepts

CLAIMED_TWICE: Final = "{route} is claimed twice, also in {where}"
PARALLEL_HELD: Final = "{routes} are parallel; a player may hold only one of them"
LANES_CLAIMED: Final = "{routes} are parallel; with {players} players only {most} of them can be claimed"
TRAINS_USED: Final = "take {used} trains, and a player has {trains}"
CARDS_NAMED: Final = "{placed} {card} cards are named, but the board has {total}"
TICKET_TWICE: Final = "{ticket} can be in one place only, and is twice there"
TICKET_ELSEWHERE: Final = "{ticket} can be in one place only, and is also in {where}"
_GOES_WITH: Final = "goes with the decision {right}, not with {decision}"


def check(draft: Draft, reader: Reader) -> None:
    """Report every contradiction."""
    players = len(draft.seats)
    _check_routes(draft, reader)
    if draft.board.spec.min_players <= players <= draft.board.spec.max_players:
        _check_lanes(draft, reader)
    _check_trains(draft, reader)
    _check_cards(draft, reader)
    _check_ferry_cards(draft, reader)
    _check_tickets(draft, reader)
    _check_choice(draft, reader)
    _check_tunnel(draft, reader)


# Routes and trains


def _check_routes(draft: Draft, reader: Reader) -> None:
    """Check that no route is claimed twice."""
    holders: dict[int, str] = {}
    for seat in draft.seats:
        for route in seat.routes:
            if route in holders:
                name = draft.board.route_id(route)
                reader.report(f"{seat.path}.routes", CLAIMED_TWICE, route=name, where=f"{holders[route]}.routes")
            holders.setdefault(route, seat.path)


def _check_lanes(draft: Draft, reader: Reader) -> None:
    """Check that no seat holds two parallel routes or a closed one (U-19, U-20)."""
    board = draft.board
    if board.rule("parallel_routes") is None:
        return
    groups = len(board.group_start) - 1
    for group in range(groups):
        lanes = [int(board.group_routes[i]) for i in range(board.group_start[group], board.group_start[group + 1])]
        claimed: set[int] = set()
        for seat in draft.seats:
            held = sorted({lane for lane in lanes if lane in seat.routes})
            claimed.update(held)
            if len(held) > 1:
                names: object = board.route_id(held[0])
                for lane in held[1:]:
                    names = Phrase("{these} and {that}", these=names, that=board.route_id(lane))
                reader.report(f"{seat.path}.routes", PARALLEL_HELD, routes=names)
        players = len(draft.seats)
        most = int(board.lanes_open[players * groups + group])
        if len(claimed) > most:
            listed = ", ".join([board.route_id(lane) for lane in sorted(claimed)])
            reader.report("seats", LANES_CLAIMED, routes=listed, players=players, most=most)


def _check_trains(draft: Draft, reader: Reader) -> None:
    """Check that nobody has used, or has left, more trains than there are (U-1, U-18)."""
    board = draft.board
    for seat in draft.seats:
        used = trains_used(board, seat)
        if used > board.trains:
            reader.report(f"{seat.path}.routes", TRAINS_USED, used=used, trains=int(board.trains))
        elif seat.trains > board.trains - used:
            message = "{left} are more than are left of {trains} after {used} on routes"
            reader.report(f"{seat.path}.trains", message, left=seat.trains, trains=int(board.trains), used=used)


def trains_used(board: Board, seat: SeatDraft) -> int:
    """Return the trains on a seat's routes."""
    return sum([int(board.route_length[route]) for route in seat.routes])


# Cards


def cards_of_kind(board: Board, kind: int) -> int:
    """Return how many cards of a kind the board has."""
    return int(board.locomotives) if kind == LOCOMOTIVE else int(board.each_colour)


def cards_placed(draft: Draft, kind: int) -> int:
    """Return how many cards of a kind the position names, anywhere."""
    placed = draft.discards[kind] + draft.paid[kind] + draft.revealed.count(kind)
    placed += sum([seat.hand[kind] for seat in draft.seats])
    for pile in (draft.deck, draft.display):
        if pile is not None:
            placed += len([card for card in pile if card == kind])
    return placed


def _check_cards(draft: Draft, reader: Reader) -> None:
    """Check that no more cards are named than exist, and that known cards are in the hand."""
    for kind in range(KINDS):
        total = cards_of_kind(draft.board, kind)
        placed = cards_placed(draft, kind)
        if placed > total:
            reader.report("", CARDS_NAMED, placed=placed, card=CARDS[kind], total=total)
        for seat in draft.seats:
            if seat.known[kind] > seat.hand[kind]:
                reader.report(f"{seat.path}.known.{CARDS[kind]}", "more than the {held} in hand", held=seat.hand[kind])


def _check_ferry_cards(draft: Draft, reader: Reader) -> None:
    """Check the hand limit and the total of ferry cards (I-5, R-11)."""
    total, limit = draft.board.number("ferry_cards", "pile"), draft.board.number("ferry_cards", "hand_limit")
    held = sum([seat.ferry_cards for seat in draft.seats])
    if total == 0:
        for seat in draft.seats:
            if seat.ferry_cards > 0:
                reader.report(f"{seat.path}.ferry_cards", "this board has no ferry cards")
        return
    for seat in draft.seats:
        if seat.ferry_cards > limit:
            message = "a player can hold {most}, got {got}"
            reader.report(f"{seat.path}.ferry_cards", message, most=limit, got=seat.ferry_cards)
    pile = max(draft.ferry_pile, 0)
    if held + pile > total:
        message = "{held} ferry cards in hands and {pile} in the pile, but the board has {total}"
        reader.report("ferry_pile", message, held=held, pile=pile, total=total)


# Tickets


def _check_tickets(draft: Draft, reader: Reader) -> None:
    """Check that every ticket is in one place, and only returned tickets are remembered."""
    board = draft.board
    places: dict[int, str] = {}
    for path, tickets in _ticket_places(draft):
        for ticket in tickets:
            if ticket in places:
                name = board.ticket_id(ticket)
                if places[ticket] == path:
                    reader.report(path, TICKET_TWICE, ticket=name)
                else:
                    reader.report(path, TICKET_ELSEWHERE, ticket=name, where=places[ticket])
            places.setdefault(ticket, path)
    for seat in draft.seats:
        for ticket in seat.knows:
            place = places.get(ticket, "ticket_deck")
            if place not in ("ticket_deck", "removed_tickets"):
                message = "{ticket} was not given back: it is in {where}"
                reader.report(f"{seat.path}.knows", message, ticket=board.ticket_id(ticket), where=place)
            elif ticket not in places and draft.ticket_deck is not None:
                reader.report(f"{seat.path}.knows", "{ticket} is not in this game", ticket=board.ticket_id(ticket))


def _ticket_places(draft: Draft) -> list[tuple[str, list[int]]]:
    """Return all places of tickets, with their paths."""
    places: list[tuple[str, list[int]]] = []
    for seat in draft.seats:
        places.append((f"{seat.path}.tickets", seat.tickets))
        places.append((f"{seat.path}.drawn", seat.drawn))
    if draft.ticket_deck is not None:
        places.append(("ticket_deck", draft.ticket_deck))
    places.append(("removed_tickets", draft.removed))
    return places


def _check_choice(draft: Draft, reader: Reader) -> None:
    """Check that exactly the seats that must choose have drawn tickets."""
    drawn_by = draft.seats_with_drawn()
    opening = draft.is_opening()
    if draft.opening and not opening:
        reader.report("opening", _GOES_WITH, right="keep_tickets", decision=draft.decision)
    if opening and draft.first != LEFT_OUT and draft.to_act not in (LEFT_OUT, draft.first):
        reader.report("to_act", "before the first turn it is the first player, seat {seat}", seat=draft.first)
    if draft.decision == "keep_tickets":
        if not drawn_by:
            reader.report("seats", "the decision keep_tickets needs a seat with drawn tickets to choose from")
        elif opening and all(draft.seats[seat].has_chosen for seat in drawn_by):
            reader.report("seats", "all have chosen their starting tickets, so this decision is made")
        elif not opening and draft.board.rule("ticket_draw") is None:
            reader.report("decision", "this board is played without drawing tickets")
    for number, seat in enumerate(draft.seats):
        if seat.drawn and draft.decision != "keep_tickets":
            reader.report(f"{seat.path}.drawn", _GOES_WITH, right="keep_tickets", decision=draft.decision)
        elif seat.drawn and not opening and number != draft.seat_to_act():
            message = "only seat {seat}, which is to act, can be choosing"
            reader.report(f"{seat.path}.drawn", message, seat=draft.seat_to_act())
        if seat.drawn:
            _check_drawn(draft, seat, reader)
        if seat.has_chosen:
            _check_chosen(draft, seat, reader)


def keep_at_least(draft: Draft, seat: SeatDraft) -> int:
    """Return how many of its drawn tickets a seat must keep, from the position or the board's rule."""
    if seat.keep_at_least != LEFT_OUT:
        return seat.keep_at_least
    keep = draft.board.number("starting_tickets" if draft.is_opening() else "ticket_draw", "keep")
    return min(max(1, int(keep)), len(seat.drawn))


def _check_drawn(draft: Draft, seat: SeatDraft, reader: Reader) -> None:
    most = max(draft.board.number("starting_tickets", "dealt"), draft.board.number("ticket_draw", "drawn"))
    if len(seat.drawn) > most:
        message = "at most {most} tickets are dealt or drawn at once, got {got}"
        reader.report(f"{seat.path}.drawn", message, most=most, got=len(seat.drawn))
    if not 1 <= keep_at_least(draft, seat) <= len(seat.drawn):
        message = "must be from 1 to {most}, the number of tickets drawn, got {got}"
        reader.report(f"{seat.path}.keep_at_least", message, most=len(seat.drawn), got=seat.keep_at_least)


def _check_chosen(draft: Draft, seat: SeatDraft, reader: Reader) -> None:
    """Check that a waiting choice names enough tickets, all of them the seat's own (U-5)."""
    path = f"{seat.path}.chosen"
    if not draft.is_opening() or not seat.drawn:
        reader.report(path, "only a choice of starting tickets can wait for the other players")
        return
    for ticket in seat.keep:
        if ticket not in seat.drawn:
            name = draft.board.ticket_id(ticket)
            reader.report(f"{path}.keep", "{ticket} is not among the drawn ones", ticket=name)
    if len(set(seat.keep)) != len(seat.keep):
        reader.report(f"{path}.keep", "names a ticket twice")
    if len(seat.keep) < keep_at_least(draft, seat):
        least = keep_at_least(draft, seat)
        reader.report(f"{path}.keep", "at least {least} must be kept, got {got}", least=least, got=len(seat.keep))
    back = [ticket for ticket in seat.drawn if ticket not in seat.keep]
    if seat.order is not None and sorted(seat.order) != sorted(back):
        reader.report(f"{path}.order", "must name each ticket given back once")


# Tunnels


def _check_tunnel(draft: Draft, reader: Reader) -> None:
    """Check a pending tunnel: it is free, correctly paid, and the revealed cards cost extra (N-11)."""
    if draft.decision != "pay_tunnel":
        if draft.has_tunnel:
            reader.report("tunnel", _GOES_WITH, right="pay_tunnel", decision=draft.decision)
        return
    if not draft.has_tunnel:
        reader.report("tunnel", "is missing: the decision pay_tunnel needs it")
        return
    board = draft.board
    turned = board.number("tunnels", "revealed")
    if turned == 0:
        reader.report("decision", "this board has no tunnels")
        return
    if len(draft.revealed) > turned:
        message = "{right} cards are turned up for a tunnel, got {got}"
        reader.report("tunnel.revealed", message, right=turned, got=len(draft.revealed))
    route = draft.tunnel_route
    if route == LEFT_OUT:
        return
    name = board.route_id(route)
    if not board.spec.routes[route].fields["tunnel"]:
        reader.report("tunnel.route", "{route} is no tunnel", route=name)
        return
    _check_tunnel_free(draft, route, reader)
    if not accepts(board, route, tuple(draft.paid), 0):
        reader.report("tunnel.paid", "these cards do not pay for {route}", route=name)
    elif tunnel_extra(draft) == 0:
        reader.report("tunnel.revealed", "no card turned up costs anything, so there is nothing to decide")


def _check_tunnel_free(draft: Draft, route: int, reader: Reader) -> None:
    board = draft.board
    name = board.route_id(route)
    players = len(draft.seats)
    if not draft.seat_to_act() < players <= board.spec.max_players:
        return
    seat = draft.seats[draft.seat_to_act()]
    taken = [lane for lane in [route, *board.lanes(route)] if any(lane in other.routes for other in draft.seats)]
    if route in taken:
        reader.report("tunnel.route", "{route} is claimed already", route=name)
    elif taken and board.rule("parallel_routes") is not None:
        groups = len(board.group_start) - 1
        most = int(board.lanes_open[players * groups + int(board.route_group[route])])
        if len(taken) >= most or any(lane in seat.routes for lane in taken):
            reader.report("tunnel.route", "{route} is closed: a parallel route is claimed", route=name)
    left = int(board.trains) - trains_used(board, seat)
    if seat.trains != LEFT_OUT:
        left = min(left, seat.trains)
    if left < board.route_length[route]:
        message = "{route} takes {length} trains, and the seat to act has {left}"
        reader.report("tunnel.route", message, route=name, length=int(board.route_length[route]), left=max(left, 0))


def tunnel_colour(draft: Draft) -> int:
    """Return the colour a tunnel was paid with; with locomotives alone, that kind (N-13)."""
    colour = LOCOMOTIVE
    for kind in range(COLOUR_COUNT):
        if draft.paid[kind] > 0:
            colour = kind
    return colour


def tunnel_extra(draft: Draft) -> int:
    """Return the extra cost of a tunnel (N-11)."""
    return len([kind for kind in draft.revealed if kind in (LOCOMOTIVE, tunnel_colour(draft))])


def chosen_mask(seat: SeatDraft) -> int:
    """Return the tickets a seat has chosen, as bits over those drawn; 0 while it has not."""
    mask = 0
    for slot, ticket in enumerate(arranged(seat)):
        if ticket in seat.keep:
            mask |= int(bit(slot))
    return mask


def arranged(seat: SeatDraft) -> list[int]:
    """Return a seat's drawn tickets, those it gives back in the order it named."""
    if seat.order is None:
        return seat.drawn
    back = iter(seat.order)
    return [ticket if ticket in seat.keep else next(back) for ticket in seat.drawn]
