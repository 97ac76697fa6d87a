"""What a rule awards beyond the points of routes and tickets, explained as plain data.

Score sheets, standings, the client and statistics read only this, so a new rule's award shows up in all of them.
"""


class Share:
    """What one seat has of what an award counts, and the points for it.

    `routes`, `tickets` and `places` (by id) are what was counted, as far as it lies on the map. `path` are the places
    of a path in the order of travel. `regions` are those that a network connects, `doubled` those that count twice
    (I-11).
    """

    def __init__(self, seat: int, value: int, points: int) -> None:
        """Take the seat, the number that was counted and the points; the reasons are filled in by the rule."""
        self.seat = seat
        self.value = value
        self.points = points
        self.routes: list[str] = []
        self.tickets: list[str] = []
        self.places: list[str] = []
        self.path: list[str] = []
        self.regions: list[str] = []
        self.doubled: list[str] = []


class Award:
    """One award with the share of every seat; a seat may have several (one for each network, say).

    `id` is the rule's slug, or the id of a goal; `rule` the slug; `cites` the rule ids to cite. `points` is what
    everybody who wins it scores, 0 where the points depend on the count: then `scale` has counts and their points, the
    last also for more. `names` and `about` are its name and what it is given for, by language; both are empty where
    those who show it have words of their own. `public` awards count only what everybody can see.
    """

    def __init__(self, id: str, rule: str, cites: list[str], points: int, public: bool, shares: list[Share]) -> None:
        """Take the parts; the words are filled in by the rule."""
        self.id = id
        self.rule = rule
        self.cites = cites
        self.points = points
        self.public = public
        self.shares = shares
        self.scale: list[tuple[int, int]] = []
        self.names: dict[str, str] = {}
        self.about: dict[str, str] = {}

    @property
    def winners(self) -> list[int]:
        """The seats that score it."""
        return sorted({share.seat for share in self.shares if share.points > 0})

    def values(self, players: int) -> list[int]:
        """Return what every seat has, the most of its shares."""
        return [max([share.value for share in self.shares if share.seat == seat], default=0) for seat in range(players)]

    def points_of(self, seat: int) -> int:
        """Return the points of a seat."""
        return sum([share.points for share in self.shares if share.seat == seat])
