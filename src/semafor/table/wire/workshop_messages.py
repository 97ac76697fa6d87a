"""The bodies of the requests of the workshop, where boards are made, and of their replies."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from semafor.engine.boards import LONGEST_FILE
from semafor.engine.values.definition import Names
from semafor.table.wire.messages import Said

MOST_FILES: Final = 8
LARGEST_IMPORT: Final = 2_000_000
"""Bytes of a file to import; pictures in it must be left out before."""
_BoardText = Annotated[str, Meta(max_length=LONGEST_FILE)]
_Id = Annotated[str, Meta(max_length=100)]


class Option(Struct):
    """One of the values that a field of a form may have."""

    id: str
    names: Names


class FormField(Struct):
    """A parameter of a rule, with its name by language.

    `kind` says what it is: a whole number from `least` to `most`, a flag, one of the `options`, some of them in an
    order (`choices`), a whole number for each number from `first` to `last` (`by_number`), or a text. One that is not
    `required` may be left out; it is then `default`.
    """

    key: str
    kind: Literal["integer", "flag", "choice", "choices", "by_number", "text"]
    names: Names
    required: bool
    default: Any
    least: int | None
    most: int | None
    options: list[Option]
    first: int
    last: int


class RuleForm(Struct):
    """A rule as a form; without a `required` one no game can be played. `routes` are the fields it adds to routes."""

    slug: str
    required: bool
    names: Names
    about: Names
    """The rule in a sentence, with parameters as {key}."""
    fields: list[FormField]
    routes: list[str]


class RuleForms(Struct):
    """All rules, and the `rules` of the files of our boards as presets."""

    rules: list[RuleForm]
    presets: dict[str, dict[str, dict[str, Any]]]


class WorthRule(Struct, forbid_unknown_fields=True, frozen=True):
    """What a ticket is worth: the shortest way in spaces, and points for every symbol on it, rounded up."""

    waves: Annotated[float, Meta(ge=0, le=10)] = 0.5
    locomotives: Annotated[float, Meta(ge=0, le=10)] = 0.0


class DeckWanted(Struct, forbid_unknown_fields=True):
    """A board whose tickets are to be suggested, or only counted with `count` 0.

    The tickets with the indices `kept` stay. `count` is 1.1 for a city if left out.
    """

    board_file: _BoardText
    seed: Annotated[int, Meta(ge=0, le=2**31)] = 0
    kept: Annotated[list[Annotated[int, Meta(ge=0, le=1000)]], Meta(max_length=250)] = []
    count: Annotated[int, Meta(ge=0, le=250)] | None = None
    worth: WorthRule = WorthRule()


class DeckTicket(Struct):
    """A ticket: what it is worth by the rule, and how much more its file gives it, if it was kept."""

    between: tuple[str, str]
    by_rule: int
    adjustment: int
    kept: bool


class Deck(Struct):
    """A suggested deck, and how it compares with published ones.

    `shares` are those of five bands of lengths, up to 0.30, 0.45, 0.60, 0.75 and more of the longest ticket (`reach`).
    """

    tickets: list[DeckTicket]
    reach: float
    shares: list[float]
    targets: list[float]
    unnamed: list[str]
    """Cities that no ticket names."""
    most_named: int
    alike: int
    """Tickets that begin and end beside the ends of another one."""
    unused: float
    """The share of the routes that lie on no ticket's shortest way; 0.14 to 0.25 in published decks."""


class ImportFile(Struct, forbid_unknown_fields=True):
    """A file to import: a board file, a board of another editor (JSON), or a table of places, routes or tickets."""

    name: Annotated[str, Meta(max_length=200)]
    data: bytes


class ImportWanted(Struct, forbid_unknown_fields=True):
    """Files to make a board of; with a `board_file`, what they don't have stays as it is there."""

    files: Annotated[list[ImportFile], Meta(min_length=1, max_length=MOST_FILES)]
    board_file: _BoardText | None = None


class ImportNote(Struct):
    """Something in a file that was not understood, or had to be guessed; `line` is 0 if it is about the whole file."""

    file: str
    line: int
    said: Said


class Imported(Struct):
    """The board file that was made of others, which may still have problems, and what was not understood."""

    board_file: str
    notes: list[ImportNote]


class ExportFile(Struct):
    """A file of a board: a table of its places, routes or tickets (CSV, UTF-8)."""

    name: str
    text: str


class Sheets(Struct):
    """A board as tables."""

    files: list[ExportFile]


class LabWanted(Struct, forbid_unknown_fields=True):
    """A board to play on in the lab: so many games, or as many as fit into the seconds."""

    board_file: _BoardText
    games: Annotated[int, Meta(ge=100, le=100_000)] = 20_000
    seconds: Annotated[float, Meta(ge=5, le=600)] = 60.0
    seed: Annotated[int, Meta(ge=0, le=2**31)] = 1
    changes: bool = True
    """Whether to try changes for the worst problems."""
