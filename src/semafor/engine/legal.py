"""The legal actions of an observer, computed from its observation alone, so nothing hidden can leak.

>>> from semafor.engine.game import Game
>>> game = Game.from_position({"board": "toy", "seats": [{"hand": {"red": 3, "locomotive": 1}}, {}]})
>>> legal = game.observe(0).legal_actions()
>>> [claim.best for claim in legal.claims()][:2]
[Claim('ambel:brack:red', {'red': 3}), Claim('ambel:dunley:grey', {'red': 1})]
>>> legal.payments("ambel:brack:red")
[Claim('ambel:brack:red', {'red': 3}), Claim('ambel:brack:red', {'red': 2, 'locomotive': 1})]
"""

from collections.abc import Iterator

from semafor.engine.determinise import sample_state
from semafor.engine.legality.choices import action_of, legal_actions
from semafor.engine.legality.explain import why_not
from semafor.engine.legality.offers import Offers
from semafor.engine.legality.payments import count_payments
from semafor.engine.legality.ranked_payments import best_payment, ranked_payments
from semafor.engine.observation import View
from semafor.model.actions import Action, Claim
from semafor.model.cards import named_cards
from semafor.model.chance import Chance
from semafor.model.numbers.moves import ROUTES
from semafor.model.refusal import Refusal
from semafor.model.state import State


class ClaimOption:
    """A route that can be claimed now: the claim that wastes least, and its number of payments."""

    def __init__(self, best: Claim, payments: int) -> None:
        """Take the best claim and the number of payments."""
        self.best = best
        self.payments = payments

    @property
    def route(self) -> str:
        """The id of the route."""
        return self.best.route

    def __repr__(self) -> str:
        """Show both parts."""
        return f"ClaimOption({self.best!r}, payments={self.payments})"


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

    def __iter__(self) -> Iterator[Action]:
        """Yield all legal actions, in the engine's order."""
        if not self._decides:
            return iter(())
        return legal_actions(self._state, self.seat)

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

    def claims(self, count_to: int = 50) -> list[ClaimOption]:
        """List the routes that can be claimed now, in the board's order, counting payments up to `count_to`."""
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
                count = int(count_payments(state, self.seat, route, count_to))
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
        number = self._state.board.route_index[route]
        found = ranked_payments(self._state, self.seat, number, limit)
        return [Claim(route, named_cards(cards), ferry_cards) for cards, ferry_cards in found]
