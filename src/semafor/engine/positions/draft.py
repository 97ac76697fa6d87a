"""Parses a position field by field into a draft, with every problem noted at its path.

Nothing here compares one field with another; `position_checks` does. Missing fields stay missing in the draft: `None`,
or LEFT_OUT for a number.
"""

import difflib
from collections.abc import Callable
from typing import Final

from semafor.model.board import Board
from semafor.model.cards import CARD_KIND, CARDS, KINDS
from semafor.model.errors import SemaforError
from semafor.model.numbers.layout import KEEP_TICKETS, OVER, PAY_TUNNEL, SECOND_CARD, TAKE_TURN
from semafor.model.reading import BoardError, Phrase, Problem, Table, shown
from semafor.model.spec import pair

LEFT_OUT: Final = -1
"""A number that is missing in the position."""
MOST_CARDS: Final = 1000
"""Far more cards of a kind than any board has; a larger number is a mistake."""
MOST_POINTS: Final = 1000000000
WRONG_SEATS: Final = "{board} is for {fewest} to {most} players, got {got} seats"
DECISIONS: Final = {
    "take_turn": TAKE_TURN,
    "second_card": SECOND_CARD,
    "keep_tickets": KEEP_TICKETS,
    "pay_tunnel": PAY_TUNNEL,
    "over": OVER,
}
"""The pending decision by its name in a position; `opening` marks the one before the first turn."""


class SeatDraft:
    """The fields of one seat in a position."""

    def __init__(self, path: str) -> None:
        """Start empty; `path` is the seat's path in the position."""
        self.path = path
        self.hand = [0] * KINDS
        self.known = [0] * KINDS
        self.tickets: list[int] = []
        self.routes: list[int] = []
        self.ferry_cards = 0
        self.trains = LEFT_OUT
        self.points = LEFT_OUT
        self.drawn: list[int] = []
        self.keep_at_least = LEFT_OUT
        self.has_chosen = False
        self.keep: list[int] = []
        self.order: list[int] | None = None
        self.knows: list[int] = []


class Draft:
    """The fields of a position, with cards, routes and tickets as numbers."""

    def __init__(self, board: Board) -> None:
        """Start with an empty table."""
        self.board = board
        self.seats: list[SeatDraft] = []
        self.display: list[int | None] | None = None
        self.deck: list[int] | None = None
        self.discards = [0] * KINDS
        self.ticket_deck: list[int] | None = None
        self.removed: list[int] = []
        self.goals: list[int] | None = None
        self.ferry_pile = LEFT_OUT
        self.to_act = LEFT_OUT
        self.first = LEFT_OUT
        self.decision = "take_turn"
        self.opening = False
        self.has_tunnel = False
        self.tunnel_route = LEFT_OUT
        self.paid = [0] * KINDS
        self.revealed: list[int] = []
        self.turns_left = LEFT_OUT
        self.passes = 0
        self.random = ""

    def seats_with_drawn(self) -> list[int]:
        """Return the seats that have tickets to choose from."""
        return [seat for seat, draft in enumerate(self.seats) if draft.drawn]

    def is_opening(self) -> bool:
        """Return whether it is the choice before the first turn: `opening` is true, or several seats are choosing."""
        return self.decision == "keep_tickets" and (self.opening or len(self.seats_with_drawn()) > 1)

    def first_player(self) -> int:
        """Return the seat that has the first turn; while starting tickets are chosen, that is the seat to act."""
        if self.first != LEFT_OUT:
            return self.first
        return self.seat_to_act() if self.is_opening() else 0

    def seat_to_act(self) -> int:
        """Return the seat whose turn it is; by default the first one."""
        if self.to_act != LEFT_OUT:
            return self.to_act
        return self.first if self.is_opening() and self.first != LEFT_OUT else 0


