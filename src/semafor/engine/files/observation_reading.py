"""An observation from JSON: what a seat knows in a game of any engine, with nothing invented.

What can't be (an unknown route, a route of two seats) is a problem. What is odd (more turns left than players, more red
cards than there are) is a problem, too, unless the reader is lenient: then it is corrected as little as a bot needs to
play on, and listed.

    >>> from semafor.engine.game import Game, Observation
    >>> seats = [{"hand": 1}, {"hand": 4, "trains": 60}]
    >>> foreign = {"board": "toy", "seat": 0, "seats": seats, "hand": {"red": 1}, "turns_left": 7}
    >>> seen = Observation.from_json(foreign, lenient=True)
    >>> seen.oddities[0]
    'turns_left: 7 is more than the 2 players'
    >>> len(list(seen.legal)) > 0
    True
"""

from collections.abc import Callable

from mypy_extensions import i64, u8

from semafor.engine.determinise import unseen_cards
from semafor.engine.observation import View
from semafor.engine.positions.draft import (
    DECISIONS,
    LEFT_OUT,
    WRONG_SEATS,
    _board,
    _card,
    _cards,
    _goals,
    _members,
    _route,
    _routes,
    _tickets,
)
from semafor.model.bits import WORD, bit
from semafor.model.board import Board
from semafor.model.cards import CARDS, COLOUR_COUNT, KINDS, LOCOMOTIVE, NO_CARD
from semafor.model.chance import Chance
from semafor.model.errors import SemaforError
from semafor.model.numbers.layout import CHOOSE_STARTING_TICKETS, IN_DECK, NO_OWNER, NOT_YET, PAY_TUNNEL, REMOVED
from semafor.model.numbers.moves import MAX_DRAWN
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
    SPECTATOR,
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
from semafor.model.reading import Problem, Reader, Table, root
from semafor.model.state import State, empty_state
from semafor.rules.parallel_routes import close_lanes

_MOST: int = 1000
_MOST_POINTS: int = 1000000000


