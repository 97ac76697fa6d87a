"""The score explained: where every point comes from, and how the winners were found.

`Score` says how many; a sheet says why. It names the path that completes a ticket, the longest path itself, the regions
of every network, what all players had of everything that is scored for having the most, and each step of the tie-break.

    >>> from semafor.engine.game import Game
    >>> seats = [{"routes": ["ambel:brack:red", "brack:cormo:blue"], "tickets": ["ambel:cormo"]}, {}]
    >>> sheet = Game.from_position({"board": "toy", "seats": seats}).score_sheet()
    >>> sheet.seats[0].tickets[0].path
    ['ambel', 'brack', 'cormo']
    >>> sheet.contests[0].name, sheet.contests[0].values, sheet.contests[0].winners
    ('longest_path', [5, 0], [0])
"""

from librt.vecs import vec
from mypy_extensions import i64, u8

from semafor.engine.score import Score
from semafor.engine.scoring import count_points
from semafor.engine.ticket_ways import own_path
from semafor.model.board import Board
from semafor.model.layout import NO_OWNER
from semafor.model.network import Network
from semafor.model.state import State
from semafor.model.tally import COMPLETED, NOT_HELD, Tally
from semafor.rules.globetrotter import Globetrotter
from semafor.rules.goals import Goals
from semafor.rules.longest_path import LongestPath
from semafor.rules.regions import Regions
from semafor.rules.tie_break import tie_break_values


class TicketLine:
    """One ticket: its places, its points, and the places of the path that completes it (empty if it failed)."""

    def __init__(self, id: str, a: str, b: str, points: int, path: list[str]) -> None:
        """Takes ids, points as printed on the ticket, and the path."""
        self.id = id
        self.a = a
        self.b = b
        self.points = points
        self.path = path

    @property
    def completed(self) -> bool:
        """Whether there is a path (U-24)."""
        return len(self.path) > 0


class SeatSheet:
    """What one seat's points come from.

    `lengths` counts its routes by length. `longest` are the places of a longest path, in the order of travel.
    """

    def __init__(self, seat: int, lengths: dict[int, int], tickets: list[TicketLine], longest: list[str]) -> None:
        """Takes the parts."""
        self.seat = seat
        self.lengths = lengths
        self.tickets = tickets
        self.longest = longest


class NetworkLine:
    """One network of a seat: the regions it connects, those that count twice, and its points (I-10, I-11)."""

    def __init__(self, seat: int, regions: list[str], doubled: list[str], points: int) -> None:
        """Takes region ids."""
        self.seat = seat
        self.regions = regions
        self.doubled = doubled
        self.points = points

    @property
    def count(self) -> int:
        """The number of regions that the points are for."""
        return len(self.regions) + len(self.doubled)


class Contest:
    """Something that is scored for having the most of it: a bonus or a goal, with what every seat has (R-9)."""

    def __init__(self, name: str, rule: str, points: int, values: list[int]) -> None:
        """Takes the name of a rule or the id of a goal, the rule id to cite, and the values by seat."""
        self.name = name
        self.rule = rule
        self.points = points
        self.values = values

    @property
    def winners(self) -> list[int]:
        """The seats that score it: all who tie, but nobody for nothing (R-9)."""
        most = max(self.values)
        return [seat for seat, value in enumerate(self.values) if value == most and most > 0]


class Step:
    """One step in finding the winners: what was compared, between whom, and who is left."""

    def __init__(self, name: str, values: dict[int, int]) -> None:
        """Takes `points` or the name of a tie-break, and what the seats that are still tied have."""
        self.name = name
        self.values = values
        most = max(values.values())
        self.left = [seat for seat, value in values.items() if value == most]


class ScoreSheet:
    """The whole explanation, as if the game ended now."""

    def __init__(self, state: State) -> None:
        """Counts the points and collects the reasons."""
        tally = count_points(state)
        self.board = state.board
        self.score = Score(state, tally)
        players = int(state.players)
        self.seats = [_seat_sheet(state, tally, seat) for seat in range(players)]
        self.networks: list[NetworkLine] = []
        rule = state.board.rule("regions")
        if isinstance(rule, Regions):
            for seat in range(players):
                self.networks += _networks(state, tally.network, rule, seat)
        self.contests = _contests(state, tally)
        self.steps = _steps(state, tally)


def _seat_sheet(state: State, tally: Tally, seat: int) -> SeatSheet:
    board = state.board
    lengths: dict[int, int] = {}
    for route in range(board.route_count):
        if i64(state.owners[route]) == seat:
            length = int(board.route_length[route])
            lengths[length] = lengths.get(length, 0) + 1
    tickets: list[TicketLine] = []
    for number, ticket in enumerate(board.spec.tickets):
        outcome = i64(tally.outcomes[number])
        if outcome != NOT_HELD and state.ticket_place(number) == seat:
            path = own_path(board, state.owners, seat, number) if outcome == COMPLETED else []
            tickets.append(TicketLine(ticket.id, ticket.a, ticket.b, ticket.points, path))
    return SeatSheet(seat, lengths, tickets, longest_walk(board, state.owners, seat, state.players))


