"""What a seat can do now, for its view: worked out from its observation alone, with nothing behind it to peek at."""

from __future__ import annotations

from semafor import (
    Claim,
    DrawCard,
    DrawFerryCard,
    DrawTickets,
    LegalActions,
    Observation,
    Pass,
    PayTunnel,
)
from semafor.table.wire.messages import ClaimOffer, DrawOffers, KeepOffer, Offers, Payment, TunnelOffer


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
    legal = seen.legal_actions()
    if decision == "pay_tunnel":
        found.tunnel = _tunnel(legal, data)
        return found
    shown = {str(card): DrawCard(str(card)) in legal for card in _list(data["display"]) if card is not None}
    found.draw = DrawOffers(
        deck=DrawCard() in legal,
        display=[card is not None and shown[str(card)] for card in _list(data["display"])],
        tickets=DrawTickets() in legal,
        ferry_card=DrawFerryCard() in legal,
    )
    found.passing = Pass() in legal
    found.claims = [ClaimOffer(claim.route, claim.payments, _payment(claim.best)) for claim in legal.claims()]
    return found


def list_payments(seen: Observation, route: str, limit: int) -> tuple[list[Payment], bool]:
    """The payments of a route from the observer's hand, the least waste first, and whether there are more."""
    found = seen.legal_actions().payments(route, limit + 1)
    return [_payment(claim) for claim in found[:limit]], len(found) > limit


def _payment(claim: Claim) -> Payment:
    return Payment(claim.cards, claim.ferry_cards)


def _tunnel(legal: LegalActions, data: dict[str, object]) -> TunnelOffer:
    tunnel = data["tunnel"]
    assert isinstance(tunnel, dict)
    pay = [action.cards for action in legal if isinstance(action, PayTunnel)]
    return TunnelOffer(tunnel["route"], tunnel["extra"], tunnel["revealed"], pay, True)


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value
