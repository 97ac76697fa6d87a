"""One bot object can play many games and seats if it is reset in between."""

from __future__ import annotations

import pytest

import semafor
from semafor import Chance
from semafor.bots.registry import make_bot


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("toy", "planner:lapses=28"),
        ("toy", "planner"),
        ("usa", "net:lapses=28"),
        ("toy", "watcher"),
        ("toy", "search:playouts=24,actions=2"),
    ],
)
def test_a_bot_that_has_forgotten_decides_as_a_new_one(name: str, spec: str) -> None:
    board = semafor.load_board(name)
    games = [semafor.Game.new(board, 2, seed) for seed in (1, 2)]
    used = make_bot(spec, board)
    number = 0
    while not all(game.over for game in games):
        for game in games:
            if game.over:
                continue
            seat = game.pending.seats[0]
            seen = game.observe(seat)
            number += 1
            used.forget()
            action = used.choose(seen, seen.legal, Chance.seeded(number), 60.0)
            new = make_bot(spec, board)
            assert action == new.choose(seen, seen.legal, Chance.seeded(number), 60.0)
            game.apply(seat, action)
    assert number > 20
