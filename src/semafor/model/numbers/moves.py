"""The machine-facing form of actions: a fixed, small set of numbers per board.

A move is `word * 60 + bit`, so that the legal moves are a handful of bit masks. Most actions are one move. A claim is a
route and then, where there is a choice, the payment in this order: ferry cards, locomotives, how many coloured cards,
and the coloured cards one at a time in the order of the colours. A step with one option is taken automatically. So
exactly one sequence of moves leads to each payment.
"""

from typing import Final

PASS: Final = 0
DRAW_DECK: Final = 1
DRAW_SHOWN: Final = 2
"""+ the kind of a displayed card, 0 to 8."""
DRAW_TICKETS: Final = 11
DRAW_FERRY_CARD: Final = 12
WITHDRAW: Final = 13
KEEP: Final = 14
"""+ the set of drawn tickets to keep as a bit mask over their slots, 1 to 31."""
MAX_DRAWN: Final = 5
"""The most tickets dealt or drawn at once."""
PAY_FERRY_CARDS: Final = 46
"""+ the number of ferry cards, 0 to 2."""
MAX_FERRY_CARDS: Final = 2
PAY_COLOUR: Final = 49
"""+ the colour of the next card, 0 to 7."""
PAY_LOCOMOTIVES: Final = 60
"""+ the number of locomotives, 0 to 59."""
PAY_COLOURED: Final = 120
"""+ the number of coloured cards, 0 to 59."""
ROUTES: Final = 180
"""+ the number of a route."""

WORDS_BEFORE_ROUTES: Final = 3
