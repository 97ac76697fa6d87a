"""What a decision asks, in a few words that every player understands.

A rule that owns a decision says which of these it is (`Board.ask`). Bots answer questions, not decisions: they can
answer the decision of a rule that they know nothing of.
"""

from typing import Final

from mypy_extensions import i64

ASKS_ANYTHING: Final[i64] = 0
"""No more is known: any legal move answers it."""
ASKS_TURN: Final[i64] = 1
"""What to do with a turn."""
ASKS_CARD: Final[i64] = 2
"""Which card to draw, in the middle of an action."""
ASKS_TICKETS: Final[i64] = 3
"""Which of the drawn tickets to keep: moves from KEEP on."""
ASKS_EXTRA: Final[i64] = 4
"""Whether to pay more for a claim: moves from PAY_LOCOMOTIVES on, or WITHDRAW."""
ASKS_PAYMENT: Final[i64] = 5
"""The next step of a payment, in the middle of a claim."""
