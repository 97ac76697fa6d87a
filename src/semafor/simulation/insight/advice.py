"""Advice for a seat that must decide: of a hint, of the analysis and of its coach, the same for the same observation.

The adviser is the planner, fresh at every decision. The strongest bot would be no good teacher: on USA the net collects
33 cards in the median before it claims anything. Three weights make the adviser play as a person would: it makes no
detour for points, sends no ticket a long way round because another one goes there, and draws from the deck only if no
displayed card helps.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from semafor.bots.base import named, whole_action
from semafor.bots.planner import Planner
from semafor.bots.planning.ways import NO_WAY, Map, Ways
from semafor.bots.planning.weights import Weights
from semafor.bots.reasons import CODES, DRAWING, FERRY_CARD, NOTHING_ELSE, Reason
from semafor.engine.game import Observation
from semafor.engine.kernel import Offers, State, sample_state
from semafor.model.actions import Action, DrawCard, KeepTickets
from semafor.model.board import Board
from semafor.model.cards import CARDS, COLOUR_COUNT, GREY, KINDS, LOCOMOTIVE
from semafor.model.chance import Chance
from semafor.model.hooks import Shape

PLAIN: Final = {"points_in_prices": 0, "shared_price": 50, "deck_share": 0}
"""The weights in which the adviser differs from the bot `planner`."""
_SEED: Final = "semafor hint 1"
_PAIR: Final = 60
"""The weight of a card of a pair."""
_KEPT: Final = 32


class Suggestion:
    """An action, its reason, and the plan that the reason follows from."""

    def __init__(self, action: Action, reason: Reason, ways: dict[str, list[int]], lacks: dict[int, list[str]]) -> None:
        """`ways` has the routes from end to end of each planned ticket, `lacks` the cards each wanted route lacks."""
        self.action = action
        self.reason = reason
        self.ways = ways
        self.lacks = lacks


def advise(seen: Observation) -> Suggestion:
    """Return the advice for an observer who must decide."""
    return _adviser(seen.board).advise(seen)


class _Adviser:
    """A planner that shows its plan."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.planner = Planner(board, Weights(PLAIN))
        self.ways = Ways(board, Map(board))
        self.ways.shared = self.planner.ways.shared
        self.offers = Offers(board)

    def advise(self, seen: Observation) -> Suggestion:
        planner = self.planner
        seat = int(seen.seat)
        chance = Chance.seeded(_SEED)
        state = sample_state(seen, chance)
        planner.forget()
        action = whole_action(planner, state.clone(), seat, chance)
        why = planner.reason()
        kept = set(action.tickets) if isinstance(action, KeepTickets) else set()
        tickets = self._plan(state, seat, kept)
        ways = self._ways(state, seat, tickets)
        # In the last round nobody has another turn, so that no card helps.
        last = seen.turns_left is not None
        lacks = {} if kept or last else self._lacks(state, seat)
        if why == DRAWING or (why == FERRY_CARD and last):
            if last:
                planner.wishes.clear()
            action = self._card(state, seat) or action
            why = DRAWING if _helps(action, lacks) else NOTHING_ELSE
        return Suggestion(action, Reason(CODES[why]), ways, lacks)

    def _plan(self, state: State, seat: int, kept: set[str]) -> list[int]:
        """Let the planner plan, with the tickets to keep; return the seat's tickets in the order of planning."""
        planner = self.planner
        ids = {slot: self.board.ticket_id(state.drawn_ticket(seat, slot)) for slot in planner.drawn_slots(state, seat)}
        slots = [slot for slot, id in ids.items() if id in kept]
        planner.forget()
        if slots:
            planner.promise_of_tickets(state, seat, sum(1 << int(slot) for slot in slots))
        else:
            planner.look(state, seat)
        return [int(one) for one in planner.held(state, seat)] + [int(state.drawn_ticket(seat, slot)) for slot in slots]

    def _ways(self, state: State, seat: int, tickets: list[int]) -> dict[str, list[int]]:
        """Return the way of every ticket within the plan, found as the planner found it."""
        board = self.board
        routes = range(board.route_count)
        prices = [int(self.planner.ways.prices[one]) if self.planner.has_planned(one) else NO_WAY for one in routes]
        self.ways.price(state, seat, vec[i64](prices))
        ways: dict[str, list[int]] = {}
        for ticket in tickets:
            ends = board.ticket_from[ticket], board.ticket_to[ticket]
            node = int(self.ways.search(*ends))
            if node >= 0:
                ways[board.ticket_id(ticket)] = self._path(node)
                self.ways.connect(*ends)
        return ways

    def _path(self, node: int) -> list[int]:
        """Return the routes by which the last search arrived at a node, in their order."""
        board = self.board
        path: list[int] = []
        while int(self.ways.arrived_by[node]) >= 0:
            path.insert(0, int(self.ways.arrived_by[node]))
            node = int(board.route_node_a[path[0]]) + int(board.route_node_b[path[0]]) - node
        return path

    def _lacks(self, state: State, seat: int) -> dict[int, list[str]]:
        """Return the cards that every wanted route lacks, and make them the wishes; earlier routes take from the hand.

        The order is the planner's: coloured routes of the plan, grey ones, the one beside it. The planner gives some
        weight to all colours if the hand is small; here only those have it that bring a route closer.
        """
        planner, wishes = self.planner, self.planner.wishes
        planned = [route for route in range(self.board.route_count) if planner.has_planned(route)]
        planned.sort(key=lambda route: self.board.route_colour[route] == GREY)
        beside = [int(planner.target)] if planner.target >= 0 else []
        wishes.clear()
        wishes.weigh(state, seat)
        lacks: dict[int, list[str]] = {}
        weights = [0] * KINDS
        wild = 0
        for route in planned + beside:
            held = [int(wishes.spare[kind]) for kind in range(KINDS)]
            wishes.clear()
            wishes.add_beside(state, seat, route)
            most = max(int(wishes.weights[kind]) for kind in range(COLOUR_COUNT))
            locomotive = int(wishes.weights[LOCOMOTIVE])
            if most + locomotive + wishes.wild > 0:
                closer = self._colours(route, held) if most > 0 else []
            else:
                closer, most = self._pairs(route, held), _PAIR
            lacks[route] = [CARDS[kind] for kind in closer]
            if locomotive + wishes.wild > 0:
                lacks[route].append(CARDS[LOCOMOTIVE])
            for kind in closer:
                weights[kind] += most
            weights[LOCOMOTIVE] += locomotive
            wild = max(wild, int(wishes.wild))
        wishes.weights = vec[i64](weights)
        wishes.wild = wild
        return lacks

    def _colours(self, route: int, held: list[int]) -> list[int]:
        """Return the colours of which a card brings a route closer: for a grey one those that the hand has most of."""
        shapes = self.board.shapes[self.board.route_class[route]]
        colour = int(self.board.route_colour[route])
        if any(shape.loose > 0 for shape in shapes):
            return list(range(COLOUR_COUNT))
        most = max(held[:COLOUR_COUNT])
        return [kind for kind in range(COLOUR_COUNT) if held[kind] == most] if colour == GREY else [colour]

    def _pairs(self, route: int, held: list[int]) -> list[int]:
        """Return the colours of which a card brings a route closer for which enough cards, but too few pairs, are held.

        The planner counts the cards of pairs singly.
        """
        missing = self._missing(route, held)
        return [
            kind
            for kind in range(COLOUR_COUNT)
            if missing > 0 and self._missing(route, [*held[:kind], held[kind] + 1, *held[kind + 1 :]]) < missing
        ]

    def _missing(self, route: int, held: list[int]) -> int:
        """Return how many coloured cards a hand lacks for a route, with the locomotives that it has."""
        colour = int(self.board.route_colour[route])
        shapes = self.board.shapes[self.board.route_class[route]]
        colours = range(COLOUR_COUNT) if colour == GREY else [colour]
        return min(
            (_short(shape, held, own) for shape in shapes if shape.locomotives <= held[LOCOMOTIVE] for own in colours),
            default=0,
        )

    def _card(self, state: State, seat: int) -> Action | None:
        """Return the card to draw by the wishes; None if there is none to draw."""
        self.offers.fill(state, seat)
        if not self.planner.wishes.can_draw(self.offers):
            return None
        return named(state, seat, self.planner.wishes.card(state, seat, self.offers))


def _short(shape: Shape, held: list[int], own: int) -> int:
    """Return how many coloured cards a hand lacks for a shape whose set has the colour `own`."""
    left = [held[kind] - min(held[kind], shape.same if kind == own else 0) for kind in range(COLOUR_COUNT)]
    groups = max(0, shape.loose // shape.unit - sum(count // shape.unit for count in left))
    begun = sorted((count % shape.unit for count in left), reverse=True)[:groups]
    return max(0, shape.same - held[own]) + groups * shape.unit - sum(begun)


def _helps(action: Action, lacks: dict[int, list[str]]) -> bool:
    """Return whether a displayed card is, or one from the deck may be, one that a wanted route lacks."""
    lacking = {card for cards in lacks.values() for card in cards}
    return isinstance(action, DrawCard) and (bool(lacking) if action.card is None else action.card in lacking)


@lru_cache(maxsize=_KEPT)
def _adviser(board: Board) -> _Adviser:
    return _Adviser(board)
