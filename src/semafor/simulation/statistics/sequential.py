"""Is the new version stronger? Wald's sequential probability ratio test (SPRT), which stops as soon as it can decide.

It compares two hypotheses about the first bot against the second: no stronger (0 Elo), or stronger by 20 Elo. After
every block the log-likelihood ratio is compared with two bounds; either answer is wrong in at most 5 % of cases. Block
results are taken as normally distributed with their sample variance (the generalised SPRT used for chess engines).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

ELO_0: Final = 0.0
ELO_1: Final = 20.0
ALPHA: Final = 0.05
BETA: Final = 0.05
LOWER: Final = math.log(BETA / (1 - ALPHA))
UPPER: Final = math.log((1 - BETA) / ALPHA)
FEWEST_BLOCKS: Final = 10
"""The fewest blocks whose variance is reliable."""


@dataclass(frozen=True)
class Verdict:
    """The state of the test: `answer` is `stronger`, `not stronger` or `open`."""

    answer: str
    blocks: int
    ratio: float

    def to_json(self) -> dict[str, object]:
        """Return it for JSON, with the hypotheses and the bounds."""
        return {
            "answer": self.answer,
            "blocks": self.blocks,
            "llr": round(self.ratio, 4),
            "bounds": [round(LOWER, 4), round(UPPER, 4)],
            "elo0": ELO_0,
            "elo1": ELO_1,
            "alpha": ALPHA,
            "beta": BETA,
        }


def expected_score(elo: float) -> float:
    """Return the expected score for an Elo difference.

    >>> round(expected_score(35), 3)
    0.55
    """
    return 1 / (1 + 10 ** (-elo / 400))


class SequentialTest:
    """Takes the first bot's mean score in one block after another, until it can decide."""

    def __init__(self) -> None:
        """Start without blocks."""
        self.verdict = Verdict("open", 0, 0.0)
        self._sum = 0.0
        self._squares = 0.0

    def add(self, score: float) -> None:
        """Add the next block; once the answer is known, it is final."""
        if self.verdict.answer != "open":
            return
        count = self.verdict.blocks + 1
        self._sum += score
        self._squares += score**2
        ratio = self._ratio(count) if count >= FEWEST_BLOCKS else 0.0
        answer = "stronger" if ratio >= UPPER else "not stronger" if ratio <= LOWER else "open"
        self.verdict = Verdict(answer, count, ratio)

    def _ratio(self, count: int) -> float:
        """Return the log-likelihood ratio.

        The variance includes two extra blocks, one lost and one won: identical results prove nothing.
        """
        mean = self._sum / count
        deviations = self._squares - count * mean**2 + mean**2 + (1 - mean) ** 2
        low, high = expected_score(ELO_0), expected_score(ELO_1)
        return count * (high - low) * (2 * mean - low - high) * (count + 2) / (2 * deviations)
