"""Check whether response times reveal hidden information.

python -m benchmarks.worlds [BOARD …] [--worlds 20] [--rounds 40] [--same]

In the middle of a game on every board, a seat asks the most expensive questions in many worlds that look the same to
it: the others' hands and the order of the decks differ. The worlds take turns, in a different order each round. If one
took longer than another, their mean times would differ by more than chance: F is the variance between worlds over the
variance within them, and p is how often a random regrouping differs as much. All answers must be the same bytes. With
`--same` all worlds are copies of one, so that they differ only in where they lie in memory.
"""

from __future__ import annotations

import argparse
import gc
import pickle
import random
import time
from copy import copy

import numpy as np
from numpy.typing import NDArray

import semafor
from semafor import Chance, Game
from semafor.home.room import ENCODER
from semafor.simulation.insight.hints import HintJob
from semafor.table.log import GameLog
from semafor.table.views.observed_game import ObservedGame
from semafor.table.views.questions import reply
from semafor.table.views.viewer import Viewer
from semafor.table.wire.client_messages import Check, Payments
from semafor.table.wire.problems import Refused
from tests.table.test_views import played

_SHUFFLES = 1000


def look(log: GameLog, seat: int) -> bytes:
    """Return a view, as after every move."""
    return ENCODER.encode(Viewer(log, True).view(seat, log.seq, 5.0))


def payments(log: GameLog, seat: int) -> bytes:
    """Return the payments of the first routes."""
    observed = ObservedGame(log.game, seat)
    routes = [route.id for route in log.game.board.spec.routes[:20]]
    return b"".join(
        ENCODER.encode(reply(observed, Payments(id="1", seat=seat, route=route, limit=500))) for route in routes
    )


def refusal(log: GameLog, seat: int) -> bytes:
    """Return why actions are refused."""
    observed = ObservedGame(log.game, seat)
    said: list[str] = []
    for route in log.game.board.spec.routes[:20]:
        action = {"type": "claim", "route": route.id, "cards": {"locomotive": 1, "red": 1}, "ferry_cards": 0}
        try:
            reply(observed, Check(id="1", seat=seat, action=action))
        except Refused as problem:
            said.append(problem.info.message)
    return "\n".join(said).encode()


def hint(log: GameLog, seat: int) -> bytes:
    """Return everything a bot sees when it is asked for a hint; its answer follows from that."""
    return pickle.dumps(HintJob(log.game.observe(seat)))


QUESTIONS = {"look": look, "payments": payments, "refusals": refusal, "hint": hint}


def in_world(log: GameLog, game: Game) -> GameLog:
    """Return the same game log in another world."""
    other = copy(log)
    other.now = copy(log.now)
    other.now.game = game
    return other


def ratio(times: NDArray[np.float64]) -> float:
    """Return the variance between the rows over that within them."""
    between = times.mean(axis=1).var(ddof=1) * times.shape[1]
    return float(between / times.var(axis=1, ddof=1).mean())


def measure(board: str, worlds: int, rounds: int, same: bool) -> list[str]:
    """Return the rows of a board."""
    log = played(board, 3, 60, 3)
    seat = int(log.game.pending.seats[0])
    seen = log.game.observe(seat)
    logs = [in_world(log, seen.determinise(Chance.seeded(0 if same else number))) for number in range(worlds)]
    found: list[str] = []
    for name, ask in QUESTIONS.items():
        assert len({ask(one, seat) for one in logs}) == 1, f"the answer to {name} differs"
        times = np.zeros((worlds, rounds))
        gc.disable()
        for turn in range(rounds):
            for number in random.sample(range(worlds), worlds):
                started = time.thread_time()
                ask(logs[number], seat)
                times[number, turn] = 1000 * (time.thread_time() - started)
            gc.collect()
        gc.enable()
        # Other work on the machine shows up as a few large values.
        times = np.minimum(times, np.quantile(times, 0.9))
        here = ratio(times)
        chance = np.random.default_rng(1)
        by_lot = [ratio(chance.permutation(times.ravel()).reshape(times.shape)) for _ in range(_SHUFFLES)]
        means = times.mean(axis=1)
        p = np.mean([one >= here for one in by_lot])
        cells = (board, name, f"{means.min():.3f} to {means.max():.3f} ms", f"{times.std():.3f} ms")
        found.append(f"| {' | '.join(cells)} | {here:.2f} | {p:.2f} |")
    return found


def main() -> None:
    """Measure all boards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", metavar="BOARD")
    parser.add_argument("--worlds", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--same", action="store_true")
    options = parser.parse_args()
    print("| board | question | mean time in a world | deviation of one answer | F | p |")
    print("| --- | --- | --- | ---: | ---: | ---: |")
    for board in options.boards or [one for one in semafor.builtin_ids() if one != "toy"]:
        for row in measure(board, options.worlds, options.rounds, options.same):
            print(row, flush=True)


if __name__ == "__main__":
    main()
