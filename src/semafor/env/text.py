"""A game as text, for `render`: what a spectator sees."""

from __future__ import annotations

from semafor.engine.game import Game
from semafor.model.cards import CARDS, KINDS, NO_CARD
from semafor.model.numbers.view import SEEN_HAND, SEEN_POINTS, SEEN_TICKETS, SEEN_TRAINS, SPECTATOR, VIEW_SHOWN


def describe(game: Game) -> str:
    """The display, the piles, and a line for every seat."""
    seen = game.observe(SPECTATOR)
    shown = [int(seen.numbers[VIEW_SHOWN + slot]) for slot in range(int(game.board.display_size))]
    cards = ", ".join("–" if kind == NO_CARD else CARDS[kind] for kind in shown)
    lines = [
        f"{game.board.id}: {game.pending.name}, seats {game.pending.seats}",
        f"display: {cards}; deck {seen.deck_size}, tickets {seen.ticket_count}",
    ]
    for seat in range(game.players):
        owned = sum(int(owner) == seat for owner in seen.owners)
        known = sum(int(seen.known(seat, kind)) for kind in range(KINDS))
        lines.append(
            f"seat {seat}: {seen.number(seat, SEEN_POINTS)} points, {seen.number(seat, SEEN_TRAINS)} trains, "
            f"{owned} routes, {seen.number(seat, SEEN_HAND)} cards ({known} known), "
            f"{seen.number(seat, SEEN_TICKETS)} tickets"
        )
    return "\n".join(lines)
