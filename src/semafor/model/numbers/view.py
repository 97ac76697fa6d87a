"""Offsets in the flat vector of an observation."""

from typing import Final

SPECTATOR: Final = -1
UNKNOWN: Final = 255
"""The value for a ticket that the observer does not know."""

# Offsets in `numbers`.
VIEW_HAND: Final = 0
VIEW_DISCARDS: Final = 9
VIEW_PAID: Final = 18
VIEW_REVEALED: Final = 27
VIEW_SHOWN: Final = 36
VIEW_ROUTE: Final = 41
VIEW_EXTRA: Final = 42
VIEW_COLOUR: Final = 43
VIEW_SEATS: Final = 44
VIEW_SEAT: Final = 17
"""Numbers per seat, by the offsets below."""
SEEN_TRAINS: Final = 0
SEEN_POINTS: Final = 1
SEEN_FERRY_CARDS: Final = 2
SEEN_TICKETS: Final = 3
SEEN_DRAWN: Final = 4
SEEN_KEEP: Final = 5
SEEN_CHOSEN: Final = 6
SEEN_HAND: Final = 7
SEEN_KNOWN: Final = 8
VIEW_STEP: Final = 129
"""The step of the observer's own incomplete payment (one of the PAY_… decisions), else 0."""
VIEW_PUT_ROUTE: Final = 130
VIEW_PUT_FERRY_CARDS: Final = 131
VIEW_PUT_COLOURED: Final = 132
VIEW_PUT: Final = 133
"""+ kind: the cards of the observer's payment so far; they are still in its hand."""
VIEW_SIZE: Final = 142
