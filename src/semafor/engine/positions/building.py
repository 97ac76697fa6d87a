"""Positions, read: the state that a position describes.

A position written by hand may leave out almost everything; docs/protocol.md lists the defaults.

    >>> from semafor.engine.boards import load_board
    >>> state = load_position({"board": "usa", "seats": [{"hand": {"red": 2}}, {}], "deck": []}, load_board, None)
    >>> int(state.trains(0))
    45

Two things to know:

- An empty slot of a given display is refilled at once if the deck has a card (R-2). A complete display stays as given,
  even if U-9 would replace it: that happens the next time a card is turned up.
- If the deck is given, cards and tickets that are not mentioned are out of the game.
"""

from collections.abc import Callable
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.engine.files.strict_json import parse_json
from semafor.engine.positions.checks import (
    arranged,
    cards_of_kind,
    cards_placed,
    check,
    chosen_mask,
    keep_at_least,
    trains_used,
    tunnel_colour,
    tunnel_extra,
)
from semafor.engine.positions.draft import DECISIONS, LEFT_OUT, Draft, PositionError, read_draft
from semafor.model.bits import WORD, bit
from semafor.model.board import Board
from semafor.model.cards import KINDS
from semafor.model.chance import Chance
from semafor.model.numbers.layout import (
    CHOOSE_STARTING_TICKETS,
    CHOSEN,
    DISCARDS,
    DRAWN,
    DRAWN_BY,
    FERRY_CARDS,
    HANDS,
    KEEP_AT_LEAST,
    KNOWN,
    NOT_YET,
    NOWHERE,
    PAID,
    PAY_TUNNEL,
    POINTS,
    REMOVED,
    REVEALED,
    SECOND_CARD,
    SHOWN,
    TICKETS_HELD,
    TRAINS,
)
from semafor.model.reading import Problem, Reader, root
from semafor.model.state import State, empty_state
from semafor.rules.card_market import settle
from semafor.rules.parallel_routes import close_lanes


def read_position(path: str | Path) -> object:
    """Return what a JSON file holds; raise PositionError if it can't be read."""
    try:
        return parse_json(Path(path).read_text(encoding="utf-8"), [])
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise PositionError(
            [Problem("", "{file} is no file of a position: {reason}", file=str(path), reason=reason)]
        ) from None


def load_position(data: object, boards: Callable[[str], Board], seed: int | str | None) -> State:
    """Return the state that a position describes, with defaults for missing fields.

    `boards` finds a board by the name in the position. `seed` determines everything random; without it, the position's
    own generator does. Raises PositionError with all problems.
    """
    reader = Reader()
    draft = read_draft(root(reader, data), boards)
    chance = Chance.seeded(0 if seed is None else seed)
    if draft is not None:
        check(draft, reader)
        if draft.random:
            try:
                given = Chance.load(draft.random)
                chance = given if seed is None else chance
            except ValueError as error:
                reader.report("random", str(error))
    if draft is None or reader.problems:
        raise PositionError(reader.problems)
    state = _build(draft, chance)
    if state.pending == SECOND_CARD and not _has_second_card(state):
        # The action would have ended with the first card.
        reader.report("decision", "there is no second card to take")
        raise PositionError(reader.problems)
    return state


def _has_second_card(state: State) -> bool:
    words = vec[i64]([0])
    state.board.decisions[SECOND_CARD].answers(state, state.seat, words)
    return words[0] != 0


def _build(draft: Draft, chance: Chance) -> State:
    """Build the state of a valid position."""
    state = empty_state(draft.board, len(draft.seats), chance)
    state.pending = _pending(draft)
    state.seat = draft.seat_to_act()
    state.first = draft.first_player()
    state.turns_left = NOT_YET if draft.turns_left == LEFT_OUT else draft.turns_left
    state.passes = draft.passes
    _lay_routes(draft, state)
    _lay_seats(draft, state)
    _lay_tunnel(draft, state)
    _lay_tickets(draft, state)
    _lay_goals(draft, state)
    _lay_cards(draft, state)
    return state


def _pending(draft: Draft) -> i64:
    return CHOOSE_STARTING_TICKETS if draft.is_opening() else DECISIONS[draft.decision]