def read_draft(table: Table, boards: Callable[[str], Board]) -> Draft | None:
    """Read a whole position; None if its board is unknown, because then no id can be checked."""
    board = _board(table, boards)
    if board is None:
        return None
    draft = Draft(board)
    fewest = board.spec.min_players
    most = board.spec.max_players
    entries = table.tables("seats")
    given = table.raw("seats")
    if isinstance(given, list) and not fewest <= len(given) <= most:
        table.report("seats", WRONG_SEATS, board=board.id, fewest=fewest, most=most, got=len(given))
    # If there are too many seats, the first ones are enough to find other problems.
    draft.seats = [_seat(entry, board) for entry in entries[: most + 1]]
    last = max(len(draft.seats) - 1, 0)
    _table_of_cards(table, draft)
    draft.ticket_deck = _tickets(table, "ticket_deck", board) if table.has("ticket_deck") else None
    draft.removed = _tickets(table, "removed_tickets", board)
    draft.goals = _goals(table, board) if table.has("goals") else None
    draft.ferry_pile = table.integer("ferry_pile", 0, MOST_CARDS, LEFT_OUT)
    draft.to_act = table.integer("to_act", 0, last, LEFT_OUT)
    draft.first = table.integer("first", 0, last, LEFT_OUT)
    draft.decision = table.choice("decision", list(DECISIONS), "take_turn")
    draft.opening = table.flag("opening")
    draft.has_tunnel = table.has("tunnel")
    if draft.has_tunnel:
        _tunnel(table.table("tunnel"), draft)
    over = draft.decision == "over"
    # A game that ended with its last round has no turns left; one in progress has at least this one.
    draft.turns_left = table.integer("turns_left", 0 if over else 1, len(draft.seats), LEFT_OUT)
    draft.passes = table.integer("passes", 0, len(draft.seats) if over else last, 0)
    draft.random = table.text("random", "")
    table.finish()
    return draft


def _board(table: Table, boards: Callable[[str], Board]) -> Board | None:
    name = table.text("board")
    if not isinstance(table.raw("board"), str):
        return None
    try:
        return boards(name)
    except BoardError as error:
        for problem in error.problems:
            if problem.path:
                table.report("board", "{where}: {problem}", where=problem.path, problem=problem.phrase)
            else:
                table.report("board", problem.phrase.text, **problem.phrase.values)
        return None


def _seat(table: Table, board: Board) -> SeatDraft:
    seat = SeatDraft(table.path)
    seat.hand = _cards(table, "hand")
    seat.known = _cards(table, "known")
    seat.tickets = _tickets(table, "tickets", board)
    seat.routes = _routes(table, board)
    seat.ferry_cards = table.integer("ferry_cards", 0, MOST_CARDS, 0)
    seat.trains = table.integer("trains", 0, MOST_CARDS, LEFT_OUT)
    seat.points = table.integer("points", 0, MOST_POINTS, LEFT_OUT)
    seat.drawn = _tickets(table, "drawn", board)
    seat.keep_at_least = table.integer("keep_at_least", 0, MOST_CARDS, LEFT_OUT)
    seat.has_chosen = table.has("chosen")
    if seat.has_chosen:
        chosen = table.table("chosen")
        seat.keep = _tickets(chosen, "keep", board)
        seat.order = _tickets(chosen, "order", board) if chosen.has("order") else None
        chosen.finish()
    seat.knows = _tickets(table, "knows", board)
    table.finish()
    return seat


def _table_of_cards(table: Table, draft: Draft) -> None:
    """Read display, deck and discard."""
    board = draft.board
    size = int(board.display_size)
    if table.has("display"):
        draft.display = []
        for index, member in enumerate(_members(table, "display", size, "slots of the display")):
            draft.display.append(None if member is None else _card(table, f"display[{index}]", member))
    if table.has("deck"):
        draft.deck = _card_list(table, "deck", int(board.deck_total()), "train cards on this board")
    draft.discards = _cards(table, "discards")


def _tunnel(table: Table, draft: Draft) -> None:
    name = table.text("route")
    if isinstance(table.raw("route"), str):
        draft.tunnel_route = _route(table, "route", name, draft.board)
    draft.paid = _cards(table, "paid")
    draft.revealed = _card_list(table, "revealed", MOST_CARDS, "cards")
    table.finish()


