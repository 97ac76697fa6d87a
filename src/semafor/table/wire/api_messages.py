"""The bodies of REST requests and replies, defined once, like the WebSocket messages (`messages`)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from semafor.engine.boards import LONGEST_FILE
from semafor.engine.values.definition import Names
from semafor.engine.values.tickets import TicketWayJSON
from semafor.table.wire.client_messages import MOST_SEATS, Colour, Face, GuestKey, Id, Name, Seat, Seq
from semafor.table.wire.messages import Clock, Entry, ErrorInfo, View
from semafor.table.wire.values import SomeAction, SomeReason


class NewSeat(Struct, forbid_unknown_fields=True):
    """A seat of a new table: mine, open for somebody else, or a bot's."""

    kind: Literal["me", "open", "bot"]
    level: Annotated[str, Meta(max_length=40)] | None = None
    name: Name | None = None
    colour: Colour | None = None
    face: Face | None = None


class NewGame(Struct, forbid_unknown_fields=True):
    """A new table, on a built-in board or a custom one (the text of its file).

    With a `day` (2026-11-17) it is that day's deal, which includes the opponent: request only your own seat. The same
    goes for a `lesson`, which includes its board as well. By default one person against bots may ask
    for `hints`, and several people may not. `sealed` asks for the server's sealed deal of the day. The game counts for
    the rating of the `guest`, if they are on the ladder and have one seat; a sealed deal needs a guest. With a `screen`
    its creator gets the secret of the table's big screen. A table for `kids` has hints, gentle bots and no clock, and
    people talk in phrases there.
    """

    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=MOST_SEATS)]
    board: Annotated[str, Meta(max_length=100)] | None = None
    board_file: Annotated[str, Meta(max_length=LONGEST_FILE)] | None = None
    clock: Clock = Clock()
    spectators: bool = True
    spectator_delay: Annotated[int, Meta(ge=0, le=100)] = 0
    public: bool = False
    tracker: bool = False
    hints: bool | None = None
    first: Seat | None = None
    day: Annotated[str, Meta(max_length=10)] | None = None
    sealed: bool = False
    guest: GuestKey | None = None
    lesson: Annotated[str, Meta(max_length=100)] | None = None
    screen: bool = False
    kids: bool = False


Capability = Literal[
    "analysis",
    "chat",
    "contests",
    "guests",
    "invite",
    "lobby",
    "meet",
    "push",
    "share",
    "spectators",
    "transfer",
    "webhook",
]
"""Features that some homes have and others don't.

`analysis` of finished games; `chat`; `contests` with the same deals for many tables; `guests` with results of the days,
sealed deals and a ladder; `invite` people to sit down by link or code; `lobby` of open tables; `meet`: other people's
pages at the tables of this one; `push` messages when it is one's turn; `share` links to replays; `spectators`;
`transfer` of a seat to another device; `webhook`: messages to a group's channel when it is somebody's turn.
"""


class Greeting(Struct):
    """The capabilities of this home; clients hide everything else."""

    capabilities: list[Capability]


class Network(Struct):
    """The server's URL for others in the same network; null if only its own machine can reach it."""

    url: str | None


class Days(Struct):
    """Which days have a deal: from `first` to `today`; the next one comes at `next_at`, in seconds since 1970."""

    first: str
    today: str
    next_at: float
    level: str


class DayPar(Struct):
    """What bots scored with a day's deal in your place: the points of each game, the best first, and their median."""

    day: str
    board: str
    points: list[int]
    par: int


class PlayOn(Struct, forbid_unknown_fields=True):
    """Go on from a finished game, after its entry `after`: `seat` is yours, and bots have the others."""

    after: Seq
    seat: Seat


class SeatToken(Struct):
    """The secret that makes somebody the player of a seat."""

    seat: int
    token: str


class BoardFile(Struct, forbid_unknown_fields=True):
    """A board file to look at."""

    board_file: Annotated[str, Meta(max_length=LONGEST_FILE)]


class MadeGame(Struct):
    """A table, its invitation code, the seats of its creator, and the secret of its big screen."""

    game: str
    invite: str
    seats: list[SeatToken]
    screen: str | None = None


class Join(Struct, forbid_unknown_fields=True):
    """Sit down at a table: at the given seat, or at the first open one; the game may count for a guest's rating."""

    name: Name
    invite: Annotated[str, Meta(max_length=100)] | None = None
    seat: Seat | None = None
    colour: Colour | None = None
    face: Face | None = None
    guest: GuestKey | None = None


