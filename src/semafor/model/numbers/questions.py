"""What a decision asks, in a few words that every player understands.

A rule that owns a decision says which of these it is (`Board.ask`). Above the engine everybody answers questions, not
decisions, so bots can answer the decision of a rule that they know nothing of.
"""

from typing import Final

from mypy_extensions import i64

from semafor.model.values.action_json import DecisionName

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
ASKS_NOTHING: Final[i64] = 6
"""Nothing more: the game is over."""

QUESTION_NAMES: Final[tuple[DecisionName, ...]] = (
    "choose",
    "take_turn",
    "second_card",
    "keep_tickets",
    "pay_tunnel",
    "take_turn",
    "over",
)
"""What the API and the protocols call each question. A payment in progress is still part of taking a turn."""
