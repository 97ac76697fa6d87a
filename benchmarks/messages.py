"""CPU time of the most expensive messages: `payments` and `look`, on every board, at a table in memory.

    python -m benchmarks.messages [--hand 40]

Two people draw cards until each holds enough for many payments. The time is CPU time, so
that other programs do not count. `look` is asked twice: with everything new, as after every move, and again.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Callable
from functools import partial

import semafor
from semafor.home.room import ENCODER
from semafor.table.requests import Reply, decide
from semafor.table.wire.client_messages import Look, Payments
from semafor.table.wire.reading import read_message
from tests.table.home import Guest, Home, dear_table

LIMIT = 500
"""The most payments that a message may ask for."""


def milliseconds(work: Callable[[], object]) -> float:
    """Return the CPU time of a piece of work, with the garbage collector off."""
    gc.disable()
    started = time.process_time()
    work()
    taken = 1000 * (time.process_time() - started)
    gc.enable()
    return taken


def answer(home: Home, guest: Guest, message: Look | Payments) -> None:
    """Do what the server does for a message, from its bytes to those of the answer."""
    read = read_message(ENCODER.encode(message))
    table = home.tables[guest.game]
    decision = decide(table, guest, read, home.now)
    assert isinstance(decision, Reply)
    ENCODER.encode(decision.answer)
    if decision.show:
        for shown, _ in table.show([guest], home.now, table=False):
            ENCODER.encode(shown)


def measure(board: str, hand: int) -> str:
    """Return a row of the table."""
    home, guest = dear_table(board, hand)
    seat = guest.view["eyes"]
    routes = [route.id for route in semafor.load_board(board).spec.routes]
    fresh, again, payments = [], [], []
    for _ in range(20):
        home.load(guest.game)
        guest.look_as(seat)
        look = partial(answer, home, guest, Look(id="look", seat=seat))
        fresh.append(milliseconds(look))
        again.append(milliseconds(look))
    for route in routes:
        message = Payments(id="payments", seat=seat, route=route, limit=LIMIT)
        payments.append(min(milliseconds(partial(answer, home, guest, message)) for _ in range(3)))
    held = sum(guest.view["observation"]["hand"].values())
    cells = [statistics.median(fresh), max(fresh), statistics.median(again), statistics.mean(payments), max(payments)]
    return f"| {board} | {held} | " + " | ".join(f"{cell:.1f}" for cell in cells) + " |"


def main() -> None:
    """Measure all boards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hand", type=int, default=40, help="cards in the hand")
    options = parser.parse_args()
    print("| board | cards | `look`, ms | worst | again | `payments`, mean | worst |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for board in semafor.builtin_ids():
        print(measure(board, options.hand), flush=True)


if __name__ == "__main__":
    main()
