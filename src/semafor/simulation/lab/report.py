"""The report of the lab. Intervals are 95 %; what is called a problem has passed a stricter test (see `problems`)."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Interval = tuple[float, float]


class LabText(Struct):
    """An English text with {blanks} and their values; clients translate it as they do problems of files."""

    text: str
    values: dict[str, str]

    def __str__(self) -> str:
        """Return the English sentence."""
        return self.text.format(**self.values)


class LabSeat(Struct):
    """A seat, counted from the one that begins: its share of the wins, and its points."""

    share: float
    share_interval: Interval
    points: float
    points_interval: Interval


class LabTable(Struct):
    """The games with a number of players.

    `turns` are those of one player: the median, and what nine of ten games lie between. `surprised` is the share of the
    last rounds that came when a player still planned for three turns or more.
    """

    players: int
    games: int
    seats: list[LabSeat]
    turns: float
    turns_between: Interval
    minutes: float
    surprised: float
    ticket_draws: float


class LabTicket(Struct):
    """A ticket, by the games in which it was dealt at the start, which is chance: so its effect is its own.

    `margin` is how many points more than with an average ticket a player was ahead, `win` how much more often they won.
    `worth` are the points that would make it an average ticket.
    """

    id: str
    points: int
    dealt: int
    kept: float
    completed: float
    """Of those kept."""
    delivered: float
    """Of those dealt: kept and completed."""
    margin: float
    margin_interval: Interval
    win: float
    win_interval: Interval
    worth: int


class LabRoute(Struct):
    """A route: in which share of the games it was claimed and when (0 to 1, a game's length).

    `early` is the share of the games in which it went in the first quarter, `win` how much more often than fair its
    owner won, and `detour` how much longer the tickets' ways are without it, for all tickets together.
    """

    id: str
    claimed: float
    claimed_interval: Interval
    time: float
    early: float
    win: float
    win_interval: Interval
    detour: float


class LabCity(Struct):
    """A city: in which share of the games somebody reached it, its tickets, and how many of those dealt were done."""

    id: str
    reached: float
    tickets: int
    delivered: float | None


class LabColour(Struct):
    """A colour: the spaces that take it, the share of them that is claimed in a game, and when."""

    colour: str
    spaces: int
    claimed: float
    time: float


class LabRule(Struct):
    """A part of the rules that happens only now and then, and how often in a game."""

    rule: str
    part: str
    happened: float


class LabEdit(Struct):
    """A change of a board file: the new value at a path, such as `tickets[3].points`; `routes[+]` adds a member."""

    path: str
    value: Any


class LabChange(Struct):
    """A change that was tried: what it is, its edits, and the number that measures the problem, before and after it.

    `weight` is that of the problem afterwards, 0 if it is gone.
    """

    said: LabText
    edits: list[LabEdit]
    measure: str
    before: float
    after: float
    after_interval: Interval
    weight: float
    games: int
    helped: bool


class LabProblem(Struct):
    """Something that spoils the board, the worst first; `weight` compares problems: 1 is worth a change."""

    kind: Literal[
        "ticket", "hopeless", "city", "colour", "seat", "corridor", "prize", "rule", "unused", "surprise", "luck"
    ]
    weight: float
    said: LabText
    routes: list[str]
    cities: list[str]
    tickets: list[str]
    rule: str | None
    colour: str | None
    change: LabChange | None


class LabReport(Struct):
    """What the games on a board say about it."""

    board: str
    digest: str
    seed: int
    games: int
    seconds: float
    tables: list[LabTable]
    skill: float
    """How often a planner beats greedy bots, with the fewest players; what is fair is one share."""
    skill_interval: Interval
    tickets: list[LabTicket]
    routes: list[LabRoute]
    cities: list[LabCity]
    colours: list[LabColour]
    rules: list[LabRule]
    problems: list[LabProblem]
