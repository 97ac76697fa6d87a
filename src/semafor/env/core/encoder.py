"""Observations and legal moves as rows of numbers."""

from collections.abc import Callable

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.engine.kernel import ROUTES, Offers, State
from semafor.engine.legality.space import MoveSpace
from semafor.engine.observation import View
from semafor.env.core.field import ALWAYS, ON_PAYMENTS, ON_ROUTES, ON_TICKETS, ONCE, Field
from semafor.env.core.fields import fields_of
from semafor.env.core.planned import Planning
from semafor.model.bits import WORD, lowest
from semafor.model.board import Board


class Row:
    """The observation of one seat of one game, kept up to date: large fields are written only when they change."""

    view: View
    numbers: vec[u8]

    def __init__(self, view: View, blank: vec[u8]) -> None:
        """Take the view and an observation in which nothing is written yet, to copy."""
        self.view = view
        self.numbers = blank[:]
        self.showed_payment = False


class Encoder:
    """Writes the observations of a board and a number of players, and masks over the board's moves."""

    once: vec[Field]
    always: vec[Field]
    on_routes: vec[Field]
    on_tickets: vec[Field]
    on_payments: vec[Field]

    def __init__(self, board: Board, players: int, planner: bool = False) -> None:
        """Lay out the fields one after the other, with `planner` also the planner's, and number the moves."""
        self.board = board
        self.players = players
        self.space = MoveSpace(board)
        self.layout = fields_of(board, players)
        self.planning = Planning(board) if planner else None
        if self.planning is not None:
            self.layout += self.planning.fields
        size = 0
        for field in self.layout:
            field.start = size
            size += int(field.size)
        self.once = written_when(ONCE, self.layout)
        self.always = written_when(ALWAYS, self.layout)
        self.on_routes = written_when(ON_ROUTES, self.layout)
        self.on_tickets = written_when(ON_TICKETS, self.layout)
        self.on_payments = written_when(ON_PAYMENTS, self.layout)
        self.size: i64 = size
        self.blank = vec[u8]([u8(field.blank) for field in self.layout for _ in range(field.size)])
        self.actions: i64 = self.space.size
        self.blank_mask = vec[u8]([u8(0)] * self.space.size)
        numbers = [-1] * (ROUTES + int(board.route_words) * WORD)
        for number, move in enumerate(self.space.moves):
            numbers[move] = number
        # By move: its number in the space.
        self.numbers = vec[i64](numbers)

    def __reduce__(self) -> tuple[Callable[..., "Encoder"], tuple[Board, int, bool]]:
        """Return its parameters."""
        return Encoder, (self.board, self.players, self.planning is not None)

    def new_row(self, state: State, seat: i64) -> Row:
        """Return a new row for a seat."""
        row = Row(View(state, seat), self.blank)
        write_fields(self.once, row)
        self._write_changes(row, state)
        return row

    def update(self, row: Row, state: State) -> None:
        """Bring a row up to date with a later state of its game."""
        row.view.look(state)
        self._write_changes(row, state)

    def _write_changes(self, row: Row, state: State) -> None:
        view = row.view
        write_fields(self.always, row)
        if view.routes_changed:
            write_fields(self.on_routes, row)
        if view.tickets_changed:
            write_fields(self.on_tickets, row)
        if view.shows_payment or row.showed_payment:
            write_fields(self.on_payments, row)
            row.showed_payment = view.shows_payment
        planning = self.planning
        if planning is not None:
            planning.write(state, view.seat, row.numbers, self.size - planning.size)

    def write_mask(self, offers: Offers, marked: vec[u8], at: i64) -> None:
        """Mark the legal moves from `marked[at]` on, where there are zeros."""
        words = offers.words
        numbers = self.numbers
        for index in range(offers.used):
            word = words[index]
            start = index * WORD
            while word != 0:
                marked[at + numbers[start + lowest(word)]] = 1
                word &= word - 1

    def observation(self, state: State, seat: i64) -> vec[u8]:
        """Return a seat's observation as a new vector."""
        return self.new_row(state, seat).numbers

    def mask(self, offers: Offers) -> vec[u8]:
        """Return the mask as a new vector."""
        marked = self.blank_mask[:]
        self.write_mask(offers, marked, 0)
        return marked


def written_when(when: i64, fields: list[Field]) -> vec[Field]:
    """Return the fields with this update condition."""
    return vec[Field]([field for field in fields if field.when == when])


def write_fields(fields: vec[Field], row: Row) -> None:
    """Write some fields of a row."""
    view = row.view
    numbers = row.numbers
    for field in fields:
        field.write(view, numbers, field.start)
