"""The JSON of the engine itself, as types: they describe messages, but don't validate them.

`semafor.parse_action` validates actions; `Observation` and `Event.seen_by` decide what a seat may see.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

Cards = dict[str, int]
"""Cards by name, such as {"red": 2, "locomotive": 1}."""
Names = dict[str, str]
"""A name by language: "en", "pl"."""
RouteColour = Literal["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "grey"]
DecisionName = Literal["keep_tickets", "take_turn", "second_card", "pay_tunnel", "choose", "over"]


class KeepTicketsAction(TypedDict):
    """Keep these tickets; the others go under the deck, in `order` if it is given."""

    type: Literal["keep_tickets"]
    tickets: list[str]
    order: NotRequired[list[str]]


DrawCardAction = TypedDict(
    "DrawCardAction",
    {"type": Literal["draw_card"], "from": Literal["deck", "display"], "card": NotRequired[str]},
)
"""Draw the named card of the display, or the top of the deck."""


class SimpleAction(TypedDict):
    """An action without fields."""

    type: Literal["draw_ferry_card", "draw_tickets", "withdraw", "pass"]


class ClaimAction(TypedDict):
    """Claim a route with exactly these cards."""

    type: Literal["claim"]
    route: str
    cards: Cards
    ferry_cards: NotRequired[int]


class PayTunnelAction(TypedDict):
    """Pay the extra of a tunnel."""

    type: Literal["pay_tunnel"]
    cards: Cards


Action = KeepTicketsAction | DrawCardAction | SimpleAction | ClaimAction | PayTunnelAction


SomeAction = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]
"""An action as JSON; `semafor.parse_action` says what is wrong with it."""


class ReasonShape(TypedDict):
    """Why a bot chose an action: a code, what was compared, or the text of an external bot.

    `over` is the runner-up, and `by` the lead over it, in hundredths.
    """

    code: str
    actions: NotRequired[int]
    games: NotRequired[int]
    over: NotRequired[SomeAction]
    by: NotRequired[int]
    text: NotRequired[str]


class SeenTunnel(TypedDict):
    """A tunnel with an extra cost to pay; `matching` are the cards that cost one more each."""

    route: str
    paid: Cards
    revealed: Cards
    matching: list[str]
    extra: int


class SeenSeat(TypedDict):
    """What everybody may know about a seat."""

    trains: int
    points: int
    hand: int
    tickets: int
    drawn: int
    routes: list[str]
    ferry_cards: NotRequired[int]
    chosen: NotRequired[bool]
    shown_tickets: NotRequired[list[str]]


class Observation(TypedDict):
    """What the viewer may know; the fields from `hand` on are for a seat only, not for a spectator."""

    board: str
    seat: int | Literal["spectator"]
    decision: DecisionName
    to_act: list[int]
    first: int
    turns_left: int | None
    passes: int
    display: list[str | None]
    deck: int
    discards: Cards
    ticket_deck: int
    removed_tickets: int
    seats: list[SeenSeat]
    ferry_pile: NotRequired[int]
    goals: NotRequired[list[str]]
    tunnel: NotRequired[SeenTunnel]
    hand: NotRequired[Cards]
    tickets: NotRequired[list[str]]
    drawn: NotRequired[list[str]]
    keep_at_least: NotRequired[int]
    chosen: NotRequired[list[str]]
    known_ticket_deck: NotRequired[dict[str, str]]
    known_removed: NotRequired[list[str]]


class PlaceShape(TypedDict):
    """A city, or a country, which has no single location; `names` where they differ from the local `name`."""

    id: str
    name: str
    names: Names
    aliases: list[str]
    kind: Literal["city", "country"]
    lat: float | None
    lon: float | None
    region: str | None
    country: str | None
    tags: list[str]


class RegionShape(TypedDict):
    """A region of a board that scores them."""

    id: str
    name: str
    names: Names
    doubled: bool


class StandIn(TypedDict):
    """How many cards replace a locomotive, and whether they must be of one colour."""

    cards: int
    one_colour: bool


class RouteShape(TypedDict):
    """A route; `parallel_group` are the ids of the others of its double or triple.

    `wild` says whether locomotives may replace its cards, `stand_in` what may replace a required locomotive,
    `ferry_card_covers` how many waves a ferry card covers.
    """

    id: str
    places: tuple[str, str]
    length: int
    colour: RouteColour
    locomotives: int
    waves: int
    tunnel: bool
    bonus_cards: int
    any_cards_for_one: int
    points: int
    parallel_group: list[str] | None
    wild: bool
    stand_in: StandIn | None
    ferry_card_covers: int


class TicketShape(TypedDict):
    """A ticket."""

    id: str
    points: int
    places: tuple[str, str]


class GoalShape(TypedDict):
    """A goal card; `in_hand` says whether it counts cards in hand."""

    id: str
    name: Names
    points: int
    measure: str
    at: dict[str, str] | None
    where: Names
    limit: int | None
    in_hand: bool


class MarkShape(TypedDict):
    """The source of a value that the rulebook does not print."""

    value: str
    source: str
    note: str


class DrawnSpot(TypedDict):
    """Where a city is drawn, or an end of a route in a country.

    `label` is the place of its name: one of 20 around it (0 if left out), or the offset of the middle of the name.
    """

    x: float
    y: float
    label: NotRequired[int | list[float]]


class DrawnGround(TypedDict):
    """The part of the world that lies under the board, in degrees."""

    west: float
    south: float
    east: float
    north: float


class DrawingShape(TypedDict):
    """How a board file says that its board is drawn; clients find what it leaves out themselves.

    `spots` by city, or by `country@route`; `bends` by route: how far the two inner points of its curve are off the
    chord, and the leads from its ends to its spaces.
    """

    width: float
    height: float
    scenery: NotRequired[Literal["plain", "prairie", "snow", "aurora", "mediterranean"]]
    ground: NotRequired[DrawnGround]
    spots: NotRequired[dict[str, DrawnSpot]]
    bends: NotRequired[dict[str, list[float]]]


class PlayerNumbers(TypedDict):
    """The range of players of a board."""

    min: int
    max: int


class BoardDefinition(TypedDict):
    """A board in full: everything that a program needs to draw it.

    `goals_face_up` is how many goals are turned up, `last_round_trains` with how many trains or fewer a player triggers
    the last round, `locomotive_is_whole_draw` whether a displayed locomotive is the only card of its draw.
    """

    id: str
    name: Names
    revision: int
    players: PlayerNumbers
    places: list[PlaceShape]
    regions: list[RegionShape]
    routes: list[RouteShape]
    tickets: list[TicketShape]
    goals: list[GoalShape]
    goals_face_up: int
    last_round_trains: int
    locomotive_is_whole_draw: bool
    rules: dict[str, dict[str, Any]]
    marks: list[MarkShape]
    drawing: DrawingShape | None
