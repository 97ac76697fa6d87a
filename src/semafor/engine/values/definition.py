"""A board in JSON: everything that a program needs to play on it or to draw it."""

from typing import Any, Literal, NotRequired, TypedDict

Names = dict[str, str]
"""A name by language: "en", "pl"."""
RouteColour = Literal["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "grey"]


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
