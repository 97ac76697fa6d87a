"""What a table is, apart from its game: all of it follows from its row, its seats and the head of its board."""

from __future__ import annotations

from collections.abc import Sequence, Set

import msgspec

from semafor import Board
from semafor.table.deals import closes_at, day_of, sealed_day_of
from semafor.table.lessons import lesson_of
from semafor.table.stored import StoredGame, StoredSeat
from semafor.table.wire.messages import Clock, EndOffer, Table, TableSeat


class BoardHead(msgspec.Struct, frozen=True):
    """What a table shows of its board, and the digest of the board."""

    names: dict[str, str]
    revision: int
    digest: str


def head_of(board: Board) -> BoardHead:
    """Return the head of a board."""
    return BoardHead(dict(board.spec.names), board.spec.revision, board.spec.digest)


class About:
    """A table, apart from its game."""

    def __init__(self, row: StoredGame, board: BoardHead) -> None:
        """Take the stored table and the head of its board; raise msgspec.MsgspecError if its clock is unknown."""
        self.row = row
        self.board = board
        self.clock = msgspec.json.decode(row.clock, type=Clock)
        # A game that goes on from a moment of another has its deal, but is neither a lesson nor anybody's day.
        self.lesson = None if row.continues else lesson_of(row.seed)
        self.day = None if row.continues else day_of(row.seed)
        sealed = sealed_day_of(row.seed)
        self.sealed_until = 0.0 if sealed is None else closes_at(sealed)
        """Until then others may play the same sealed deal, so neither seed nor record is shown."""

    def hints(self, seats: Sequence[StoredSeat]) -> bool:
        """Return whether players may ask for hints: as the table was made, or else if one person plays against bots.

        In a lesson the story says what to do; the deal of a day or a contest is compared with what others made of it by
        themselves.
        """
        if self.lesson is not None or self.day is not None or self.row.contest is not None:
            return False
        if self.row.hints is not None:
            return self.row.hints
        return sum(seat.kind != "bot" and seat.bot is None for seat in seats) == 1

    def info(
        self,
        seats: Sequence[StoredSeat],
        *,
        present: Set[int] = frozenset(),
        watching: int = 0,
        stand_ins: Set[int] = frozenset(),
        end_offer: EndOffer | None = None,
    ) -> Table:
        """Return the table as everybody sees it."""
        row = self.row
        return Table(
            game=row.id,
            board=row.board,
            board_name=self.board.names,
            board_revision=self.board.revision,
            board_file=row.board_text is not None,
            status=row.status,
            seats=[
                TableSeat(
                    seat=seat.seat,
                    kind=seat.kind,
                    name=seat.name,
                    colour=seat.colour,
                    level=seat.level,
                    connected=seat.kind == "bot" or seat.seat in present,
                    played_by_bot=seat.kind == "bot" or seat.seat in stand_ins,
                    external_bot=seat.bot is not None,
                    face=seat.face,
                )
                for seat in seats
            ],
            clock=self.clock,
            spectators=row.spectators,
            spectator_delay=row.spectator_delay,
            tracker=row.tracker,
            hints=self.hints(seats),
            day=None if self.day is None else str(self.day),
            sealed=row.sealed or self.sealed_until > 0,
            public=row.public,
            created=row.created,
            commitment=row.commitment,
            rematch=row.rematch,
            continues=row.continues,
            end_offer=end_offer,
            watching=watching,
            owner=next((seat.seat for seat in seats if seat.owner), None),
            lesson=None if self.lesson is None else self.lesson.id,
            contest=row.contest,
            screen=row.screen is not None,
            kids=row.kids,
        )
