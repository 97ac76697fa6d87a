"""What REST requests take and give, defined once, like the messages of the WebSocket (`messages`)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from semafor.engine.boards import LONGEST_FILE
from semafor.table.wire import shapes
from semafor.table.wire.client_messages import MOST_SEATS, Colour, Id, Name, Seat, Seq
from semafor.table.wire.messages import Clock, Entry, ErrorInfo, TicketView, View


class NewSeat(Struct, forbid_unknown_fields=True):
    """A seat of a table to be made: mine, open for somebody else, or a bot's."""

    kind: Literal["me", "open", "bot"]
    level: Annotated[str, Meta(max_length=40)] | None = None
    name: Name | None = None
    colour: Colour | None = None


class NewGame(Struct, forbid_unknown_fields=True):
    """A table to be made, on a board of the server's or on one of your own (the text of its file).

    With a `day` (2026-11-17) it is that day's deal, which brings the opponent: the only seat asked for is yours.
    So it is with a `lesson`, which brings its board as well. Without a word about `hints`, one person against bots may
    ask for them and several people may not.
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
    lesson: Annotated[str, Meta(max_length=100)] | None = None


Capability = Literal["analysis", "chat", "invite", "lobby", "share", "spectators", "transfer"]
"""What one home of games can do and another can't.

`analysis` of finished games; `chat`; `invite` people to sit down by link or code; `lobby` of open tables; `share`
links to replays; `spectators`; `transfer` of a seat to another device.
"""


class Greeting(Struct):
    """What can be done here; clients hide what can't."""

    capabilities: list[Capability]


class Network(Struct):
    """The server's URL for others in the same network; null if it can be reached from its own machine only."""

    url: str | None


class Days(Struct):
    """Which days have a deal: from `first` to `today`; the next one comes at `next_at`, in seconds since 1970."""

    first: str
    today: str
    next_at: float
    level: str


class DayPar(Struct):
    """What bots made of a day's deal in your place: the points of each game, the best first, and their median."""

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


class MadeGame(Struct):
    """A table, the code that invites others to it, and the seats of who made it."""

    game: str
    invite: str
    seats: list[SeatToken]


class Join(Struct, forbid_unknown_fields=True):
    """Sit down at a table: at the seat named, or at the first that is open."""

    name: Name
    invite: Annotated[str, Meta(max_length=100)] | None = None
    seat: Seat | None = None
    colour: Colour | None = None


class Joined(Struct):
    """The seat that one has now."""

    game: str
    seat: int
    token: str


class Transfer(Struct):
    """A code, good once and for ten minutes, that takes a seat to another device."""

    code: str


class UseTransfer(Struct, forbid_unknown_fields=True):
    """Take a seat over by its code."""

    code: Annotated[str, Meta(max_length=100)]


class Turn(Struct):
    """The seats that must decide now, if any. Once the game is over, everybody's points and who won."""

    to_act: list[int]
    points: list[int] | None
    winners: list[int]


class NewBot(Struct, forbid_unknown_fields=True):
    """A bot account to be made."""

    name: Name


class MadeBot(Struct):
    """A bot account with its secret."""

    bot: str
    name: str
    token: str


class BotAction(Struct, forbid_unknown_fields=True):
    """An action of a bot; `id` makes a repetition harmless."""

    id: Id
    seq: Seq
    action: shapes.SomeAction


class Acted(Struct):
    """An action was taken, as this entry of the log."""

    seq: int


class BotGame(Struct):
    """A game of a bot, and whether it must decide there."""

    game: str
    seat: int
    status: Literal["waiting", "playing", "over"]
    to_act: bool
    seq: int


class BoardSummary(Struct):
    """A board in one line."""

    id: str
    revision: int
    names: shapes.Names
    players: list[int]
    trains: int
    routes: int
    tickets: int
    differences: list[str]


class Level(Struct):
    """A level of the bots that people play against."""

    id: str
    elo: int | None


class OpenSeat(Struct):
    """What a seat of a finished game held: its cards, and its tickets with how they stood."""

    hand: shapes.Cards
    tickets: list[TicketView]


class Frame(Struct):
    """One step of a replay: an entry of the log and the view after it; `open` are all seats, if everything is open."""

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
    """What a seat did in a finished game.

    `tunnels` are those of its routes that are tunnels, `bonuses` the points of every award that it scored.
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
    """What the planner would have done in place of the action of an entry, why, and whether that was the same."""

    seq: int
    seat: int
    action: shapes.SomeAction
    reason: shapes.ReasonShape
    same: bool


class WinChances(Struct):
    """Every seat's chance of winning, after the entry."""

    seq: int
    chances: list[float]


class TurningPoint(Struct):
    """A seat's chance of winning before an action and some moves later, where it fell most."""

    seat: int
    seq: int
    before: float
    then: float


class Analysis(Struct):
    """The planner's opinion of a finished game, with chances that are each estimated by so many playouts."""

    game: str
    playouts: int
    advice: list[MoveAdvice]
    chances: list[WinChances]
    turning_points: list[TurningPoint]


class ErrorReply(Struct):
    """How every refused request is answered."""

    error: ErrorInfo


class KeptGame(Struct):
    """A game from elsewhere that is kept now."""

    game: str
