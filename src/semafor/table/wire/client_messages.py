"""What clients send over a WebSocket; `messages` has what they get."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

from semafor.table.wire.values import SomeAction

VERSION: Final = 2
BASIC_BOARD: Final = "usa"
"""The board that comes first: the others are described by what differs from it."""
LONGEST_NAME: Final = 24
LONGEST_CHAT: Final = 300
LONGEST_ID: Final = 64
MOST_SEATS: Final = 5

BOT_NAMES: Final = ("Ada", "Bruno", "Celina", "Daniel", "Emilia", "Filip", "Gaja", "Hugo", "Irena", "Jonas")
"""Default names of bots: two for every seat, so that one is always free."""

Colour = Literal["red", "blue", "green", "yellow", "black"]
PLAYER_COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
Phrase = Literal[
    "hello", "good_luck", "nice_move", "ouch", "my_route", "thinking", "hurry", "sorry", "thanks", "good_game"
]
PHRASES: Final[tuple[Phrase, ...]] = get_args(Phrase)
Id = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID, pattern=r"^(?![\s\S]*[\x00-\x1f\x7f])")]
"""Without control characters, which not every database can store."""
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Seq = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Face = Annotated[int, Meta(ge=1, le=99)]
"""The number of a picture that a player has chosen."""
GuestKey = Annotated[str, Meta(min_length=32, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""The secret of a guest: at least 192 random bits, made by the client."""


class ClientMessage(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """A message from a client."""


class Hello(ClientMessage, tag="hello"):
    """The first message: the protocol version, the tokens of seats, and the last entry that the client has seen.

    A client without tokens is a spectator; one with several has several seats at one screen. The token of the table's
    big screen is none of a seat: who has it sees what spectators see.
    """

    version: int
    tokens: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=MOST_SEATS)] = []
    last_seq: Seq | None = None


class Request(ClientMessage):
    """A message that gets exactly one `answer` with the same id, which the client chooses."""

    id: Id


class Act(Request, tag="act"):
    """Take an action. `seq` is the last that the client has seen; an action based on an old view is refused."""

    seat: Seat
    seq: Seq
    action: SomeAction


class Check(Request, tag="check"):
    """Ask whether an action would be legal now, and if not, why."""

    seat: Seat
    action: SomeAction


class Payments(Request, tag="payments"):
    """Ask for the payments of a route: first those that waste no card, the one with the fewest locomotives first."""

    seat: Seat
    route: Annotated[str, Meta(max_length=200)]
    limit: Annotated[int, Meta(ge=1, le=500)] = 100


class AskHint(Request, tag="hint"):
    """Ask for a hint: what a bot would do in this seat of mine, from what the seat sees, and why."""

    seat: Seat


class Look(Request, tag="look"):
    """View the game as this seat of mine from now on; null: as a spectator (the curtain)."""

    seat: Seat | None


class Undo(Request, tag="undo"):
    """Undo my last action."""

    seat: Seat
    seq: Seq


class GoOn(Request, tag="go_on"):
    """Let the bot that is next move now: I won't take my last action back."""

    seat: Seat
    seq: Seq


class Leave(Request, tag="leave"):
    """Let a bot play on for me."""

    seat: Seat


class Return(Request, tag="return"):
    """Take my seat back from the bot."""

    seat: Seat


class Say(Request, tag="chat"):
    """Send a line of chat: a text, or one of the predefined phrases."""

    seat: Seat
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)] | None = None
    phrase: Phrase | None = None


class OfferEnd(Request, tag="offer_end"):
    """Ask the others to let bots finish the game."""

    seat: Seat


class AnswerEnd(Request, tag="answer_end"):
    """Accept or decline an offer to let bots finish."""

    seat: Seat
    yes: bool


class Skip(Request, tag="skip"):
    """Let bots play to the end without pauses, when nobody else decides any more."""

    seat: Seat


class Rename(Request, tag="rename"):
    """Change the name or the colour of my seat."""

    seat: Seat
    name: Name | None = None
    colour: Colour | None = None


class Start(Request, tag="start"):
    """Start the game (owner only); `fill` puts a bot of that level in every open seat."""

    fill: Annotated[str, Meta(max_length=40)] | None = None


class SeatBot(Request, tag="seat_bot"):
    """Put a bot of that level in a seat where nobody sits; null: free the seat again (owner only, before the start)."""

    seat: Seat
    level: Annotated[str, Meta(max_length=40)] | None


class Point(Request, tag="point"):
    """Show a route, touched on the table's big screen, to the player whose turn it is."""

    route: Annotated[str, Meta(max_length=200)]


class Ping(Request, tag="ping"):
    """Check the connection."""


ClientMessages = (
    Hello
    | Act
    | Check
    | Payments
    | AskHint
    | Look
    | Undo
    | GoOn
    | Leave
    | Return
    | Say
    | OfferEnd
    | AnswerEnd
    | Skip
    | Rename
    | Start
    | SeatBot
    | Point
    | Ping
)
