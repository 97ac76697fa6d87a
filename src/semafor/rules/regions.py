"""Regions: each network scores by the number of regions it connects (I-10, I-11, R-14).

Example: a network with cities in 9 regions scores 11 points; two networks of 5 regions score 1 each. A
doubled region counts twice in a network that contains all its cities.
"""

from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.model.award import Award, Share
from semafor.model.bits import WORD, bit, ones
from semafor.model.board import Board
from semafor.model.board_file import by_language, read_id
from semafor.model.gains import Gains
from semafor.model.hooks import Rule
from semafor.model.network.connections import NO_ROUTE, Network
from semafor.model.reading import Phrase, Reader, Table, shown
from semafor.model.spec import KIND_CITY, BoardSpec, Place, Region
from semafor.model.state import State
from semafor.model.tally import Tally
from semafor.rules.paths import place_of_node, routes_of

_NO_REGION: Final = -1


class Regions(Rule):
    """Awards every network of every player."""

    slug: ClassVar[str] = "regions"
    cited: ClassVar[dict[str, str]] = {"points": "I-10", "doubled": "I-11"}
    public: ClassVar[bool] = True

    scale: list[tuple[int, int]]

    def __init__(self, table: Table) -> None:
        """Read the points by number of regions; the largest number also covers more."""
        super().__init__(table)
        listed = table.by_number("points", 1, 60, 0, 1000)
        self.scale = sorted(listed.items())
        most = max(listed, default=0)
        self.points = vec[i64]([listed.get(count, 0) for count in range(most + 1)])
        self.region_of = vec[i64]()
        self.doubled = vec[i64]()

    @classmethod
    def read_place(cls, table: Table, place: Place) -> None:
        """Read the region of a city."""
        place.region = table.text("region", "")

    @classmethod
    def read_parts(cls, table: Table, spec: BoardSpec) -> None:
        """Read the list of regions."""
        for entry in table.tables("regions", False):
            region = Region(read_id(entry), entry.label("name"), entry.flag("doubled"), entry.path)
            region.names = by_language(entry, "names")
            entry.finish()
            spec.regions.append(region)

    @classmethod
    def check_board(cls, spec: BoardSpec, reader: Reader) -> None:
        """Report regions with the same id, too many, and cities with an unknown region or with none (I-10)."""
        reader.check_ids([(region.path, region.id) for region in spec.regions], "{id} is already the region at {first}")
        known = [region.id for region in spec.regions]
        for place in spec.places:
            if place.region and place.region not in known:
                listed: object = ", ".join(known) if known else Phrase("none")
                unknown = "unknown region {region}; regions: {known}"
                reader.report(f"{place.path}.region", unknown, region=shown(place.region), known=listed)
            elif not place.region and place.kind == KIND_CITY and cls.slug in spec.rules:
                reader.report(f"{place.path}.region", "is missing: rules.regions needs it")
        reader.at_most("regions", len(spec.regions), WORD)

    def prepare(self, board: Board) -> None:
        """Find the region of every node, and the doubled regions."""
        board.award_rules = append(board.award_rules, self)
        numbers = {region.id: index for index, region in enumerate(board.spec.regions)}
        self.region_of = vec[i64]([_NO_REGION] * board.node_count)
        for index, place in enumerate(board.spec.places):
            if place.region in numbers:
                self.region_of[board.place_nodes[board.place_node_start[index]]] = numbers[place.region]
        used = {place.region for place in board.spec.places}
        self.doubled = vec[i64]([numbers[r.id] for r in board.spec.regions if r.doubled and r.id in used])

    def award(self, state: State, tally: Tally) -> None:
        """Score each network separately."""
        for seat in range(state.players):
            self._award_seat(state, tally, seat)

    def explain(self, state: State, tally: Tally) -> list[Award]:
        """Name the regions, routes and cities of every network, those with most regions first."""
        shares: list[Share] = []
        for seat in range(int(state.players)):
            shares += sorted(self._networks(state, tally.network, seat), key=_most_regions_first)
        award = self.award_of(self.slug, 0, shares)
        award.scale = self.scale
        return [award]

    def may_change(self, tally: Tally, seat: i64, route: i64) -> bool:
        """Return whether the route would join two of the seat's networks, or a city to one."""
        network = tally.network
        base = seat * network.nodes
        board = network.board
        return network.root(base + board.route_node_a[route]) != network.root(base + board.route_node_b[route])

    def gains(self, state: State, gains: Gains) -> None:
        """Add what a network gains by its regions."""
        gains.region_of = self.region_of
        gains.network_points = self.points

    def _networks(self, state: State, network: Network, seat: int) -> list[Share]:
        board = state.board
        base = seat * board.node_count
        names = place_of_node(board)
        found: dict[int, Share] = {}
        for route in routes_of(board, state.owners, seat):
            share = found.setdefault(int(network.root(base + board.route_node_a[route])), Share(seat, 0, 0))
            share.routes.append(board.route_id(route))
            for node in (board.route_node_a[route], board.route_node_b[route]):
                if names[node] not in share.places:
                    share.places.append(names[node])
        for share in found.values():
            for region in board.spec.regions:
                members = [place.id for place in board.spec.places if place.region == region.id]
                inside = [member for member in members if member in share.places]
                if inside:
                    share.regions.append(region.id)
                    if region.doubled and len(inside) == len(members):
                        share.doubled.append(region.id)
            share.value = len(share.regions) + len(share.doubled)
            share.points = int(self._points(share.value))
        return list(found.values())

    def _award_seat(self, state: State, tally: Tally, seat: i64) -> None:
        board = state.board
        network = tally.network
        base = seat * board.node_count
        regions = vec[i64]([0] * board.node_count)
        route = network.first_route[seat]
        while route != NO_ROUTE:
            # A route's two ends are in its network; a country's end is in no region.
            root = network.root(base + board.route_node_a[route]) - base
            regions[root] |= self._region(board.route_node_a[route]) | self._region(board.route_node_b[route])
            route = network.next_route[route]
        for root in range(board.node_count):
            if regions[root] != 0:
                connected = ones(regions[root]) + self._doubled_in(network, base, root, regions[root])
                points = self._points(connected)
                if points > 0:
                    tally.bonus(self.slug, seat, points, connected)

    def _region(self, node: i64) -> i64:
        """Return the region of a node as a mask; 0 if it has none."""
        region = self.region_of[node]
        return i64(0) if region == _NO_REGION else bit(region)

    def _doubled_in(self, network: Network, base: i64, root: i64, regions: i64) -> i64:
        """Return how many doubled regions have all their cities in the network (I-11)."""
        count: i64 = 0
        for i in range(len(self.doubled)):
            if regions & bit(self.doubled[i]) != 0 and self._is_whole(network, base, root, self.doubled[i]):
                count += 1
        return count

    def _is_whole(self, network: Network, base: i64, root: i64, region: i64) -> bool:
        """Return whether all cities of a region are in the network."""
        for node in range(len(self.region_of)):
            if self.region_of[node] == region and network.root(base + node) != base + root:
                return False
        return True

    def _points(self, connected: i64) -> i64:
        most = i64(len(self.points)) - 1
        return self.points[connected if connected < most else most]


def _most_regions_first(share: Share) -> int:
    return -share.value
