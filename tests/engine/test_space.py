"""The fixed action space of a board."""

import pytest

from semafor import Chance, builtin_ids, load_board, new_game
from semafor.engine.legality.space import MoveSpace


@pytest.mark.parametrize("board_id", builtin_ids())
def test_every_move_of_random_games_has_a_number_and_a_name(board_id: str) -> None:
    board = load_board(board_id)
    space = MoveSpace(board)
    chance = Chance.seeded(board_id)
    for players in range(board.spec.min_players, board.spec.max_players + 1):
        game = new_game(board, players, seed=players)
        while not game.over:
            moves = game.moves()
            mask = space.mask(moves)
            assert [space.moves[number] for number, legal in enumerate(mask) if legal] == moves
            game.play(moves[chance.below(len(moves))])


@pytest.mark.parametrize("board_id", builtin_ids())
def test_numbers_and_moves_are_each_others_inverse_and_names_are_distinct(board_id: str) -> None:
    space = MoveSpace(load_board(board_id))
    assert [space.number[move] for move in space.moves] == list(range(space.size))
    assert len({space.name(number) for number in range(space.size)}) == space.size


def test_the_space_is_small_and_has_only_what_the_board_can_offer() -> None:
    names = {board: _names(board) for board in ("usa", "nordic-countries", "italy", "northern-lights")}
    assert {board: len(listed) for board, listed in names.items()} == {
        "usa": 142,
        "nordic-countries": 185,
        "italy": 205,
        "northern-lights": 210,
    }
    assert "withdraw" in names["nordic-countries"]
    assert "withdraw" not in names["usa"]
    assert "draw ferry card" in names["italy"]
    assert "draw ferry card" not in names["northern-lights"]


def _names(board_id: str) -> list[str]:
    space = MoveSpace(load_board(board_id))
    return [space.name(number) for number in range(space.size)]
