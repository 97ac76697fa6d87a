"""Train cards: eight colours and the locomotive, as small integers in the state and as names outside it."""

from collections.abc import Mapping
from typing import Final

COLOURS: Final = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
CARDS: Final = (*COLOURS, "locomotive")
ROUTE_COLOURS: Final = (*COLOURS, "grey")

COLOUR_COUNT: Final = 8
LOCOMOTIVE: Final = 8
"""The kind of the locomotive card; kinds below it are the colours in the order of COLOURS."""
KINDS: Final = 9
NO_CARD: Final = 9
"""The value of an empty slot of the display."""
GREY: Final = 8
"""The colour of a route that takes any one colour (U-16)."""

CARD_KIND: Final[dict[str, int]] = {name: kind for kind, name in enumerate(CARDS)}
ROUTE_COLOUR: Final[dict[str, int]] = {name: colour for colour, name in enumerate(ROUTE_COLOURS)}


def card_counts(cards: Mapping[str, int]) -> tuple[int, ...]:
    """Convert named cards to counts by kind.

    >>> card_counts({"red": 2, "locomotive": 1})
    (0, 0, 0, 0, 0, 0, 0, 2, 1)
    """
    counts = [0] * KINDS
    for name, count in cards.items():
        if name not in CARD_KIND:
            raise ValueError(f"unknown card {name!r}; the cards are {', '.join(CARDS)}")
        counts[CARD_KIND[name]] = count
    return tuple(counts)


def named_cards(counts: tuple[int, ...]) -> dict[str, int]:
    """Convert counts by kind to named cards, without zero counts.

    >>> named_cards((0, 0, 0, 0, 0, 0, 0, 2, 1))
    {'red': 2, 'locomotive': 1}
    """
    return {CARDS[kind]: count for kind, count in enumerate(counts) if count}
