"""What a seat can do now, for its view: computed from its observation alone, so nothing hidden can leak."""

from __future__ import annotations

from semafor import (
    Claim,
    DrawCard,
    DrawFerryCard,
    DrawTickets,
    LegalActions,
    Pass,
    PayTunnel,
    TunnelView,
)
from semafor.table.views.observed_game import ObservedGame
from semafor.table.wire.messages import ClaimOffer, DrawOffers, KeepOffer, Offers, Payment, TunnelOffer


def offers(observed: ObservedGame) -> Offers | None:
    """Return the offers to the observer; None if it has nothing to decide."""
    seen = observed.seen
    if seen.seat not in seen.to_act:
        return None
    found = Offers(
        seat=seen.seat,
        decision=seen.decision,
        draw=DrawOffers(False, [False] * len(seen.display), False, False),
        passing=False,
        claims=[],
        keep=None,
        tunnel=None,
    )
    if seen.offered:
        found.keep = KeepOffer([ticket.id for ticket in seen.offered], seen.keep_at_least)
        return found
    legal = observed.legal
    if seen.tunnel is not None:
        found.tunnel = _tunnel(legal, seen.tunnel)
        return found
    shown = {card: DrawCard(card) in legal for card in seen.display if card is not None}
    found.draw = DrawOffers(
        deck=DrawCard() in legal,
        display=[card is not None and shown[card] for card in seen.display],
        tickets=DrawTickets() in legal,
        ferry_card=DrawFerryCard() in legal,
    )
    found.passing = Pass() in legal
    found.claims = [ClaimOffer(claim.route, claim.payments, _payment(claim.best)) for claim in observed.claims]
    return found


def list_payments(legal: LegalActions, route: str, limit: int) -> tuple[list[Payment], bool]:
    """Return the payments of a route from the observer's hand, the least waste first, and whether there are more."""
    found = legal.payments(route, limit + 1)
    return [_payment(claim) for claim in found[:limit]], len(found) > limit


def _payment(claim: Claim) -> Payment:
    return Payment(claim.cards, claim.ferry_cards)


def _tunnel(legal: LegalActions, tunnel: TunnelView) -> TunnelOffer:
    pay = [action.cards for action in legal if isinstance(action, PayTunnel)]
    return TunnelOffer(tunnel.route, tunnel.extra, dict(tunnel.revealed), pay, True)
