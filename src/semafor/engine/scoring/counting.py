"""The final score: every rule that awards points, and the winners."""

from semafor.model.state import State
from semafor.model.tally import Tally
from semafor.rules.tie_break import winners


def count_points(state: State) -> Tally:
    """Count all points as if the game ended now."""
    tally = Tally(state)
    for rule in state.board.award_rules:
        rule.award(state, tally)
    tally.winners = winners(state, tally)
    return tally
