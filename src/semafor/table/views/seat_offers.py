"""What a seat can do now, for its view: worked out from its observation alone, with nothing behind it to peek at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from semafor import Observation, PayTunnel, Refusal
from semafor.bots.base import LegalActions
from semafor.engine.explain import why_not
from semafor.engine.offers import Offers as LegalMoves
from semafor.engine.payments import payments
from semafor.model.actions import Action
from semafor.model.board import Board
from semafor.model.cards import CARD_KIND, COLOUR_COUNT, GREY, KINDS, LOCOMOTIVE, named_cards
from semafor.model.hooks import Shape
from semafor.model.moves import DRAW_DECK, DRAW_FERRY_CARD, DRAW_SHOWN, DRAW_TICKETS, PASS, ROUTES
from semafor.model.state import State
from semafor.rules.paying import accepts
from semafor.table.wire.messages import ClaimOffer, DrawOffers, KeepOffer, Offers, Payment, TunnelOffer

MOST_COUNTED: Final = 50
"""Payments of a route that are counted for an offer: a Nordic ferry can have 12,000."""
MOST_LISTED: Final = 2000
"""Payments of a route that are looked at when somebody asks for them."""


def offers(seen: Observation, data: dict[str, object]) -> Offers | None:
    """The offers to the observer, whose observation is also given as JSON; None if it has nothing to decide."""
    seat = int(seen.seat)
    to_act = data["to_act"]
    assert isinstance(to_act, list)
    if seat < 0 or seat not in to_act:
        return None
    decision = str(data["decision"])
    found = Offers(
        seat=seat,
        decision=decision,  # type: ignore[arg-type]
        draw=DrawOffers(False, [False] * len(_list(data["display"])), False, False),
        passing=False,
        claims=[],
        keep=None,
        tunnel=None,
    )
    if decision == "keep_tickets":
        at_least = data["keep_at_least"]
        assert isinstance(at_least, int)
        found.keep = KeepOffer([str(ticket) for ticket in _list(data["drawn"])], at_least)
        return found
    legal = LegalActions(seen)
    if decision == "pay_tunnel":
        found.tunnel = _tunnel(legal, data)
        return found
    moves = LegalMoves(seen.board)
    moves.fill(legal.state, seat)
    found.draw = DrawOffers(
        deck=moves.has(DRAW_DECK),
        display=[card is not None and moves.has(DRAW_SHOWN + CARD_KIND[str(card)]) for card in _list(data["display"])],
        tickets=moves.has(DRAW_TICKETS),
        ferry_card=moves.has(DRAW_FERRY_CARD),
    )
    found.passing = moves.has(PASS)
    found.claims = _claims(legal.state, seat, [move - ROUTES for move in moves.moves() if move >= ROUTES])
    return found


def refusal(seen: Observation, action: Action) -> Refusal | None:
    """Why the observer can't take an action now, or None if it can."""
    return why_not(LegalActions(seen).state, int(seen.seat), action)


def list_payments(seen: Observation, route: int, limit: int) -> tuple[list[Payment], bool]:
    """The payments of a route from the observer's hand, and whether there are more.

    First come those that one would think of (see `_sensible`), then all the others; both with the cheapest first, as in
    `best_payment`.
    """
    state = LegalActions(seen).state
    seat = int(seen.seat)
    first = _sensible(state, seat, route)
    known = set(first)
    others = islice((one for one in payments(state, seat, route) if one not in known), MOST_LISTED)
    found = [*first, *sorted(others, key=_price)]
    return [Payment(named_cards(cards), ferry_cards) for cards, ferry_cards in found[:limit]], len(found) > limit


def _sensible(state: State, seat: int, route: int) -> list[tuple[tuple[int, ...], int]]:
    """For each form that a payment may take, one payment in each colour, unless it spends more than another one.

    Cards in place of a locomotive can be chosen in thousands of ways (N-8, N-10, L-7): one of them is listed. What has
    all the cards of another payment and some besides is of no use to anybody.
    """
    board = state.board
    hand = [int(state.hand(seat, kind)) for kind in range(KINDS)]
    found: dict[tuple[tuple[int, ...], int], None] = {}
    for shape in _cheapest_first(board)[board.route_class[route]]:
        if shape.ferry_cards > state.ferry_cards(seat) or shape.locomotives > hand[LOCOMOTIVE]:
            continue
        for cards in _fillings(board, route, shape, hand):
            if accepts(board, route, cards, shape.ferry_cards):
                found[cards, shape.ferry_cards] = None
                if shape.loose > 0:
                    break
    return [one for one in found if not any(_spends_more(one, other) for other in found)]


