"""The legal actions of an observer, computed from its observation alone, so nothing hidden can leak.

>>> from semafor.engine.game import Game
>>> game = Game.from_position({"board": "toy", "seats": [{"hand": {"red": 3, "locomotive": 1}}, {}]}, seed=1)
>>> legal = game.observe(0).legal
>>> legal
<16 actions: 4 draw_card, 1 draw_tickets, 11 claim on 8 routes>
>>> legal.claims["ambel:brack:red"].best
Claim('ambel:brack:red', {'red': 3})
>>> legal.payments("ambel:brack:red")
[Claim('ambel:brack:red', {'red': 3}), Claim('ambel:brack:red', {'red': 2, 'locomotive': 1})]
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from semafor.engine.determinise import sample_state
from semafor.engine.legality.choices import action_of, legal_actions
from semafor.engine.legality.explain import why_not
from semafor.engine.legality.offers import Offers
from semafor.engine.legality.payments import count_payments
from semafor.engine.legality.ranked_payments import best_payment, ranked_payments
from semafor.engine.observation import View
from semafor.engine.values.claims import ClaimOption, Claims
from semafor.model.actions import Action, Claim
from semafor.model.cards import named_cards
from semafor.model.chance import Chance
from semafor.model.numbers.moves import ROUTES
from semafor.model.refusal import Refusal
from semafor.model.state import State
from semafor.model.values.cards import unknown

PAYMENTS_COUNTED: Final = 50
"""How many payments of a route are counted."""
_MOST_COUNTED: Final = 1000
"""How many actions are counted for people."""


class LegalActions:
    """What an observer can do now: iterate over its legal actions, or check whether one is legal, and why not.

    Claims come with every payment, thousands of them on some ferries; iteration is lazy. An observer that has nothing
    to decide has no legal actions.
    """

    _state: State

    def __init__(self, seen: View) -> None:
        """Sample a state: the legal actions are the same in every state that is consistent with the observation."""
        self.seat = int(seen.seat)
        self._state = sample_state(seen, Chance.seeded("legal actions"))
        self._decides = self.seat in seen.to_act() and not self._state.is_paying()
        self._claims: Claims | None = None

    def __iter__(self) -> Iterator[Action]:
        """Yield all legal actions, in the engine's order."""
        if not self._decides:
            return iter(())
        return legal_actions(self._state, self.seat)

    def __bool__(self) -> bool:
        """Return whether there is any legal action."""
        return self._decides

    def __repr__(self) -> str:
        """Count the actions of each type."""
        if not self._decides:
            return "<no actions>"
        kinds: dict[str, int] = {}
        for action in self.simple():
            kinds[action.type] = kinds.get(action.type, 0) + 1
        parts = [f"{count} {kind}" for kind, count in kinds.items()]
        simple = sum(kinds.values())
        total = self.count(_MOST_COUNTED)
        more = "+" if total == _MOST_COUNTED else ""
        if self.claims:
            parts.append(f"{total - simple}{more} claim on {len(self.claims)} routes")
        return f"<{total}{more} actions: {', '.join(parts)}>"

    def count(self, limit: int | None = None) -> int:
        """Return the number of legal actions, at most `limit`; without one it may take long on a ferry."""
        return sum([1 for _ in islice(iter(self), limit)])

    def __contains__(self, action: object) -> bool:
        """Return whether an action is legal."""
        return isinstance(action, Action) and self.why_not(action) is None

    def why_not(self, action: Action) -> Refusal | None:
        """Return why the observer can't take an action now, or None if it can."""
        return why_not(self._state, self.seat, action)

    def simple(self) -> list[Action]:
        """Return all legal actions except claims."""
        if not self._decides:
            return []
        offers = Offers(self._state.board)
        offers.fill(self._state, self.seat)
        return [action_of(self._state, self.seat, move) for move in offers.moves() if move < ROUTES]

    @property
    def claims(self) -> Claims:
        """The routes that can be claimed now, in the board's order, each with its best payment."""
        claims = self._claims
        if claims is None:
            claims = Claims(self._options())
            self._claims = claims
        return claims

    def _options(self) -> list[ClaimOption]:
        if not self._decides:
            return []
        state = self._state
        board = state.board
        offers = Offers(board)
        offers.fill(state, self.seat)
        found: list[ClaimOption] = []
        # Routes of one class have the same payments.
        known: dict[int, tuple[Claim, int]] = {}
        for move in offers.moves():
            if move < ROUTES:
                continue
            route = move - ROUTES
            index = int(board.route_class[route])
            if index not in known:
                best = best_payment(state, self.seat, route)
                assert best is not None
                count = int(count_payments(state, self.seat, route, PAYMENTS_COUNTED))
                known[index] = (Claim("", named_cards(best[0]), best[1]), count)
            claim, count = known[index]
            found.append(ClaimOption(Claim(board.route_id(route), named_cards(claim.counts), claim.ferry_cards), count))
        return found

    def payments(self, route: str, limit: int | None = None) -> list[Claim]:
        """List the claims of a route with every payment that the observer's hand allows, least waste first.

        It does not matter whether the route can be claimed now. Sensible payments come first, then all others, which
        can be thousands: give a limit.
        """
        if self.seat < 0:
            return []
        index = self._state.board.route_index
        if route not in index:
            raise unknown("route", route, index)
        number = index[route]
        found = ranked_payments(self._state, self.seat, number, limit)
        return [Claim(route, named_cards(cards), ferry_cards) for cards, ferry_cards in found]
