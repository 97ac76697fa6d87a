"""Offsets in the flat vectors of a state, and the values for decisions, owners and places of tickets.

They are declared as `i64`, so that a loop from one of them to another counts in machine integers.
"""

from typing import Final

from mypy_extensions import i64

MAX_SEATS: Final[i64] = 5

# The pending decision: who must decide what. Exactly one of these at any time.
CHOOSE_STARTING_TICKETS: Final[i64] = 0
TAKE_TURN: Final[i64] = 1
SECOND_CARD: Final[i64] = 2
KEEP_TICKETS: Final[i64] = 3
PAY_TUNNEL: Final[i64] = 4
PAY_FERRY_CARDS_STEP: Final[i64] = 5
PAY_LOCOMOTIVES_STEP: Final[i64] = 6
PAY_COLOURED_STEP: Final[i64] = 7
PAY_COLOUR_STEP: Final[i64] = 8
OVER: Final[i64] = 9
DECISIONS: Final[i64] = 10
"""How many decisions there are; `Board.decisions` has the rule of each."""

# Offsets in `cards`.
HANDS: Final[i64] = 0
"""seat * 9 + kind: the cards in hand."""
KNOWN: Final[i64] = 45
"""seat * 9 + kind: how many of them are public, because they were taken openly and not yet paid."""
DISCARDS: Final[i64] = 90
"""+ kind."""
PAID: Final[i64] = 99
"""+ kind: an incomplete payment, or the cards laid down for a tunnel."""
REVEALED: Final[i64] = 108
"""+ kind: cards turned up for a tunnel."""
SHOWN: Final[i64] = 117
"""+ slot: the display."""
DISPLAY_SLOTS: Final[i64] = 5
CARDS_SIZE: Final[i64] = 122

# Offsets in `seats`, each + seat.
TRAINS: Final[i64] = 0
POINTS: Final[i64] = 5
FERRY_CARDS: Final[i64] = 10
TICKETS_HELD: Final[i64] = 15
DRAWN: Final[i64] = 20
"""How many tickets the seat is choosing from."""
CHOSEN: Final[i64] = 25
"""The starting tickets the seat has decided to keep, as a mask over the drawn ones; 0 while undecided."""
KEEP_AT_LEAST: Final[i64] = 30
"""How many of the tickets it is choosing from the seat must keep."""
SEATS_SIZE: Final[i64] = 35

# A shape of a payment in `Board.shape_numbers`: its size, and its offsets.
SHAPE: Final[i64] = 5
SHAPE_FERRY_CARDS: Final[i64] = 0
SHAPE_LOCOMOTIVES: Final[i64] = 1
SHAPE_SAME: Final[i64] = 2
SHAPE_LOOSE: Final[i64] = 3
SHAPE_UNIT: Final[i64] = 4

# Values of a ticket's place in `tickets[ticket]`: a seat that keeps it, or
DRAWN_BY: Final[i64] = 8
"""+ seat: drawn, not yet decided."""
IN_DECK: Final[i64] = 16
REMOVED: Final[i64] = 17
"""Given back on a board where tickets given back leave the game."""
NOWHERE: Final[i64] = 18
"""Not in this game: a position left it out."""

NO_OWNER: Final[i64] = 15
NOT_YET: Final[i64] = -1
"""`turns_left` before the end is triggered."""