def _lay_routes(draft: Draft, state: State) -> None:
    """Claim the routes, and close the lanes that this closes."""
    board = draft.board
    for number, seat in enumerate(draft.seats):
        for route in seat.routes:
            state.owners[route] = u8(number)
            state.masks[route // WORD] &= ~bit(route % WORD)
    if board.rule("parallel_routes") is not None:
        for group in range(len(board.group_start) - 1):
            close_lanes(state, group)


def _lay_seats(draft: Draft, state: State) -> None:
    board = draft.board
    held = 0
    for number, seat in enumerate(draft.seats):
        for kind in range(KINDS):
            state.cards[HANDS + number * KINDS + kind] = seat.hand[kind]
            state.cards[KNOWN + number * KINDS + kind] = seat.known[kind]
        trains = int(board.trains) - trains_used(board, seat)
        points = sum([int(board.route_points[route]) for route in seat.routes])
        state.seats[TRAINS + number] = trains if seat.trains == LEFT_OUT else seat.trains
        state.seats[POINTS + number] = points if seat.points == LEFT_OUT else seat.points
        state.seats[FERRY_CARDS + number] = seat.ferry_cards
        held += seat.ferry_cards
    if "ferry_cards" in board.spec.rules:
        left = board.number("ferry_cards", "pile") - held
        state.ferry_pile = left if draft.ferry_pile == LEFT_OUT else draft.ferry_pile


def _lay_tunnel(draft: Draft, state: State) -> None:
    if state.pending != PAY_TUNNEL:
        return
    state.pay_route = draft.tunnel_route
    state.tunnel_colour = tunnel_colour(draft)
    state.tunnel_extra = tunnel_extra(draft)
    for kind in range(KINDS):
        state.cards[PAID + kind] = draft.paid[kind]
    for kind in draft.revealed:
        state.cards[REVEALED + kind] += 1


def _lay_tickets(draft: Draft, state: State) -> None:
    """Place the tickets; a missing deck is all the others, shuffled."""
    total = state.board.ticket_total
    for ticket in range(total):
        state.move_ticket(ticket, NOWHERE)
    for number, seat in enumerate(draft.seats):
        for ticket in seat.tickets:
            state.move_ticket(ticket, number)
        state.seats[TICKETS_HELD + number] = len(seat.tickets)
        for slot, ticket in enumerate(arranged(seat)):
            state.set_drawn_ticket(number, slot, ticket)
            state.move_ticket(ticket, DRAWN_BY + number)
        if seat.drawn:
            state.seats[DRAWN + number] = len(seat.drawn)
            state.seats[KEEP_AT_LEAST + number] = keep_at_least(draft, seat)
            state.seats[CHOSEN + number] = chosen_mask(seat)
    for ticket in draft.removed:
        state.move_ticket(ticket, REMOVED)
    state.removed_tickets = len(draft.removed)
    if draft.ticket_deck is None:
        for ticket in range(total):
            if state.ticket_place(ticket) == NOWHERE:
                state.put_under(ticket)
        state.chance.shuffle(state.tickets, total, state.ticket_count)
    else:
        for ticket in draft.ticket_deck:
            state.put_under(ticket)
    for number, seat in enumerate(draft.seats):
        for ticket in seat.knows:
            state.set_known_by(ticket, state.known_by(ticket) | bit(number))


def _lay_goals(draft: Draft, state: State) -> None:
    """Turn up the goals; by default the first ones of the board file."""
    goals = list(range(state.board.number("goals", "face_up"))) if draft.goals is None else draft.goals
    for goal in goals:
        state.goals |= bit(goal)


def _lay_cards(draft: Draft, state: State) -> None:
    """Place deck, discards and display, then apply R-2 to an empty deck and empty slots."""
    for kind in range(KINDS):
        state.discard(kind, draft.discards[kind])
    if draft.deck is not None:
        size = len(draft.deck)
        for position, card in enumerate(draft.deck):
            state.deck[size - 1 - position] = u8(card)
        state.deck_size = size
    else:
        left = [cards_of_kind(state.board, kind) - cards_placed(draft, kind) for kind in range(KINDS)]
        _shuffle_deck(state, left)
    if state.deck_size == 0 and state.discarded > 0:
        discards = [int(state.cards[DISCARDS + kind]) for kind in range(KINDS)]
        for kind in range(KINDS):
            state.discard(kind, -discards[kind])
        _shuffle_deck(state, discards)
    if draft.display is not None:
        for slot, shown in enumerate(draft.display):
            if shown is not None:
                state.cards[SHOWN + slot] = shown
                state.shown += 1
    if state.shown < state.board.display_size:
        settle(state)


def _shuffle_deck(state: State, counts: list[int]) -> None:
    """Make a new deck with these counts of each kind."""
    size = 0
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            state.deck[size] = u8(kind)
            size += 1
    state.deck_size = size
    state.chance.shuffle(state.deck, 0, size)
