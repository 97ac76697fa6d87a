"""What the server sends over a WebSocket, and the parts of it; `client_messages` has what it gets.

The server decodes and encodes these structs; `web/src/lib/protocol.ts` is generated from them
(`python -m semafor.server.typescript`), the schemas in /openapi.json come from them, and docs/server-websocket.md
explains them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from semafor.engine.values.definition import Names
from semafor.engine.values.observed import ObservationJSON
from semafor.engine.values.scores import FinalScoreJSON, StandingJSON
from semafor.engine.values.tickets import TicketWayJSON
from semafor.model.values.action_json import DecisionName
from semafor.table.wire.client_messages import Colour
from semafor.table.wire.values import SomeAction, SomeEvent, SomeReason

EntryKind = Literal[
    "start",
    "action",
    "undo",
    "bot_took_over",
    "person_returned",
    "seat_moved",
    "end_offered",
    "end_answered",
    "end_agreed",
    "skipped",
]
Reason = Literal["left", "away", "clock", "agreed"]
"""Why a bot took over."""

# Parts


class Clock(Struct, forbid_unknown_fields=True, frozen=True):
    """The kind of clock: none, seconds per decision, seconds per game with an increment per turn, or days."""

    kind: Literal["none", "move", "game", "days"] = "none"
    seconds: Annotated[int, Meta(ge=5, le=86_400)] | None = None
    increment: Annotated[int, Meta(ge=0, le=600)] | None = None
    days: Annotated[int, Meta(ge=1, le=30)] | None = None


class TableSeat(Struct):
    """A seat of a table as everybody sees it."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    colour: Colour
    level: str | None
    connected: bool
    played_by_bot: bool
    external_bot: bool
    face: int | None


class EndOffer(Struct):
    """An offer to let bots finish: who made it, and who has accepted so far."""

    by: int
    yes: list[int]


class Table(Struct):
    """Everything about a table that is not the game itself.

    A game of a contest is `sealed` until its deal has been played at all tables; a game of a sealed deal of the day
    stays sealed. Nobody gets the record of a sealed game. At a table with a big `screen`, everybody sits in one room;
    one for `kids` has gentle bots, hints, no clock, and only phrases to talk in.
    """

    game: str
    board: str
    board_name: Names
    board_revision: int
    board_file: bool
    status: Literal["waiting", "playing", "over"]
    seats: list[TableSeat]
    clock: Clock
    spectators: bool
    spectator_delay: int
    tracker: bool
    hints: bool
    day: str | None
    sealed: bool
    public: bool
    created: float
    commitment: str
    rematch: str | None
    continues: str | None
    end_offer: EndOffer | None
    watching: int
    owner: int | None
    lesson: str | None
    contest: str | None
    screen: bool
    kids: bool


class Entry(Struct):
    """One entry of the game's log, as seen; `by_bot` says that a bot acted for the seat."""

    seq: int
    by: int | None
    kind: EntryKind
    by_bot: bool
    at: float
    events: list[SomeEvent]
    reason: Reason | None = None
    yes: bool | None = None


class Payment(Struct):
    """Cards that pay for a route."""

    cards: dict[str, int]
    ferry_cards: int = 0


class ClaimOffer(Struct):
    """A route that can be claimed now, its number of payments (counted up to 50), and the cheapest one."""

    route: str
    payments: int
    best: Payment


class DrawOffers(Struct):
    """What can be drawn now."""

    deck: bool
    display: list[bool]
    tickets: bool
    ferry_card: bool


class KeepOffer(Struct):
    """Tickets to choose from, and how many must be kept."""

    tickets: list[str]
    at_least: int


class TunnelOffer(Struct):
    """A tunnel that costs more; withdrawing is always possible."""

    route: str
    extra: int
    revealed: dict[str, int]
    payments: list[dict[str, int]]
    withdraw: bool


