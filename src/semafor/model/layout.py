"""Where things stand in the flat vectors of a state, and the values that mark decisions, owners and places of tickets."""

from typing import Final

MAX_SEATS: Final = 5

# The pending decision: who must decide what. Exactly one of these at any time.
CHOOSE_STARTING_TICKETS: Final = 0
TAKE_TURN: Final = 1
SECOND_CARD: Final = 2
KEEP_TICKETS: Final = 3
PAY_TUNNEL: Final = 4
PAY_FERRY_CARDS_STEP: Final = 5
PAY_LOCOMOTIVES_STEP: Final = 6
PAY_COLOURED_STEP: Final = 7
PAY_COLOUR_STEP: Final = 8
OVER: Final = 9

# Offsets in `cards`.
HANDS: Final = 0
"""seat * 9 + kind: the cards in hand."""
KNOWN: Final = 45
"""seat * 9 + kind: how many of them everybody knows, from what was taken openly and not yet paid."""
DISCARDS: Final = 90
"""+ kind."""
PAID: Final = 99
"""+ kind: a payment being put together, or what lies on the table for a tunnel."""
REVEALED: Final = 108
"""+ kind: cards turned up for a tunnel."""
SHOWN: Final = 117
"""+ slot: the display."""
DISPLAY_SLOTS: Final = 5
CARDS_SIZE: Final = 122

# Offsets in `seats`, each + seat.
TRAINS: Final = 0
POINTS: Final = 5
FERRY_CARDS: Final = 10
TICKETS_HELD: Final = 15
DRAWN: Final = 20
"""How many tickets the seat is choosing from."""
CHOSEN: Final = 25
"""The starting tickets the seat has decided to keep, as a mask over the drawn ones; 0 while undecided."""
KEEP_AT_LEAST: Final = 30
"""How many of the tickets it is choosing from the seat must keep."""
SEATS_SIZE: Final = 35

# Values of a ticket's place in `tickets[ticket]`: a seat that keeps it, or
DRAWN_BY: Final = 8
"""+ seat: drawn, not yet decided."""
IN_DECK: Final = 16
REMOVED: Final = 17
"""Given back on a board where tickets given back leave the game."""
NOWHERE: Final = 18
"""Not in this game at all: a position left it out."""

NO_OWNER: Final = 15
NOT_YET: Final = -1
"""`turns_left` before the end is triggered."""
