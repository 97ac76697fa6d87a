"""Decisions and actions as the protocols write them; `semafor.parse_action` says what is wrong with an action."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

DecisionName: TypeAlias = Literal["choose", "take_turn", "second_card", "keep_tickets", "pay_tunnel", "over"]
"""What must be decided; `choose` is for rules of one's own that ask something else."""


class KeepTicketsJSON(TypedDict):
    """Keep these tickets; the others go under the deck, in `order` if it is given."""

    type: Literal["keep_tickets"]
    tickets: list[str]
    order: NotRequired[list[str]]


DrawCardJSON = TypedDict(
    "DrawCardJSON",
    {"type": Literal["draw_card"], "from": Literal["deck", "display"], "card": NotRequired[str]},
)
"""Draw the named card of the display, or the top of the deck."""


class SimpleActionJSON(TypedDict):
    """An action without fields."""

    type: Literal["draw_ferry_card", "draw_tickets", "withdraw", "pass"]


class ClaimJSON(TypedDict):
    """Claim a route with exactly these cards."""

    type: Literal["claim"]
    route: str
    cards: dict[str, int]
    ferry_cards: NotRequired[int]


class PayTunnelJSON(TypedDict):
    """Pay the extra of a tunnel."""

    type: Literal["pay_tunnel"]
    cards: dict[str, int]


ActionJSON: TypeAlias = KeepTicketsJSON | DrawCardJSON | SimpleActionJSON | ClaimJSON | PayTunnelJSON
"""An action of any type."""