class ObservationError(SemaforError):
    """An observation that can't be read; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        """Keep the problems; the message has one per line."""
        super().__init__("\n".join([str(problem) for problem in problems]))
        self.problems = problems


def read_view(data: object, boards: Callable[[str], Board], lenient: bool) -> tuple[View, list[str]]:
    """Return the view that JSON describes, and what was odd about it; raise ObservationError."""
    reader = Reader()
    table = root(reader, data)
    board = _board(table, boards)
    if board is None:
        raise ObservationError(reader.problems)
    entries = table.tables("seats")
    players = len(entries)
    spec = board.spec
    if not spec.min_players <= players <= spec.max_players:
        table.report("seats", WRONG_SEATS, board=board.id, fewest=spec.min_players, most=spec.max_players, got=players)
        raise ObservationError(reader.problems)
    read = _Reading(reader, table, entries, board)
    if reader.problems:
        raise ObservationError(reader.problems)
    if read.odd and not lenient:
        raise ObservationError([Problem("", f"{odd} (lenient=True corrects it)") for odd in read.odd])
    return read.view, read.odd


class _Reading:
    """Reads one observation into a view."""

    def __init__(self, reader: Reader, table: Table, entries: list[Table], board: Board) -> None:
        """Read everything."""
        self.reader = reader
        self.table = table
        self.entries = entries
        self.board = board
        self.odd: list[str] = []
        players = len(entries)
        seat = SPECTATOR if table.raw("seat") == "spectator" else table.integer("seat", 0, players - 1)
        state = empty_state(board, players, Chance.seeded(0))
        self._claim_routes(state)
        self.view = View(state, seat)
        self.view.tickets = board.unknown_tickets[:]
        self._read_decision(seat)
        self._read_table()
        for number in range(players):
            self._read_seat(number)
        if seat >= 0:
            self._read_own(seat)
        table.raw("deck")
        table.raw("ticket_deck")
        table.finish()
        for entry in entries:
            entry.finish()
        if not reader.problems:
            self._settle_cards()
            self._settle_tickets()

    def _claim_routes(self, state: State) -> None:
        board = self.board
        for number, entry in enumerate(self.entries):
            for route in _routes(entry, board):
                if i64(state.owners[route]) != NO_OWNER:
                    entry.report("routes", "{route} is claimed twice", route=board.route_id(route))
                state.owners[route] = u8(number)
                state.masks[route // WORD] &= ~bit(route % WORD)
        if board.rule("parallel_routes") is not None:
            for group in range(len(board.group_start) - 1):
                close_lanes(state, group)

    def _read_decision(self, seat: int) -> None:
        table, view = self.table, self.view
        players = len(self.entries)
        decision = table.choice("decision", list(DECISIONS), "take_turn")
        given = table.raw("to_act")
        members: list[object] = given if isinstance(given, list) else []
        to_act = [one for one in members if isinstance(one, int) and 0 <= one < players]
        if given is not None and (not isinstance(given, list) or len(to_act) != len(members)):
            table.report("to_act", "must be a list of seats from 0 to {last}", last=players - 1)
        view.first = table.integer("first", 0, players - 1, 0)
        opening = decision == "keep_tickets" and any(entry.raw("chosen") is not None for entry in self.entries)
        view.pending = CHOOSE_STARTING_TICKETS if opening else DECISIONS[decision]
        if opening:
            view.acting = view.first
        elif to_act:
            view.acting = to_act[0]
        else:
            view.acting = max(seat, 0)
        left = table.integer("turns_left", 0, _MOST, LEFT_OUT)
        if left > players:
            self.odd.append(f"turns_left: {left} is more than the {players} players")
            left = players
        view.turns_left = NOT_YET if left == LEFT_OUT else left
        view.passes = table.integer("passes", 0, players, 0)

    def _read_table(self) -> None:
        table, view, board = self.table, self.view, self.board
        size = int(board.display_size)
        for slot in range(size):
            view.numbers[VIEW_SHOWN + slot] = NO_CARD
        if table.has("display"):
            for slot, member in enumerate(_members(table, "display", size, "slots of the display")):
                kind = None if member is None else _card(table, f"display[{slot}]", member)
                view.numbers[VIEW_SHOWN + slot] = NO_CARD if kind is None else kind
        self._put_cards(table, "discards", VIEW_DISCARDS)
        view.ferry_pile = table.integer("ferry_pile", 0, _MOST, board.number("ferry_cards", "pile"))
        view.removed_tickets = table.integer("removed_tickets", 0, int(board.ticket_total), 0)
        if table.has("goals"):
            for goal in _goals(table, board):
                view.goals |= bit(goal)
        if table.has("tunnel"):
            self._read_tunnel(table.table("tunnel"))
        elif view.pending == PAY_TUNNEL:
            table.report("tunnel", "is missing: the decision is pay_tunnel")

    def _read_tunnel(self, table: Table) -> None:
        view = self.view
        route = _route(table, "route", table.text("route"), self.board)
        view.numbers[VIEW_ROUTE] = max(route, 0)
        paid = self._put_cards(table, "paid", VIEW_PAID)
        revealed = self._put_cards(table, "revealed", VIEW_REVEALED)
        colours = [kind for kind in range(COLOUR_COUNT) if paid[kind] > 0]
        colour = colours[0] if colours else LOCOMOTIVE
        view.numbers[VIEW_COLOUR] = colour
        costing = revealed[LOCOMOTIVE] + (revealed[colour] if colour != LOCOMOTIVE else 0)
        view.numbers[VIEW_EXTRA] = table.integer("extra", 0, _MOST, costing)
        table.raw("matching")
        view.shows_payment = True
        table.finish()

    def _read_seat(self, number: int) -> None:
        board, view, entry = self.board, self.view, self.entries[number]
        at = VIEW_SEATS + number * VIEW_SEAT
        routes = [route for route in range(int(board.route_count)) if i64(view.owners[route]) == number]
        implied = int(board.trains) - sum([int(board.route_length[route]) for route in routes])
        trains = entry.integer("trains", 0, _MOST, max(implied, 0))
        if trains > implied:
            self.odd.append(f"{entry.path}.trains: {trains} are more than the {implied} that its routes leave")
        points = sum([int(board.route_points[route]) for route in routes])
        known = self._put_cards(entry, "known", int(at + SEEN_KNOWN))
        hand = entry.integer("hand", 0, _MOST, sum(known))
        if hand < sum(known):
            self.odd.append(f"{entry.path}.hand: {hand} are fewer than the {sum(known)} known cards")
            hand = sum(known)
        drawn = entry.integer("drawn", 0, int(MAX_DRAWN), 0)
        opening = view.pending == CHOOSE_STARTING_TICKETS
        keep = board.number("starting_tickets" if opening else "ticket_draw", "keep")
        view.numbers[at + SEEN_TRAINS] = trains
        view.numbers[at + SEEN_POINTS] = entry.integer("points", 0, _MOST_POINTS, points)
        view.numbers[at + SEEN_FERRY_CARDS] = entry.integer("ferry_cards", 0, _MOST, 0)
        view.numbers[at + SEEN_TICKETS] = entry.integer("tickets", 0, int(board.ticket_total), 0)
        view.numbers[at + SEEN_DRAWN] = drawn
        view.numbers[at + SEEN_KEEP] = min(max(1, keep), drawn)
        view.numbers[at + SEEN_CHOSEN] = 1 if entry.flag("chosen") else 0
        view.numbers[at + SEEN_HAND] = hand
        for ticket in _tickets(entry, "shown_tickets", board):
            view.tickets[ticket] = u8(number)

    def _read_own(self, seat: int) -> None:
        board, view, table = self.board, self.view, self.table
        at = VIEW_SEATS + seat * VIEW_SEAT
        hand = self._put_cards(table, "hand", VIEW_HAND)
        if sum(hand) != view.numbers[at + SEEN_HAND]:
            self.odd.append(f"hand: {sum(hand)} cards, and seats[{seat}].hand says {view.numbers[at + SEEN_HAND]}")
            view.numbers[at + SEEN_HAND] = sum(hand)
        for kind in range(KINDS):
            known = view.numbers[at + SEEN_KNOWN + kind]
            if known > hand[kind]:
                self.odd.append(f"seats[{seat}].known.{CARDS[kind]}: {known}, and the hand has {hand[kind]}")
                view.numbers[at + SEEN_KNOWN + kind] = hand[kind]
        tickets = _tickets(table, "tickets", board)
        for ticket in tickets:
            view.tickets[ticket] = u8(seat)
        view.numbers[at + SEEN_TICKETS] = len(tickets)
        drawn = _tickets(table, "drawn", board)[:MAX_DRAWN]
        if drawn:
            slots = board.unknown_drawn[:]
            for slot, ticket in enumerate(drawn):
                slots[slot] = u8(ticket)
            view.drawn = slots
        view.numbers[at + SEEN_DRAWN] = len(drawn)
        keep = int(view.numbers[at + SEEN_KEEP])
        view.numbers[at + SEEN_KEEP] = table.integer("keep_at_least", 0, len(drawn), min(keep, len(drawn)))
        chosen = _tickets(table, "chosen", board)
        view.numbers[at + SEEN_CHOSEN] = sum([bit(slot) for slot, ticket in enumerate(drawn) if ticket in chosen])
        for ticket in _tickets(table, "known_removed", board):
            view.tickets[ticket] = u8(REMOVED)
        self._read_known_deck()

    def _read_known_deck(self) -> None:
        view, board = self.view, self.board
        if not self.table.has("known_ticket_deck"):
            return
        known = self.table.table("known_ticket_deck")
        under = board.unknown_tickets[:]
        for key in known.data:
            place = int(key) if key.isdecimal() else -1
            ticket = board.ticket_index.get(known.text(key), -1)
            if not 0 <= place < board.ticket_total or ticket < 0:
                known.report(key, "must be a position in the ticket deck with the id of a ticket")
                continue
            under[place] = u8(ticket)
            view.tickets[ticket] = u8(IN_DECK)
        view.under = under

    def _settle_cards(self) -> None:
        """Set the size of the deck, at most what is left."""
        view = self.view
        left = 0
        for kind, count in enumerate(unseen_cards(view)):
            if count < 0:
                total = int(self.board.locomotives if kind == LOCOMOTIVE else self.board.each_colour)
                self.odd.append(f"{CARDS[kind]}: {total - int(count)} are seen, and the board has {total}")
            left += max(0, int(count))
        for seat in range(int(view.players)):
            at = VIEW_SEATS + seat * VIEW_SEAT
            if seat != view.seat:
                known = sum([int(view.numbers[at + SEEN_KNOWN + kind]) for kind in range(KINDS)])
                hidden = int(view.numbers[at + SEEN_HAND]) - known
                if hidden > left:
                    self.odd.append(f"seats[{seat}].hand: {hidden} cards are hidden, and {left} are left")
                    view.numbers[at + SEEN_HAND] = known + left
                left -= min(hidden, left)
        deck = self.table.integer("deck", 0, _MOST, left)
        if deck > left:
            self.odd.append(f"deck: {deck} cards are more than the {left} that are left")
        view.deck_size = min(deck, left)

    def _settle_tickets(self) -> None:
        """Set the size of the ticket deck, at most what is left."""
        view = self.view
        total = int(self.board.ticket_total)
        held = 0
        left = sum([1 for ticket in range(total) if i64(view.tickets[ticket]) in (UNKNOWN, IN_DECK)])
        removed = sum([1 for ticket in range(total) if i64(view.tickets[ticket]) == REMOVED])
        for seat in range(int(view.players)):
            at = VIEW_SEATS + seat * VIEW_SEAT
            left -= int(view.numbers[at + SEEN_DRAWN])
            held += int(view.numbers[at + SEEN_TICKETS])
            shown = sum([1 for ticket in range(total) if i64(view.tickets[ticket]) == seat])
            left -= max(0, int(view.numbers[at + SEEN_TICKETS]) - shown)
        left -= max(0, int(view.removed_tickets) - removed)
        if left < 0:
            self.table.report("seats", "the seats hold more tickets than the board has")
            raise ObservationError(self.reader.problems)
        deck = self.table.integer("ticket_deck", 0, _MOST, left)
        if deck > left:
            self.odd.append(f"ticket_deck: {deck} tickets are more than the {left} that are left")
        view.ticket_count = min(deck, left)
        view.held = held

    def _put_cards(self, table: Table, key: str, at: int) -> list[int]:
        counts = _cards(table, key)
        for kind in range(KINDS):
            self.view.numbers[at + kind] = counts[kind]
        return counts
