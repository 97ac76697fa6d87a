"""What a seat makes of a finished game, as one number: for learners, searches and puzzles."""

from mypy_extensions import i64

from semafor.model.tally import Tally


def win_share(tally: Tally, seat: i64) -> float:
    """Return 1 for the only winner, a fraction for one of several, 0 for a loser."""
    return 1.0 / len(tally.winners) if int(seat) in tally.winners else 0.0


def win(tally: Tally, seat: i64) -> float:
    """Return 1 for the only winner; it sums to 0, so that losers share the loss and winners the win."""
    players = float(tally.players)
    return (win_share(tally, seat) * players - 1.0) / (players - 1.0)


def lead(tally: Tally, seat: i64) -> i64:
    """Return the points minus those of the best other seat."""
    best: i64 = -1000000
    for other in range(tally.players):
        if other != seat and tally.totals[other] > best:
            best = tally.totals[other]
    return tally.totals[seat] - best


def margin(tally: Tally, seat: i64) -> float:
    """Return the points minus the others' average; it sums to 0."""
    total: i64 = 0
    for other in range(tally.players):
        total += tally.totals[other]
    mine = tally.totals[seat]
    return float(mine) - float(total - mine) / float(tally.players - 1)
