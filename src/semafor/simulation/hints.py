"""Hints for a seat that must decide: what a strong and quick bot would do, why, and the way meant for each ticket.

All of it is made from the observation of the seat. The seed is the same for every game, so a hint follows from the
observation alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from librt.vecs import vec
from msgspec import Struct
from msgspec.json import encode
from mypy_extensions import i64

from semafor import Action, Board, Chance, Claim, DrawCard, KeepTickets, Observation
from semafor.bots.net.files import trained_players
from semafor.bots.planner import Planner
from semafor.bots.planning.ways import NO_WAY, Map, Ways
from semafor.bots.planning.weights import Weights
from semafor.bots.reasons import CODES, NOTHING_ELSE, Reason
from semafor.engine.kernel import DRAWN, State, sample_state
from semafor.model.cards import CARD_KIND
from semafor.simulation.jobs import Job
from semafor.simulation.thinking import FALLBACK, SECONDS, kept_bot

_SEED: Final = "semafor hint 1"
_KEPT: Final = 32
_ANY: Final = "grey"


class Plan(Struct, frozen=True):
    """The way meant for a ticket; without routes, none is."""

    id: str
    points: int
    completed: bool
    routes: list[str]
    missing: list[str]
    trains_needed: int


class HintJob(Job, frozen=True, tag=True):
    """The job of giving the observer a hint."""

    seen: Observation
    spec: str

    def run(self) -> bytes:
        """Return the hint as JSON."""
        return encode(give_hint(self.seen, self.spec))


def adviser(board: Board, players: int) -> str:
    """Return the bot that advises at a table: the learned one where it was trained, else the planner."""
    return "net" if players in trained_players(board) else FALLBACK


def give_hint(seen: Observation, spec: str) -> dict[str, object]:
    """Return what a bot would do, why, and the way that is meant for every ticket."""
    bot = kept_bot(spec, seen.board)
    bot.forget()
    action = bot.choose(seen, seen.legal_actions(), Chance.seeded(_SEED), SECONDS)
    reason = bot.explain() or Reason(CODES[NOTHING_ELSE])
    planning = _planning(seen.board)
    plans = planning.plans(seen, action)
    closer = [plan.id for plan in plans if isinstance(action, Claim) and action.route in plan.missing]
    wanted = [*planning.beside(), *(route for plan in plans for route in plan.missing)]
    return {
        "action": action.to_json(),
        "reason": reason.to_json(),
        "tickets": closer,
        "route": _wanted_route(seen, action, wanted),
        "plan": plans,
    }


def _wanted_route(seen: Observation, action: Action, wanted: list[str]) -> str | None:
    """Return the wanted route that a displayed card pays for and that is shortest: of its colour, or else of any."""
    if not isinstance(action, DrawCard) or action.card is None:
        return None
    held = seen.hand(CARD_KIND[action.card])
    routes = [route for route in seen.board.spec.routes if route.id in wanted and route.length > held]
    for colour in (action.card, _ANY):
        lacking = [route for route in routes if route.colour == colour]
        if lacking:
            return min(lacking, key=lambda route: (route.length, route.id)).id
    return None


class _Planning:
    """A planner that is asked which routes it means for every ticket."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.planner = Planner(board, Weights({}))
        self.ways = Ways(board, Map(board))

    def plans(self, seen: Observation, action: Action) -> list[Plan]:
        """Return the way meant for every ticket of the observer, those included that the action keeps."""
        kept = set(action.tickets) if isinstance(action, KeepTickets) else set()
        seat = int(seen.seat)
        state = sample_state(seen, Chance.seeded(_SEED))
        self.planner.forget()
        if kept:
            self.planner.promise_of_tickets(state, seat, self._slots(state, seat, kept))
        else:
            self.planner.look(state, seat)
        # Own routes cost nothing, planned ones their spaces, and all others are no way at all.
        routes = range(self.board.route_count)
        costs = [int(self.board.route_length[one]) if self.planner.has_planned(one) else NO_WAY for one in routes]
        self.ways.price(state, seat, vec[i64](costs))
        ways = [way for way in seen.ticket_ways() if not way.drawn or way.id in kept]
        return [
            Plan(way.id, way.points, True, way.routes, [], 0) if way.completed else self._plan(way.id, costs)
            for way in ways
        ]

    def beside(self) -> list[str]:
        """Return the route that the planner wants beside the tickets, if any."""
        target = int(self.planner.target)
        return [self.board.route_id(target)] if target >= 0 else []

    def _slots(self, state: State, seat: int, kept: set[str]) -> int:
        """Return which of the drawn tickets are kept, as bits."""
        tickets = self.board.spec.tickets
        slots = range(state.seats[DRAWN + seat])
        return sum(1 << slot for slot in slots if tickets[state.drawn_ticket(seat, slot)].id in kept)

    def _plan(self, id: str, costs: list[int]) -> Plan:
        board = self.board
        ticket = self.board.ticket_index[id]
        spec = board.spec.tickets[ticket]
        node = int(self.ways.search(board.ticket_from[ticket], board.ticket_to[ticket]))
        path: list[int] = []
        while node >= 0 and int(self.ways.arrived_by[node]) >= 0:
            path.append(int(self.ways.arrived_by[node]))
            node = int(board.route_node_a[path[-1]]) + int(board.route_node_b[path[-1]]) - node
        path.reverse()
        missing = [route for route in path if costs[route] != NO_WAY]
        return Plan(
            id,
            spec.points,
            False,
            [board.route_id(route) for route in path],
            [board.route_id(route) for route in missing],
            sum(costs[route] for route in missing),
        )


@lru_cache(maxsize=_KEPT)
def _planning(board: Board) -> _Planning:
    return _Planning(board)
