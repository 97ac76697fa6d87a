"""Measure how fair a board is: planners in every seat, what each place in the turn order and every ticket wins.

    python -m benchmarks.balance                                  # italy: 10,000 games of 2, 2,000 each of 3 to 5
    python -m benchmarks.balance --board usa --games 400          # a quick run

Run it from the root of the repository, with the compiled package installed (`make install`). Game k of a number of
players is `new_game(board, players, "balance k")`. Joint winners share the win. Two things are counted: what a seat
wins, with a random first player as the rules say, and what moving first is worth.

The exit status is 1 if a seat of two wins more than 53 % of the games, or if a ticket is hopeless (fewer than half of
those who kept it completed it; with two players also if they won less than 0.4 of a fair share of the games) or free
(with two players, if they won more than 1.6 of it).
"""

from __future__ import annotations

import argparse
import math
import os
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor

from semafor import COMPILED, Chance, Game, KeepTickets, load_board, new_game
from semafor.bots.registry import make_bot

MOST_FOR_A_SEAT = 0.53
FEWEST_COMPLETED = 0.5
LEAST_WORTH = 0.4
MOST_WORTH = 1.6
CHUNK = 25


Count = defaultdict[tuple[str, str | int], float]
"""Numbers by what is counted and of what: ("won in seat", 0), ("kept", "bari:nuoro")."""


def play(name: str, players: int, bot: str, number: int) -> tuple[Game, Counter[str]]:
    """Play one game; also return which tickets were offered."""
    board = load_board(name)
    game = new_game(board, players, f"balance {number}")
    bots = [make_bot(bot, board) for _ in range(players)]
    luck = [Chance.seeded(f"balance {number}, seat {seat}") for seat in range(players)]
    offered: Counter[str] = Counter()
    while not game.over:
        seat = game.pending.seats[0]
        seen = game.observe(seat)
        legal = seen.legal
        if game.pending.name == "keep_tickets":
            offered.update({ticket for keep in legal if isinstance(keep, KeepTickets) for ticket in keep.tickets})
        game.apply(seat, bots[seat].choose(seen, legal, luck[seat], 1.0))
    return game, offered


def count_games(name: str, players: int, bot: str, numbers: range) -> Count:
    """Play games and count. Turns are counted from the starting player."""
    count = Count(float)
    for number in numbers:
        game, offered = play(name, players, bot, number)
        score = game.score()
        count["games", ""] += 1
        for ticket, times in offered.items():
            count["offered", ticket] += times
        for seat, result in enumerate(score.seats):
            turn = (seat - game.first) % players
            share = 1 / len(score.winners) if seat in score.winners else 0.0
            count["won in seat", seat] += share
            count["won in turn", turn] += share
            count["points in turn", turn] += result.total
            for ticket in (*result.completed, *result.failed):
                count["kept", ticket] += 1
                count["won with", ticket] += share
            for ticket in result.completed:
                count["completed", ticket] += 1
    return count


def margin(share: float, games: float) -> float:
    """Return half the width of a 95 % interval."""
    return 1.96 * math.sqrt(share * (1 - share) / games)


def report(name: str, players: int, count: Count) -> list[str]:
    """Print a count and return what is out of balance."""
    bad: list[str] = []
    games = count["games", ""]
    print(f"\n{name}, {players} players, {games:.0f} games")
    for seat in range(players):
        share = count["won in seat", seat] / games
        print(f"  seat {seat}: {share:6.1%} ± {margin(share, games):.1%}")
        if players == 2 and share > MOST_FOR_A_SEAT:
            bad.append(f"{players} players: seat {seat} wins {share:.1%}")
    for turn in range(players):
        share, points = count["won in turn", turn] / games, count["points in turn", turn] / games
        print(f"  {turn + 1}. to move: {share:6.1%} ± {margin(share, games):.1%}, {points:6.1f} points")
    print(f"  {'ticket':<28}{'points':>7}{'offered':>9}{'kept':>8}{'made':>8}{'wins':>8}{'of fair':>9}")
    tickets = {ticket.id: ticket.points for ticket in load_board(name).spec.tickets}
    for ticket in sorted(tickets, key=lambda id: count["completed", id] / max(1, count["kept", id])):
        offered, kept = count["offered", ticket], max(1, count["kept", ticket])
        made, won = count["completed", ticket] / kept, count["won with", ticket] / kept
        worth = won * players
        print(
            f"  {ticket:<28}{tickets[ticket]:>7}{offered:>9.0f}{kept / max(1, offered):>8.1%}{made:>8.1%}{won:>8.1%}"
            f"{worth:>9.2f}"
        )
        if made < FEWEST_COMPLETED or (players == 2 and worth < LEAST_WORTH):
            bad.append(f"{players} players: {ticket} is hopeless: made {made:.1%}, {worth:.2f} of a fair share")
        if players == 2 and worth > MOST_WORTH:
            bad.append(f"{players} players: {ticket} is free: {worth:.2f} of a fair share")
    return bad


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fair a board is.")
    parser.add_argument("--board", default="italy", help="the id of a board, or a board file")
    parser.add_argument("--bot", default="planner", help="the bot in all seats")
    parser.add_argument("--games", type=int, default=10_000, help="games of two; of more players a fifth of them")
    parser.add_argument("--players", type=int, help="only this number of players")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    if not COMPILED:
        print("semafor runs interpreted: this takes hours")
    spec = load_board(options.board).spec
    bad: list[str] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for players in range(spec.min_players, spec.max_players + 1):
            if options.players not in (None, players):
                continue
            games = options.games if players == 2 else max(1, options.games // 5)
            total = Count(float)
            chunks = [range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]
            work = [pool.submit(count_games, options.board, players, options.bot, chunk) for chunk in chunks]
            for one in work:
                for key, number in one.result().items():
                    total[key] += number
            bad += report(options.board, players, total)
    for line in bad:
        print(f"out of balance: {line}")
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
