"""A position is the whole game: it survives a round trip and continues identically."""

import json
from random import Random

import pytest

import semafor
from semafor import SPECTATOR, Event
from tests.play import TABLES, a_game_of_each_style, new_game, play_on, position_of


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_written_and_read_a_position_is_the_same(name: str, players: int) -> None:
    for game, rng, style in a_game_of_each_style(name, players, 1000):
        for number, _ in enumerate(play_on(game, rng, style)):
            if number % 4 and not game.over:
                continue
            position = position_of(game)
            again = semafor.load_position(json.loads(json.dumps(position)))
            assert position_of(again) == position
            assert again.pending == game.pending
            for seat in range(SPECTATOR, players):
                assert again.observe(seat) == game.observe(seat)
                assert again.legal_actions(seat, 50) == game.legal_actions(seat, 50)
            assert again.score().to_json() == game.score().to_json()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_position_goes_on_as_the_game_does(name: str, players: int) -> None:
    for style, at in (("even", 1), ("digger", players + 1), ("collector", players + 15), ("hoarder", 90)):
        game = new_game(name, players, at)
        for _ in play_on(game, Random(at), style, at):
            pass
        again = semafor.load_position(json.loads(json.dumps(game.position())))
        rest: list[list[Event]] = [events for _, _, events in play_on(game, Random(3), "builder")]
        assert [events for _, _, events in play_on(again, Random(3), "builder")] == rest
        assert position_of(again) == position_of(game)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_position_in_the_middle_of_a_payment_is_the_turn_it_belongs_to(name: str, players: int) -> None:
    rng = Random(4)
    game = new_game(name, players, 4)
    turn = position_of(game)
    seen = 0
    while not game.over:
        if not game.state.is_paying():
            turn = position_of(game)
        else:
            seen += 1
            assert position_of(game) == turn
            assert position_of(semafor.load_position(game.position())) == turn
        game.play(rng.choice(game.moves()))
    assert seen
