"""How the tickets of a seat stand: its own path where there is one, else the way that needs the fewest trains."""

from __future__ import annotations

import heapq
from functools import lru_cache
from typing import Final

from semafor import Board, Observation
from semafor.bots.base import LegalActions
from semafor.model.layout import NO_OWNER
from semafor.model.state import State
from semafor.table.wire.messages import TicketView

_OWN: Final = 1
"""What passing an own route costs: so little that it only decides between ways that need the same trains."""
_TRAIN: Final = 1000


class TicketProgress:
    """How the tickets of one seat stand, worked out again only when it may have changed.

    Of several ways that cost the same, which one is found does not depend on any route beside it. So what others claim
    changes nothing, until they claim (or close) a route on one of the ways; what the seat itself does may change all.
    """

    def __init__(self) -> None:
        """Starts knowing nothing."""
        self._views: list[TicketView] = []
        self._tickets: object = None
        self._owners: list[int] = []
        self._missing: set[int] = set()

    def views(self, seen: Observation, data: dict[str, object]) -> list[TicketView]:
        """The tickets that the observer holds, then those it is choosing from."""
        tickets = (data["tickets"], data.get("drawn"))
        owners = list(seen.owners)
        if tickets != self._tickets or (owners != self._owners and not self._as_good(seen, owners)):
            self._work_out(seen, data)
        self._tickets = tickets
        self._owners = owners
        return self._views

    def _as_good(self, seen: Observation, owners: list[int]) -> bool:
        """Whether only others have claimed routes since, and none that is missing was claimed or closed."""
        seat = seen.seat
        for was, now in zip(self._owners, owners, strict=True):
            if was != now and (was != NO_OWNER or now == seat):
                return False
        state = LegalActions(seen).state
        return all(_can_have(state, seat, route) for route in self._missing)

    def _work_out(self, seen: Observation, data: dict[str, object]) -> None:
        held = _texts(data["tickets"])
        drawn = _texts(data.get("drawn", []))
        self._missing = set()
        if not held and not drawn:
            self._views = []
            return
        ways = _Ways(seen)
        self._views = [ways.view(ticket, False) for ticket in held] + [ways.view(ticket, True) for ticket in drawn]
        self._missing = ways.missing


def _can_have(state: State, seat: int, route: int) -> bool:
    """Whether a seat can still claim a route, if it has the trains and the cards (U-17, U-20)."""
    return state.is_open(route) and not state.is_barred(seat, route)


class _Ways:
    """Ways for one seat, over routes that it has or can still have (U-17, U-18)."""

    def __init__(self, seen: Observation) -> None:
        board = seen.board
        seat = int(seen.seat)
        # A state made up from the observation: what is open to the observer depends on nothing else.
        state = LegalActions(seen).state
        self.board = board
        self.trains = int(state.trains(seat))
        self.missing: set[int] = set()
        """All routes that were found to be missing on any way."""
        self.own = [owner == seat for owner in seen.owners]
        self.costs: list[int | None] = []
        for route, length in enumerate(board.route_length):
            if self.own[route]:
                self.costs.append(_OWN)
            elif length <= self.trains and _can_have(state, seat, route):
                self.costs.append(length * _TRAIN)
            else:
                self.costs.append(None)

    def view(self, id_: str, drawn: bool) -> TicketView:
        """How a ticket stands."""
        board = self.board
        number = board.ticket_index[id_]
        path = self._cheapest(int(board.ticket_from[number]), int(board.ticket_to[number]))
        missing = [route for route in path if not self.own[route]]
        self.missing.update(missing)
        needed = sum(int(board.route_length[route]) for route in missing)
        reachable = bool(path) and needed <= self.trains
        return TicketView(
            id=id_,
            points=board.spec.tickets[number].points,
            drawn=drawn,
            completed=bool(path) and not missing,
            possible=reachable,
            path=[board.route_id(route) for route in path] if reachable else [],
            missing=[board.route_id(route) for route in missing] if reachable else [],
            trains_needed=needed if reachable else 0,
        )

    def _cheapest(self, start: int, end: int) -> list[int]:
        """The routes of the cheapest way between two places; of a country, any of its ends will do (R-13)."""
        at_node, nodes_of = _layout(self.board)
        goals = set(nodes_of[end])
        queue = [(0, node) for node in nodes_of[start]]
        best = dict.fromkeys(nodes_of[start], 0)
        came: dict[int, tuple[int, int]] = {}
        while queue:
            cost, node = heapq.heappop(queue)
            if cost > best[node]:
                continue
            if node in goals:
                path: list[int] = []
                while node in came:
                    route, node = came[node]
                    path.append(route)
                return path[::-1]
            for route, other in at_node[node]:
                price = self.costs[route]
                if price is not None and cost + price < best.get(other, 1 << 60):
                    best[other] = cost + price
                    came[other] = (route, node)
                    heapq.heappush(queue, (cost + price, other))
        return []


@lru_cache(maxsize=64)
def _layout(board: Board) -> tuple[list[list[tuple[int, int]]], list[list[int]]]:
    """For every node the routes and nodes it leads to; for every place its nodes."""
    at_node: list[list[tuple[int, int]]] = [[] for _ in range(int(board.node_count))]
    for route in range(int(board.route_count)):
        a, b = int(board.route_node_a[route]), int(board.route_node_b[route])
        at_node[a].append((route, b))
        at_node[b].append((route, a))
    nodes_of = [
        [int(board.place_nodes[i]) for i in range(board.place_node_start[place], board.place_node_start[place + 1])]
        for place in range(len(board.spec.places))
    ]
    return at_node, nodes_of


def _texts(value: object) -> list[str]:
    assert isinstance(value, list)
    return value