class Joined(Struct):
    """The seat that the client has now; in a `contest` the token is that of all its deals."""

    game: str
    seat: int
    token: str
    contest: str | None = None


class Transfer(Struct):
    """A code that moves a seat to another device, valid once, for ten minutes."""

    code: str


class UseTransfer(Struct, forbid_unknown_fields=True):
    """Take over a seat by its code."""

    code: Annotated[str, Meta(max_length=100)]


class Turn(Struct):
    """The seats that must decide now, if any. Once the game is over, everybody's points and the winners."""

    to_act: list[int]
    points: list[int] | None
    winners: list[int]


class NewBot(Struct, forbid_unknown_fields=True):
    """A new bot account."""

    name: Name


class MadeBot(Struct):
    """A bot account with its secret."""

    bot: str
    name: str
    token: str


class BotAction(Struct, forbid_unknown_fields=True):
    """An action of a bot; `id` makes retries harmless."""

    id: Id
    seq: Seq
    action: SomeAction


class Acted(Struct):
    """The log entry of an action that was taken."""

    seq: int


class BotGame(Struct):
    """A game of a bot, and whether it must decide there."""

    game: str
    seat: int
    status: Literal["waiting", "playing", "over"]
    to_act: bool
    seq: int


class BoardSummary(Struct):
    """The summary of a board."""

    id: str
    revision: int
    names: Names
    players: list[int]
    trains: int
    routes: int
    tickets: int
    differences: list[str]


class Level(Struct):
    """A level of the bots that people play against."""

    id: str
    elo: int | None
    tables: dict[str, list[int]] | None = None
    """The boards, and the numbers of players there, that it is offered for; null for all."""
    gentle: bool = False
    """Whether it plays at tables for children."""


class OpenSeat(Struct):
    """The cards of a seat in a finished game, and its tickets with their state."""

    hand: dict[str, int]
    tickets: list[TicketWayJSON]


class Frame(Struct):
    """One step of a replay: an entry of the log and the view after it; `open` are all seats, if all hands are open."""

    seq: int
    entry: Entry
    view: View
    open: list[OpenSeat] | None = None


class SpreadGame(Struct):
    """How a game ended that bots played on: everybody's points, and who won."""

    points: list[int]
    winners: list[int]


class Spread(Struct):
    """Games that bots played on from the moment after the entry `after`, number `first` and following."""

    after: int
    first: int
    games: list[SpreadGame]


class SeatStatistics(Struct):
    """The statistics of a seat in a finished game.

    `tunnels` counts its routes that are tunnels, `bonuses` has the points of every award that it scored.
    """

    seat: int
    name: str
    turns: int
    cards_drawn: int
    cards_taken: int
    locomotives: int
    tickets_kept: int
    tickets_completed: int
    routes: int
    trains_used: int
    cards_paid: int
    tunnels: int
    tunnels_withdrawn: int
    passes: int
    bonuses: dict[str, int]
    seconds: float
    points_by_turn: list[int]


class Statistics(Struct):
    """Statistics of a finished game."""

    game: str
    actions: int
    seconds: float
    seats: list[SeatStatistics]


class MoveAdvice(Struct):
    """The planner's choice instead of the action of an entry, its reason, and whether it is the same."""

    seq: int
    seat: int
    action: SomeAction
    reason: SomeReason
    same: bool


class WinChances(Struct):
    """Every seat's chance of winning, after the entry."""

    seq: int
    chances: list[float]


class TurningPoint(Struct):
    """A seat's chance of winning before an action and some moves later, where it dropped most."""

    seat: int
    seq: int
    before: float
    then: float


class CostlyMove(Struct):
    """A seat's chance of winning with the action of an entry as it was taken, and with the advised one."""

    seat: int
    seq: int
    taken: float
    better: float


class Analysis(Struct):
    """The planner's analysis of a finished game; each chance is estimated by `playouts` games."""

    game: str
    playouts: int
    advice: list[MoveAdvice]
    chances: list[WinChances]
    turning_points: list[TurningPoint]
    costly: list[CostlyMove]


class ErrorReply(Struct):
    """The reply to a refused request."""

    error: ErrorInfo


class KeptGame(Struct):
    """An imported game."""

    game: str
