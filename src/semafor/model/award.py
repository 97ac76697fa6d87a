"""Awards beyond the points of routes and tickets, explained as plain data.

Score sheets, standings, the client and statistics read only this, so a new rule's award shows up in all of them.
"""

from mypy_extensions import mypyc_attr

from semafor.model.values.awards import AwardJSON, AwardShareJSON


@mypyc_attr(allow_interpreted_subclasses=True)
class Share:
    """One seat's share of an award: its count, and the points for it.

    `routes`, `tickets` and `places` (by id) are what was counted on the map. `path` has the places of a path in the
    order of travel. `regions` are those that a network connects, `doubled` those that count twice (I-11).
    """

    def __init__(self, seat: int, value: int, points: int) -> None:
        """Take the seat, the count and the points; the rule fills in the rest."""
        self.seat = seat
        self.value = value
        self.points = points
        self.routes: list[str] = []
        self.tickets: list[str] = []
        self.places: list[str] = []
        self.path: list[str] = []
        self.regions: list[str] = []
        self.doubled: list[str] = []

    def to_json(self) -> AwardShareJSON:
        """Return the share for JSON."""
        return {
            "seat": self.seat,
            "value": self.value,
            "points": self.points,
            "routes": self.routes,
            "tickets": self.tickets,
            "places": self.places,
            "regions": self.regions,
            "doubled": self.doubled,
        }


@mypyc_attr(allow_interpreted_subclasses=True)
class Award:
    """One award with the share of every seat; a seat may have several (one for each network, say).

    `id` is the rule's slug, or the id of a goal; `rule` the slug; `cites` the rule ids to cite. `points` is what every
    winner scores, 0 if the points depend on the count: then `scale` has counts and their points, the last also for
    higher counts. `names` and `about` are its name and description by language; both are empty if clients have their
    own texts. `public` awards count only public information.
    """

    def __init__(self, id: str, rule: str, cites: list[str], points: int, public: bool, shares: list[Share]) -> None:
        """Take the parts; the rule fills in the texts."""
        self.id = id
        self.rule = rule
        self.cites = cites
        self.points = points
        self.public = public
        self.shares = shares
        self.scale: list[tuple[int, int]] = []
        self.names: dict[str, str] = {}
        self.about: dict[str, str] = {}

    def to_json(self, public: bool = True) -> AwardJSON:
        """Return the award for JSON; without its winners and shares if they are not `public`."""
        shares: list[AwardShareJSON] = [share.to_json() for share in self.shares]
        return {
            "id": self.id,
            "rule": self.rule,
            "cites": self.cites,
            "names": self.names,
            "about": self.about,
            "points": self.points,
            "scale": self.scale,
            "winners": self.winners if public else [],
            "shares": shares if public else None,
        }

    @property
    def winners(self) -> list[int]:
        """The seats that score it."""
        return sorted({share.seat for share in self.shares if share.points > 0})

    def values(self, players: int) -> list[int]:
        """Return the count of every seat, the largest of its shares."""
        return [max([share.value for share in self.shares if share.seat == seat], default=0) for seat in range(players)]

    def points_of(self, seat: int) -> int:
        """Return the points of a seat."""
        return sum([share.points for share in self.shares if share.seat == seat])
