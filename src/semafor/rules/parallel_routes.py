"""Parallel routes: doubles and triples (U-19, U-20, N-6, I-3, L-6, R-6).

A player may hold only one of them. With few players only some of them are open: once those are claimed, the
others are closed.

Example: with 3 players on a board that opens 2 lanes of a triple to them, the third lane is closed when two
are claimed.
"""

from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from semafor.model.bits import WORD, bit
from semafor.model.board import Board
from semafor.model.hooks import Rule
from semafor.model.numbers.layout import NO_OWNER
from semafor.model.reading import Reader, Table
from semafor.model.refusal import Refusal
from semafor.model.spec import BoardSpec, RouteSpec, parallel_groups
from semafor.model.state import State

_SIZES = {"double": 2, "triple": 3}
_MOST_LANES: Final = 3


class ParallelRoutes(Rule):
    """Closes lanes to those who hold one, and to all when enough are claimed."""

    slug: ClassVar[str] = "parallel_routes"
    cited: ClassVar[dict[str, str]] = {"one_each": "U-19", "closed": "U-20"}

    def __init__(self, table: Table) -> None:
        """Read how many lanes of a double and of a triple are open, by number of players."""
        super().__init__(table)
        self.open: dict[int, dict[int, int]] = {2: {}, 3: {}}
        for name, size in _SIZES.items():
            if table.has(name):
                self.open[size] = table.by_number(name, 2, 5, 1, size)

    @classmethod
    def check_board(cls, spec: BoardSpec, reader: Reader) -> None:
        """Report too many lanes, and doubles and triples for which the file does not say how many are open."""
        first: dict[str, RouteSpec] = {}
        for lanes in parallel_groups(spec.routes):
            if len(lanes) > _MOST_LANES:
                many = "{got} routes of length {length} between the same places: at most {most} can be parallel"
                reader.report(lanes[_MOST_LANES].path, many, got=len(lanes), length=lanes[0].length, most=_MOST_LANES)
            else:
                first.setdefault("double" if len(lanes) == 2 else "triple", lanes[0])
        for key, lane in first.items():
            path = f"rules.parallel_routes.{key}"
            open_lanes = spec.parameter("parallel_routes", key)
            if open_lanes is None:
                missing = "is missing: {a}-{b} ({first}) is a {kind}, so say how many lanes are open"
                reader.report(path, missing, a=lane.a, b=lane.b, first=lane.path, kind=key)
            elif isinstance(open_lanes, dict):
                for players in range(spec.min_players, spec.max_players + 1):
                    if str(players) not in open_lanes:
                        reader.report(path, "has nothing for {players} players", players=players)

    def prepare(self, board: Board) -> None:
        """Set the number of open lanes of each group, and register for claims."""
        board.claim_rules = append(board.claim_rules, self)
        groups = i64(len(board.group_start)) - 1
        for group in range(groups):
            size = int(board.group_start[group + 1] - board.group_start[group])
            for players in range(2, 6):
                board.lanes_open[players * groups + group] = self.open.get(size, {}).get(players, size)

    def claimed(self, state: State, seat: i64, route: i64) -> None:
        """Bar the seat from the other lanes, or close them to everybody."""
        board = state.board
        group = board.route_group[route]
        if group < 0:
            return
        close_lanes(state, group)

    def refuse_claim(self, state: State, seat: i64, route: i64) -> Refusal | None:
        """Refuse a second lane, and a lane closed at this number of players."""
        board = state.board
        if i64(state.owners[route]) != NO_OWNER:
            return None
        holders = [int(state.owners[lane]) for lane in board.lanes(route) if i64(state.owners[lane]) != NO_OWNER]
        name = board.route_id(route)
        if int(seat) in holders:
            message = f"you hold a route parallel to {name}; a player may hold only one of them"
            return Refusal("parallel_held", self.cites["one_each"], message)
        if not state.is_open(route):
            message = f"{name} is closed: with {state.players} players no more of its parallel routes may be claimed"
            return Refusal("route_closed", self.cites["closed"], message)
        return None


def close_lanes(state: State, group: i64) -> None:
    """Update the masks to match the owners of a group's lanes."""
    board = state.board
    words = board.route_words
    start = board.group_start[group]
    end = board.group_start[group + 1]
    groups = i64(len(board.group_start)) - 1
    claimed: i64 = 0
    for i in range(start, end):
        if i64(state.owners[board.group_routes[i]]) != NO_OWNER:
            claimed += 1
    if claimed >= board.lanes_open[state.players * groups + group]:
        for i in range(start, end):
            _clear(state.masks, board.group_routes[i])
    # Owners are barred from closed lanes too, so that the masks depend on the owners only, not on the order of claims.
    for i in range(start, end):
        owner = i64(state.owners[board.group_routes[i]])
        if owner != NO_OWNER:
            for j in range(start, end):
                lane = board.group_routes[j]
                state.masks[(owner + 1) * words + lane // WORD] |= bit(lane % WORD)


def _clear(masks: vec[i64], route: i64) -> None:
    masks[route // WORD] &= ~bit(route % WORD)
