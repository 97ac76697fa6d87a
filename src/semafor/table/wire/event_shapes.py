"""Every kind of event that the rules emit, with exactly its fields; fields that only its seat sees may be missing.

`semafor.model.events.PRIVATE_FIELDS` lists those, and a test compares both with the events of games.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

Cards = dict[str, int]


class FirstPlayer(TypedDict):
    """Who begins."""

    type: Literal["first_player"]
    seat: int


class CardsDealt(TypedDict):
    """A hand is dealt."""

    type: Literal["cards_dealt"]
    seat: int
    count: int
    cards: NotRequired[list[str]]


class GoalsShown(TypedDict):
    """Goals are turned up."""

    type: Literal["goals_shown"]
    goals: list[str]


class TicketsDealt(TypedDict):
    """Tickets are dealt, to choose from."""

    type: Literal["tickets_dealt"]
    seat: int
    count: int
    tickets: NotRequired[list[str]]


class TicketsChosen(TypedDict):
    """A seat has chosen its starting tickets; nobody else knows how many yet."""

    type: Literal["tickets_chosen"]
    seat: int
    kept: NotRequired[list[str]]
    given_back: NotRequired[list[str]]


class TicketsKept(TypedDict):
    """Tickets are kept, the others given back."""

    type: Literal["tickets_kept"]
    seat: int
    count: int
    count_given_back: int
    kept: NotRequired[list[str]]
    given_back: NotRequired[list[str]]


class TicketsDrawn(TypedDict):
    """Tickets are drawn, to choose from."""

    type: Literal["tickets_drawn"]
    seat: int
    count: int
    tickets: NotRequired[list[str]]


CardTaken = TypedDict(
    "CardTaken", {"type": Literal["card_taken"], "seat": int, "from": Literal["display"], "card": str, "slot": int}
)
"""A card is taken from the display."""

CardDrawn = TypedDict(
    "CardDrawn", {"type": Literal["card_drawn"], "seat": int, "from": Literal["deck"], "card": NotRequired[str]}
)
"""A card is drawn from the deck."""


class FerryCardDrawn(TypedDict):
    """A ferry card is taken."""

    type: Literal["ferry_card_drawn"]
    seat: int


class DisplayFilled(TypedDict):
    """A slot of the display is filled."""

    type: Literal["display_filled"]
    slot: int
    card: str


class DisplaySwept(TypedDict):
    """The display is discarded."""

    type: Literal["display_swept"]
    cards: list[str]


class DeckReshuffled(TypedDict):
    """The discards become the new deck."""

    type: Literal["deck_reshuffled"]
    count: int


class RouteClaimed(TypedDict):
    """A route is claimed and paid for."""

    type: Literal["route_claimed"]
    seat: int
    route: str
    cards: Cards
    ferry_cards: int
    points: int


class BonusCardsDrawn(TypedDict):
    """Cards are drawn for a claimed route."""

    type: Literal["bonus_cards_drawn"]
    seat: int
    count: int
    cards: NotRequired[list[str]]


class TunnelOpened(TypedDict):
    """Cards are turned up for a tunnel."""

    type: Literal["tunnel_opened"]
    seat: int
    route: str
    paid: Cards
    revealed: list[str]
    extra: int


class TunnelPaid(TypedDict):
    """The extra of a tunnel is paid."""

    type: Literal["tunnel_paid"]
    seat: int
    cards: Cards


class TunnelWithdrawn(TypedDict):
    """A player withdraws from a tunnel and takes the payment back."""

    type: Literal["tunnel_withdrawn"]
    seat: int
    route: str
    cards: Cards


class Passed(TypedDict):
    """A seat passes because it can do nothing else."""

    type: Literal["passed"]
    seat: int


class LastRound(TypedDict):
    """The last round begins."""

    type: Literal["last_round"]
    seat: int
    trains: int
    turns_left: int


class GameOver(TypedDict):
    """The game ends."""

    type: Literal["game_over"]
    reason: str


Event = (
    FirstPlayer
    | CardsDealt
    | GoalsShown
    | TicketsDealt
    | TicketsChosen
    | TicketsKept
    | TicketsDrawn
    | CardTaken
    | CardDrawn
    | FerryCardDrawn
    | DisplayFilled
    | DisplaySwept
    | DeckReshuffled
    | RouteClaimed
    | BonusCardsDrawn
    | TunnelOpened
    | TunnelPaid
    | TunnelWithdrawn
    | Passed
    | LastRound
    | GameOver
)
SomeEvent = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Event"})]
"""An event in a message: the encoder writes any kind as the engine made it."""