def _goals(table: Table, board: Board) -> list[int]:
    found: list[int] = []
    for index, id in _texts(table, "goals", len(board.goal_index), "goals on this board"):
        number = _lookup(table, f"goals[{index}]", "goal", id, id, board.goal_index)
        if number in found:
            table.report(f"goals[{index}]", "{id} is named twice", id=id)
        elif number != LEFT_OUT:
            found.append(number)
    return found


def _cards(table: Table, key: str) -> list[int]:
    """Read cards by name, such as {"red": 2}, as counts by kind; empty if missing."""
    cards = table.table(key, False)
    counts = [cards.integer(name, 0, MOST_CARDS, 0) for name in CARDS]
    cards.finish()
    return counts


def _card_list(table: Table, key: str, most: int, of_what: str) -> list[int]:
    """Read a list of cards, skipping invalid ones."""
    found: list[int] = []
    for index, member in enumerate(_members(table, key, most, of_what)):
        kind = _card(table, f"{key}[{index}]", member)
        if kind is not None:
            found.append(kind)
    return found


def _card(table: Table, path: str, value: object) -> int | None:
    if isinstance(value, str) and value in CARD_KIND:
        return CARD_KIND[value]
    right = Phrase("one of {options}", options=", ".join(CARDS))
    table.report(path, "must be {right}, got {got}", right=right, got=shown(value))
    return None


def _tickets(table: Table, key: str, board: Board) -> list[int]:
    """Read a list of tickets, whose two places may be in either order; empty if missing."""
    found: list[int] = []
    if not table.has(key):
        return found
    for index, id in _texts(table, key, int(board.ticket_total), "tickets on this board"):
        places = id.split(":")
        name = pair(places[0], places[1]) if len(places) == 2 else id
        ticket = _lookup(table, f"{key}[{index}]", "ticket", id, name, board.ticket_index)
        if ticket != LEFT_OUT:
            found.append(ticket)
    return found


def _routes(table: Table, board: Board) -> list[int]:
    found: list[int] = []
    if not table.has("routes"):
        return found
    for index, id in _texts(table, "routes", int(board.route_count), "routes on this board"):
        route = _route(table, f"routes[{index}]", id, board)
        if route != LEFT_OUT:
            found.append(route)
    return found


def _route(table: Table, path: str, id: str, board: Board) -> int:
    """Find a route, whose two places may be in either order."""
    parts = id.split(":")
    name = id
    if len(parts) > 2:
        name = ":".join([pair(parts[0], parts[1]), *parts[2:]])
    return _lookup(table, path, "route", id, name, board.route_index)


def _lookup(table: Table, path: str, what: str, id: str, name: str, index: dict[str, int]) -> int:
    """Find an id, or report it with the nearest known one."""
    if name in index:
        return index[name]
    close = difflib.get_close_matches(name[:100], list(index), 1, 0.7)
    if close:
        message = "there is no {what} {id} on this board; did you mean {near}?"
        table.report(path, message, what=Phrase(what), id=shown(id), near=close[0])
    else:
        table.report(path, "there is no {what} {id} on this board", what=Phrase(what), id=shown(id))
    return LEFT_OUT


def _texts(table: Table, key: str, most: int, of_what: str) -> list[tuple[int, str]]:
    """Read a list of strings with their indices; others are reported and skipped."""
    found: list[tuple[int, str]] = []
    for index, member in enumerate(_members(table, key, most, of_what)):
        if isinstance(member, str):
            found.append((index, member))
        else:
            table.report(f"{key}[{index}]", "must be {right}, got {got}", right=Phrase("a text"), got=shown(member))
    return found


def _members(table: Table, key: str, most: int, of_what: str) -> list[object]:
    """Read a list of anything; a list that is too long is reported and truncated."""
    value = table.raw(key)
    if not isinstance(value, list):
        if value is not None:
            table.report(key, "must be {right}, got {got}", right=Phrase("a list"), got=shown(value))
        return []
    if len(value) > most:
        message = "has {got} members, but there are only {most} {what}"
        table.report(key, message, got=len(value), most=most, what=Phrase(of_what))
    return value[:most]


class PositionError(SemaforError):
    """An impossible position; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        """Keep the problems; the error message has one per line."""
        super().__init__("\n".join([str(problem) for problem in problems]))
        self.problems = problems
