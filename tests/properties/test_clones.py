"""A clone has the same past and the same future, and the two games are independent."""

from random import Random

import pytest

from tests.play import TABLES, a_game_of_each_style, new_game, play_on, position_of


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_clone_goes_on_as_the_game_does(name: str, players: int) -> None:
    for game, rng, style in a_game_of_each_style(name, players, 1100):
        for _ in play_on(game, rng, style, 30):
            pass
        copy = game.clone()
        assert position_of(copy) == position_of(game)
        rest = [events for _, _, events in play_on(game, Random(1), style)]
        assert [events for _, _, events in play_on(copy, Random(1), style)] == rest
        assert copy.record().to_json(events=True) == game.record().to_json(events=True)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_game_and_clone_do_not_notice_each_other(name: str, players: int) -> None:
    for game, rng, style in a_game_of_each_style(name, players, 1200):
        for number, _ in enumerate(play_on(game, rng, style)):
            if number % 10:
                continue
            position, record = game.position(), game.record().to_json(events=True)
            copy = game.clone()
            for _ in play_on(copy, Random(number), "even", 12):
                pass
            assert game.position() == position
            assert game.record().to_json(events=True) == record
            position, record = copy.position(), copy.record().to_json()
            for _ in play_on(game, rng, style, 1):
                pass
            assert copy.position() == position
            assert copy.record().to_json() == record


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_clone_taken_in_the_middle_of_a_payment_completes_it_alone(name: str, players: int) -> None:
    rng = Random(5)
    game = new_game(name, players, 5)
    while not game.state.is_paying():
        game.play(rng.choice(game.moves()))
    copy = game.clone()
    moves = game.moves()
    while copy.state.is_paying():
        copy.play(rng.choice(copy.moves()))
    assert game.state.is_paying()
    assert game.moves() == moves
    assert len(copy.record().steps) == len(game.record().steps) + 1
