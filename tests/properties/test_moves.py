"""Moves: exactly what is offered can be played, and it is the same game as with actions."""

from random import Random

import pytest

from semafor import Game, IllegalAction, replay
from semafor.engine.legality.choices import action_of
from semafor.engine.legality.space import MoveSpace
from semafor.model.numbers.moves import ROUTES
from tests.play import TABLES, board_named, new_game, position_of


def walk(game: Game, rng: Random) -> None:
    """Play random moves to the end."""
    while not game.over:
        game.play(rng.choice(game.moves()))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_move_offered_can_be_played_and_no_other(name: str, players: int) -> None:
    space = MoveSpace(board_named(name))
    for seed in range(3):
        rng = Random(seed)
        game = new_game(name, players, seed)
        for number in range(100_000):
            moves = game.moves()
            assert moves == sorted(set(moves))
            assert set(moves) <= set(space.moves)
            if game.over:
                assert moves == []
                break
            assert moves
            if number % 12 == 0:
                assert_only_these(game, moves, space)
            game.play(rng.choice(moves))


def assert_only_these(game: Game, moves: list[int], space: MoveSpace) -> None:
    """Check that every offered move can be played on a copy, and that any other index is refused."""
    for move in moves:
        copy = game.clone()
        copy.play(move)
        assert len(copy.history) == len(game.history) + 1
    before, history = game.position(), len(game.history)
    for move in [-61, -1, *range(space.moves[-1] + 70), 10**9]:
        if move not in moves:
            with pytest.raises(IllegalAction) as caught:
                game.play(move)
            assert caught.value.refusal.code == "illegal_move"
    assert game.position() == before
    assert len(game.history) == history


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_game_played_by_moves_is_the_same_by_actions(name: str, players: int) -> None:
    for seed in range(4):
        game = new_game(name, players, seed)
        walk(game, Random(seed))
        record = game.record()
        again = replay(record)
        assert position_of(again) == position_of(game)
        assert again.score().to_json() == game.score().to_json()
        assert list(again.history) == list(game.history)
        assert again.record().to_json(events=True) == record.to_json(events=True)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_moves_and_legal_actions_offer_the_same(name: str, players: int) -> None:
    rng = Random(6)
    game = new_game(name, players, 6)
    while not game.over:
        if not game.state.is_paying():
            seat = game.pending.seats[0]
            moves = game.moves()
            actions = [action.to_json() for action in game.legal_actions(seat, 3000)]
            assert [action_of(game.state, seat, move).to_json() for move in moves if move < ROUTES] == [
                action for action in actions if action["type"] != "claim"
            ]
            claimed = {str(action["route"]) for action in actions if action["type"] == "claim"}
            routes = [game.board.route_id(move - ROUTES) for move in moves if move >= ROUTES]
            assert claimed == set(routes) or len(actions) == 3000
        game.play(rng.choice(game.moves()))
