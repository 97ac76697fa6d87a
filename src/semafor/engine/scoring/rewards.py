"""The reward of a seat for a finished game, for learners."""

from mypy_extensions import i64

from semafor.model.tally import Tally


def win(tally: Tally, seat: i64) -> float:
    """Return 1 for the only winner; it sums to 0, so that losers share the loss and winners the win."""
    players = float(tally.players)
    share = 1.0 / len(tally.winners) if int(seat) in tally.winners else 0.0
    return (share * players - 1.0) / (players - 1.0)


def margin(tally: Tally, seat: i64) -> float:
    """Return the points minus the others' average; it sums to 0."""
    total: i64 = 0
    for other in range(tally.players):
        total += tally.totals[other]
    mine = tally.totals[seat]
    return float(mine) - float(total - mine) / float(tally.players - 1)
