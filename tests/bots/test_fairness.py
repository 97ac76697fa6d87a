"""Bots know only what their seat may know, over a whole game."""

from random import Random

import pytest

import semafor
from semafor.bots.registry import make_bot
from tests.bots.playing import SCRIPTED, ask, line_ups, seated
from tests.play import TABLES, board_named, new_game, position_of
from tests.properties.scramble import scrambled


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_a_seat_cannot_know_never_changes_the_action(name: str, players: int) -> None:
    """One bot plays in the true world; at every decision its twin sees another world that looks the same."""
    rng = Random(4100)
    exchanged = 0
    for number, specs in enumerate(line_ups(players)):
        game = new_game(name, players, 4100 + number)
        bots = seated(specs, game)
        twins = seated(specs, game)
        step = 0
        while not game.over:
            seat = game.pending.seats[0]
            position = position_of(game)
            other = scrambled(position, seat, rng)
            exchanged += other["seats"] != position["seats"]
            world = semafor.load_position(other, board=board_named(name))
            action = ask(game, seat, bots[seat], step)
            assert ask(world, seat, twins[seat], step) == action, specs[seat]
            game.apply(seat, action)
            step += 1
    assert exchanged > 20


@pytest.mark.parametrize("spec", SCRIPTED)
def test_what_a_scripted_bot_makes_up_does_not_matter_to_it(spec: str) -> None:
    """It plays on a sampled state and makes the same choice in every state with the same observation."""
    for name, players in TABLES:
        game = new_game(name, players, 4200)
        bots = seated([spec] * players, game)
        twins = seated([spec] * players, game)
        for step in range(60):
            if game.over:
                break
            seat = game.pending.seats[0]
            action = ask(game, seat, bots[seat], step)
            assert ask(game, seat, twins[seat], f"another {step}") == action, (name, step)
            game.apply(seat, action)


def test_the_random_bot_uses_its_generator() -> None:
    game = new_game("usa", 2, 4300)
    bot = make_bot("random", game.board)
    assert len({repr(ask(game, 0, bot, seed)) for seed in range(20)}) > 1
