"""What a home stores of a table, as plain objects: rows of a database, or records of a browser's."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from semafor.table.wire.client_messages import Colour
from semafor.table.wire.messages import EntryKind, Reason

Status = Literal["waiting", "playing", "over"]


def can_be_kept(text: str) -> bool:
    """Return whether every home can store a text: without NUL (PostgreSQL) and without lone surrogates."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


class StoredGame(Struct, kw_only=True):
    """A table, and how its game was dealt."""

    id: str
    board: str
    board_text: str | None
    digest: str
    rules: int
    players: int
    seed: str
    commitment: str
    first: int | None
    status: Status
    clock: str
    spectators: bool
    spectator_delay: int
    public: bool
    tracker: bool
    invite: str
    rematch: str | None
    created: float
    wake_at: float | None
    hints: bool | None = None
    """Whether players may ask for hints; None: where one person plays against bots."""
    continues: str | None = None
    """The finished game that this one goes on from, at a moment of it."""
    contest: str | None = None
    """The contest that this game belongs to."""
    sealed: bool = False
    """Whether the deal is still being played at other tables: until then its seed and record are secret."""
    screen: str | None = None
    """The hash of the secret of the table's big screen, if it has one."""
    kids: bool = False
    """Whether the table is for children."""
    maker: int | None = None
    """The same number for tables of the same address; a server's lobby lists few of one."""


class StoredSeat(Struct, kw_only=True):
    """A seat; `token` is the hash of its player's secret."""

    game: str
    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    colour: Colour
    level: str | None = None
    token: str | None = None
    owner: bool = False
    bot: str | None = None
    face: int | None = None
    """The number of the picture that the player chose; None: drawn from the name."""


class StoredEntry(Struct, kw_only=True):
    """An entry of the log of a game, from which everything about the game follows."""

    game: str
    seq: int
    kind: EntryKind
    seat: int | None = None
    action: str | None = None
    by_bot: bool = False
    reason: Reason | None = None
    yes: bool | None = None
    client_id: str | None = None
    at: float


class StoredTransfer(Struct, kw_only=True):
    """A code that moves a seat to another device; `code` is its hash."""

    code: str
    game: str
    seat: int
    expires: float


class StoredChat(Struct, kw_only=True):
    """A line of chat; the store assigns its number."""

    number: int = 0
    game: str
    seat: int
    name: str
    text: str | None
    phrase: str | None
    client_id: str
    at: float
