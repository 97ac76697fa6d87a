"""What an observer sees of a seat, and of a tunnel that is being decided."""

from typing import NamedTuple

from semafor.model.values.cards import Cards


class SeatView(NamedTuple):
    """A seat as everybody may see it: counts of what is hidden, and the cards that it was seen to take."""

    seat: int
    trains: int
    points: int
    """Points of routes so far."""
    hand: int
    """How many train cards it holds."""
    known: Cards
    """Those of them that everybody has seen it take."""
    tickets: int
    """How many tickets it keeps."""
    drawn: int
    """How many tickets it is choosing from."""
    routes: tuple[str, ...]
    ferry_cards: int
    chosen: bool
    """Whether it has chosen its starting tickets and waits for the others."""
    shown_tickets: tuple[str, ...]
    """Its tickets, once the game is over."""


class TunnelView(NamedTuple):
    """A tunnel whose extra cards are to be paid (N-12)."""

    route: str
    paid: Cards
    revealed: Cards
    matching: tuple[str, ...]
    """The cards that cost extra, and pay it."""
    extra: int
