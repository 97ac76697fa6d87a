"""Awards in JSON."""

from typing import TypedDict


class AwardShareJSON(TypedDict):
    """A seat's share of an award, and the points for it.

    `routes`, `tickets` and `places` are what was counted; `regions` those of a network, `doubled` those that count
    twice. A seat may have several shares: one for each of its networks.
    """

    seat: int
    value: int
    points: int
    routes: list[str]
    tickets: list[str]
    places: list[str]
    regions: list[str]
    doubled: list[str]


class AwardJSON(TypedDict):
    """A bonus or goal: who scores it, and every seat's share.

    `points` is what each winner scores; 0 where that depends on the count: then `scale` has counts and their points,
    the last also for higher counts. `names` and `about` are its name and description by language; empty where the
    client has texts for the id. `shares` are null where they are not public.
    """

    id: str
    rule: str
    cites: list[str]
    names: dict[str, str]
    about: dict[str, str]
    points: int
    scale: list[tuple[int, int]]
    winners: list[int]
    shares: list[AwardShareJSON] | None