def _place_of_node(board: Board) -> list[str]:
    """The place that each node of the network is, or is an end in."""
    names = [""] * int(board.node_count)
    for index, place in enumerate(board.spec.places):
        for i in range(board.place_node_start[index], board.place_node_start[index + 1]):
            names[board.place_nodes[i]] = place.id
    return names


def longest_walk(board: Board, owners: vec[u8], seat: int, players: i64) -> list[str]:
    """The places of a longest path of the seat, in the order of travel (U-27); empty without a route.

    A route without which the longest path is just as long is left out, one after the other; what remains is needed to
    the last route, so it is one walk over all of them (Euler).
    """
    left = owners[:]
    longest = Network(board, left, players).longest_path(seat)
    routes: list[int] = []
    for number in range(board.route_count):
        if i64(owners[number]) == seat:
            left[number] = u8(NO_OWNER)
            if Network(board, left, players).longest_path(seat) < longest:
                left[number] = u8(seat)
                routes.append(int(number))
    names = _place_of_node(board)
    return [names[node] for node in _euler_walk(board, routes)]


def _euler_walk(board: Board, routes: list[int]) -> list[int]:
    """The nodes of a walk over all routes, each once (Hierholzer's algorithm)."""
    if not routes:
        return []
    ends: dict[int, list[int]] = {}
    for route in routes:
        for node in (int(board.route_node_a[route]), int(board.route_node_b[route])):
            ends.setdefault(node, []).append(route)
    odd = [node for node, at in ends.items() if len(at) % 2 == 1]
    stack = [odd[0] if odd else int(board.route_node_a[routes[0]])]
    used: set[int] = set()
    walk: list[int] = []
    while stack:
        node = stack[-1]
        onward = [route for route in ends[node] if route not in used]
        if not onward:
            walk.append(stack.pop())
            continue
        used.add(onward[0])
        a = int(board.route_node_a[onward[0]])
        b = int(board.route_node_b[onward[0]])
        stack.append(b if node == a else a)
    return walk


def _networks(state: State, network: Network, rule: Regions, seat: int) -> list[NetworkLine]:
    """The seat's networks, those with most regions first."""
    board = state.board
    base = seat * board.node_count
    names = _place_of_node(board)
    cities: dict[int, set[str]] = {}
    for route in range(board.route_count):
        if i64(state.owners[route]) == seat:
            for node in (board.route_node_a[route], board.route_node_b[route]):
                cities.setdefault(int(network.root(base + node)), set()).add(names[node])
    found: list[NetworkLine] = []
    for connected in cities.values():
        regions: list[str] = []
        doubled: list[str] = []
        for region in board.spec.regions:
            members = [place.id for place in board.spec.places if place.region == region.id]
            inside = [member for member in members if member in connected]
            if inside:
                regions.append(region.id)
                if region.doubled and len(inside) == len(members):
                    doubled.append(region.id)
        line = NetworkLine(seat, regions, doubled, 0)
        line.points = int(rule.points[min(line.count, len(rule.points) - 1)])
        found.append(line)
    return sorted(found, key=_regions_lost)


def _regions_lost(line: NetworkLine) -> int:
    return -line.count


def _contests(state: State, tally: Tally) -> list[Contest]:
    """The bonuses of the board for having the most, and the goals that are face up."""
    players = range(int(state.players))
    found: list[Contest] = []
    for rule in state.board.rules:
        if isinstance(rule, LongestPath):
            lengths = [int(tally.network.longest_path(seat)) for seat in players]
            found.append(Contest(rule.slug, rule.cites["most"], int(rule.points), lengths))
        elif isinstance(rule, Globetrotter):
            completed = [int(tally.completed[seat]) for seat in players]
            found.append(Contest(rule.slug, rule.cites["most"], int(rule.points), completed))
        elif isinstance(rule, Goals):
            for number, goal in enumerate(rule.goals):
                if (int(state.goals) >> number) & 1:
                    values = rule.count(state, tally, goal)
                    counts = [int(values[seat]) for seat in players]
                    found.append(Contest(goal.id, rule.cites["points"], int(goal.points), counts))
    return found


def _steps(state: State, tally: Tally) -> list[Step]:
    """The comparison of points, and then the tie-breaks, until one seat is left or no tie-break is (U-28, R-10)."""
    steps = [Step("points", {seat: int(tally.totals[seat]) for seat in range(int(state.players))})]
    for name in state.board.tie_breaks:
        tied = steps[-1].left
        if len(tied) == 1:
            break
        values = tie_break_values(state, tally, name)
        steps.append(Step(name, {seat: int(values[seat]) for seat in tied}))
    return steps