class Offers(Struct, rename={"passing": "pass"}):
    """What a seat that must decide can do now."""

    seat: int
    decision: DecisionName
    draw: DrawOffers
    passing: bool
    claims: list[ClaimOffer]
    keep: KeepOffer | None
    tunnel: TunnelOffer | None


class TicketPlan(Struct):
    """The way that a hint means for a ticket of one's own, together with all others.

    `routes` are those of the way, own routes included, and `missing` those still to be claimed. A ticket without
    routes is not in the plan: there is no way for it, or too few trains or turns.
    """

    id: str
    points: int
    completed: bool
    routes: list[str]
    missing: list[str]
    trains_needed: int


class Hint(Struct):
    """What a bot would do in one's place, and why, from what the seat itself sees.

    `tickets` are those that a claim brings closer, `route` is the one that a card is taken for. `plan` is the way
    meant for every ticket, those that the hint keeps included, and `beside` a route that is wanted for its points.
    """

    action: SomeAction
    reason: SomeReason
    tickets: list[str]
    route: str | None
    plan: list[TicketPlan]
    beside: str | None


class SeatClock(Struct):
    """The time that a seat has left, and whether its clock is running; null for a seat without a clock (a bot's)."""

    remaining_ms: int | None
    running: bool


class Said(Struct):
    """An English text with {blanks} and their values, so that a client can translate it."""

    text: str
    values: dict[str, Said | str]


class FileProblem(Struct):
    """What is wrong in a file, and at which key."""

    path: str
    said: Said


class ErrorInfo(Struct):
    """An error: a stable code, the rule that forbids the action (if one does), a message, and the field.

    If a file is refused, `problems` are what the message lists.
    """

    code: str
    message: str
    rule: str | None = None
    where: str | None = None
    problems: list[FileProblem] | UnsetType = UNSET


# From server to client


class ServerMessage(Struct, tag_field="type", kw_only=True):
    """A message from the server."""


class Welcome(ServerMessage, tag="welcome"):
    """The answer to `hello`. Only players and the table's big `screen` get `invite`."""

    version: int
    game: str
    seats: list[int]
    server_time: float
    table: Table
    invite: str | None
    unknown_tokens: int = 0
    screen: bool = False


class TableMessage(ServerMessage, tag="table"):
    """Something about the table has changed."""

    table: Table


class View(ServerMessage, tag="view"):
    """The game as the viewer may see it, with the entries since `from_seq`.

    `reset`: discard the log, these are all entries. `undo` is the seat that may undo its last action, and `undo_ms` how
    long the next bot still waits for that; null if no bot is next. `bots_only`: nobody but bots decides any more.
    """

    seq: int
    from_seq: int
    reset: bool
    eyes: int | None
    entries: list[Entry]
    observation: ObservationJSON
    offers: Offers | None
    tickets: list[TicketWayJSON]
    standing: StandingJSON
    clocks: list[SeatClock] | None
    known: list[dict[str, int]] | None
    undo: int | None
    undo_ms: int | None
    bots_only: bool
    score: FinalScoreJSON | None
    seed: str | None


class ChatMessage(ServerMessage, tag="chat"):
    """A line of chat."""

    seat: int | None
    name: str
    text: str | None
    phrase: str | None
    at: float


class Pointed(ServerMessage, tag="pointed"):
    """Somebody has touched a route on the big screen, in the turn of this seat of yours."""

    seat: int
    route: str


class Answer(ServerMessage, tag="answer", omit_defaults=True):
    """The answer to a request."""

    id: str
    ok: bool
    error: ErrorInfo | None = None
    seq: int | None = None
    payments: list[Payment] | None = None
    truncated: bool | None = None
    hint: Hint | None = None


class ErrorMessage(ServerMessage, tag="error"):
    """A message was invalid, or sent too fast; the connection stays open, unless this is repeated."""

    code: str
    message: str


ServerMessages = Welcome | TableMessage | View | ChatMessage | Pointed | Answer | ErrorMessage