def _spends_more(one: tuple[tuple[int, ...], int], other: tuple[tuple[int, ...], int]) -> bool:
    """Whether a payment is another one and some cards besides."""
    if one == other or one[1] < other[1]:
        return False
    return all(count >= least for count, least in zip(one[0], other[0], strict=True))


def _price(payment: tuple[tuple[int, ...], int]) -> tuple[int, int, int]:
    """What the cheapest payment is found by; the same as `_cost` of its shape."""
    cards, ferry_cards = payment
    return cards[LOCOMOTIVE], sum(cards) - cards[LOCOMOTIVE], ferry_cards


def _claims(state: State, seat: int, routes: list[int]) -> list[ClaimOffer]:
    """The offers for routes; those of one class are paid in the same ways."""
    board = state.board
    prices: dict[int, tuple[int, Payment]] = {}
    found: list[ClaimOffer] = []
    for route in routes:
        index = board.route_class[route]
        if index not in prices:
            count = sum(1 for _ in islice(payments(state, seat, route), MOST_COUNTED))
            prices[index] = (count, best_payment(state, seat, route))
        found.append(ClaimOffer(board.route_id(route), *prices[index]))
    return found


def best_payment(state: State, seat: int, route: int) -> Payment:
    """The payment with the fewest locomotives, then with the fewest cards, then with the fewest ferry cards."""
    board = state.board
    hand = [int(state.hand(seat, kind)) for kind in range(KINDS)]
    for shape in _cheapest_first(board)[board.route_class[route]]:
        if shape.ferry_cards > state.ferry_cards(seat) or shape.locomotives > hand[LOCOMOTIVE]:
            continue
        for cards in _fillings(board, route, shape, hand):
            if accepts(board, route, cards, shape.ferry_cards):
                return Payment(named_cards(cards), shape.ferry_cards)
    cards, ferry_cards = next(iter(payments(state, seat, route)))
    return Payment(named_cards(cards), ferry_cards)


@lru_cache(maxsize=64)
def _cheapest_first(board: Board) -> list[list[Shape]]:
    """The shapes of every class of routes."""
    return [sorted(shapes, key=_cost) for shapes in board.shapes]


def _cost(shape: Shape) -> tuple[int, int, int]:
    return shape.locomotives, shape.same + shape.loose, shape.ferry_cards


def _fillings(board: Board, route: int, shape: Shape, hand: list[int]) -> Iterator[tuple[int, ...]]:
    """Cards for a shape, the set from the colour of which most are held, the loose ones from where most are left."""
    wanted = int(board.route_colour[route])
    colours = range(COLOUR_COUNT) if wanted == GREY else [wanted]
    for colour in sorted(colours, key=lambda one: -hand[one]):
        if hand[colour] < shape.same:
            continue
        left = hand[:COLOUR_COUNT]
        left[colour] -= shape.same
        cards = [0] * KINDS
        cards[colour] = shape.same
        cards[LOCOMOTIVE] = shape.locomotives
        loose = shape.loose
        while loose > 0:
            most = max(range(COLOUR_COUNT), key=lambda one: left[one])
            if left[most] < shape.unit:
                break
            left[most] -= shape.unit
            cards[most] += shape.unit
            loose -= shape.unit
        if loose == 0:
            yield tuple(cards)


def _tunnel(legal: LegalActions, data: dict[str, object]) -> TunnelOffer:
    tunnel = data["tunnel"]
    assert isinstance(tunnel, dict)
    pay = [named_cards(action.counts) for action in legal if isinstance(action, PayTunnel)]
    return TunnelOffer(tunnel["route"], tunnel["extra"], tunnel["revealed"], pay, True)


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value
