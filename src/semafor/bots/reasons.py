"""A bot's reason for an action: a code and its numbers. The clients' catalogues turn them into sentences."""

from typing import Final

from mypy_extensions import i64

from semafor.engine.values.bots import ReasonJSON
from semafor.model.actions import Action

# Reasons, by number.
TICKETS_KEPT: Final[i64] = 0
MORE_TICKETS: Final[i64] = 1
ON_THE_WAY: Final[i64] = 2
FOR_POINTS: Final[i64] = 3
DRAWING: Final[i64] = 4
FERRY_CARD: Final[i64] = 5
TUNNEL_PAID: Final[i64] = 6
TUNNEL_LEFT: Final[i64] = 7
NOTHING_ELSE: Final[i64] = 8
BESIDE_THE_PLAN: Final[i64] = 9
AT_RANDOM: Final[i64] = 10

CODES: Final = (
    "tickets_kept",
    "more_tickets",
    "on_the_way",
    "for_points",
    "drawing",
    "ferry_card",
    "tunnel_paid",
    "tunnel_left",
    "nothing_else",
    "beside_the_plan",
    "at_random",
)
"""The code of every reason, by its number."""
SAID: Final = "said"
"""The code of an external bot's reason, given as text."""


class Reason:
    """Why a bot chose an action.

    `code` is one of `CODES`, or `said`. After a search, `actions` is how many were compared and `games` how many
    playouts that took; otherwise they are zero. `over` is the runner-up, if the bot compared actions, and `by` the lead
    over it: after a search in hundredths of a win, otherwise in hundredths of the network's probability. `text` is an
    external bot's own reason, otherwise empty.
    """

    def __init__(
        self,
        code: str,
        actions: int = 0,
        games: int = 0,
        text: str = "",
        over: Action | None = None,
        by: int = 0,
    ) -> None:
        """Take the parts."""
        self.code = code
        self.actions = actions
        self.games = games
        self.text = text
        self.over = over
        self.by = by

    def to_json(self) -> ReasonJSON:
        """Return it for JSON, without empty fields."""
        made: ReasonJSON = {"code": self.code}
        if self.actions:
            made["actions"] = self.actions
            made["games"] = self.games
        if self.over is not None:
            made["over"] = self.over.to_json()
            made["by"] = self.by
        if self.text:
            made["text"] = self.text
        return made


def reason(why: i64) -> Reason:
    """Return the reason with this number."""
    return Reason(CODES[why])


def said(text: str) -> Reason | None:
    """Return the reason of a bot that gives one as text; None if the text is empty."""
    return Reason(SAID, text=text) if text else None
