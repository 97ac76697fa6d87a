"""Random games as fingerprints, to compare the compiled engine with the interpreted one.

Run as a program it prints the fingerprints of some games, one per line; with one game, every event of it:

    python -m tests.fingerprints usa 2 --games 200
    python -m tests.fingerprints usa 2 --first 17
"""

import argparse
import json
from hashlib import sha256

import semafor
from semafor import Chance, Event, Score
from semafor.engine.legality.offers import Offers, actor
from semafor.engine.positions.writing import dump_position
from semafor.engine.scoring.counting import count_points
from semafor.engine.turn import ANY_FIRST_PLAYER, make_move, set_up
from semafor.model.events import Journal


def lines(name: str, players: int, seed: int) -> list[str]:
    """Play one game of random moves; return every event, the final position and the score as canonical JSON."""
    board = semafor.load_board(name)
    chance = Chance.seeded(f"moves {seed}")
    journal = Journal()
    state = set_up(board, players, Chance.seeded(seed), ANY_FIRST_PLAYER, journal)
    offers = Offers(board)
    told: list[Event] = journal.events
    while (seat := actor(state)) >= 0:
        offers.fill(state, seat)
        make_move(state, seat, offers.pick(chance.below(offers.count)))
    ending = [dump_position(state), Score(state, count_points(state)).to_json()]
    return [json.dumps(entry, sort_keys=True) for entry in [*[event.full() for event in told], *ending]]


def fingerprint(name: str, players: int, seed: int) -> str:
    """Return the fingerprint of a game."""
    return sha256("\n".join(lines(name, players, seed)).encode()).hexdigest()


def main() -> None:
    """Print fingerprints, or the events of one game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("board")
    parser.add_argument("players", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--games", type=int, default=0)
    wanted = parser.parse_args()
    print("compiled" if semafor.COMPILED else "interpreted")
    if wanted.games == 0:
        print("\n".join(lines(wanted.board, wanted.players, wanted.first)))
    for seed in range(wanted.first, wanted.first + wanted.games):
        print(fingerprint(wanted.board, wanted.players, seed))


if __name__ == "__main__":
    main()
